"""Fast reading of whole drawings gives the same grids as reading row by row."""

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sudokutools._support.streams import Stream
from sudokutools.formats.format import Record
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading import exact_drawing
from sudokutools.formats.reading.lines import LineSource, Passage, lines_of_text
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_grid

SHAPES = [(5, 2), (4, 3), (4, 4), (11, 1), (10, 10)]
MUTATIONS = [b" ", b"\n", b"|", b"-", b"1", b"9", b".", b"_", b"0", b"x", b"\t", b"\r", b"#", b""]


def drawings(shape: tuple[int, int], empty: str = ".") -> bytes:
    """Return three grids of a geometry, partly empty, each with its blank line."""
    geometry = Geometry.of(*shape)
    stream = Stream("test", "drawings", 0)
    drawn = ""
    for _ in range(3):
        symbols = [stream.below(geometry.n + 1) for _ in range(geometry.size)]
        drawn += format_grid(Grid(geometry, symbols), empty) + "\n"
    return drawn.encode()


def reported(item: Record | Passage) -> tuple[object, ...]:
    if isinstance(item, Passage):
        return item.kind, item.raw
    geometry = item.grid.geometry if item.grid else None
    return item.number, item.line, item.format, item.raw, str(item.error), geometry, item.grid


def read(lines: LineSource) -> list[tuple[object, ...]]:
    return [reported(item) for item in Reader().read(lines, "-")]


def read_row_by_row(monkeypatch: pytest.MonkeyPatch, text: str) -> list[tuple[object, ...]]:
    """Return the items of a reader without layouts."""
    with monkeypatch.context() as patch:
        patch.setattr(exact_drawing, "take_drawing", lambda *_: None)
        return read(lines_of_text(text))


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(SHAPES),
    st.sampled_from(".0_"),
    st.lists(st.tuples(st.floats(0, 0.999), st.sampled_from(MUTATIONS)), max_size=3),
)
@example((5, 2), ".", [(0.3445, b"}")])  # In place of a bar, which is the byte before it.
def test_damaged_drawings_are_read_alike(
    shape: tuple[int, int], empty: str, mutations: list[tuple[float, bytes]]
) -> None:
    drawn = bytearray(drawings(shape, empty))
    for place, byte in mutations:
        at = int(place * len(drawn))
        drawn[at : at + 1] = byte
    text = drawn.decode()
    assert read(lines_of_text(text)) == read_row_by_row(pytest.MonkeyPatch(), text)


@pytest.mark.parametrize("shape", SHAPES)
def test_all_drawings_but_the_first_use_the_fast_path(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int]
) -> None:
    taken = []

    def count(original: Callable[..., object]) -> Callable[..., object]:
        def take(*args: object) -> object:
            taken.append(original(*args))
            return taken[-1]

        return take

    monkeypatch.setattr(exact_drawing, "take_drawing", count(exact_drawing.take_drawing))
    assert len(read(lines_of_text(drawings(shape).decode()))) == 6
    assert len(taken) == 2
    assert None not in taken


def test_drawings_without_a_geometry_have_no_layout() -> None:
    for shape in ((3, 3), (13, 1, 1, 1), (4, 4, 3, 2), (12, 1)):
        assert exact_drawing.layout_of(Geometry.of(*shape)) is None


def test_a_damaged_grid_is_answered_without_waiting() -> None:
    whole = drawings((4, 4))
    one = whole[: len(whole) // 3]
    damaged = one.split(b"\n", 1)[0] + b"\n\n"
    chunks = [one + damaged, b""]
    waits = []

    def more() -> bytes:
        return chunks.pop(0) if chunks else b""

    lines = LineSource(more, -1, lambda: waits.append(len(chunks)))
    seen = []
    for item in Reader().read(lines, "-"):
        seen.append((type(item).__name__, len(chunks)))
        if len(seen) == 3:
            break
    # The damaged grid is the third item, after the first grid and the blank line below it.
    assert seen == [("Record", 1), ("Passage", 1), ("Record", 1)]
