"""HoDoKu's moves as steps: their sentences, links and pictures."""

import pytest

from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.nine import MASKS, PEERS
from sudokutools.logic.hodoku.rating import HodokuPath
from sudokutools.logic.hodoku.words import alternating
from sudokutools.logic.ladder import pattern_of
from sudokutools.logic.scales import allowed_techniques
from sudokutools.logic.step import Link, Step
from sudokutools.logic.tables import mask_of
from tests.logic.positions import grid_of, rows_of
from tests.logic.test_hodoku import SHOWN, board, board_of, finder_of

SENTENCES = rows_of("hodoku_sentences.tsv")
SETS = ("ALS-XZ", "ALS-XY-Wing", "ALS-XY-Chain")
JOINED = ("Forcing chain", "Forcing net")


@pytest.mark.parametrize(("line", "number", "text", "only"), SENTENCES)
def test_sentence(line: str, number: str, text: str, only: str) -> None:
    path = HodokuPath(grid_of(line), allowed=allowed_techniques("hodoku", only or None))
    for _ in range(int(number) - 1):
        path.next_step()
    before = Board(grid_of(line))
    before.candidates, before.places = path.board.candidates[:], path.board.places[:]
    step = path.next_step()
    assert step is not None
    assert step.text == text
    assert_drawable(step, before)


@pytest.mark.parametrize("technique", SHOWN)
def test_every_technique_is_explained(technique: str) -> None:
    _, only, without, *_ = SHOWN[technique]
    position = board(only, without)
    step = finder_of(technique)(position)
    assert step is not None
    assert step.text.startswith(f"{technique}: ")
    assert "remove " in step.text
    assert_drawable(step._replace(candidates=pattern_of(position, step)), position)


def assert_drawable(step: Step, position: Board) -> None:
    """Assert that a step fits its position, and that its links are what they are said to be."""
    assert step.pattern
    assert all(
        position.candidates[cell] >> symbol - 1 & 1
        for cell, symbol in (*step.pattern, *step.eliminations, *step.fins)
    )
    assert step.data()["score"] == step.points
    if step.technique in JOINED:
        return
    for link in step.links:
        if link.is_strong:
            assert is_strong(link, position) or step.technique in SETS
        else:
            assert is_weak(link)
    for strand in step.chains:
        assert [node.is_on for node in strand] == [bool(at & 1) for at in range(len(strand))]


def is_strong(link: Link, position: Board) -> bool:
    cells = mask_of(cell for cell, _ in link.start + link.end)
    (_, symbol), (_, other) = link.start[0], link.end[0]
    if symbol != other:
        return position.candidates[cells.bit_length() - 1] == 1 << symbol - 1 | 1 << other - 1
    places = position.places[symbol - 1]
    return any(
        places & mask and not (places & mask) & ~cells and not cells & ~mask for mask in MASKS
    )


def is_weak(link: Link) -> bool:
    return all(
        (cell == other) != (symbol == value) and (cell == other or PEERS[cell] >> other & 1)
        for cell, symbol in link.start
        for other, value in link.end
    )


def test_rectangles_that_avoid_clues() -> None:
    position = board({"r4c1": "23", "r4c2": "13"}, {})
    for cell in (0, 1):
        position.place(cell, cell)
    step = finder_of("Avoidable rectangle 2")(position)
    assert step is not None
    assert step.text == (
        "Avoidable rectangle 2: r1c1 (1) and r1c2 (2) are not clues; if r4c1 and r4c2 held 2 and 1,"
        " exchanging 1 and 2 in these cells would give another solution, so one of r4c1 and r4c2 is"
        " 3: remove 3 from r4c3-9, r5c1-3 and r6c1-3"
    )
    position.place(27, 1)
    step = finder_of("Avoidable rectangle 1")(position)
    assert step is not None
    assert step.text == (
        "Avoidable rectangle 1: r1c1 (1), r1c2 (2) and r4c1 (2) are not clues; if r4c2 were 1,"
        " exchanging 1 and 2 in these cells would give another solution, so remove 1 from r4c2"
    )


def test_strong_links_inside_of_sets_name_them() -> None:
    nodes = [(1, 0), (2, 0), (4, 1), (8, 1)]
    strand = alternating(board_of("." * 81), nodes, ["the set A", "the set B"])
    assert [link.reason for link in strand] == ["", "the set A", "", "the set B"]


def test_last_resort() -> None:
    position = board_of("." * 81)
    step = finder_of("Brute force")(position)
    assert step is not None
    assert step.text.startswith("Brute force: no other technique applies")
