"""The names of the techniques, in the order of the ladder."""

from __future__ import annotations

FULL_HOUSE = "Full house"
HIDDEN_SINGLE = "Hidden single"
NAKED_SINGLE = "Naked single"
TURBOT_FISH = "Turbot fish"
NISHIO = "Nishio forcing chains"
CONTRADICTION, DOUBLE, REGION, CELL = "contradiction", "double", "region", "cell"
LEVELS_OF_NESTING = (
    "",
    " plus",
    " plus forcing chains",
    " plus multiple forcing chains",
    " plus dynamic forcing chains",
    " plus nested dynamic forcing chains",
)


def naked_name(size: int) -> str:
    """Return what a naked subset of a size is called.

    >>> naked_name(3), naked_name(9)
    ('Naked triple', 'Naked 9-tuple')
    """
    return f"Naked {_size_name(size)}"


def hidden_name(size: int, direct: bool = False) -> str:
    """Return what a hidden subset of a size is called.

    >>> hidden_name(2), hidden_name(2, direct=True)
    ('Hidden pair', 'Direct hidden pair')
    """
    return f"{'Direct hidden' if direct else 'Hidden'} {_size_name(size)}"


def _size_name(size: int) -> str:
    names = ("pair", "triple", "quad", "quintuple", "sextuple", "septuple", "octuple")
    return names[size - 2] if size - 2 < len(names) else f"{size}-tuple"


def fish_name(size: int) -> str:
    """Return what a fish of a size is called.

    >>> fish_name(2), fish_name(5), fish_name(8)
    ('X-Wing', 'Squirmbag', '8-fish')
    """
    names = ("X-Wing", "Swordfish", "Jellyfish", "Squirmbag", "Whale", "Leviathan")
    return names[size - 2] if size - 2 < len(names) else f"{size}-fish"


def multiple_name(kind: str) -> str:
    """Return what cell or region forcing chains are called.

    >>> multiple_name(REGION)
    'Region forcing chains'
    """
    return f"{kind.capitalize()} forcing chains"


def dynamic_name(kind: str, level: int) -> str:
    """Return what dynamic forcing chains of a level are called.

    >>> dynamic_name(CONTRADICTION, 1)
    'Dynamic contradiction forcing chains plus'
    """
    return f"Dynamic {kind} forcing chains{LEVELS_OF_NESTING[level]}"


def technique_names(n: int) -> tuple[str, ...]:
    """Return the names of all techniques for n symbols.

    >>> technique_names(4)[6:11]
    ('Pointing', 'Claiming', 'Naked pair', 'X-Wing', 'Hidden pair')
    """
    sizes = range(2, n // 2 + 1)
    families = (naked_name, fish_name, hidden_name)
    direct = [hidden_name(size, direct=True) for size in sizes[:2]]
    return (
        *(FULL_HOUSE, HIDDEN_SINGLE, "Direct pointing", "Direct claiming"),
        *(*direct[:1], NAKED_SINGLE, *direct[1:], "Pointing", "Claiming"),
        *(name(size) for size in sizes[:2] for name in families),
        *("XY-Wing", "XYZ-Wing"),
        *(f"Unique {shape} type {kind}" for shape in ("rectangle", "loop") for kind in range(1, 5)),
        *(name(size) for name in families for size in sizes[2:]),
        *(f"BUG type {kind}" for kind in (1, 2, 4, 3)),
        *("Aligned pair exclusion", "Bidirectional X-cycle", "Bidirectional Y-cycle"),
        *(TURBOT_FISH, "Forcing X-chain", "Bidirectional XY-cycle", "Forcing chain"),
        *("Aligned triple exclusion", NISHIO, multiple_name(CELL), multiple_name(REGION)),
        *(
            dynamic_name(kind, level)
            for level in range(len(LEVELS_OF_NESTING))
            for kind in (CONTRADICTION, DOUBLE, REGION, CELL)
        ),
    )


TECHNIQUES = technique_names(9)
"""The names of all techniques on a 9x9 grid."""
