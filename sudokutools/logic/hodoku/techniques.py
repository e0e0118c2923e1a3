"""The techniques that HoDoKu (Bernhard Hobiger) enables by default, in order, with their scores.

Kinds of a technique that HoDoKu lists together are one technique here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from importlib import import_module
from typing import NamedTuple

from sudokutools.logic.hodoku.board import Board, Move
from sudokutools.logic.levels import HODOKU_LEVELS as LEVELS

EASY, MEDIUM, HARD, UNFAIR, EXTREME = LEVELS


GROUPS = {
    "basic": "singles",
    "basic.find_locked_subset": "intersections",
    "basic.find_locked_candidates": "intersections",
    "basic.find_naked_subset": "subsets",
    "basic.find_hidden_subset": "subsets",
    "fish": "fish",
    "chains.find_skyscraper": "single-digit",
    "chains.find_two_string_kite": "single-digit",
    "chains.find_turbot_fish": "single-digit",
    "chains.find_empty_rectangle": "single-digit",
    "chains.find_w_wing": "wings",
    "chains.find_wing": "wings",
    "uniqueness": "uniqueness",
    "chains": "chains",
    "chains.find_simple_colours": "colours",
    "chains.find_multi_colours": "colours",
    "loops": "chains",
    "almost_locked": "als",
    "forcing": "forcing",
    "forcing.find_brute_force": "guessing",
}
"""The group of the techniques of a module, or of one of its finders."""


class Technique(NamedTuple):
    """A technique, the level of puzzles that need it, and the score of a step.

    `finder` is `module.name` of a finder; with `arguments`, it takes these and the name of the
    technique before the board.
    """

    name: str
    level: str
    score: int
    finder: str
    arguments: tuple[int, ...] = ()

    def find(self, board: Board) -> Move | None:
        """Return the move that it makes; its module is imported on first use."""
        given = (*self.arguments, self.name) if self.arguments else ()
        return _finder(self.finder)(*given, board)

    @property
    def group(self) -> str:
        """The group, such as `fish`, by which lists of techniques may name it."""
        return GROUPS.get(self.finder) or GROUPS[self.finder.partition(".")[0]]


TABLE = (
    Technique("Full house", EASY, 4, "basic.find_full_house"),
    Technique("Naked single", EASY, 4, "basic.find_naked_single"),
    Technique("Hidden single", EASY, 14, "basic.find_hidden_single"),
    Technique("Locked pair", MEDIUM, 40, "basic.find_locked_subset", (2,)),
    Technique("Locked triple", MEDIUM, 60, "basic.find_locked_subset", (3,)),
    Technique("Pointing", MEDIUM, 50, "basic.find_locked_candidates", (0,)),
    Technique("Claiming", MEDIUM, 50, "basic.find_locked_candidates", (1,)),
    Technique("Naked pair", MEDIUM, 60, "basic.find_naked_subset", (2,)),
    Technique("Naked triple", MEDIUM, 80, "basic.find_naked_subset", (3,)),
    Technique("Hidden pair", MEDIUM, 70, "basic.find_hidden_subset", (2,)),
    Technique("Hidden triple", MEDIUM, 100, "basic.find_hidden_subset", (3,)),
    Technique("Naked quad", HARD, 120, "basic.find_naked_subset", (4,)),
    Technique("Hidden quad", HARD, 150, "basic.find_hidden_subset", (4,)),
    Technique("X-Wing", HARD, 140, "fish.find_basic_fish", (2,)),
    Technique("Swordfish", HARD, 150, "fish.find_basic_fish", (3,)),
    Technique("Jellyfish", HARD, 160, "fish.find_basic_fish", (4,)),
    Technique("Remote pair", HARD, 110, "chains.find_remote_pair"),
    Technique("BUG + 1", HARD, 100, "uniqueness.find_bug_plus_1"),
    Technique("Skyscraper", HARD, 130, "chains.find_skyscraper"),
    Technique("Two-string kite", HARD, 150, "chains.find_two_string_kite"),
    Technique("Turbot fish", HARD, 120, "chains.find_turbot_fish"),
    Technique("Empty rectangle", HARD, 120, "chains.find_empty_rectangle"),
    Technique("W-Wing", HARD, 150, "chains.find_w_wing"),
    Technique("XY-Wing", HARD, 160, "chains.find_wing", (2,)),
    Technique("XYZ-Wing", HARD, 180, "chains.find_wing", (3,)),
    *(
        Technique(f"Uniqueness test {kind}", HARD, 100, "uniqueness.find_rectangle", (kind,))
        for kind in range(1, 7)
    ),
    Technique("Hidden rectangle", HARD, 100, "uniqueness.find_rectangle", (0,)),
    Technique("Avoidable rectangle 1", HARD, 100, "uniqueness.find_avoidable_rectangle_1"),
    Technique("Avoidable rectangle 2", HARD, 100, "uniqueness.find_avoidable_rectangle_2"),
    Technique("Finned X-Wing", HARD, 130, "fish.find_finned_fish", (2, False)),
    Technique("Sashimi X-Wing", HARD, 150, "fish.find_finned_fish", (2, True)),
    Technique("Finned Swordfish", UNFAIR, 200, "fish.find_finned_fish", (3, False)),
    Technique("Sashimi Swordfish", UNFAIR, 240, "fish.find_finned_fish", (3, True)),
    Technique("Finned Jellyfish", UNFAIR, 250, "fish.find_finned_fish", (4, False)),
    Technique("Sashimi Jellyfish", UNFAIR, 260, "fish.find_finned_fish", (4, True)),
    Technique("Sue de Coq", UNFAIR, 250, "almost_locked.find_sue_de_coq"),
    Technique("Simple colours", HARD, 150, "chains.find_simple_colours"),
    Technique("Multi colours", HARD, 200, "chains.find_multi_colours"),
    Technique("X-Chain", UNFAIR, 260, "chains.find_x_chain"),
    Technique("XY-Chain", UNFAIR, 260, "chains.find_xy_chain"),
    Technique("Nice loop", UNFAIR, 280, "loops.find_nice_loop", (False,)),
    Technique("Grouped nice loop", UNFAIR, 300, "loops.find_nice_loop", (True,)),
    Technique("ALS-XZ", UNFAIR, 300, "almost_locked.find_xz"),
    Technique("ALS-XY-Wing", UNFAIR, 320, "almost_locked.find_xy_wing"),
    Technique("ALS-XY-Chain", UNFAIR, 340, "almost_locked.find_xy_chain"),
    Technique("Franken X-Wing", UNFAIR, 300, "fish.find_franken_fish", (2, False)),
    Technique("Franken Swordfish", UNFAIR, 350, "fish.find_franken_fish", (3, False)),
    Technique("Finned Franken X-Wing", UNFAIR, 390, "fish.find_franken_fish", (2, True)),
    Technique("Finned Franken Swordfish", UNFAIR, 410, "fish.find_franken_fish", (3, True)),
    Technique("Forcing chain", EXTREME, 500, "forcing.find_forcing_chain"),
    Technique("Forcing net", EXTREME, 700, "forcing.find_forcing_net"),
    Technique("Brute force", EXTREME, 10000, "forcing.find_brute_force"),
)
"""All techniques in the order in which they are tried."""

BY_NAME = {technique.name: technique for technique in TABLE}


@cache
def _finder(path: str) -> Callable[..., Move | None]:
    module, name = path.split(".")
    finder: Callable[..., Move | None]
    finder = getattr(import_module(f"sudokutools.logic.hodoku.{module}"), name)
    return finder


def tried(
    is_narrowed: bool = False, allowed: Collection[str] | None = None
) -> tuple[Technique, ...]:
    """Return the techniques to try, of those allowed (None: all).

    Techniques that assume a unique solution are left out if candidates are missing that the clues
    allow: a corner of a rectangle may have lost a symbol because the solution is unique.
    """
    return tuple(
        technique
        for technique in TABLE
        if not (is_narrowed and technique.finder.startswith("uniqueness."))
        and (allowed is None or technique.name in allowed)
    )
