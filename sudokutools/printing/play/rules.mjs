// What a puzzle demands, by its data (play_rules.py): houses and primitives. Cells count row by
// row; a value is a symbol from 1 or 0. A domain is a list of symbols, ascending. Each test of a
// primitive maps the domains of its cells to those of its fillings, or to null without any.

/** The values of a text with a character each, or of a list. */
export function valuesOf(text) {
  return typeof text === "string" ? Array.from(text, sign => parseInt(sign, 36)) : [...text];
}

/** A set of symbols as bits, s - 1 for symbol s: a number, of more than 31 symbols a BigInt. */
export function maskOf(symbols, n) {
  if (n > 31) return symbols.reduce((mask, symbol) => mask | 1n << BigInt(symbol - 1), 0n);
  return symbols.reduce((mask, symbol) => mask | 1 << symbol - 1, 0);
}

export function hasSymbol(mask, symbol) {
  return typeof mask === "bigint" ? mask >> BigInt(symbol - 1) & 1n : mask >> symbol - 1 & 1;
}

const filled = domains => domains.every(domain => domain.length) ? domains : null;

const related = goes => ([first, second]) => filled([
  first.filter(one => second.some(other => goes[one - 1][other - 1])),
  second.filter(other => first.some(one => goes[one - 1][other - 1])),
]);

const totalled = (total, weights) => domains => {
  const ends = domains.map((domain, at) => {
    const [one, other] = [domain[0] * weights[at], domain.at(-1) * weights[at]];
    return [Math.min(one, other), Math.max(one, other)];
  });
  const low = ends.reduce((sum, end) => sum + end[0], -total);
  const high = ends.reduce((sum, end) => sum + end[1], -total);
  return filled(domains.map((domain, at) => domain.filter(symbol => {
    const term = symbol * weights[at];
    return low - ends[at][0] + term <= 0 && high - ends[at][1] + term >= 0;
  })));
};

const oneOf = sets => domains => {
  const held = domains.filter(domain => domain.length === 1).map(([symbol]) => symbol);
  const live = sets.filter(set => held.every(symbol => set.has(symbol)) &&
    domains.every(domain => domain.some(symbol => set.has(symbol))));
  if (!live.length || new Set(held).size < held.length) return null;
  return filled(domains.map(domain => domain.length === 1 ? domain : domain.filter(
    symbol => !held.includes(symbol) && live.some(set => set.has(symbol)))));
};

const accepted = (starts, accepts, table, n) => domains => {
  const after = (state, symbol) => table[state * n + symbol - 1] - 1;
  const reached = [[...Array(starts).keys()]];
  for (const domain of domains) {
    const next = [], isNext = new Uint8Array(accepts.length);
    for (const state of reached.at(-1)) for (const symbol of domain) {
      const to = after(state, symbol);
      if (to < 0 || isNext[to]) continue;
      isNext[to] = 1;
      next.push(to);
    }
    if (!next.length) return null;
    reached.push(next);
  }
  let alive = accepts;
  const kept = Array(domains.length);
  for (let at = domains.length - 1; at >= 0; at--) {
    const live = new Uint8Array(accepts.length), isKept = new Uint8Array(n + 1);
    for (const state of reached[at]) for (const symbol of domains[at])
      if (alive[after(state, symbol)]) live[state] = isKept[symbol] = 1;
    alive = live;
    kept[at] = domains[at].filter(symbol => isKept[symbol]);
  }
  return filled(kept);
};

/** The cells with one of some symbols are one region by sides. */
const connected = (columns, symbols, size) => domains => {
  const can = domains.map(domain => domain.some(symbol => symbols.includes(symbol)));
  const must = domains.map(domain => domain.every(symbol => symbols.includes(symbol)));
  const count = cells => cells.filter(Boolean).length;
  if (size && (count(must) > size || count(can) < size)) return null;
  const reached = new Set([must.indexOf(true)].filter(at => at >= 0));
  for (const at of reached) {
    const row = at % columns;
    for (const [other, isBeside] of [[at - columns, true], [at + columns, true],
      [at - 1, row > 0], [at + 1, row + 1 < columns]]) if (isBeside && can[other]) reached.add(other);
  }
  const isWhole = must.every((isInside, at) => !isInside || reached.has(at));
  return isWhole && !(reached.size && reached.size < size) ? domains : null;
};

/** The first number from `low` for which a test holds, as for all after it; it holds for `high`. */
const first = (low, high, holds) => {
  while (low < high) {
    const middle = low + high >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** All sets of so many symbols, at least `least`, with a sum. */
const setsOf = (n, count, total, least = 1) => {
  if (!count) return total ? [] : [[]];
  const found = [];
  for (let symbol = least; symbol <= Math.min(n, total); symbol++)
    for (const set of setsOf(n, count - 1, total - symbol, symbol + 1)) found.push([symbol, ...set]);
  return found;
};

/** The primitives of some data: cells, a test, and whether the cells differ. */
const itemsOf = data => {
  const {n, rows, columns} = data, items = [];
  const symbols = Array.from({length: n}, (_, at) => at + 1);
  const has = hex => symbols.map(symbol =>
    parseInt(hex.at(-1 - (symbol - 1 >> 2)) || 0, 16) >> (symbol - 1) % 4 & 1);
  for (const [table, pairs, moves] of data.related || []) {
    const goes = table.split(",").map(has), test = related(goes);
    const differs = goes.every((row, at) => !row[at]);
    const add = (...cells) => items.push({cells, test, differs});
    for (let at = 0; at < pairs.length; at += 2) add(pairs[at], pairs[at + 1]);
    for (let at = 0; at < moves.length; at += 2)
      for (let cell = 0; cell < rows * columns; cell++) {
        const row = (cell / columns | 0) + moves[at], column = cell % columns + moves[at + 1];
        if (row >= 0 && row < rows && column >= 0 && column < columns)
          add(cell, row * columns + column);
      }
  }
  for (const [total, cells, weights] of data.totals || [])
    items.push({cells, test: totalled(total, weights || cells.map(() => 1))});
  for (const [sets, ...groups] of data.sets || []) {
    const known = typeof sets === "number" ? setsOf(n, groups[0].length, sets)
      : sets.split(",").map(hex => symbols.filter((_, at) => has(hex)[at]));
    const test = oneOf(known.map(set => new Set(set)));
    for (const cells of groups) items.push({cells, test, differs: true});
  }
  for (const [starts, accepts, text, ...lines] of data.machines || []) {
    const width = text.length / accepts.length / n;
    const table = text.match(RegExp(`.{${width}}`, "g")).map(state => parseInt(state, 36));
    const test = accepted(starts, valuesOf(accepts), table, n);
    for (const cells of lines) items.push({cells, test});
  }
  for (const [hex, width, size, ...cells] of data.connected || [])
    items.push({cells, test: connected(width, symbols.filter((_, at) => has(hex)[at]), size)});
  const domains = Array.from({length: rows * columns}, () => symbols);
  for (const [hex, cells] of Object.entries(data.masks || {}))
    for (const cell of cells) domains[cell] = symbols.filter((_, at) => has(hex)[at]);
  return [items, domains];
};

/** Join primitives that share auxiliary cells, which come after `size` cells. */
const joined = (items, domains, size) => {
  const parts = [];
  for (const item of items) {
    const aids = item.cells.filter(cell => cell >= size);
    const others = aids.length
      ? parts.filter(part => part.aids.some(cell => aids.includes(cell))) : [];
    others.forEach(part => parts.splice(parts.indexOf(part), 1));
    parts.push(others.reduce((one, other) => ({
      aids: [...one.aids, ...other.aids], items: [...other.items, ...one.items],
    }), {aids, items: [item]}));
  }
  return parts.map(({aids, items}) => {
    if (!aids.length) return items[0];
    const cells = [...new Set(items.flatMap(item => item.cells).filter(cell => cell < size))];
    const settle = known => {
      for (let left = items; left.length;) {
        const changed = new Set();
        for (const {cells, test} of left) {
          const found = test(cells.map(cell => known.get(cell)));
          if (!found) return null;
          cells.forEach((cell, at) => {
            if (found[at].length === known.get(cell).length) return;
            changed.add(cell);
            known.set(cell, found[at]);
          });
        }
        left = items.filter(item => item.cells.some(cell => changed.has(cell)));
      }
      // The cells of the grid determine the auxiliary ones.
      const aid = aids.find(cell => known.get(cell).length > 1);
      if (!aid || cells.some(cell => known.get(cell).length > 1)) return known;
      return known.get(aid).some(symbol => settle(new Map([...known, [aid, [symbol]]]))) ? known : null;
    };
    return {cells, test: given => {
      const known = settle(new Map([
        ...aids.map(cell => [cell, domains[cell]]), ...cells.map((cell, at) => [cell, given[at]]),
      ]));
      return known && cells.map(cell => known.get(cell));
    }};
  });
};

export function rulesOf(data) {
  const {n, rows, columns} = data, size = rows * columns, every = [...Array(size).keys()];
  const solution = data.solution && valuesOf(data.solution);
  const [width, height] = data.box || [], regions = data.regions && valuesOf(data.regions);
  const groups = {}, peers = every.map(() => new Set());
  for (const cell of every) {
    const row = cell / columns | 0, column = cell % columns;
    const region = regions ? regions[cell] : [row / height | 0, column / width | 0];
    const lines = data.raw ? [] : [`r${row}`, `c${column}`];
    for (const name of [...lines, `b${region}`]) (groups[name] ||= []).push(cell);
  }
  const [items, domains] = itemsOf(data), parts = joined(items, domains, size);
  for (const house of [
    ...Object.values(groups), ...data.houses || [], ...data.different || [],
    ...items.filter(item => item.differs).map(item => item.cells),
  ]) for (const one of house) for (const other of house)
    if (one !== other && Math.max(one, other) < size) peers[one].add(other);

  const breaks = (part, values, cells) =>
    !part.test(part.cells.map(cell => cells.includes(cell) ? [values[cell]] : domains[cell]));
  /** The shortest runs of filled cells along a part that break it. */
  const broken = (part, values) => {
    const cells = part.cells.filter(cell => values[cell]), marked = [];
    const isTwice = part.differs && new Set(cells.map(cell => values[cell])).size < cells.length;
    if (isTwice || !breaks(part, values, cells)) return marked;
    // A run that is longer breaks the part as well, so halving finds its ends.
    const isBroken = (start, end) => breaks(part, values, cells.slice(start, end));
    for (let start = 0; start < cells.length && isBroken(start, cells.length); start++) {
      const end = first(start + 1, cells.length, end => isBroken(start, end));
      start = first(start + 1, end, start => !isBroken(start, end)) - 1;
      marked.push(...cells.slice(start, end));
    }
    return marked;
  };
  const clashes = values => {
    const marked = new Set();
    for (const cell of every) {
      if (!values[cell]) continue;
      const isTwice = [...peers[cell]].some(peer => values[peer] === values[cell]);
      if (isTwice || !domains[cell].includes(values[cell])) marked.add(cell);
    }
    for (const part of parts) {
      const key = part.cells.map(cell => values[cell]).join();
      if (part.key !== key) Object.assign(part, {key, marked: broken(part, values)});
      part.marked.forEach(cell => marked.add(cell));
    }
    return marked;
  };
  return {
    /** The filled cells that break a rule, whatever the empty ones hold. */
    clashes,
    isSolved: values => values.every(Boolean) && !clashes(values).size &&
      (!solution || values.every((value, cell) => value === solution[cell])),
    /** The filled cells that differ from the solution; those that clash if it is unknown. */
    wrong: values => solution
      ? new Set(every.filter(cell => values[cell] && values[cell] !== solution[cell]))
      : clashes(values),
    peers: cell => peers[cell],
    /** The masks of the empty cells that each rule alone leaves; 0 of filled ones. */
    candidates: values => {
      const open = every.map(cell => values[cell] ? [values[cell]] : domains[cell].filter(
        symbol => ![...peers[cell]].some(peer => values[peer] === symbol)));
      const left = [...open];
      for (const part of parts) {
        const given = part.cells.map(cell => open[cell]);
        (filled(given) && part.test(given) || given).forEach((domain, at) => {
          const cell = part.cells[at];
          left[cell] = left[cell].filter(symbol => domain.includes(symbol));
        });
      }
      return left.map((domain, cell) => maskOf(values[cell] ? [] : domain, n));
    },
  };
}
