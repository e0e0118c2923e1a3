"""Strategies as text: deviations by the count, insurance, and invalid text."""

import pytest

from sudokutools.blackjack.cards import RANKS
from sudokutools.blackjack.counting import LOWEST
from sudokutools.blackjack.house import HARD, SOFT
from sudokutools.blackjack.odds import UPCARDS
from sudokutools.blackjack.strategy import Strategy, read_strategy, write_strategy
from sudokutools.errors import SudokuError
from tests.blackjack import chart_at

TEN_UP = UPCARDS.index(9)


def lines_of(hard_16: str = "H", pair_8: str = "P") -> list[str]:
    """Return a chart that stands but for two hands against a ten."""
    rows = [("hard", str(points)) for points in HARD]
    rows += [("soft", f"A{points - 11}") for points in SOFT]
    rows += [("pair", rank * 2) for rank in RANKS]
    cells = {("hard", "16"): hard_16, ("pair", "88"): pair_8}
    lines = []
    for row in rows:
        words = ["S"] * 10
        words[TEN_UP] = cells.get(row, "S")
        lines.append("\t".join((*row, *words)))
    return lines


def test_deviations_hold_from_their_count_on() -> None:
    strategy = read_strategy(lines_of("Rh@-3H@+0S", "P@5Rp"))
    assert [start for start, _ in strategy.charts] == [LOWEST, -3, 0, 5]
    cells = [chart_at(strategy, count)["hard", 16, 9] for count in (-20, -4, -3, -1, 0, 20)]
    assert cells == ["Rh", "Rh", "H", "H", "S", "S"]
    assert [chart_at(strategy, count)["pair", 7, 9] for count in (4, 5)] == ["P", "Rp"]
    assert strategy.insurance is None


@pytest.mark.parametrize(("word", "expected"), [("never", None), ("always", LOWEST), ("-1", -1)])
def test_insurance(word: str, expected: int | None) -> None:
    strategy = read_strategy([*lines_of(), f"insurance\t{word}", "counting\thi-lo"])
    assert (strategy.insurance, strategy.counting) == (expected, "hi-lo")


def test_a_strategy_is_read_as_it_is_written() -> None:
    strategy = read_strategy([*lines_of("H@0S@12Rs"), "insurance 3", "counting zen"])
    text = write_strategy(strategy)
    again = read_strategy(text.splitlines())
    assert "\tH@0S@12Rs\t" in text
    assert write_strategy(again) == text
    assert (again.insurance, again.counting) == (3, "zen")
    by_blanks = read_strategy(text.replace("\t", "  ").splitlines())
    assert write_strategy(by_blanks) == text


def test_other_lines_are_passed_over() -> None:
    lines = ["6 decks S17", "ev\tcdz\t-0.003", "", *lines_of(), "dealer\tupcard\t17"]
    assert isinstance(read_strategy(lines), Strategy)


@pytest.mark.parametrize("cell", ["H@", "H@S", "H@3", "H@0S@0H", "H@2S@1H", "H@21S", "H@0X", "@0S"])
def test_cells_that_are_none(cell: str) -> None:
    with pytest.raises(SudokuError, match=r"ascending true counts|invalid action"):
        read_strategy(lines_of(cell))


@pytest.mark.parametrize("word", ["often", "21", "3.5", "--1", "²"])
def test_insurance_that_is_none(word: str) -> None:
    with pytest.raises(SudokuError, match="never, always or a true count"):
        read_strategy([*lines_of(), f"insurance\t{word}"])


@pytest.mark.parametrize("hand", ["", "X", "1"])
def test_hands_that_are_no_pair(hand: str) -> None:
    lines = [line.replace("pair\t88", f"pair\t{hand}") for line in lines_of()]
    with pytest.raises(SudokuError, match=f"invalid pair '{hand}'"):
        read_strategy(lines)
