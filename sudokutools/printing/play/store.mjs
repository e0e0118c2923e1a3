// What the browser keeps between visits.

/** Values by key, shared by all windows of the browser, which may refuse to keep any. */
export const store = {
  get(key) {
    try { return JSON.parse(localStorage.getItem(`sudoku:${key}`)); } catch { return null; }
  },
  set(key, value) {
    try { localStorage.setItem(`sudoku:${key}`, JSON.stringify(value)); } catch { /* It keeps nothing. */ }
  },
  /** Call `changed` with the key of each value that another window sets. */
  listen(changed) {
    addEventListener("storage", ({key}) => { if (key?.startsWith("sudoku:")) changed(key.slice(7)); });
  },
};

/** A name for a text, the same in every browser (FNV-1a by two offsets, 64 bits). */
export function hashed(text) {
  return [0x811c9dc5, 0x01000193].map(offset => {
    let hash = offset;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(36);
  }).join("");
}
