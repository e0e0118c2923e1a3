"""Text of the Interactive Sudoku Solver: where a puzzle begins and ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokutools.formats.reading.lines import MAX_LENGTH
from tests.formats.test_formats import records
from tests.tables import cases

ITEMS = [
    ".Thermo~R1C1~R1C2",
    ".Cage~3~R2C1~R2C2",
    ".AntiKing",
    ".~R3C3_5~R4C4_2_3",
    ".Pair~IACg~_a%2Eb~R1C1~R2C2~~R5C5~R6C6",
    ".Diagonal~1",
]
ONE = "".join(ITEMS)


def messages(text: str, form: str | None = None) -> list[str]:
    return [record.error.message if record.error else "" for record in records(text, form)]


def test_items_may_be_on_lines_of_their_own() -> None:
    """The example of a published index: the first line may be empty, comments may be inside."""
    [whole] = records(f"{ONE}\n")
    assert whole.grid is not None
    lines = "\n# Thermos\n".join(ITEMS)
    [record] = records(f"\n{lines}\n")
    assert record.grid == whole.grid
    assert record.comments == ["# Thermos"] * (len(ITEMS) - 1)
    assert record.raw.decode() == f"{lines}\n"


@given(st.lists(st.integers(0, len(ONE)), max_size=5), st.sampled_from(["\n", " ", "\r\n", "\t"]))
def test_white_space_has_no_meaning(places: list[int], blank: str) -> None:
    """A break inside of a number or a name is one, too, unless an empty line results."""
    text = ONE
    for place in sorted(set(places) - {0, 1}, reverse=True):
        text = text[:place] + blank + text[place:]
    [record] = records(f"{text}\n")
    assert record.grid == records(f"{ONE}\n")[0].grid


def test_base64_may_have_padding_and_either_alphabet() -> None:
    codes = "Qi_-q_9VAA", "Qi/+q/9VAA=="
    first, second = records("\n".join(f".Shape~4x4.NFA~{code}~R1C1~R1C2" for code in codes))
    assert first.grid == second.grid is not None


@pytest.mark.parametrize("first", [".AntiKing", "..AntiKing", ".AntiKing .AntiKnight", ".NoBoxes"])
def test_a_type_without_arguments_begins_a_text(first: str) -> None:
    [record] = records(f"{first}\n.~R3C3_5\n")
    assert record.grid is not None
    assert (record.grid[20], record.comments) == (5, [])


def test_an_empty_line_or_a_shape_begins_the_next_puzzle() -> None:
    shapes = ".Shape~4x4\n.~R1C1_1\n# next\n.Shape~4x4.NoBoxes\n\n.~R1C1_2\n.Shape~4x4\n"
    first, second, third = records(shapes)
    assert [each.grid and each.grid[0] for each in (first, second, third)] == [1, 0, 2]
    assert [each.comments for each in (first, second, third)] == [[], ["# next"], []]
    assert messages(".~R1C1_1\n.Shape~4x4\n.~R1C1_9\n") == [
        ": 'R1C1_9', expected a cell with symbols such as R1C1_5"
    ]
    assert messages(".Shape~4x4.Shape~6x6\n") == ["Shape~6x6 is not supported"]
    assert messages(".Cage~x~R1C1\n") == ["Cage: 'x', expected a number"]


def test_lines_are_puzzles_if_an_option_says_so() -> None:
    found = records(".~R1C1_1\n.~R1C1_2\n\n.Cage~3~R1C1~R1C2\n", "iss-lines")
    assert [each.grid and each.grid[0] for each in found] == [1, 2, 0]
    [joined] = records(".~R1C1_1\n.~R1C2_2\n", "iss")
    assert joined.grid is not None
    assert joined.grid.clue_count == 2


@cases
def test_other_lines_end_a_text(below: str) -> None:
    first, *_ = records(f".~R1C1_1\n{below}\n")
    assert first.raw == b".~R1C1_1\n"
    assert first.grid is not None


def test_a_text_is_bounded_and_clues_in_it_are_not_lost() -> None:
    long = ".~R1C1_1\n" * (MAX_LENGTH // 9 + 2)
    assert messages(f"{long}\n.~R1C1_2\n") == [f"text longer than {MAX_LENGTH} bytes", ""]
    assert messages(".~R1C1_1\n# killer: 3:r1c1r1c2\n.AntiKing\n") == [
        "cages: comment inside of a text, expected above it"
    ]
