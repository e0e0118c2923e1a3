"""Puzzles on pages, as PDF, SVG and HTML.

`layout` has the measures, `puzzle` the contents of a record, `book` distributes puzzles over pages,
and one module per format draws them.
"""

from pathlib import Path


def file_text(name: str) -> str:
    """Return a file of this package."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")
