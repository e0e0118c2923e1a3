// Let the empty cells of every puzzle take symbols, mark those that stand twice, and keep them
// in this browser. Arrows move; Backspace, Delete and 0 empty a cell.
document.querySelectorAll("table.puzzle").forEach(table => {
  const rows = [...table.rows], [width, height] = table.dataset.box.split("x").map(Number);
  const n = width * height, hasLetters = table.dataset.letters !== undefined;
  const cells = rows.map((row, r) => [...row.cells].map((cell, c) => {
    const clue = cell.textContent.trim(), it = {cell, clue, input: null};
    if (!clue) {
      it.input = document.createElement("input");
      it.input.inputMode = hasLetters ? "text" : "numeric";
      it.input.autocomplete = "off";
      it.input.setAttribute("aria-label", `row ${r + 1} column ${c + 1}`);
      cell.classList.add("open");
      cell.replaceChildren(it.input);
    }
    return it;
  }));
  const text = it => it.input ? it.input.value : it.clue;
  const key = "sudoku:" + cells.map(row => row.map(it => it.clue || ".").join(",")).join("/");
  const known = value => {
    if (hasLetters) return /^[1-9a-z]$/i.test(value) && parseInt(value, 36) <= n;
    return /^[1-9]\d*$/.test(value) && Number(value) <= n;
  };
  const check = () => {
    const seen = {}, twice = new Set();
    let filled = true;
    cells.forEach((row, r) => row.forEach((it, c) => {
      it.cell.classList.remove("clash");
      const symbol = text(it);
      if (!symbol) filled = false;
      else for (const house of [`r${r}`, `c${c}`, `b${r / height | 0},${c / width | 0}`]) {
        const other = seen[house + " " + symbol];
        if (other) twice.add(other).add(it);
        seen[house + " " + symbol] = it;
      }
    }));
    twice.forEach(it => it.cell.classList.add("clash"));
    table.classList.toggle("done", filled && !twice.size);
    const values = cells.map(row => row.map(it => it.input ? it.input.value : "").join(",")).join("/");
    try { localStorage.setItem(key, values); } catch { /* Not kept where nothing may be. */ }
  };
  const move = (r, c, down, right) => {
    for (r += down, c += right; cells[r] && cells[r][c]; r += down, c += right)
      if (cells[r][c].input) return cells[r][c].input.focus();
  };
  const arrows = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
  cells.forEach((row, r) => row.forEach((it, c) => {
    if (!it.input) return;
    it.input.addEventListener("focus", () => it.input.select());
    it.input.addEventListener("keydown", event => {
      if (arrows[event.key]) { move(r, c, ...arrows[event.key]); event.preventDefault(); }
    });
    it.input.addEventListener("input", () => {
      const typed = it.input.value.trim().toUpperCase(), last = typed.slice(-1);
      it.input.value = known(typed) ? typed : known(last) ? last : "";
      check();
    });
  }));
  try {
    (localStorage.getItem(key) || "").split("/").forEach((row, r) => row.split(",").forEach(
      (value, c) => { if (cells[r]?.[c]?.input && known(value)) cells[r][c].input.value = value; }));
  } catch { /* Nothing was kept. */ }
  if (cells.flat().some(it => it.input)) check();
});
