"""Every registered format: its properties, and round trips."""

import ast
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sudokutools
from sudokutools import formats
from sudokutools.formats.comments import one_line, plain_comment, printable
from sudokutools.formats.format import Content, Format, Record, Style
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import InputError, Passage, lines_of_text
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import MAX_CHARACTER_SYMBOLS, Grid
from tests.conftest import long_rows
from tests.strategies import grids

NAMES = [entry.name for entry in formats.REGISTRY]
BOTH = [entry.name for entry in formats.REGISTRY if entry.can_read and entry.can_write]
UNSIGNED = {"sdk": "grid", "sdm": "line", "ss": "grid", "markdown": "grid"}
"""Formats whose text is read as another format unless an option names them."""
KNOWN = UNSIGNED | {name: name for name in ("grid", "line", "csv", "pretty")}
KNOWN |= {"pm": "grid", "sukaku": "line"}
"""Formats without a signature, and the formats that their lines look like."""
COMMENTED = ("grid", "sdk", "markdown", "pm", "hodoku", "sukaku", "line", "csv", "pretty")
"""Formats in which comments stand between records."""
READ_ONLY = ("iss-lines", "killer", "scl")
DEMANDED = ("iss-lines",)
"""Formats that are read only if an option names them."""
EXACT = [name for name in BOTH if name not in ("pm", "sukaku")]
"""Formats that do not distinguish clues from cells with one candidate: see `test_candidates`."""
PACKAGE = Path(sudokutools.__file__).parent
SHAPES: list[tuple[int, ...]] = [
    (1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (2, 5), (7, 1), (4, 4), (9, 4), (10, 10),
]  # fmt: skip
SHAPES += [(3, 3, 1, 1), (3, 3, 2, 3), (4, 4, 4, 1), (6, 6, 1, 6)]

NOTES = st.text(
    st.characters(codec="utf-8") | st.sampled_from('box=# 2,;:|[{".\t'), min_size=1
).map(lambda text: " ".join(text.splitlines()).strip()).filter(bool) | st.sampled_from(
    ["box 2x2", "# box 3x3 boxes 2x3", "box=2x2", "box=9x9 a note"]
)
"""Notes as they are read: one line without blanks around it."""


def records(text: str, form: str | None = None, geometry: Geometry | None = None) -> list[Record]:
    items = Reader(geometry, form).read(lines_of_text(text), "-")
    return [item for item in items if isinstance(item, Record)]


def is_refused(form: Format, grid: Grid) -> bool:
    """Return whether a format refuses a grid; none refuses 9x9 grids with 3x3 boxes."""
    reason = form.refuses(Content(grid, "", (), {}, None, False))
    assert not reason or grid.geometry is not Geometry.of(3, 3)
    assert not reason or reason.startswith(f"{form.name} supports ")
    return bool(reason)


def document(form: Format, text: str) -> str:
    """Return a file of records with header and footer."""
    return form.header(["puzzle"]) + text + form.footer()


@pytest.mark.parametrize("name", NAMES)
def test_properties_of_a_format_are_consistent(name: str) -> None:
    form = formats.find(name)
    assert form.name == name
    assert form is formats.find(name)
    [entry] = [entry for entry in formats.REGISTRY if entry.name == name]
    overrides = {attribute for kind in type(form).mro()[:-2] for attribute in vars(kind)}
    assert ("read" in overrides) >= (name in formats.READABLE) == entry.can_read
    assert ("write" in overrides) >= entry.can_write == (name not in READ_ONLY)
    assert (form.has_comments and entry.can_write) == (name in COMMENTED)
    is_found = bool(entry.begins or entry.keys or name in KNOWN)
    assert is_found == (entry.can_read and name not in DEMANDED)
    if "recognises" in overrides:
        assert is_found or name in DEMANDED, "it is never asked"
    assert ("dump" in overrides) or not form.has_keys
    assert not (form.is_drawn and form.keeps_places)
    if form.is_line:
        assert form.keeps_places
        assert Style(form).separator is not None
    unknown = {attribute for attribute in overrides if attribute[0] != "_"} - set(dir(Format))
    assert not unknown & {a for a in unknown if a.startswith(("is_", "has_", "keeps_", "draws_"))}


@pytest.mark.parametrize("name", BOTH)
def test_a_format_is_known_by_its_first_line(name: str) -> None:
    form = formats.find(name)
    text = document(form, Style(form).write(Grid.empty(Geometry.of(3, 3)))).encode()
    [entry] = [entry for entry in formats.REGISTRY if entry.name == name]
    if entry.keys and text.startswith(b"{"):
        assert formats.of_object(json.loads(text)) is form
    elif name in KNOWN:
        assert [record.format.name for record in records(text.decode())] == [KNOWN[name]]
    else:
        assert form in formats.of_signature(text)


@pytest.mark.parametrize("name", [*BOTH, "fpuzzles-json", "sudokupad"])
def test_an_empty_line_among_lines_may_be_a_record(name: str) -> None:
    form = formats.find(name)
    text = document(form, Style(form).write(Grid.empty(Geometry.of(3, 3))))
    items = Reader(None, name if name in BOTH else None).read(lines_of_text(f"{text}\n{text}"), "-")
    kind = "blank" if form.keeps_places and text[0] != "{" else "separator"
    assert kind in [item.kind for item in items if isinstance(item, Passage)]


def test_reading_a_line_imports_no_other_format() -> None:
    code = (
        "import sys; from sudokutools.formats.reader import read_grid; read_grid(81 * '1');"
        "print(*sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for name in formats.READABLE:
        is_imported = f"sudokutools.formats.{name}" in ran.stdout.split()
        assert is_imported == formats.find(name).is_line, name


@pytest.mark.parametrize("name", NAMES)
def test_a_format_is_the_same_in_another_process(name: str) -> None:
    form = formats.find(name)
    style = pickle.loads(pickle.dumps(Style(form, "_")))  # noqa: S301
    assert style.format is form
    assert style.empty == "_"


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_geometry_is_written_and_read(name: str, shape: tuple[int, ...]) -> None:
    geometry = Geometry.of(*shape)
    _round_trip(name, Grid(geometry, [cell % (geometry.n + 1) for cell in range(geometry.size)]))
    _round_trip(name, Grid.empty(geometry))


@pytest.mark.parametrize("name", EXACT)
@settings(max_examples=15)
@example(grid=Grid.empty(Geometry.of(3, 3)), empty=".", note="box 2x2")
@given(grid=grids(20), empty=st.sampled_from([".", "0", "_", None]), note=NOTES)
@example(Grid.empty(Geometry.of(1, 1)), "_", ":")
@example(Grid.empty(Geometry.of(2, 1, 1, 1)), ".", "0")
@example(Grid.empty(Geometry.of(1, 2, 1, 1)), ".", "0")
@example(Grid.empty(Geometry.of(2, 2)), "_", "box=3x3 in a note")
@example(Grid.empty(Geometry.of(3, 2)), "_", "")
@example(Grid.empty(Geometry.of(3, 3)), "_", "")
@example(Grid(Geometry.of(3, 3), [*72 * [0], 1, *8 * [0]]), None, "")
@example(Grid.empty(Geometry.of(2, 1)), ".", "# box 2x2")
def test_round_trip(name: str, grid: Grid, empty: str | None, note: str) -> None:
    _round_trip(name, grid, empty, note)


def _round_trip(name: str, grid: Grid, empty: str | None = None, note: str = "a note") -> None:
    form = formats.find(name)
    comments = ["# a comment", f"# {note}"]
    if is_refused(form, grid):
        return
    text = document(form, Style(form, empty).write(grid, note, comments))
    [record] = records(text)
    assert record.error is None
    if record.is_foreign:
        assert (record.format, record.grid) == (formats.find("line"), grid)
        assert records(text, name)[0].grid == grid
        return
    if name in UNSIGNED:
        assert (record.format.name, record.grid) == (UNSIGNED[name], grid)
        [record] = records(text, name)
        assert record.grid == grid
        assert Style(form, empty).write(grid, record.note, record.comments) == text
        return
    # The decimals of a large grid are the same on every kind of line.
    is_alike = grid.geometry.n > MAX_CHARACTER_SYMBOLS or grid.geometry.size == 1
    assert record.format is form or (form.keeps_places and is_alike)
    assert record.grid == grid
    if form.has_controls:
        assert (record.note, record.comments) == (note, comments)
    assert (
        record.comments[: len(comments)]
        == [plain_comment(printable(comment)) for comment in comments]
        or form.has_controls
    )
    again = Style(form, empty).write(record.grid, record.note, record.comments)
    assert again == text
    [record] = records(text, name)
    assert record.grid == grid


@pytest.mark.parametrize("name", BOTH)
def test_a_note_and_comments_can_be_left_out(name: str) -> None:
    grid = Grid.empty(Geometry.of(3, 3))
    form = formats.find(name)
    [record] = records(document(form, Style(form).write(grid)))
    assert (record.grid, record.note, record.comments) == (grid, "", [])
    assert not form.has_notes or "a note" in Style(form).write(grid, "a note")
    text = Style(formats.find(name), comments=False).write(grid, "", ["# a comment"])
    assert "comment" not in text


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("partner_first", [False, True])
def test_a_partner_is_written_or_refused(name: str, partner_first: bool) -> None:
    grid = Grid(Geometry.of(3, 3), [1, *80 * [0]])
    form = formats.find(name)
    partner = ("puzzle", Grid.empty(Geometry.of(3, 3)))
    content = Content(grid, "", (), {}, partner, partner_first)
    if form.refuses(content):
        return
    text = Style(form).write(grid, partner=partner, partner_first=partner_first)
    found = records(document(form, text), name)
    is_exact = name in EXACT and not form.draws_marks
    assert not is_exact or [record.grid for record in found] in ([grid], [partner[1]])


@pytest.mark.parametrize("name", EXACT)
def test_several_records_follow_each_other(name: str) -> None:
    grid = Grid(Geometry.of(3, 3), [1, *80 * [0]])
    form = formats.find(name)
    text = document(form, 3 * Style(form).write(grid))
    assert [record.grid for record in records(text)] == 3 * [grid]


@pytest.mark.parametrize("name", formats.WRITABLE)
def test_an_unreadable_record_keeps_its_place(name: str) -> None:
    form = formats.find(name)
    record = Record(form, error=InputError("a reason", "file", 1))
    place = form.empty_place(record)
    if form.has_keys:
        [passed_on] = records(place)
        assert passed_on.passed_on
        assert form.empty_place(passed_on) == place
    else:
        assert place == ("" if form.is_drawn else "\n")


CUTS = [(name, option) for option in (None, *formats.READABLE) for name in BOTH]


@pytest.mark.parametrize(
    ("name", "option"),
    [
        *(cut for cut in CUTS if cut[1] in (None, cut[0])),
        *long_rows(cut for cut in CUTS if cut[1] not in (None, cut[0])),
    ],
)
def test_a_record_cut_anywhere_is_read_or_refused(name: str, option: str | None) -> None:
    grid = Grid(Geometry.of(4, 1), [1, *15 * [0]])
    if is_refused(formats.find(name), grid):
        grid = Grid(Geometry.of(3, 3), [1, *80 * [0]])
    form = formats.find(name)
    text = document(form, Style(form).write(grid, "a note", ["# a comment"]))
    # With a forced format, damaged text is seldom valid beyond its first bytes.
    step = 2 if option is None else 5 if option == name else 29
    for cut in range(0, len(text), step):
        for rest in (text[:cut], text[cut:], text[:cut] + text[cut + 1 :]):
            for record in records(rest, option):
                assert (record.error is None) != (record.grid is None) or record.passed_on
                is_line = record.format is formats.find("line")
                assert option in (None, record.format.name) or record.format.is_drawn or is_line


def test_titles_are_on_one_line() -> None:
    assert one_line("a\tb\r\nc\x1b\ufffe\udcff") == "a b c\\x1b\ufffd\ufffd"


def _compared_constants(file: Path) -> set[str]:
    """Return the strings that a source file uses in comparisons and lookups."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Compare):
            places: list[ast.AST] = [node.left, *node.comparators]
        elif isinstance(node, ast.match_case):
            places = [node.pattern]
        else:
            continue
        for place in places:
            constants = (n for n in ast.walk(place) if isinstance(n, ast.Constant))
            found |= {n.value for n in constants if isinstance(n.value, str)}
    return found


OTHERS = {
    "cli/blackjack/text.py": "reports of odds and simulations have formats of their own",
    "cli/blackjack/odds_reports.py": "and choose one",
    "cli/blackjack/sides.py": "so do the odds of side bets",
    "cli/blackjack/simulating.py": "so do the results of a simulation",
}
"""Modules that compare words that happen to be names of formats."""

SCALES = {"hodoku"}
"""Names of scales that are names of formats as well."""


def test_nobody_compares_the_name_of_a_format() -> None:
    found = {
        file.relative_to(PACKAGE).as_posix(): _compared_constants(file) & set(NAMES) - SCALES
        for file in PACKAGE.rglob("*.py")
    }
    assert {name for name, compared in found.items() if compared} == OTHERS.keys()
