"""Plots with the optional package matplotlib."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

from sudokutools.errors import SudokuError


def require() -> None:
    """Raise SudokuError unless matplotlib is installed."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        from sudokutools._support.installation import advised

        raise SudokuError(advised("plots require matplotlib", "plot"))


def image(size: tuple[float, float], draw: Callable[[Any], None], form: str = "svg") -> bytes:
    """Return a figure that `draw` fills, as SVG or PNG, which is reproducible; `size` in inches.

    Raises SudokuError without matplotlib.
    """
    require()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    found = BytesIO()
    with rc_context({"svg.hashsalt": "sudokutools", "svg.fonttype": "none"}):
        figure = Figure(figsize=size, layout="constrained")
        draw(figure)
        figure.savefig(found, format=form, metadata={"Date": None} if form == "svg" else None)
    return found.getvalue()
