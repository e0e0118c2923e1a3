"""Pages as they are drawn: every symbol is in its cell, in each format."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sudokutools import solve
from sudokutools.errors import SudokuError
from sudokutools.formats.reader import read_grids
from sudokutools.grid.candidates import pencil_marks
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line
from sudokutools.printing import layout, svg
from sudokutools.printing.book import Book, Page
from sudokutools.printing.design import SOLUTIONS, Design
from sudokutools.printing.html import Html
from sudokutools.printing.in_words import rules_in_words
from sudokutools.printing.puzzle import Puzzle, Template
from tests.cli.puzzles import EASY, SEVENTEEN

SAMPLES = Path(__file__).parents[2] / "samples"
NINES = 4 * [EASY, SEVENTEEN]
FILES = ["4x4.txt", "6x6.txt", "12x12.txt", "16x16.txt", "25x25.txt", "partial.txt"]
SVG = "{http://www.w3.org/2000/svg}"


def design(**values: Any) -> Design:
    width, height = layout.read_paper("a4")
    return Design(**({"width": width, "height": height} | values))


def puzzles(text: str, label: str = "{number}") -> list[Puzzle]:
    template = Template(label)
    return [
        Puzzle(number, template.fill({"number": str(number)}), grid, solve(grid))
        for number, grid in enumerate(read_grids(text), 1)
    ]


def pages(design: Design, items: Sequence[Puzzle]) -> list[Page]:
    book = Book(design)
    found = [page for item in items for page in book.add(item)]
    return [*found, *book.end()]


def nines() -> list[Puzzle]:
    return puzzles("".join(f"{line}\n" for line in NINES))


def others() -> Iterator[tuple[str, Puzzle]]:
    for name in FILES:
        yield name, puzzles((SAMPLES / name).read_text())[0]


def expected(grid: Grid, has_letters: bool = False) -> list[str]:
    texts = layout.symbol_texts(grid.geometry, has_letters)
    return [texts[cell] for cell in grid.cells]


def drawn_pdf(design: Design, drawn: Sequence[Page]) -> bytes:
    pytest.importorskip("reportlab", reason="the extra print draws PDF")
    from sudokutools.printing.pdf import Fonts, Pdf

    document = Pdf(design, Fonts())
    for page in drawn:
        document.draw([page])
    return document.finish()


@pytest.mark.parametrize("solutions", SOLUTIONS)
def test_pages_have_every_puzzle_and_every_solution_that_is_asked_for(solutions: str) -> None:
    found = pages(design(solutions=solutions), nines())
    items = [item for page in found for item in page.items]
    shown = [item.puzzle.number for item in items if not item.is_solution]
    solved = [item.puzzle.number for item in items if item.is_solution]
    assert shown == ([] if solutions == "only" else list(range(1, 9)))
    assert solved == ([] if solutions == "none" else list(range(1, 9)))
    count = {"none": 2, "end": 3, "back": 4, "below": 2, "only": 1}[solutions]
    assert [page.number for page in found] == ([0] if count == 1 else list(range(1, count + 1)))
    if solutions == "back":
        assert [page.is_leaf for page in found] == [True, False, True, False]


@pytest.mark.parametrize("solutions", ["none", "end", "only"])
@pytest.mark.parametrize(("count", "shape"), [(1, (1, 1)), (2, (1, 2)), (4, (2, 2)), (5, (2, 3))])
def test_a_few_puzzles_fill_their_page(count: int, shape: tuple[int, int], solutions: str) -> None:
    few = nines()[:count]
    for page in pages(design(solutions=solutions), few):
        assert (page.across, page.down) == shape
    for page in pages(design(solutions=solutions, places=6, solution_places=6), few):
        assert (page.across, page.down) == (2, 3)


def test_a_page_has_grids_of_one_number_a_page() -> None:
    mixed = [puzzle for _, puzzle in others()]
    found = pages(design(), mixed)
    assert [len(page.items) for page in found] == [2, 2, 1, 1]
    assert [len(page.items) for page in pages(design(places=6), mixed)] == [6]


@pytest.mark.parametrize(
    "values", [{}, {"solutions": "back"}, {"solutions": "below"}, {"is_large": True}]
)
def test_symbols_of_a_pdf_are_in_their_cells(values: dict[str, Any]) -> None:
    pytest.importorskip("pypdf", reason="pypdf unpacks the streams")
    from tests.printing.drawn import contents, grids

    page_design = design(**values)
    found = pages(page_design, nines()) + [
        page for _, puzzle in others() for page in pages(page_design, [puzzle])
    ]
    drawn = contents(drawn_pdf(page_design, found))
    assert len(drawn) == len(found)
    for page, content in zip(found, drawn, strict=True):
        turned = [item.place for item in page.items if item.is_turned]
        turns = re.findall(r"^-1 0 0 -1 (\S+) (\S+) cm$", content, re.M)
        assert [float(number) for turn in turns for number in turn] == pytest.approx(
            [number for x, y, wide, high in turned for number in (2 * x + wide, -2 * y - high)]
        )
        for item, seen in zip(page.items, grids(content), strict=True):
            geometry = item.puzzle.grid.geometry
            fitted = layout.fit(item.place, geometry)
            assert (seen.x, seen.y) == pytest.approx((fitted.x, fitted.y), abs=0.01)
            grid = item.puzzle.solution if item.is_solution else item.puzzle.grid
            assert grid is not None
            assert seen.cells(geometry, fitted.u) == expected(grid)


def test_fonts_of_a_pdf_are_embedded_and_it_says_no_date() -> None:
    pytest.importorskip("pypdf", reason="pypdf reads the fonts")
    from tests.printing.drawn import open_pdf

    page_design = design(title="Sunday")
    document = drawn_pdf(page_design, pages(page_design, nines()))
    reader = open_pdf(document)
    fonts = reader.pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    kinds = [fonts[name].get_object() for name in fonts]
    assert sorted(font["/BaseFont"][-7:] for font in kinds) == ["Regular", "ns-Bold"]
    for font in kinds:
        assert "/ToUnicode" in font
        assert "/FontFile2" in font["/FontDescriptor"]
    printed: dict[str, Any] = dict(reader.metadata or {})
    assert printed == {
        "/Title": "Sunday", "/Creator": "sudoku-print", "/Producer": "reportlab"
    }  # fmt: skip
    assert document == drawn_pdf(page_design, pages(page_design, nines()))


def test_a_date_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pypdf", reason="pypdf reads the date")
    from tests.printing.drawn import open_pdf

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    page_design = design()
    reader = open_pdf(drawn_pdf(page_design, pages(page_design, nines())))
    assert reader.metadata is not None
    assert str(reader.metadata["/CreationDate"]).startswith("D:20231114221320")


def test_thick_lines_are_thicker_than_thin_ones_and_drawn_last() -> None:
    pytest.importorskip("pypdf", reason="pypdf unpacks the streams")
    from tests.printing.drawn import open_pdf

    page_design = design()
    page = open_pdf(drawn_pdf(page_design, pages(page_design, nines()))).pages[0]
    forms = page["/Resources"]["/XObject"]  # type: ignore[index]
    [name] = forms
    form = forms[name].get_object().get_data().decode("latin-1")
    widths = [float(width) for width in re.findall(r"([\d.]+) w\b", form)]
    greys = re.findall(r"([\d.]+) G\b", form)
    assert len(widths) == 2
    assert widths[1] > 3.9 * widths[0]
    assert [float(grey) for grey in greys] == [layout.GREY, 0]


@pytest.mark.parametrize("solutions", ["none", "below", "only"])
def test_symbols_of_an_svg_are_in_their_cells(solutions: str) -> None:
    page_design = design(solutions=solutions, title="<&>")
    for puzzle in [nines()[0], *(puzzle for _, puzzle in others())]:
        [page] = pages(page_design, [puzzle])
        root = ElementTree.fromstring(svg.draw(page, page_design))  # noqa: S314
        assert root.findall(f"{SVG}text")[0].text == page.head
        geometry = puzzle.grid.geometry
        moved = [(g.get("transform", ""), g) for g in root.iter(f"{SVG}g")]
        boxes = [g for transform, g in moved if transform.startswith("trans")]
        turns = [tuple(map(float, t[11:-1].split())) for t, _ in moved if t.startswith("rotate")]
        turned = [item.place for item in page.items if item.is_turned]
        middles = [(place.x + place.width / 2, place.y + place.height / 2) for place in turned]
        assert turns == [pytest.approx(middle, abs=0.01) for middle in middles]
        for item, box in zip(page.items, boxes, strict=True):
            fitted = layout.fit(item.place, geometry)
            cells = [""] * geometry.size
            for group in box.findall(f"{SVG}g"):
                size = float(group.get("font-size", ""))
                for text in group.findall(f"{SVG}text"):
                    x = float(text.get("x", ""))
                    y = float(text.get("y", "")) - layout.BASELINE * size
                    cells[int(y // fitted.u) * geometry.columns + int(x // fitted.u)] = str(
                        text.text
                    )
            grid = puzzle.solution if item.is_solution else puzzle.grid
            assert grid is not None
            assert cells == expected(grid)


def cells_of_html(text: str) -> list[list[str]]:
    tables = re.findall(r"<table.*?</table>", text, re.DOTALL)
    return [
        [re.sub(r"<.*?>", "", cell).strip() for cell in re.split(r"<td[^>]*>", table)[1:]]
        for table in tables
    ]


def test_tables_of_html_have_the_cells() -> None:
    page_design = design(solutions="end")
    mixed = nines() + [puzzle for _, puzzle in others()]
    found = pages(page_design, mixed)
    html = Html(page_design)
    text = html.begin() + "".join(map(html.page, found))
    grids = [puzzle.grid for puzzle in mixed] + [puzzle.solution for puzzle in mixed]
    assert cells_of_html(text) == [expected(grid) for grid in grids if grid is not None]
    assert "<script" not in text
    assert not re.search(r"(src|href)=|https?:|@import|url\(", text)
    assert text.count("<section ") == len(found)
    groups = re.findall(r'<colgroup span="(\d+)">', text)
    assert groups[:3] == ["3", "3", "3"]


def test_a_puzzle_in_html_takes_half_a_kilobyte() -> None:
    page_design = design()
    html = Html(page_design)
    [page, _] = pages(page_design, nines())
    assert len(html.page(page)) < 6 * 640


def test_alternate_boxes_are_grey_in_html() -> None:
    page_design = design(has_shade=True)
    six = Puzzle(1, [], Grid.empty(Geometry.of(3, 2)))
    text = Html(page_design).page(pages(page_design, [six])[0])
    grey = "".join("s" if kind else "." for kind in re.findall("<td(.*?)>", text))
    assert grey == 2 * "...sss" + 2 * "sss..." + 2 * "...sss"


def test_letters_stand_for_symbols_above_nine() -> None:
    [sixteen] = puzzles((SAMPLES / "16x16.txt").read_text())
    page_design = design(has_letters=True)
    [page] = pages(page_design, [sixteen])
    text = Html(page_design).page(page)
    cells = [sign.replace(".", "") for sign in format_line(sixteen.grid)]
    assert cells_of_html(text) == [cells]
    assert re.search(r">G</text>", svg.draw(page, page_design))


def test_pencil_marks_are_the_candidates_or_what_the_clues_leave() -> None:
    geometry = Geometry.of(2, 2)
    clues = [1, 2, 3, 0, *12 * [0]]
    marks = pencil_marks(Grid(geometry, clues))
    assert [marks[3], marks[4], marks[15]] == [0b1000, 0b1100, 0b1111]
    masks = [1, 2, 4, 8, *3 * [0b1100, 0b1100, 0b1001, 0b1001]]
    assert pencil_marks(Grid(geometry, clues, masks)) == masks
    page_design = design(has_marks=True)
    [page] = pages(page_design, [Puzzle(1, [], Grid(geometry, clues, masks))])
    root = ElementTree.fromstring(svg.draw(page, page_design))  # noqa: S314
    [group] = [g for g in root.iter(f"{SVG}g") if g.get("class") == "marks"]
    assert [text.text for text in group] == ["4", *3 * ["3", "4", "3", "4", "1", "4", "1", "4"]]
    cells = cells_of_html(Html(page_design).page(page))[0]
    assert cells[3:7] == ["4", "3 4", "3 4", "1 \u2007\n\u2007 4"]


def test_a_label_has_its_fields_and_no_others() -> None:
    values = {"number": "3", "level": "hard"}
    assert Template("{{{number}}} {level}{rating}").fill(values) == [
        ("{", False), ("3", True), ("} hard", False)
    ]  # fmt: skip
    assert Template("{number}  {level}").fill({"number": "3"}) == [("3", True)]
    assert Template("").fill(values) == []
    for text in ("{}", "{number", "number}", "{a{b}"):
        with pytest.raises(SudokuError, match="expected"):
            Template(text)


def test_what_does_not_fit_above_a_grid_is_cut_and_what_no_font_has_is_marked() -> None:
    pytest.importorskip("reportlab", reason="the extra print draws PDF")
    pytest.importorskip("pypdf", reason="pypdf reads the text")
    from sudokutools.printing.pdf import Fonts, Pdf
    from tests.printing.drawn import open_pdf

    page_design = design(title="\u6570\u72ec \u2605")
    fonts = Fonts()
    document = Pdf(page_design, fonts)
    [page] = pages(page_design, puzzles(EASY, "{number} " + 40 * "long "))
    document.draw([page])
    text = open_pdf(document.finish()).pages[0].extract_text()
    assert "?? \u2605" in text
    assert re.search(r"^ (long )+long…$", text, re.MULTILINE)
    assert fonts.missing == {"\u6570", "\u72ec"}


def test_a_font_that_is_none_is_refused() -> None:
    pytest.importorskip("reportlab", reason="the extra print draws PDF")
    from sudokutools.printing.pdf import Fonts

    for path in (__file__, "no-such-file", str(SAMPLES)):
        with pytest.raises(SudokuError, match="not a TrueType font"):
            Fonts(path)


def test_our_fonts_have_a_name_of_their_own_their_licence_and_the_letters() -> None:
    pytest.importorskip("reportlab", reason="the extra print reads fonts")
    from sudokutools.printing.pdf import FACES, FONTS, Fonts

    licence = (FONTS / "LICENSE").read_text(encoding="utf-8")
    assert "Bitstream" in licence
    assert "SudokuSans" in licence
    signs = "Grüße, Łódź, Ελλάδα, Київ, №1 “x” … ★ ← ½"
    assert Fonts().shown(signs) == signs
    for face in FACES:
        data = (FONTS / f"{face}.ttf").read_bytes()
        assert len(data) < 50_000
        assert b"S\0u\0d\0o\0k\0u\0S\0a\0n\0s" in data
        assert b"D\0e\0j\0a\0V\0u\0 \0S\0a\0n\0s" not in data


KINDS = "whisper=5:r1c1r1c2,ratio=2:r2c2r2c3,sandwich=10:r1,renban=r5c1r5c2,arrow=r6c6:r7c7r8c8"
RULES = ["", " box=3x3,variant=antiknight", f" box=3x3,variant=x+windoku,{KINDS}"]


@pytest.mark.parametrize("places", [1, 4, 6])
def test_rules_are_below_the_puzzle_as_a_whole(places: int) -> None:
    grids = [next(iter(read_grids(81 * "." + spec))) for spec in RULES]
    texts = [" ".join(rules_in_words(grid)) for grid in grids]
    items = [
        Puzzle(at, [(str(at), True)], grid, grid, text=text)
        for at, (grid, text) in enumerate(zip(grids, texts, strict=True))
    ]
    chosen = design(places=places, text_lines=layout.RULE_LINES, solutions="end")
    shown = [item for page in pages(chosen, items) for item in page.items]
    for item, text in zip(shown, [*texts, *3 * [""]], strict=True):
        lines = list(item.lines(svg.estimated_width))
        assert " ".join(line for *_, line in lines) == text
        bottom = item.fit.y + item.fit.u * 9
        end = item.place.y + item.place.height + 0.01
        assert all(bottom < y < end for _, y, _ in lines)
    html, drawn = Html(chosen), "".join(svg.draw(page, chosen) for page in pages(chosen, items))
    written = "".join(map(html.page, pages(chosen, items)))
    assert written.count("</p>") == len(texts)
    assert drawn.count("antiknight") == 0 < drawn.count("knight's")
