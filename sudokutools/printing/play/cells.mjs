// The elements of the board: cells, what is written in them, and what a screen reader says.
import {arranged} from "./board.mjs";

/** An element with attributes, listeners (functions) and children. */
export function made(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export const symbolText = ({letters, least = 1}, symbol) =>
  (symbol + least - 1).toString(letters ? 36 : 10).toUpperCase();

/** The rows of a grid of cells, and as many backs for their colours, to be drawn below. */
export function cellsOf(game, title) {
  const {rows, columns} = game, cells = [], backs = [], gone = new Set(game.absent);
  const back = made("div", {class: "backs", "aria-hidden": "true"});
  const grid = made("div", {
    role: "grid", "aria-label": title, "aria-multiselectable": "true",
    "aria-rowcount": rows, "aria-colcount": columns,
  });
  for (let row = 0; row < rows; row++) {
    const line = made("div", {role: "row"});
    for (let column = 0; column < columns; column++) {
      const hidden = gone.has(cells.length) && "visibility:hidden";
      cells.push(made("div", {role: "gridcell", tabindex: "-1", "data-at": cells.length, style: hidden}));
      backs.push(made("i", {style: hidden}));
    }
    line.append(...cells.slice(-columns));
    grid.append(line);
  }
  back.append(...backs);
  return {cells, backs, back, grid};
}

/** What a screen reader says of a cell. */
export function described(game, at, cell, isWrong, isHinted) {
  const parts = [game.board.name(at)];
  const marks = [...new Set([...cell.corner, ...cell.centre])].sort((one, other) => one - other);
  const texts = marks.map(mark => symbolText(game, mark));
  if (cell.value) parts.push((game.board.clues[at] ? "given " : "") + symbolText(game, cell.value));
  else parts.push("empty");
  if (!cell.value && marks.length) parts.push(`pencil marks ${texts.join(" ")}`);
  if (cell.colour.length) parts.push(`colour ${cell.colour.join(" ")}`);
  if (game.labels?.[at]) parts.push(game.labels[at]);
  if (isWrong) parts.push("wrong");
  if (isHinted) parts.push("in the hint");
  return parts.join(", ");
}

/** The content of a cell: its symbol, or its marks and those of a hint, which have styles. */
export function written(game, cell, styles = new Map()) {
  if (cell.value) return [made("b", {}, symbolText(game, cell.value))];
  const middle = [...new Set([...cell.centre, ...styles.keys()])].sort((one, other) => one - other);
  const marks = cell.corner.map(mark => symbolText(game, mark));
  return [...marks.length ? [corners(game, marks)] : [], ...middle.length ? [centre(game, middle, styles)] : []];
}

/** The width of a mark and the space after it, relative to its size. */
const widthOf = game => {
  const length = symbolText(game, game.n).length;
  return 0.66 * length + (length > 1 ? 0.3 : 0);
};

const linesOf = (marks, across, line) => Array.from({length: Math.ceil(marks.length / across)},
  (_, row) => made("s", {}, ...line(marks.slice(row * across, row * across + across))));

const sized = (kind, size, lines) => made("span", {class: kind, style: `--size:${size.toFixed(3)}`}, ...lines);

/** Half of the marks along the top, the others along the bottom. */
function corners(game, marks) {
  const half = Math.ceil(marks.length / 2), size = Math.min(0.27, 0.86 / half / widthOf(game));
  return sized("corner", size, linesOf(marks, Math.max(2, half), some => some.map(mark => made("u", {}, mark))));
}

function centre(game, symbols, styles) {
  const [across, size] = arranged(symbols.length, widthOf(game), game.narrow ? 0.66 : 0.86);
  const space = symbolText(game, game.n).length > 1 ? " " : "";
  return sized("centre", size, linesOf(symbols, across, some => some.flatMap((symbol, at) => {
    const text = symbolText(game, symbol), style = styles.get(symbol);
    return [at ? space : "", style ? made("u", {class: style}, text) : text];
  })));
}

/** The background of a cell with these colours. */
export const stripes = colours => colours.length < 2 ? `var(--c${colours[0] || 0})`
  : `linear-gradient(135deg,${colours.map((colour, at) =>
    `var(--c${colour}) ${100 * at / colours.length}% ${100 * (at + 1) / colours.length}%`).join()})`;
