// Mark what the rules and clues of a variant forbid as well; clues that this script does not know
// are compared with the solution when all cells are filled. Puzzles without symbols are all alike:
// so what was filled in is kept by the rules, too.
document.querySelectorAll("table[data-rules]").forEach(table => {
  const rules = JSON.parse(table.dataset.rules), letters = table.dataset.letters !== undefined;
  const cells = [...table.querySelectorAll("td")], columns = table.rows[0].cells.length;
  const inputs = cells.map(cell => cell.querySelector("input"));
  const texts = cells.map((cell, at) => inputs[at] ? "" : cell.textContent.trim());
  const key = "sudoku:" + texts.join(",") + table.dataset.rules;
  const value = at => {
    const text = inputs[at] ? inputs[at].value : texts[at];
    return text ? parseInt(text, letters ? 36 : 10) : 0;
  };
  const check = () => {
    const values = cells.map((_, at) => value(at)), wrong = new Set();
    const pair = (one, other, isWrong) => {
      if (values[one] && values[other] && isWrong(values[one], values[other]))
        wrong.add(one).add(other);
    };
    const differ = house => house.forEach((one, at) =>
      house.slice(at + 1).forEach(other => pair(one, other, (a, b) => a === b)));
    const around = (moves, isWrong) => cells.forEach((_, at) => moves.forEach(([down, right]) => {
      const column = at % columns + right, other = at + down * columns + right;
      if (column >= 0 && column < columns && other < cells.length) pair(at, other, isWrong);
    }));
    (rules.houses || []).forEach(differ);
    around(rules.moves || [], (a, b) => a === b);
    if (rules.apart) around([[0, 1], [1, 0]], (a, b) => Math.abs(a - b) < 2);
    (rules.cages || []).forEach(([sum, cage]) => {
      differ(cage);
      const filled = cage.filter(at => values[at]);
      const total = filled.reduce((so, at) => so + values[at], 0);
      if (sum && (filled.length < cage.length ? total >= sum : total !== sum))
        filled.forEach(at => wrong.add(at));
    });
    (rules.less || []).forEach(([low, high]) => pair(low, high, (a, b) => a >= b));
    (rules.even || []).forEach(at => { if (values[at] % 2) wrong.add(at); });
    (rules.odd || []).forEach(at => { if (values[at] && !(values[at] % 2)) wrong.add(at); });
    wrong.forEach(at => cells[at].classList.add("clash"));
    const right = String(rules.solution || ""), entered = String(values);
    const isRight = rules.solution === undefined || entered === right;
    if (wrong.size || !isRight) table.classList.remove("done");
    table.classList.toggle("wrong", Boolean(right) && !isRight && values.every(value => value));
  };
  const keep = () => {
    const kept = inputs.map(input => input ? input.value : "").join(",");
    try { localStorage.setItem(key, kept); } catch { /* Not kept where nothing may be. */ }
  };
  let kept = "";
  try { kept = localStorage.getItem(key) || ""; } catch { /* Nothing was kept. */ }
  const old = kept.split(",");
  inputs.forEach((input, at) => { if (input) input.value = old[at] || ""; });
  const first = inputs.find(input => input);
  table.addEventListener("input", () => { check(); keep(); });
  if (first) first.dispatchEvent(new Event("input", {bubbles: true}));
});
