"""The options of variants: `--variant`, `--regions`, `--house`, `--spec`, `--constraint`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from sudokutools.cli.run.process import naming
from sudokutools.constraints import KINDS, meant
from sudokutools.constraints.variant_rules import LAYOUTS, NAMES
from sudokutools.errors import SudokuError
from sudokutools.formats.reading.cells import SPEC_WORD
from sudokutools.formats.reading.spec_comments import Rows, spec_of_statements
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.keys import KEYS
from sudokutools.grid.spec import Clues, Spec, parse_spec, parse_value, spec_from

MAX_FILE = 1 << 16  # The most that is read of a file with regions, in bytes.


def demanded(
    geometry: Geometry | None,
    has_box: bool,
    variant: Sequence[str],
    regions: str | None,
    houses: Sequence[str],
    spec: str | None,
    clues: Sequence[str],
) -> tuple[Geometry | None, Spec | None]:
    """Return the plain geometry of the options, and the rules and clues on it.

    `geometry` is that of the other options; `has_box`, whether they give a box, not only a size.
    Raises UsageError if they contradict each other.
    """
    option, stated = "--spec", Spec()
    try:
        if spec is not None:
            stated = parse_spec(spec)
        option = "--variant"
        if variant:
            stated = _added(stated, _read_variant(",".join(variant)))
        option = "--regions"
        if regions is not None:
            stated = _added(stated, _read_regions(regions))
        option = "--house"
        if houses:
            stated = _added(stated, Spec(houses=parse_value("houses", " ".join(houses))))
        option = "--constraint"
        stated = stated.with_clues(map(_read_clues, clues))
        option = "--variant" if spec is None else "--spec"
        option = option if regions is None else "--regions"
        base = _agreed(stated, geometry, has_box)
        if base is not None:
            stated.constraints(stated.geometry(base) or base)
    except SudokuError as error:
        raise click.UsageError(_named(option, str(error))) from None
    return base, stated if stated.has_rules or stated.has_clues else None


def _read_variant(text: str) -> Spec:
    """Read rules; names of clues and other names of rules name the option to use."""
    for name in text.split(","):
        joined = name.replace("-", "").lower()
        key = joined if joined in (*NAMES, *LAYOUTS) else meant(name)
        if key == "regions":
            raise SudokuError(f"unknown variant {name!r}: use --regions FILE or --regions random")
        if key in KINDS:
            option = {"cages": "--cages", "less": "--less or --add less"}.get(key, f"--add {key}")
            use = f"use sudoku-mask {option}, or --constraint {key}=..."
            raise SudokuError(f"unknown variant {name!r}: {key} is a kind of clue; {use}")
        if key not in ("", name):
            raise SudokuError(f"unknown variant {name!r}: use {key}")
    return spec_from({"variant": parse_value("variant", text)})


def _read_clues(text: str) -> Clues:
    try:
        stated = parse_spec(text)
    except SudokuError as error:
        raise SudokuError(str(error).removeprefix("spec: ")) from None
    if stated.clues is None or stated != Spec(clues=stated.clues):
        raise SudokuError(f"{text[:20]!r}: expected a kind of clue as in arrow=r1c1:r1c2r1c3")
    return stated.clues


def _named(option: str, message: str) -> str:
    first = message.removeprefix("unknown ").split()[0].rstrip(":")
    return message if first in (*KEYS, "spec") else f"{option}: {message}"


def _added(stated: Spec, more: Spec) -> Spec:
    """Return `stated` with more keys. Raises SudokuError if it has one of them already."""
    for key, value in more.values().items():
        if value is not None and getattr(stated, key) is not None:
            raise SudokuError(f"another option already defines {key}")
    return stated.updated(more)


def _agreed(stated: Spec, geometry: Geometry | None, has_box: bool) -> Geometry | None:
    """Return the plain geometry of the options. Raises SudokuError if they give several."""
    base = stated.base(geometry)
    if geometry is None or base is geometry or stated.grids is not None:
        if stated.regions is not None and has_box:
            raise SudokuError("--box already defines the boxes")
        return base
    if stated.regions is not None and base is not None:
        raise SudokuError(f"regions: {base.size} cells, expected {geometry.size}")
    raise SudokuError(f"conflicting boxes: {base}, but {geometry} in other options")


def _read_regions(name: str) -> Spec:
    """Read a file: signs in rows or on a line, comments of a drawing, or a spec."""
    with naming(name), open(name, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file.read(MAX_FILE).splitlines()]
    found = [one for one in map(Rows().read, lines) if one is not None and "box" not in one[0]]
    if found:
        stated = spec_of_statements(found)
    else:
        text = " ".join(line for line in lines if not line.startswith("#"))
        words = [word for word in text.split() if SPEC_WORD.fullmatch(word.encode())]
        signs = Spec(regions=parse_value("regions", text)) if text else Spec()
        stated = parse_spec(words[0]) if words else signs
    if stated.regions is None:
        raise SudokuError(f"no regions in {name}")
    return stated
