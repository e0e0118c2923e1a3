"""What the options of variants say: `--variant`, `--regions`, `--house`, `--spec`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from sudokutools.cli.process import naming
from sudokutools.errors import SudokuError
from sudokutools.grid import Geometry
from sudokutools.spec import Said, parse_spec, parse_value


def demanded(
    geometry: Geometry | None,
    variant: str | None,
    regions: str | None,
    houses: Sequence[str],
    spec: str | None,
) -> tuple[Geometry | None, Said | None]:
    """Return the plain geometry that is demanded, and the rules and clues beside it.

    `geometry` is that of the other options. UsageError: they contradict each other.
    """
    option = "--spec"
    try:
        said = parse_spec(spec) if spec else Said()
        option = "--variant"
        if variant:
            said = _added(said, "variant", variant)
        option = "--regions"
        if regions:
            with naming(regions), open(regions, encoding="utf-8", errors="replace") as file:
                said = _added(said, "regions", file.read(1 << 16))
        option = "--house"
        if houses:
            said = _added(said, "houses", " ".join(houses))
        if said.names_shape and geometry is not None:
            raise SudokuError("box, boxes and size are said by other options as well")
        base = said.base(geometry)
        if base is not None:
            said.relations(said.geometry(base) or base)
    except SudokuError as error:
        raise click.UsageError(f"{option}: {error}") from None
    return base, said if said.has_rules or said.has_clues else None


def _added(said: Said, key: str, text: str) -> Said:
    """Return what is said with one more key. SudokuError: it is there already."""
    if getattr(said, key) is not None:
        raise SudokuError(f"--spec says {key}, too")
    return said.replace(**{key: parse_value(key, text)})
