// The state of one puzzle: what is written in its cells, and every change of it.
import {hasSymbol, valuesOf} from "./rules.mjs";

/** What a cell may hold beside its value: symbols, and numbers of colours. */
export const KINDS = ["corner", "centre", "colour"];

const EMPTY = {value: 0, corner: [], centre: [], colour: []};
const ascending = (one, other) => one - other;
const sign = value => value === null ? "." : value.toString(36).toUpperCase();

export function boardOf(data, kept) {
  const shift = (data.least ?? 1) - 1, most = data.n + shift;
  const gone = new Set(data.absent), clues = valuesOf(data.clues), empty = clues.map(value => ({...EMPTY, value}));
  const [past, future] = [[], []];
  const parsed = texts => clues.map((clue, at) => {
    const [value, ...marks] = String(texts[at] ?? "").split(";").map(
      part => part.split(",").map(Number).filter(one => one > 0 && one <= Math.max(data.n, 9)));
    const [corner, centre, colour] = KINDS.map((_, which) => marks[which] || []);
    return {value: clue || Math.min(value[0] || 0, data.n), corner, centre, colour};
  });
  let cells = Array.isArray(kept) && kept.length === clues.length ? parsed(kept) : [...empty];
  const change = changed => {
    const made = changed.filter(([at, cell]) => cell !== cells[at]);
    if (!made.length) return false;
    past.push(made.map(([at]) => [at, cells[at]]));
    future.length = 0;
    for (const [at, cell] of made) cells[at] = cell;
    return true;
  };
  const step = (from, to) => {
    const made = from.pop();
    if (!made) return false;
    to.push(made.map(([at]) => [at, cells[at]]));
    for (const [at, cell] of made) cells[at] = cell;
    return true;
  };
  const open = selected => [...selected].filter(at => !clues[at]);
  const enter = (selected, kind, symbol) => {
    if (kind === "digit") {
      const those = open(selected), isOn = those.some(at => cells[at].value !== symbol);
      return change(those.map(at => [at, {...cells[at], value: isOn ? symbol : 0}]));
    }
    const those = kind === "colour" ? [...selected] : open(selected).filter(at => !cells[at].value);
    const isOn = those.some(at => !cells[at][kind].includes(symbol));
    return change(those.filter(at => cells[at][kind].includes(symbol) !== isOn).map(at => {
      const rest = cells[at][kind].filter(other => other !== symbol);
      return [at, {...cells[at], [kind]: isOn ? [...rest, symbol].sort(ascending) : rest}];
    }));
  };
  /** Remove what the kind writes, else the first thing that any of the cells holds. */
  const erase = (selected, kind) => {
    for (const what of [kind === "digit" ? "value" : kind, "value", "centre", "corner", "colour"]) {
      const those = (what === "colour" ? [...selected] : open(selected)).filter(
        at => what === "value" ? cells[at].value : cells[at][what].length);
      if (those.length) return change(those.map(at => [at, {...cells[at], [what]: EMPTY[what]}]));
    }
    return false;
  };
  const symbols = [...Array(data.n).keys()].map(at => at + 1);
  return {
    clues,
    cell: at => cells[at],
    values: () => cells.map(cell => cell.value),
    enter,
    erase,
    undo: () => step(past, future),
    redo: () => step(future, past),
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    /** Write the symbols of a mask for each cell into the middle of the empty ones. */
    fill: masks => change(cells.flatMap((cell, at) => cell.value ? [] : [[at, {
      ...cell, centre: symbols.filter(symbol => hasSymbol(masks[at], symbol)),
    }]])),
    /** The empty cells with their centre marks that the rules allow; without any, all these. */
    candidates: rules => rules.candidates(cells.map(cell => cell.value)).flatMap((mask, at) => {
      const can = symbols.filter(symbol => hasSymbol(mask, symbol));
      const left = can.filter(symbol => cells[at].centre.includes(symbol));
      return cells[at].value || gone.has(at) ? [] : [[at, left.length ? left : can]];
    }),
    /** Replace parts of cells. */
    alter: parts => change(parts.map(([at, part]) => [at, {...cells[at], ...part}])),
    name: at => `r${Math.floor(at / data.columns) + 1}c${at % data.columns + 1}`,
    /** The entries as a part of an address, and their reading, which can be undone. */
    code: () => cells.map(({value, ...marks}, at) => [clues[at] ? "" : value || "", ...KINDS.map(
      kind => marks[kind].join("."))].join("_").replace(/_+$/, "")).join("-").replace(/-+$/, ""),
    decode: code => change(parsed(code.replace(/_/g, ";").replace(/\./g, ",").split("-"))
      .map((cell, at) => [at, cell])),
    reset: () => change(empty.map((cell, at) => [at, {...cell}])),
    /** The grid as other commands read it. */
    line: () => {
      const values = cells.map(cell => cell.value ? cell.value + shift : null);
      const text = most < 36 ? values.map((value, at) => gone.has(at) ? "_" : sign(value)).join("") : JSON.stringify({cells: values.map(one => one ?? (shift ? null : 0))});
      return data.spec && most < 36 ? `${text} ${data.spec}` : text;
    },
    /** Replace the values by those of a line; return why not, or "". */
    read: text => {
      let values;
      try {
        const found = text.trim().startsWith("{") ? JSON.parse(text).cells.flat()
          : Array.from(text.trim().split(/\s/)[0], one => parseInt(one, 36));
        values = found.map(one => one === null || Number.isNaN(one) ? 0 : Number(one) - shift);
      } catch { /* It is no JSON. */ }
      if (values?.length !== clues.length) return `expected a line of ${clues.length} cells`;
      if (values.some(value => !(value >= 0 && value <= data.n))) return `symbols are ${1 + shift} to ${most}`;
      if (clues.some((clue, at) => clue && values[at] && values[at] !== clue))
        return "the line is of another puzzle";
      change(values.map((value, at) => [at, clues[at] ? cells[at] : {...cells[at], value}])
        .filter(([at, cell]) => cell.value !== cells[at].value));
      return "";
    },
    /** What `boardOf` reads again; history is not kept. */
    kept: () => cells.map(cell => [cell.value || "", ...KINDS.map(kind => cell[kind].join())].join(";")
      .replace(/;+$/, "")),
  };
}

/** Break marks of a width into lines of at most a height together: how many on each, and their size. */
export function arranged(count, width, high) {
  let best = [1, 0];
  for (let across = 1; across <= count; across++) {
    const size = Math.min(0.31, 0.86 / (across * width), high / Math.ceil(count / across));
    if (size >= best[1]) best = [across, size];
  }
  return best;
}
