"""Pictures of steps: pages for browsers, images, and their marks."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sudokutools.constraints.drawing import COLOURS, Text
from sudokutools.constraints.drawing import Path as Lines
from sudokutools.formats.reader import read_grids
from sudokutools.grid.grid import Grid
from sudokutools.logic.hodoku.rating import HodokuPath
from sudokutools.logic.ladder import Path as HumanPath
from sudokutools.printing import layout, steps
from sudokutools.printing.figure import room
from sudokutools.printing.overlay import Shown, overlay
from tests.cli.conftest import Shell
from tests.cli.puzzles import EASY, NONE, SEVENTEEN, TWO

SAMPLES = Path(__file__).parents[2] / "samples"
SCRIPT = Path(steps.__file__).with_name("steps.js")
# AI Escargot, by Arto Inkala (2006).
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
FINS = "35.4....7.1...98.......3.5.1.2....7.57.9.1.36.6....1.8.4.3.......18...6.6....2.84"
TINTS = "..6..1....92.3.17.1.....9.5.1.2.4...87.........5.......2.1...83....9.7..6....84.9"
"""Steps on HoDoKu's scale with fins, and with colours; both with groups."""

Board = tuple[dict[int, str], set[tuple[int, str]]]


def grid_of(name: str) -> Grid:
    text = (SAMPLES / f"{name}.txt").read_text() if (SAMPLES / f"{name}.txt").exists() else name
    return next(iter(read_grids(text)))


def frames(grid: Grid, most: int = 1000, make: Any = HumanPath) -> Iterator[Shown]:
    path = make(grid)
    for _ in range(most):
        board = tuple(path.values), tuple(path.candidates)
        step = path.next_step()
        yield Shown("technique", str(step), step, *board)
        if step is None:
            return


def page_of(grid: Grid, found: list[Shown], title: str = "") -> str:
    return steps.begin() + steps.section(1, title, grid, found, "the end") + steps.end()


def drawings(page: str) -> list[str]:
    """Return the drawing of every figure, with the groups that it uses in their places."""
    groups = dict(re.findall(r'<svg class="of"><g id="(.*?)">(.*?)</g></svg>', page, re.DOTALL))
    return [
        re.sub(r'<use href="#(.*?)"/>', lambda used: groups[used[1]], drawing)
        for drawing in re.findall(r"<div>(<svg .*?</svg>)</div>", page, re.DOTALL)
    ]


def board_of(drawing: str, grid: Grid) -> Board:
    """Return the symbols and the pencil marks in the cells of a drawing."""
    values: dict[int, str] = {}
    marks: set[tuple[int, str]] = set()
    for group in ElementTree.fromstring(drawing).iter("g"):  # noqa: S314
        for text in group.iter("text"):
            shown = text.text or ""
            xs, ys = (text.attrib[key].split() for key in "xy")
            for x, y, symbol in zip(xs, ys, shown if len(xs) > 1 else [shown], strict=True):
                row, column = int((float(y) - 1) // steps.U), int(float(x) // steps.U)
                cell = row * grid.geometry.columns + column
                if group.attrib["class"] == "m":
                    marks.add((cell, symbol))
                else:
                    assert values.setdefault(cell, symbol) == symbol
    return values, marks


@pytest.mark.parametrize("name", ["4x4", "6x6", "16x16", "partial", "jigsaw", "killer", SEVENTEEN])
def test_every_board_has_the_symbols_and_pencil_marks_before_its_step(name: str) -> None:
    grid = grid_of(name)
    found = list(frames(grid, 30))
    boards = drawings(page_of(grid, found))
    assert len(boards) == len(found) > 5
    for frame, drawing in zip(found, boards, strict=True):
        values, marks = board_of(drawing, grid)
        assert values == {cell: str(symbol) for cell, symbol in enumerate(frame.values) if symbol}
        placed = {cell for cell, _ in frame.step.placements} if frame.step else set()
        assert marks == {
            (cell, str(symbol))
            for cell, mask in enumerate(frame.candidates)
            for symbol in range(1, grid.geometry.n + 1)
            if mask >> (symbol - 1) & 1 and cell not in placed
        }


def paths(frame: Shown, grid: Grid, **style: Any) -> list[Any]:
    """Return the lines of one style on the board of a step."""
    marks = [mark for marks in overlay(grid, frame)[2:] for mark in marks]
    return [
        line
        for mark in marks
        if isinstance(mark, Lines) and all(getattr(mark, key) == style[key] for key in style)
        for line in mark.lines
    ]


@pytest.mark.parametrize(
    ("name", "make"),
    [(ESCARGOT, HumanPath), ("killer", HumanPath), (FINS, HodokuPath), (TINTS, HodokuPath)],
)
def test_marks_are_those_of_the_step(name: str, make: Any) -> None:
    grid = grid_of(name)
    centres = layout.mark_centres(grid.geometry, room(grid).is_narrow)
    for frame in frames(grid, 80, make):
        step = frame.step
        if step is None:
            break
        struck = {
            tuple(round((a + b) / 2, 2) for a, b in zip(*line, strict=True))
            for line in paths(frame, grid, stroke="red")
        }
        places = [divmod(cell, grid.geometry.columns) for cell, _ in step.eliminations]
        assert struck == {
            (round(column + centres[symbol - 1][0], 2), round(row + centres[symbol - 1][1], 2))
            for (row, column), (_, symbol) in zip(places, step.eliminations, strict=True)
        }
        assert len(paths(frame, grid, stroke="leaf")) == len(step.placements)
        for is_strong, colour in ((True, "navy"), (False, "plum")):
            links = [link for link in step.links if link.is_strong is is_strong]
            assert len(paths(frame, grid, fill=colour)) == len(links)
        true = {link.nodes for chain in step.chains for link in chain if link.is_on}
        false = {link.nodes for chain in step.chains for link in chain if not link.is_on}
        rings = [*step.fins, *(each for colour in step.colours[1::2] for each in colour)]
        assert len(paths(frame, grid, stroke=0.35)) == len(false) + len(rings)
        if step.chains:
            assert len(paths(frame, grid, stroke="green")) == len(true)


def test_hints_show_neither_symbols_nor_eliminations() -> None:
    grid = grid_of(ESCARGOT)
    for frame in frames(grid, 30):
        hint = overlay(grid, frame._replace(is_nudge=True))
        marks = [*hint.tints, *hint.below, *hint.above]
        colours = {(mark.fill, mark.stroke) for mark in marks if not isinstance(mark, Text)}
        assert colours <= {("sky", None), (None, "navy")}
        assert not any(isinstance(mark, Text) for mark in marks)


def test_the_page_of_a_hard_puzzle_is_small_and_needs_nothing_else() -> None:
    style = Path(steps.__file__).with_name("steps.css").read_text()
    assert all(text in style for text in ("invert(.95) hue-rotate(180deg)", ".m{fill:#303030}"))
    page = page_of(grid_of(ESCARGOT), list(frames(grid_of(ESCARGOT))), "<script>&</h2>")
    assert len(page.encode()) < 300_000
    assert "Puzzle 1: &lt;script&gt;&amp;&lt;/h2&gt;</h2>" in page
    assert not re.findall(r"https?:|src=|url\(|@import", page)
    named = set(re.findall(r' id="(.*?)"', page))
    assert {*re.findall(r'href="#(.*?)"|(?:labelled|described)by="(.*?)"', page)} <= {
        pair for name in named for pair in ((name, ""), ("", name))
    }
    figures = re.findall(r"<figure .*?</figure>", page, re.DOTALL)
    assert all('role="img" aria-label="Board before step ' in figure for figure in figures)


def luminance(colour: tuple[float, ...]) -> float:
    """Return the relative luminance of WCAG 2."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def rgb(colour: str) -> tuple[float, ...]:
    return tuple(byte / 255 for byte in bytes.fromhex(colour.removeprefix("#")))


def in_the_dark(colour: tuple[float, ...]) -> tuple[float, ...]:
    """Return a colour after the filter of the style sheet: invert(.95) hue-rotate(180deg)."""
    inverted = [c * (1 - 2 * 0.95) + 0.95 for c in colour]
    grey = [0.213, 0.715, 0.072]
    rows = [[2 * share - (at == row) for at, share in enumerate(grey)] for row in range(3)]
    return tuple(
        min(max(sum(a * b for a, b in zip(row, inverted, strict=True)), 0), 1) for row in rows
    )


@pytest.mark.parametrize("shown", [tuple, in_the_dark])
def test_text_and_lines_can_be_told_from_what_is_below_them(shown: Any) -> None:
    def contrast(one: str, other: str) -> float:
        low, high = sorted(luminance(shown(rgb(each))) for each in (one, other))
        return (high + 0.05) / (low + 0.05)

    for below in ("#ffffff", *(COLOURS[name] for name in ("sky", "mint", "green", "rose"))):
        assert contrast("#303030", below) >= 4.5
    for name in ("red", "leaf", "navy", "plum"):
        assert contrast(COLOURS[name], "#ffffff") >= 4.5
    assert contrast(COLOURS["leaf"], COLOURS["mint"]) >= 4.5


@pytest.mark.skipif(shutil.which("node") is None, reason="node runs the script of pages")
def test_keys_buttons_and_lists_choose_a_step() -> None:
    driver = """
    const told = [state()];
    const after = act => { act(); told.push(state()); };
    ["ArrowRight", "ArrowRight", "ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home", "x"]
      .forEach(key => after(() => press(key)));
    after(() => buttons[2].hear("click"));
    after(() => root.all.filter(each => each.tag === "a")[4].hear("click"));
    chooser.value = "0";
    after(() => chooser.hear("change"));
    location.hash = "#r1s3";
    after(() => window.hear("hashchange"));
    after(() => root.hear("keydown", {key: "ArrowLeft", altKey: true}));
    console.log(told.join("\\n"));
    """
    dom = Path(__file__).with_name("dom.js").read_text()
    script = f"{dom}\n{SCRIPT.read_text()}\n{driver}"
    reported = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    ids = ["r1s1", "r1s2", "r1s3", "r2s1", "r2s2"]
    wanted = [1, 2, 3, 4, 5, 5, 4, 1, 1, 2, 5, 1, 3, 3]
    lines = reported.stdout.splitlines()
    assert lines[0] == "1 of 5|r1s1|#r1s1|0||"  # Nothing is announced when the page opens.
    assert lines[1:] == [
        f"{at} of 5|{(name := ids[at - 1])}|#{name}|{int(at > 3)}|{at} of 5: text of {name}|#{name}"
        for at in wanted[1:]
    ]


def test_a_browser_shows_a_step_at_a_time(browser: Any, shell: Shell, tmp_path: Path) -> None:
    shell("sudoku-solve --explain --format html -o page.html", f"{EASY}\n{SEVENTEEN}\n")
    address = (tmp_path / "page.html").as_uri()
    page = browser.new_page(viewport={"width": 360, "height": 740})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    count = page.locator("figure").count()
    shown = page.locator("figure:visible")
    assert shown.count() == 1
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#at") == f"2 of {count}"
    assert shown.locator("figcaption").inner_text() in page.text_content("[role=status]")
    assert page.locator("[aria-current=step]:visible").count() == 1
    page.keyboard.press("End")
    page.get_by_role("button", name="Previous").press("Enter")
    assert page.inner_text("#at") == f"{count - 1} of {count}"
    page.get_by_role("combobox").select_option("0")
    page.get_by_role("listitem").nth(2).get_by_role("link").click()
    assert page.url.endswith("#r1s3")
    assert page.get_by_role("img", name="Board before step 3,").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = shown.locator("svg").bounding_box()
    last = shown.locator("svg text").last.bounding_box()
    assert box["x"] <= last["x"] <= last["x"] + last["width"] <= box["x"] + box["width"]
    page.emulate_media(media="print")
    assert shown.count() == count
    page.emulate_media(media="screen", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(13, 13, 13)"
    assert set(asked) == {address}
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(address)
    assert plain.locator("figure:visible").count() == count


def test_a_page_has_every_record(shell: Shell) -> None:
    lines = f"{EASY} easy & <b>\n{NONE}\nnonsense\n{TWO}\n"
    ran = shell("sudoku-solve --explain --format html --from line", lines, status=2)
    heads = [unescape(head) for head in re.findall(r"<h2 .*?>(.*?)</h2>", ran.out)]
    assert heads == ["Puzzle 1: easy & <b>", "Puzzle 2", "Puzzle 3", "Puzzle 4"]
    assert ran.out.count("<figcaption>") == 3
    assert "several solutions: only unique solutions can be explained" in ran.out
    stuck = shell(f"sudoku-solve --explain --only singles --format html {ESCARGOT}", status=1).out
    assert re.findall(r"<figcaption id.*?>(.*?)</fig", stuck)[1:] == ["stuck after 1 step"]
    reported = shell("sudoku-solve --explain", f"{EASY}\n").out.splitlines()[1:]
    assert re.findall(r"<figcaption id.*?>(.*?)</figcaption>", ran.out) == reported[:-1]
    assert f"<p>{reported[-1]}</p>" in ran.out
    again = shell("sudoku-solve --explain --format html --from line --jobs 2", lines, status=2)
    assert again.out == ran.out


def test_an_image_shows_the_next_step(shell: Shell) -> None:
    ran = shell(f"sudoku-solve --hint 1 -v --format svg {ESCARGOT}")
    texts = [text.text for text in ElementTree.fromstring(ran.out).iter() if text.text]  # noqa: S314
    reported = shell(f"sudoku-solve --hint 1 -v {ESCARGOT}").out.splitlines()[1]
    assert " ".join(texts).endswith(reported)
    hint = shell(f"sudoku-solve --hint 1 --format svg {ESCARGOT}").out
    assert "Hidden single in box 7: r8c3" in hint
    assert COLOURS["leaf"] in ran.out
    assert COLOURS["leaf"] not in hint
    several = shell("sudoku-solve --hint 1 --format svg", f"{EASY}\n{EASY}\n", status=2)
    assert several.err == (
        "sudoku-solve: -:2: an SVG file has a single picture:"
        " use --format html, or sudoku-print --explain\n"
    )
    assert several.out.count("<svg") == 1


def test_steps_are_printed_four_to_a_page(shell: Shell, tmp_path: Path) -> None:
    pytest.importorskip("reportlab", reason="the extra print draws PDF")
    pypdf = pytest.importorskip("pypdf", reason="pypdf reads pages")
    reported = shell(f"sudoku-solve --explain {SEVENTEEN}").out.splitlines()[1:-1]
    shell(f"sudoku-print --explain --start 7 -o steps.pdf {SEVENTEEN}")
    pages = [page.extract_text() for page in pypdf.PdfReader(tmp_path / "steps.pdf").pages]
    assert len(pages) == -(-len(reported) // 4)
    words = " ".join(" ".join(pages).split())
    for at, text in enumerate(reported, 1):
        assert f"7 step {at} " in words
        assert text[:40] in words
    bad = shell("sudoku-print --explain -o bad.pdf", f"{TWO}\n", status=1)
    assert "several solutions: only" in bad.err
    shell(f"sudoku-print --explain -o page-%d.svg {SEVENTEEN}")
    images = [file.read_text() for file in tmp_path.glob("page-*.svg")]
    assert len(images) == len(pages)
    assert sum(image.count("</tspan>  step ") for image in images) == len(reported)
