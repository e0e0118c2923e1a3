// Hints in stages, by the steps of the solution that were found when the page was made.

/** The hints of a game: what to say, cells to mark, and the styles of marks by cell and symbol. */
export function hintsOf({n, steps = [], end = "", solution, given = 0}, board, rules) {
  const pairs = numbers => numbers.map(number => [Math.floor(number / n), number % n + 1]);
  const known = steps.map(([text, place, cells, placed = [], removed = [], pattern = []]) => ({
    name: text.split(": ")[0] + place, text, cells,
    placed: pairs(placed), removed: pairs(removed), pattern: pairs(pattern),
  }));
  let position = null, stage = 0, mistakes = [], step;

  /** Whether a cell may still hold a symbol: by its centre marks, or without any by its peers. */
  const mayHold = (at, symbol) => {
    const {value, centre} = board.cell(at);
    return !value && (!centre.length || centre.includes(symbol)) &&
      ![...rules.peers(at)].some(peer => board.cell(peer).value === symbol);
  };
  const isDone = ({placed, removed}) => placed.every(([at]) => board.cell(at).value) &&
    !removed.some(([at, symbol]) => mayHold(at, symbol));
  const look = () => {
    const now = board.kept().join();
    if (position === now) return;
    [position, stage, given] = [now, 0, given + 1];
    const lacks = ({value, centre}, at) => !value && centre.length && !centre.includes(solution[at]);
    const wrong = rules.wrong(board.values());
    mistakes = board.clues.map((_, at) => at).filter(
      at => wrong.has(at) || solution && lacks(board.cell(at), at));
    step = known.find(each => !isDone(each));
  };
  const named = cells => cells.map(board.name).join(" ");
  const shown = () => {
    if (mistakes.length) return stage === 1 ? {text: "There is a mistake."}
      : {text: `Mistakes: ${named(mistakes)}.`, cells: mistakes};
    if (!step) return {text: board.values().every(Boolean) ? "" : end || "No further hint."};
    const {name, cells, pattern, placed, removed, text} = step;
    if (stage < 3) return stage === 1 ? {text: name} : {text: `${name}: ${named(cells)}`, cells};
    const styles = new Map();
    for (const [kind, some] of [["pattern", pattern], ["removed", removed], ["placed", placed]])
      for (const [at, symbol] of some) styles.set(at, (styles.get(at) || new Map()).set(symbol, kind));
    return {text, cells, styles};
  };
  const changes = () => {
    if (mistakes.length) return mistakes.map(at => [at, {value: 0, centre: []}]);
    const {placed, removed} = step, gone = at => removed.filter(([cell]) => cell === at).map(pair => pair[1]);
    if (!removed.length) return placed.map(([at, value]) => [at, {value}]);
    return board.candidates(rules).map(([at, centre]) =>
      [at, {centre: centre.filter(symbol => !gone(at).includes(symbol))}]);
  };
  return {
    given: () => given,
    next() {
      look();
      stage = Math.min(stage + 1, 3);
      return shown();
    },
    /** Play the step, or erase the mistakes. */
    play() {
      look();
      stage = 3;
      const hint = shown();
      if (mistakes.length || step) board.alter(changes());
      return hint;
    },
  };
}
