"""Distributions of ratings: the tally, the drawing, the plot."""

from unittest.mock import MagicMock

import pytest

from sudokutools.checking.histogram import Tally, _plot, draw, plot
from sudokutools.errors import SudokuError


def tally_of(*ratings: int) -> Tally:
    tally = Tally()
    for rating in ratings:
        tally.add(rating, {"Naked pair": 1, "Hidden single": rating})
    return tally


def test_tallies_add_up() -> None:
    tally = tally_of(12, 26)
    tally.update(tally_of(26))
    assert tally.ratings == {12: 1, 26: 2}
    assert tally.most_used() == [("Hidden single", 64), ("Naked pair", 3)]


def test_bars_fill_the_width_and_none_is_empty() -> None:
    lines = draw(tally_of(*[20] * 10_000, 23, 105), width=60).splitlines()
    assert [line.split()[:-1] for line in lines] == [
        ["medium", "2.0", "10000"],
        ["2.3", "1"],
        ["extreme", "10.5", "1"],
    ]
    assert len(lines[0]) == 60
    assert lines[1].endswith(" ▏")


def test_a_narrow_terminal_and_no_ratings() -> None:
    assert draw(tally_of(12), width=1) == "easy     1.2 1 █\n"
    assert draw(Tally()) == "no puzzle was rated\n"


def test_plot_is_repeatable_svg() -> None:
    pytest.importorskip("matplotlib")
    image = plot(tally_of(12, 12, 45, 90))
    assert image == plot(tally_of(12, 12, 45, 90))
    assert b"<svg" in image
    for text in (b"easy", b"expert", b"extreme", b"4 puzzles"):
        assert text in image
    assert b"<svg" in plot(Tally())


def test_bars_stand_at_the_ratings() -> None:
    figure = MagicMock()
    _plot(tally_of(12, 12, 45, 90), figure)
    bars = [bar.args for bar in figure.add_subplot().bar.call_args_list]
    assert bars == [([1.2], [2]), ([4.5], [1]), ([9.0], [1])]


def test_plot_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)  # noqa: ARG005
    with pytest.raises(SudokuError, match=r"plots require matplotlib; .*\[plot\]"):
        plot(tally_of(12))
