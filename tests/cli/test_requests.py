"""Blocks are opted into: what they have never heard of goes one by one, in every command."""

from typing import Any

import pytest

from sudokutools import formats
from sudokutools._support import core
from sudokutools._support.request import is_known
from sudokutools.blocks import judge, rate
from sudokutools.checking import facts
from sudokutools.cli.check import checker, equivalents, summaries, tag
from sudokutools.cli.check.filter import Filter
from sudokutools.cli.gen import draw
from sudokutools.cli.mask import masker
from sudokutools.cli.solve import solver
from sudokutools.formats.format import Style
from sudokutools.grid.geometry import Geometry
from sudokutools.masking import PuzzleRequest, plan

LINE = Style(formats.find("line"))


def with_made_up(request: Any) -> Any:
    """Return a request that asks for one thing more than there is."""
    kind = type(request)
    made_up = type("MadeUp", (kind,), {"made_up": False, "__annotations__": {"made_up": "bool"}})
    return made_up(**request.values(), made_up=True)


def test_a_request_is_known_by_its_fields_and_their_values() -> None:
    request = solver.SolveRequest(limit=5, with_puzzle=True)
    assert is_known(request, {"limit": range(9), "with_puzzle": (True,)})
    assert not is_known(request, {"limit": range(5), "with_puzzle": (True,)})
    assert not is_known(request, {"limit": range(9)})
    assert not is_known(with_made_up(request), {"limit": range(9), "with_puzzle": (True,)})
    assert is_known(request.replace(limit=None, with_puzzle=False), {})


@pytest.mark.skipif(core.native() is None, reason="without a compiled core there is no fast path")
@pytest.mark.parametrize(
    ("request_", "worker"),
    [
        (solver.SolveRequest(), solver.SolveOne),
        (solver.SolveRequest(), solver.SolveAll),
        (solver.SolveRequest(), solver.CountSolutions),
        (masker.MaskRequest(), masker.Masker),
        (checker.CheckRequest(), checker.Verdicts),
        (checker.CheckRequest(), Filter),
        (checker.CheckRequest(), tag.Tag),
        (checker.CheckRequest(tests=facts.Tests(rate=True)), summaries.Histogram),
        (checker.CheckRequest(), equivalents.Canonical),
    ],
)
def test_a_made_up_request_goes_one_by_one(request_: Any, worker: Any) -> None:
    assert worker(request_).blocks(LINE) is not None
    assert worker(with_made_up(request_)).blocks(LINE) is None


@pytest.mark.skipif(core.native() is None, reason="without a compiled core there is no fast path")
def test_grids_of_a_made_up_request_are_drawn_one_by_one() -> None:
    assert draw.Draw(draw.GenRequest(), LINE).has_lines
    assert not draw.Draw(with_made_up(draw.GenRequest()), LINE).has_lines


def test_a_made_up_test_goes_one_by_one() -> None:
    tests = with_made_up(facts.Tests(minimal=True))
    assert not is_known(tests, judge.KNOWN)
    assert not is_known(tests, rate.KNOWN)
    for mode in (checker.Verdicts, Filter, tag.Tag, summaries.Histogram):
        assert mode(checker.CheckRequest(tests=tests)).blocks(LINE) is None


def test_a_made_up_puzzle_goes_one_by_one() -> None:
    puzzle = with_made_up(PuzzleRequest(minimal=True))
    assert plan.plan_of(Geometry.of(3, 3), PuzzleRequest(minimal=True)).has_kernel
    assert not plan.plan_of(Geometry.of(3, 3), puzzle).has_kernel
    assert masker.Masker(masker.MaskRequest(puzzle=puzzle)).blocks(LINE) is None
