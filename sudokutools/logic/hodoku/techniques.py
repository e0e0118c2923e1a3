"""The techniques in the order in which they are tried, with their levels and scores.

They are those that HoDoKu (Bernhard Hobiger) has enabled by default. Where it has several
kinds of a technique with one entry, they are one technique here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sudokutools.logic.hodoku.fish import basic_fish, finned_fish
from sudokutools.logic.hodoku.move import Finder
from sudokutools.logic.hodoku.singles import find_full_house, find_hidden_single, find_naked_single
from sudokutools.logic.hodoku.subsets import (
    find_claiming,
    find_pointing,
    hidden_subset,
    locked_subset,
    naked_subset,
)

LEVELS = {"easy": 800, "medium": 1000, "hard": 1600, "unfair": 1800, "extreme": None}
"""The highest score of each level."""

EASY, MEDIUM, HARD, UNFAIR, EXTREME = LEVELS


class Technique(NamedTuple):
    """A technique, the level of puzzles that need it, and what each step costs."""

    name: str
    level: str
    score: int


TABLE = (
    Technique("Full house", EASY, 4),
    Technique("Naked single", EASY, 4),
    Technique("Hidden single", EASY, 14),
    Technique("Locked pair", MEDIUM, 40),
    Technique("Locked triple", MEDIUM, 60),
    Technique("Pointing", MEDIUM, 50),
    Technique("Claiming", MEDIUM, 50),
    Technique("Naked pair", MEDIUM, 60),
    Technique("Naked triple", MEDIUM, 80),
    Technique("Hidden pair", MEDIUM, 70),
    Technique("Hidden triple", MEDIUM, 100),
    Technique("Naked quad", HARD, 120),
    Technique("Hidden quad", HARD, 150),
    Technique("X-Wing", HARD, 140),
    Technique("Swordfish", HARD, 150),
    Technique("Jellyfish", HARD, 160),
    Technique("Remote pair", HARD, 110),
    Technique("BUG + 1", HARD, 100),
    Technique("Skyscraper", HARD, 130),
    Technique("Two-string kite", HARD, 150),
    Technique("Turbot fish", HARD, 120),
    Technique("Empty rectangle", HARD, 120),
    Technique("W-Wing", HARD, 150),
    Technique("XY-Wing", HARD, 160),
    Technique("XYZ-Wing", HARD, 180),
    Technique("Uniqueness test 1", HARD, 100),
    Technique("Uniqueness test 2", HARD, 100),
    Technique("Uniqueness test 3", HARD, 100),
    Technique("Uniqueness test 4", HARD, 100),
    Technique("Uniqueness test 5", HARD, 100),
    Technique("Uniqueness test 6", HARD, 100),
    Technique("Hidden rectangle", HARD, 100),
    Technique("Avoidable rectangle 1", HARD, 100),
    Technique("Avoidable rectangle 2", HARD, 100),
    Technique("Finned X-Wing", HARD, 130),
    Technique("Sashimi X-Wing", HARD, 150),
    Technique("Finned Swordfish", UNFAIR, 200),
    Technique("Sashimi Swordfish", UNFAIR, 240),
    Technique("Finned Jellyfish", UNFAIR, 250),
    Technique("Sashimi Jellyfish", UNFAIR, 260),
    Technique("Sue de Coq", UNFAIR, 250),
    Technique("Simple colours", HARD, 150),
    Technique("Multi colours", HARD, 200),
    Technique("X-Chain", UNFAIR, 260),
    Technique("XY-Chain", UNFAIR, 260),
    Technique("Nice loop", UNFAIR, 280),
    Technique("Grouped nice loop", UNFAIR, 300),
    Technique("ALS-XZ", UNFAIR, 300),
    Technique("ALS-XY-Wing", UNFAIR, 320),
    Technique("ALS-XY-Chain", UNFAIR, 340),
    Technique("Franken X-Wing", UNFAIR, 300),
    Technique("Franken Swordfish", UNFAIR, 350),
    Technique("Finned Franken X-Wing", UNFAIR, 390),
    Technique("Finned Franken Swordfish", UNFAIR, 410),
    Technique("Forcing chain", EXTREME, 500),
    Technique("Forcing net", EXTREME, 700),
    Technique("Brute force", EXTREME, 10000),
)
"""All techniques in the order in which they are tried."""

BY_NAME = {technique.name: technique for technique in TABLE}


def finders() -> Iterator[Finder]:
    """Yield what finds each technique, in the order of the table; one puzzle may use them.

    Families that are rarely reached are loaded when they are.
    """
    yield from (find_full_house, find_naked_single, find_hidden_single)
    yield from (locked_subset(2, "Locked pair"), locked_subset(3, "Locked triple"))
    yield from (find_pointing, find_claiming)
    yield from (naked_subset(2, "Naked pair"), naked_subset(3, "Naked triple"))
    yield from (hidden_subset(2, "Hidden pair"), hidden_subset(3, "Hidden triple"))
    yield from (naked_subset(4, "Naked quad"), hidden_subset(4, "Hidden quad"))
    for size, name in enumerate(("X-Wing", "Swordfish", "Jellyfish"), 2):
        yield basic_fish(size, name)
    yield from _hard_finders()
    for size, name in enumerate(("X-Wing", "Swordfish", "Jellyfish"), 2):
        yield finned_fish(size, False, f"Finned {name}")
        yield finned_fish(size, True, f"Sashimi {name}")
    yield from _unfair_finders()
    from sudokutools.logic.hodoku.forcing import (
        find_brute_force,
        find_forcing_chain,
        find_forcing_net,
    )

    yield from (find_forcing_chain, find_forcing_net, find_brute_force)


def _hard_finders() -> Iterator[Finder]:
    """Yield those from remote pair to avoidable rectangle 2."""
    from sudokutools.logic.hodoku import chains, patterns, uniqueness, wings

    yield from (chains.find_remote_pair, uniqueness.find_bug_plus_1)
    yield from (patterns.find_skyscraper, patterns.find_two_string_kite)
    yield from (patterns.find_turbot_fish, patterns.find_empty_rectangle)
    yield from (wings.find_w_wing, wings.find_xy_wing, wings.find_xyz_wing)
    for kind in range(1, 7):
        yield uniqueness.uniqueness_test(kind, f"Uniqueness test {kind}")
    yield uniqueness.find_hidden_rectangle
    yield from (uniqueness.find_avoidable_rectangle_1, uniqueness.find_avoidable_rectangle_2)


def _unfair_finders() -> Iterator[Finder]:
    """Yield those from Sue de Coq to Franken fish."""
    from sudokutools.logic.hodoku import chains, colours, loops, sue_de_coq

    yield sue_de_coq.find_sue_de_coq
    yield from (colours.find_simple_colours, colours.find_multi_colours)
    yield from (chains.find_x_chain, chains.find_xy_chain)
    yield loops.nice_loop(False, "Nice loop")
    yield loops.nice_loop(True, "Grouped nice loop")
    from sudokutools.logic.hodoku.almost_locked import AlmostLockedTechniques
    from sudokutools.logic.hodoku.franken import franken_fish

    almost_locked = AlmostLockedTechniques()
    yield from (almost_locked.find_xz, almost_locked.find_xy_wing, almost_locked.find_xy_chain)
    for prefix, has_fins in (("", False), ("Finned ", True)):
        for size, name in ((2, "X-Wing"), (3, "Swordfish")):
            yield franken_fish(size, has_fins, f"{prefix}Franken {name}")
