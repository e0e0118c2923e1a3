"""The techniques that HoDoKu (Bernhard Hobiger) enables by default, in order, with their scores.

Kinds of a technique that HoDoKu lists together are one technique here.
"""

from __future__ import annotations

from collections.abc import Collection

from sudokutools.logic.levels import HODOKU_LEVELS as LEVELS
from sudokutools.logic.techniques import Technique

EASY, MEDIUM, HARD, UNFAIR, EXTREME = LEVELS


def _row(name: str, level: str, score: int, finder: str, size: int = 0) -> Technique:
    return Technique(name, score, score, f"hodoku.{finder}", size, level=level)


TABLE = (
    _row("Full house", EASY, 4, "basic.find_full_house"),
    _row("Naked single", EASY, 4, "basic.find_naked_single"),
    _row("Hidden single", EASY, 14, "basic.find_hidden_single"),
    _row("Locked pair", MEDIUM, 40, "basic.find_locked_subset", 2),
    _row("Locked triple", MEDIUM, 60, "basic.find_locked_subset", 3),
    _row("Pointing", MEDIUM, 50, "basic.find_locked_candidates"),
    _row("Claiming", MEDIUM, 50, "basic.find_locked_candidates"),
    _row("Naked pair", MEDIUM, 60, "basic.find_naked_subset", 2),
    _row("Naked triple", MEDIUM, 80, "basic.find_naked_subset", 3),
    _row("Hidden pair", MEDIUM, 70, "basic.find_hidden_subset", 2),
    _row("Hidden triple", MEDIUM, 100, "basic.find_hidden_subset", 3),
    _row("Naked quad", HARD, 120, "basic.find_naked_subset", 4),
    _row("Hidden quad", HARD, 150, "basic.find_hidden_subset", 4),
    _row("X-Wing", HARD, 140, "fish.find_basic_fish", 2),
    _row("Swordfish", HARD, 150, "fish.find_basic_fish", 3),
    _row("Jellyfish", HARD, 160, "fish.find_basic_fish", 4),
    _row("Remote pair", HARD, 110, "chains.find_remote_pair"),
    _row("BUG + 1", HARD, 100, "uniqueness.find_bug_plus_1"),
    _row("Skyscraper", HARD, 130, "turbot.find_two_pairs"),
    _row("Two-string kite", HARD, 150, "turbot.find_two_pairs"),
    _row("Turbot fish", HARD, 120, "turbot.find_two_pairs"),
    _row("Empty rectangle", HARD, 120, "turbot.find_empty_rectangle"),
    _row("W-Wing", HARD, 150, "wings.find_w_wing"),
    _row("XY-Wing", HARD, 160, "wings.find_wing", 2),
    _row("XYZ-Wing", HARD, 180, "wings.find_wing", 3),
    *(
        _row(f"Uniqueness test {kind}", HARD, 100, "uniqueness.find_rectangle", kind)
        for kind in range(1, 7)
    ),
    _row("Hidden rectangle", HARD, 100, "uniqueness.find_rectangle"),
    _row("Avoidable rectangle 1", HARD, 100, "uniqueness.find_avoidable_rectangle_1"),
    _row("Avoidable rectangle 2", HARD, 100, "uniqueness.find_avoidable_rectangle_2"),
    _row("Finned X-Wing", HARD, 130, "fish.find_finned_fish", 2),
    _row("Sashimi X-Wing", HARD, 150, "fish.find_finned_fish", 2),
    _row("Finned Swordfish", UNFAIR, 200, "fish.find_finned_fish", 3),
    _row("Sashimi Swordfish", UNFAIR, 240, "fish.find_finned_fish", 3),
    _row("Finned Jellyfish", UNFAIR, 250, "fish.find_finned_fish", 4),
    _row("Sashimi Jellyfish", UNFAIR, 260, "fish.find_finned_fish", 4),
    _row("Sue de Coq", UNFAIR, 250, "almost_locked.find_sue_de_coq"),
    _row("Simple colours", HARD, 150, "colours.find_simple_colours"),
    _row("Multi colours", HARD, 200, "colours.find_multi_colours"),
    _row("X-Chain", UNFAIR, 260, "chains.find_x_chain"),
    _row("XY-Chain", UNFAIR, 260, "chains.find_xy_chain"),
    _row("Nice loop", UNFAIR, 280, "loops.find_nice_loop"),
    _row("Grouped nice loop", UNFAIR, 300, "loops.find_nice_loop"),
    _row("ALS-XZ", UNFAIR, 300, "almost_locked.find_xz"),
    _row("ALS-XY-Wing", UNFAIR, 320, "almost_locked.find_xy_wing"),
    _row("ALS-XY-Chain", UNFAIR, 340, "almost_locked.find_xy_chain"),
    _row("Franken X-Wing", UNFAIR, 300, "fish.find_franken_fish", 2),
    _row("Franken Swordfish", UNFAIR, 350, "fish.find_franken_fish", 3),
    _row("Finned Franken X-Wing", UNFAIR, 390, "fish.find_franken_fish", 2),
    _row("Finned Franken Swordfish", UNFAIR, 410, "fish.find_franken_fish", 3),
    _row("Forcing chain", EXTREME, 500, "forcing.find_forcing_chain"),
    _row("Forcing net", EXTREME, 700, "forcing.find_forcing_net"),
    _row("Brute force", EXTREME, 10000, "forcing.find_brute_force"),
)
"""All techniques in the order in which they are tried."""

BY_NAME = {technique.name: technique for technique in TABLE}


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
        if not (is_narrowed and technique.group == "uniqueness")
        and (allowed is None or technique.name in allowed)
    )
