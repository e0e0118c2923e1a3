"""Pages to play in a browser: by touch, mouse and keyboard, in light and dark, on a phone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Shell
from tests.cli.puzzles import EASY, EASY_SOLUTION

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIDEWAYS = PHONE | {"viewport": {"width": 844, "height": 390}}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
DARK = DESKTOP | {"color_scheme": "dark"}
EMPTY = 81 * "."
TINY = "3..........2.1.. box=2x2,variant=x"
OPEN = [at for at, sign in enumerate(EASY) if sign == "."]
Open = Callable[..., Any]


@pytest.fixture
def opened(browser: Any, shell: Shell, tmp_path: Path) -> Iterator[Open]:
    """Return a function that opens a page with puzzles; it must not ask for anything else."""
    contexts, asked, errors = list[Any](), list[str](), list[str]()

    def start(puzzles: str, context: Any = None) -> Any:
        shell("sudoku-print --play -o page.html", puzzles)
        contexts.append(browser.new_context(**(context or DESKTOP)))
        page = contexts[-1].new_page()
        page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((tmp_path / "page.html").as_uri())
        return page

    yield start
    for context in contexts:
        context.close()
    assert errors == []
    assert set(asked) == {(tmp_path / "page.html").as_uri()}


def cell(page: Any, at: int) -> Any:
    return page.get_by_role("gridcell").nth(at)


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def labels(page: Any) -> list[str]:
    cells = page.get_by_role("gridcell").all()
    return [label.partition(", ")[2] for label in [c.get_attribute("aria-label") for c in cells]]


def await_label(page: Any, at: int, label: str) -> None:
    """Wait for what another window, or the page before this one, has written."""
    page.wait_for_selector(f"[role=gridcell][data-at='{at}'][aria-label$=', {label}']")


def invalid(page: Any) -> set[int]:
    cells = page.get_by_role("gridcell").all()
    return {at for at, each in enumerate(cells) if each.get_attribute("aria-invalid") == "true"}


def touch(page: Any, at: int, symbol: str) -> None:
    cell(page, at).tap()
    page.get_by_role("button", name=symbol, exact=True).tap()


def click(page: Any, at: int, symbol: str) -> None:
    cell(page, at).click()
    page.keyboard.press(symbol)


def walk(page: Any, at: int, symbol: str) -> None:
    """Move from the cell that has the focus."""
    here = page.evaluate(
        "[...document.querySelectorAll('[role=gridcell]')].indexOf(document.activeElement)"
    )
    down, right = at // 9 - here // 9, at % 9 - here % 9
    for key, count in (("ArrowDown", down), ("ArrowRight", right)):
        for _ in range(abs(count)):
            page.keyboard.press(
                key if count > 0 else {"ArrowDown": "ArrowUp"}.get(key, "ArrowLeft")
            )
    page.keyboard.press(symbol)


@pytest.mark.parametrize(("write", "context"), [(touch, PHONE), (click, DESKTOP), (walk, DARK)])
def test_a_puzzle_is_played_to_the_end(opened: Open, write: Any, context: Any) -> None:
    page = opened(EASY, context)
    for at in OPEN:
        assert "Solved" not in page.get_by_role("status").first.inner_text()
        write(page, at, EASY_SOLUTION[at])
    assert page.get_by_role("status").first.inner_text().startswith("Solved in ")
    assert invalid(page) == set()
    given = {True: "given {}", False: "{}"}
    wanted = [given[at not in OPEN].format(symbol) for at, symbol in enumerate(EASY_SOLUTION)]
    assert labels(page) == wanted
    page.reload()
    await_label(page, OPEN[-1], EASY_SOLUTION[OPEN[-1]])
    assert labels(page) == wanted


@pytest.mark.parametrize("context", [PHONE, DESKTOP, SIDEWAYS])
def test_everything_is_on_the_screen(opened: Open, context: Any) -> None:
    page = opened(EASY, context)
    cells = page.get_by_role("gridcell").all()
    buttons = [each for each in page.get_by_role("button").all() if each.is_visible()]
    boxes = [each.bounding_box() for each in cells + (buttons if context is PHONE else [])]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 40
    root = "document.documentElement"
    assert page.evaluate(f"{root}.scrollHeight <= innerHeight && {root}.scrollWidth <= innerWidth")


def test_nothing_is_cut_off_at_four_times_the_size(opened: Open) -> None:
    page = opened(EASY, {"viewport": {"width": 320, "height": 256}})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cell(page, OPEN[0]).scroll_into_view_if_needed()
    click(page, OPEN[0], "4")
    assert labels(page)[OPEN[0]] == "4"


def test_what_is_written_is_kept_and_undone(opened: Open) -> None:
    page = opened(EASY)
    before = labels(page)
    cell(page, OPEN[0]).hover()
    page.mouse.down()
    cell(page, OPEN[1]).hover()
    page.mouse.up()
    page.keyboard.press("Shift+4")
    page.keyboard.press("Control+2")
    cell(page, OPEN[2]).click()
    cell(page, OPEN[-1]).click(modifiers=["Shift"])
    press(page, "Colour")
    press(page, "colour 3")
    after = labels(page)
    marks, colour = "empty, pencil marks 2 4", "empty, colour 3"
    assert [after[OPEN[at]] for at in (0, 1, 2, -1)] == [marks, marks, colour, colour]
    for _ in range(3):
        press(page, "Undo")
    assert labels(page) == before
    for _ in range(3):
        page.keyboard.press("Control+y")
    assert labels(page) == after
    page.reload()
    await_label(page, OPEN[-1], colour)
    assert labels(page) == after


def test_two_windows_show_the_same(opened: Open) -> None:
    pages = [opened(EASY)]
    pages.append(pages[0].context.new_page())
    pages[1].goto(pages[0].url)
    for at, (here, there) in enumerate([pages, pages[::-1]]):
        click(here, OPEN[at], "4")
        await_label(there, OPEN[at], "4")
        assert labels(here) == labels(there)


def test_a_line_is_copied_and_read(opened: Open) -> None:
    page = opened(EASY)
    click(page, OPEN[0], "4")
    page.locator("summary").click()
    press(page, "Copy or paste…")
    line = page.get_by_role("textbox").input_value()
    assert line == f"{EASY[:2]}4{EASY[3:]}"
    page.get_by_role("textbox").fill(EASY_SOLUTION)
    press(page, "Read this line")
    assert page.get_by_role("status").first.inner_text().startswith("Solved")
    press(page, "Reset")
    assert page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "false"
    assert labels(page)[OPEN[0]] == "empty"


def test_a_link_restores_the_entries_elsewhere(opened: Open) -> None:
    puzzles = f"{EASY}\n{EASY} box=3x3,cages=10:r1c3r1c4\n"
    page = opened(puzzles)
    page.keyboard.press("PageDown")
    click(page, OPEN[0], "4")
    cell(page, OPEN[2]).click()
    page.keyboard.press("Control+2")
    page.locator("summary").click()
    press(page, "Copy or paste…")
    press(page, "Link")
    link, before = page.get_by_role("textbox").input_value(), labels(page)
    other = opened(puzzles, PHONE)
    other.goto(link)
    await_label(other, OPEN[2], "pencil marks 2")
    assert labels(other) == before
    assert other.url.endswith("#2")
    press(other, "Undo")
    assert labels(other)[OPEN[0]] == "empty, cage 10"


@pytest.mark.parametrize("context", [PHONE, DARK], ids=["phone", "dark"])
def test_hints_are_marked_and_played(opened: Open, context: Any) -> None:
    page, status = opened(TINY, context), 'p[role="status"]'
    page.get_by_role("button", name="how to play").click()
    assert "Both diagonals hold each symbol once." in page.get_by_role("listitem").all_inner_texts()
    press(page, "Close")
    press(page, "Hint")
    place = page.inner_text(status)
    assert page.locator(".hinted").count() == 0
    page.keyboard.press("h")
    assert page.inner_text(status).startswith(f"{place}: r")
    assert page.locator(".hinted").count() > 0
    press(page, "Hint")
    assert page.inner_text(status).startswith(f"{place.partition(' in')[0]}: ")
    assert page.locator(".placed, .removed").count() > 0
    for _ in range(16):
        page.keyboard.press("Shift+H")
    assert page.inner_text(status).startswith("Solved in 0:0")
    assert page.inner_text(status).endswith(" hints.")
    page = opened(EMPTY)
    press(page, "Hint")
    assert page.inner_text(status) == "No hints: the puzzle has several solutions."


def test_settings_hold_for_every_page(opened: Open) -> None:
    page = opened(EASY)
    click(page, OPEN[0], "5")
    press(page, "Check")
    assert page.get_by_role("status").first.inner_text() == "1 cell is wrong."
    assert len(invalid(page)) == 2
    assert page.locator(".seen").count() > 20
    page.locator("summary").click()
    for name in ("Mark clashes", "Highlight", "Show the time"):
        page.get_by_label(name).uncheck()
    for _ in range(2):
        assert invalid(page) == set()
        assert page.locator(".seen, .same").count() == 0
        assert page.get_by_role("timer").count() == 0
        page.reload()


def test_paper_is_white_in_the_dark(opened: Open) -> None:
    page = opened(EASY, DARK)
    page.emulate_media(media="print")
    looks = "cell => (({color, outlineStyle}) => [color, outlineStyle])(getComputedStyle(cell))"
    assert cell(page, 0).evaluate(looks) == ["rgb(0, 0, 0)", "none"]
    assert cell(page, OPEN[0]).evaluate(looks)[1] == "none"


JIGSAW = "ABBBBCCCCAAAABBCCCAADDBBBCCAADDEEEFFDDDEEEEFFDGDEHFFFFGGGEHFIIIGGGHHIIIIGGHHHHHII"
CLASHES = [
    ("box=3x3,cages=9:r1c1r1c2r1c3", {0: "6", 1: "4"}, "cage 9"),
    ("box=3x3,less=r1c1r2c2r3c1", {0: "5", 10: "3"}, "thermometer bulb"),
    ("box=3x3,variant=x", {0: "5", 80: "5"}, ""),
    (f"regions={JIGSAW}", {0: "5", 12: "5"}, ""),
    ("box=3x3,sandwich=0:r1", {0: "1", 2: "9"}, "sandwich to r1c9"),
    ("box=3x3,variant=antiknight", {2: "5", 13: "5"}, ""),
    ("box=3x3,whisper=5:r1c1r2c2r3c1", {0: "5"}, "whisper 5 1 of 3"),
]
"""Specs, symbols that clash, and what a screen reader says of the clue of the first one."""


def test_every_variant_marks_what_clashes(opened: Open) -> None:
    page = opened("".join(f"{EMPTY} {spec}\n" for spec, *_ in CLASHES))
    for spec, symbols, label in CLASHES:
        assert invalid(page) == set()
        for at, symbol in symbols.items():
            click(page, at, symbol)
        assert invalid(page) == set(symbols), spec
        assert labels(page)[min(symbols)] == ", ".join(filter(None, [symbols[min(symbols)], label]))
        press(page, "Check")
        assert "wrong" in page.get_by_role("status").first.inner_text()
        page.keyboard.press("PageDown")
        assert page.evaluate("document.activeElement.role") == "gridcell"


@pytest.mark.parametrize("context", [DESKTOP, DARK, PHONE], ids=["light", "dark", "phone"])
def test_axe_finds_nothing_serious(opened: Open, context: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="extra browser").Axe()
    page = opened(f"{EASY}\n{EASY} box=3x3,cages=10:r1c3r1c4\n", context)

    def check() -> None:
        found = axe.run(page).response["violations"]
        serious = [each for each in found if each["impact"] in ("serious", "critical")]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in serious] == []

    check()
    page.keyboard.press("PageDown")
    press(page, "Candidates")
    click(page, OPEN[0], "5")
    press(page, "Check")
    press(page, "Colour")
    press(page, "colour 5")
    check()
    page.keyboard.press("Shift+H")
    for _ in range(3):
        press(page, "Hint")
    check()
    press(page, "how to play")
    check()
    press(page, "Close")
    page.locator("summary").click()
    press(page, "Copy or paste…")
    check()
