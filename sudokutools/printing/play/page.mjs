// The page: one puzzle at a time on a board of cells above its drawing, and the controls.
import {boardOf} from "./board.mjs";
import {cellsOf, described, made, stripes, symbolText, written} from "./cells.mjs";
import {hintsOf} from "./hints.mjs";
import {HELP, HOW, MODES, actionOf} from "./keys.mjs";
import {rulesOf, valuesOf} from "./rules.mjs";
import {hashed, store} from "./store.mjs";

const LEAST = 23, PAD = 4, COLOURS = 9, PATIENCE = 1500;
const find = selector => document.querySelector(selector);

const areEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const clock = seconds => [seconds / 3600, seconds / 60 % 60, seconds % 60].map(Math.floor)
  .map((part, at) => at ? String(part).padStart(2, "0") : part).join(":").replace(/^0:0?/, "");

function startPage() {
  const articles = [...document.querySelectorAll("article")];
  const board = find("#board"), status = find("#status"), settings = store.get("settings") || {};
  let game, mode = "digit", cells = [], backs = [], selected = new Set([0]), active = 0, last = {};
  let wrong = new Set(), gone = new Set(), seconds = 0, isSolved = false, painted = [], hint = {};

  const textsOf = article => [...article.querySelectorAll("script")].map(each => each.textContent);
  const say = text => { status.textContent = text; };
  const keep = () => store.set(game.key,
    {cells: game.board.kept(), seconds, isSolved, hints: game.hints.given()});

  function open(index) {
    const hasFocus = board.contains(document.activeElement) || document.activeElement === document.body;
    const article = articles[index], [text, steps] = textsOf(article);
    const data = JSON.parse(text), key = hashed(text), kept = store.get(key) || {};
    game = {...data, key, index, board: boardOf(data, kept.cells), rules: rulesOf(data)};
    const solution = data.solution && valuesOf(data.solution);
    game.hints = hintsOf(
      {n: data.n, solution, given: kept.hints, ...JSON.parse(steps)}, game.board, game.rules);
    ({seconds = 0, isSolved = false} = kept);
    [mode, wrong, last, painted, hint] = ["digit", new Set(), {}, [], {}];
    active = Math.max(0, game.board.clues.indexOf(0));
    selected = new Set([active]);
    gone = new Set(game.absent);
    drawBoard(article);
    drawPad();
    find("#list").value = String(index);
    for (const [id, by] of [["#previous", -1], ["#next", 1]])
      find(id).setAttribute("aria-disabled", String(!articles[index + by]));
    const rules = article.dataset.rules.split("\n");
    find("#rules").textContent = rules.slice(1).join(" ");
    find("#told").replaceChildren(...rules.map(rule => made("li", {}, rule)));
    try { history.replaceState(null, "", `#${index + 1}`); } catch { /* Some files have no history. */ }
    say("");
    fit();
    paint();
    if (hasFocus) cells[active].focus({preventScroll: true});
  }

  function drawBoard(article) {
    const {rows, columns, room: [left, top, right, bottom]} = game;
    const found = cellsOf(game, article.dataset.title);
    ({cells, backs} = found);
    board.setAttribute("style", `--rows:${rows};--columns:${columns};--left:${left};--top:${top};`
      + `--right:${right};--bottom:${bottom}`);
    board.classList.toggle("narrow", Boolean(game.narrow));
    board.replaceChildren(found.back, article.querySelector("svg").cloneNode(true), found.grid);
  }

  /** The largest cells for which everything is on the screen, but never too small to touch. */
  function fit() {
    const {room: [left, top, right, bottom], rows, columns} = game;
    const isWide = matchMedia("(orientation:landscape) and (min-width:36rem)").matches;
    const side = find("#side").offsetWidth, rest = isWide ? 0 : find("main").offsetHeight - board.offsetHeight;
    const wide = (document.body.clientWidth - (isWide ? side + 3 * PAD : 0) - 2 * PAD)
      / (columns + left + right);
    const high = (innerHeight - rest - 4 * PAD) / (rows + top + bottom);
    const size = Math.max(LEAST, Math.min(wide, Math.max(high, isWide ? 0 : 40), 80));
    document.body.style.setProperty("--u", `${Math.floor(size * 10) / 10}px`);
    board.classList.toggle("scrolls", size > wide);
  }

  /** Bring every cell up to date that looks different now. */
  function paint() {
    const values = game.board.values();
    const clashes = settings.quiet ? new Set() : game.rules.clashes(values);
    const focus = selected.size === 1 ? active : -1, value = values[active];
    const seen = focus >= 0 && !settings.plain ? game.rules.peers(focus) : new Set();
    const isSame = at => value && !settings.plain && values[at] === value;
    cells.forEach((element, at) => {
      const cell = game.board.cell(at), isClash = clashes.has(at);
      const kinds = [selected.has(at) && "chosen", seen.has(at) && "seen", isSame(at) && "same",
        game.board.clues[at] && "given", isClash && "clash", wrong.has(at) && "wrong",
        hint.cells?.includes(at) && "hinted"];
      const look = kinds.filter(Boolean).join(" "), styles = hint.styles?.get(at);
      const label = described(game, at, cell, wrong.has(at), hint.cells?.includes(at));
      const before = painted[at] || {};
      if (before.cell !== cell || before.styles !== styles) {
        element.replaceChildren(...written(game, cell, styles));
        backs[at].style.background = stripes(cell.colour);
      }
      if (before.look !== look) {
        element.className = backs[at].className = look;
        element.setAttribute("aria-selected", String(selected.has(at)));
        element[isClash ? "setAttribute" : "removeAttribute"]("aria-invalid", "true");
      }
      if (before.label !== label) element.setAttribute("aria-label", label);
      const tab = at === active ? "0" : "-1";
      if (before.tab !== tab) element.setAttribute("tabindex", tab);
      painted[at] = {cell, look, label, tab, styles};
    });
    for (const button of find("#pad").children) {
      const symbol = Number(button.dataset.symbol);
      const most = Math.max(game.n, (values.length - gone.size) / game.n);
      const isDone = mode === "digit"
        && values.filter((one, at) => one === symbol && !gone.has(at)).length >= most;
      button.classList.toggle("done", isDone);
    }
    find("#undo").setAttribute("aria-disabled", String(!game.board.canUndo()));
    find("#redo").setAttribute("aria-disabled", String(!game.board.canRedo()));
    board.classList.toggle("solved", isSolved);
  }

  function drawPad() {
    for (const button of find("#modes").children)
      button.setAttribute("aria-pressed", String(button.value === mode));
    const isColour = mode === "colour", count = isColour ? COLOURS : game.n;
    find("#pad").dataset.mode = mode;
    find("#pad").style.setProperty("--across", count <= 4 ? count : count <= 10 ? Math.ceil(count / 2) : 8);
    find("#pad").replaceChildren(...Array.from({length: count}, (_, at) => made("button", {
      type: "button", "data-symbol": at + 1, click: () => act("symbol", at + 1, mode),
      ...isColour && {"aria-label": `colour ${at + 1}`, style: `background:var(--c${at + 1})`},
    }, isColour ? String(at + 1) : symbolText(game, at + 1))));
  }

  function changed(isChanged = true) {
    if (!isChanged) return;
    [wrong, hint] = [new Set(), {}];
    const wasSolved = isSolved;
    isSolved = game.rules.isSolved(game.board.values());
    const hints = game.hints.given(), helped = hints ? ` with ${hints} ${hints > 1 ? "hints" : "hint"}` : "";
    if (isSolved && !wasSolved) say(`Solved${settings.untimed ? "" : ` in ${clock(seconds)}`}${helped}.`);
    else if (!isSolved) say("");
    keep();
  }

  function select(at, isAdded) {
    if (!isAdded) selected.clear();
    selected.add(at);
    active = at;
    cells[at].focus({preventScroll: !board.classList.contains("scrolls")});
  }

  function move(down, right, isAdded) {
    const {rows, columns} = game;
    let row = Math.floor(active / columns), column = active % columns;
    do [row, column] = [(row + down + rows) % rows, (column + right + columns) % columns];
    while (gone.has(row * columns + column));
    select(row * columns + column, isAdded);
  }

  /** Symbols above 9 are typed as numbers: a second digit replaces the first one. */
  function type(digit, kind) {
    const first = last, now = Date.now(), shift = kind === "colour" ? 0 : (game.least ?? 1) - 1;
    const limit = kind === "colour" ? COLOURS : game.n + shift;
    const long = first.number * 10 + digit, isSecond = first.kind === kind && first.at === active
      && now - first.time < PATIENCE && limit > 9 && long <= limit && long > 0;
    if (isSecond && first.isChanged) game.board.undo();
    const number = isSecond ? long : digit;
    last = {};
    if (!number && shift >= 0) return act("erase");
    if (number > limit) return;
    const isChanged = number > shift && game.board.enter(selected, kind, number - shift);
    last = {number, kind, at: active, time: now, isChanged};
    changed(isChanged);
  }

  const actions = {
    move,
    edge(side, isAll, isAdded) {
      const {rows, columns} = game, row = Math.floor(active / columns);
      const column = side < 0 ? 0 : columns - 1;
      let at = (isAll ? (side < 0 ? 0 : rows - 1) : row) * columns + column;
      while (gone.has(at)) at -= side;
      select(at, isAdded);
    },
    digit: type,
    symbol: (symbol, kind) => changed(game.board.enter(selected, kind, symbol)),
    erase: () => changed(game.board.erase(selected, mode)),
    undo: () => changed(game.board.undo()),
    redo: () => changed(game.board.redo()),
    all: () => { selected = new Set(cells.keys()); },
    others: () => {
      selected = new Set([...cells.keys()].filter(at => !selected.has(at)));
      if (!selected.size) selected.add(active);
    },
    one: () => select(active),
    mode(wanted) {
      mode = wanted;
      drawPad();
    },
    fill() {
      changed(game.board.fill(game.rules.candidates(game.board.values())));
      say("Candidates filled in.");
    },
    check() {
      const values = game.board.values();
      wrong = game.rules.wrong(values);
      const count = wrong.size, left = values.filter(value => !value).length;
      const are = count === 1 ? "1 cell is wrong" : `${count} cells are wrong`;
      if (isSolved) say("Solved.");
      else if (count) say(`${are}.`);
      else say(`Nothing is wrong so far, ${left === 1 ? "1 cell is" : `${left} cells are`} empty.`);
    },
    reset() {
      const isChanged = game.board.reset();
      seconds = 0;
      changed(isChanged);
      say("Started again. Undo brings everything back.");
    },
    hint() {
      hint = isSolved ? {text: "Solved."} : game.hints.next();
      say(hint.text);
    },
    play() {
      const {text} = isSolved ? {text: "Solved."} : game.hints.play();
      changed();
      if (!isSolved) say(text);
    },
    turn: by => { if (articles[game.index + Number(by)]) open(game.index + Number(by)); },
    help: () => find("#help").showModal(),
    line() {
      find("#text").value = game.board.line();
      find("#fault").textContent = "";
      find("#line").showModal();
    },
  };
  function act(action, ...values) {
    if (!["digit", "undo"].includes(action)) last = {};
    actions[action](...values);
    paint();
  }

  function listenToKeys() {
    document.addEventListener("keydown", event => {
      const isOwn = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (isOwn || find("dialog[open]")) return;
      const action = actionOf(event, mode, game);
      const isPress = /^(BUTTON|SUMMARY)$/.test(event.target.tagName) && /^( |Enter)$/.test(event.key);
      if (!action || isPress) return;
      event.preventDefault();
      act(...action);
    });
  }

  function listenToPointer() {
    const cellAt = event => {
      const element = document.elementFromPoint(event.clientX, event.clientY)?.closest("[role=gridcell]");
      return element ? Number(element.dataset.at) : -1;
    };
    let isDragging = false;
    board.addEventListener("pointerdown", event => {
      const at = cellAt(event);
      if (at < 0 || event.button) return;
      event.preventDefault();
      isDragging = !(board.classList.contains("scrolls") && event.pointerType === "touch");
      if ((event.ctrlKey || event.metaKey) && selected.has(at) && selected.size > 1) selected.delete(at);
      else select(at, event.shiftKey || event.ctrlKey || event.metaKey);
      last = {};
      paint();
    });
    document.addEventListener("pointermove", event => {
      const at = isDragging && event.buttons ? cellAt(event) : -1;
      if (at < 0 || at === active) return;
      select(at, true);
      paint();
    });
    document.addEventListener("pointerup", () => { isDragging = false; });
    board.addEventListener("dblclick", () => {
      const values = game.board.values();
      const isAlike = at => values[at] === values[active] && !gone.has(at);
      if (values[active]) selected = new Set([...cells.keys()].filter(isAlike));
      paint();
    });
    board.addEventListener("focusin", event => {
      const at = Number(event.target.dataset?.at ?? active);
      if (at !== active) { select(at); paint(); }
    });
    // Pressing a button leaves the focus on the board, where keys belong.
    find("#side").addEventListener("mousedown", event => {
      if (event.target.closest("button")) event.preventDefault();
    });
  }

  /** A swipe next to the board turns to another puzzle. */
  function listenToSwipes() {
    let start = null;
    document.addEventListener("touchstart", event => {
      const [touch] = event.touches, isFree = !event.target.closest("#board,button,select,dialog,label");
      start = event.touches.length === 1 && isFree ? touch : null;
    }, {passive: true});
    document.addEventListener("touchend", event => {
      const [touch] = event.changedTouches;
      if (!start) return;
      const right = touch.clientX - start.clientX, down = touch.clientY - start.clientY;
      if (Math.abs(right) > 60 && Math.abs(down) < 40) act("turn", right < 0 ? 1 : -1);
    }, {passive: true});
  }

  function listenToControls() {
    for (const button of document.querySelectorAll("[data-does]"))
      button.addEventListener("click", () => act(...button.dataset.does.split(" ")));
    find("#list").addEventListener("change", event => open(Number(event.target.value)));
    for (const [id, key] of [["clashes", "quiet"], ["peers", "plain"], ["timed", "untimed"]]) {
      find(`#${id}`).checked = !settings[key];
      find(`#${id}`).addEventListener("change", event => {
        settings[key] = !event.target.checked;
        store.set("settings", settings);
        tick(0);
        paint();
      });
    }
  }

  function listenToLine() {
    find("#copy").addEventListener("click", async () => {
      find("#text").select();
      try {
        await navigator.clipboard.writeText(find("#text").value);
        find("#fault").textContent = "Copied.";
      } catch {
        find("#fault").textContent = "Press Ctrl + C to copy.";
      }
    });
    find("#link").addEventListener("click", () => {
      find("#text").value = `${location.href.split("#")[0]}#${game.key}=${game.board.code()}`;
      find("#fault").textContent = "It opens this puzzle as it is now, where this page is found.";
    });
    find("#read").addEventListener("click", () => {
      const text = find("#text").value, [, hash] = text.split("#");
      if (hash) find("#fault").textContent = follow(hash.trim()) ? "" : "Not read: the link is of another page.";
      if (hash) return find("#fault").textContent || find("#line").close();
      const fault = game.board.read(text);
      find("#fault").textContent = fault && `Not read: ${fault}.`;
      if (fault) return;
      find("#line").close();
      changed();
      paint();
    });
  }

  /** Open a puzzle by its number, or by its key with entries, which can be undone. */
  function follow(hash) {
    const [name, code] = hash.split("=");
    const index = articles.findIndex((article, at) =>
      code === undefined ? String(at + 1) === name : hashed(textsOf(article)[0]) === name);
    if (index >= 0 && !(game?.index === index && code === undefined)) open(index);
    if (index >= 0 && code !== undefined) {
      changed(game.board.decode(code));
      paint();
    }
    return index >= 0;
  }

  function listen() {
    listenToKeys();
    listenToPointer();
    listenToSwipes();
    listenToControls();
    listenToLine();
    addEventListener("hashchange", () => follow(location.hash.slice(1)));
    addEventListener("resize", fit);
    addEventListener("pagehide", keep);
    store.listen(key => { // Otherwise the next move here would overwrite what was written there.
      if (key === game.key && !areEqual(store.get(key)?.cells, game.board.kept())) open(game.index);
    });
    setInterval(() => { if (!document.hidden && !isSolved) tick(1); }, 1000);
  }

  function tick(by) {
    seconds += by;
    if (by && seconds % 10 === 0) keep();
    find("#time").textContent = settings.untimed ? "" : clock(seconds);
  }

  find("#modes").append(...Object.keys(MODES).map(kind => made("button", {
    type: "button", value: kind, "aria-pressed": "false", click: () => act("mode", kind),
  }, kind[0].toUpperCase() + kind.slice(1))));
  find("#list").append(...articles.map((article, at) =>
    made("option", {value: at}, article.dataset.title)));
  for (const [id, rows] of [["#how", HOW], ["#keys", HELP]])
    find(id).append(...rows.flatMap(([name, text]) => [made("dt", {}, name), made("dd", {}, text)]));
  document.body.classList.toggle("single", articles.length < 2);
  find("h1").textContent = document.title;
  find("main").hidden = false;
  listen();
  if (!follow(location.hash.slice(1))) open(0);
  tick(0);
}

startPage();
