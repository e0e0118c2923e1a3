// What a key does, as in SudokuPad.

export const MODES = {digit: "z", corner: "x", centre: "c", colour: "v"};

/** Rows of the list of keys: keys, and what they do. */
export const HELP = [
  ["Arrows", "move; with Shift or Ctrl, select further cells"],
  ["1 to 9", "write a digit; above 9 type both digits of a number"],
  ["Shift + digit", "corner mark"],
  ["Ctrl + digit", "centre mark"],
  ["Alt + digit", "colour, also with Ctrl + Shift"],
  ["Z, X, C, V", "digits, corner marks, centre marks, colours; Space: the next of these"],
  ["Delete, Backspace, 0", "erase"],
  ["Ctrl + Z, Ctrl + Y", "undo, redo"],
  ["Ctrl + A, Ctrl + I, Escape", "select all cells, the others, one"],
  ["Double click", "select all cells with this symbol"],
  ["H, Shift + H", "hint, play its step; with letters as symbols, with Alt"],
  ["Enter", "check"],
  ["Page Up, Page Down", "previous, next puzzle"],
  ["?", "this text"],
];

/** What a newcomer has to know: a part of the screen, and what it is for. */
export const HOW = [
  ["A cell", "Tap or click it, then a number below. Drag over several cells to fill them at once."],
  ["Digit", "Numbers are answers. The same number again erases."],
  ["Corner, Centre", "Numbers are pencil marks: places in a box at the corners, candidates in the middle."],
  ["Colour", "Numbers are colours, for chains and ideas."],
  ["Candidates", "Write all numbers that the rules allow as centre marks."],
  ["Hint", "The first press names a technique and its place, the second marks the cells, the third "
    + "explains the step. Play step plays it."],
  ["Check", "Mark wrong numbers. Red dots are numbers that break a rule."],
  ["Undo, Reset", "Everything can be undone, even Reset. This browser keeps what you write."],
  ["More", "Settings; copy the grid, or a link that opens it on another device as it is here."],
  ["‹ ›", "Other puzzles; or swipe next to the board."],
];

const ARROWS = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};

/** The action of a key: its name and arguments, or null. */
export function actionOf(event, mode, {n, letters, least = 1}) {
  const {key, code = "", shiftKey, altKey} = event, ctrl = event.ctrlKey || event.metaKey;
  const small = key.toLowerCase();
  if (ARROWS[key]) return ["move", ...ARROWS[key], shiftKey || ctrl];
  if (key === "Home" || key === "End") return ["edge", key === "Home" ? -1 : 1, ctrl, shiftKey];
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) || /^(\d)$/.exec(key) || [];
  const kind = altKey || ctrl && shiftKey ? "colour" : ctrl ? "centre" : shiftKey ? "corner" : mode;
  if (digit && (digit !== "0" || !least || kind === mode)) return ["digit", Number(digit), kind];
  if (key === "Delete" || key === "Backspace") return ["erase"];
  if (ctrl) {
    const found = {z: shiftKey ? "redo" : "undo", y: "redo", a: "all", i: "others"}[small];
    return found ? [found] : null;
  }
  const symbol = letters && /^[a-z]$/.test(small) ? parseInt(small, 36) - least + 1 : 0;
  if (symbol > 0 && symbol <= n && !altKey) return ["symbol", symbol, shiftKey ? "corner" : mode];
  const wanted = Object.keys(MODES).find(name => MODES[name] === small);
  if (wanted) return ["mode", wanted];
  if (small === "h") return [shiftKey ? "play" : "hint"];
  if (altKey) return null;
  const names = Object.keys(MODES);
  return {
    " ": ["mode", names[(names.indexOf(mode) + 1) % names.length]],
    "?": ["help"], Escape: ["one"], Enter: ["check"], PageUp: ["turn", -1], PageDown: ["turn", 1],
  }[key] || null;
}
