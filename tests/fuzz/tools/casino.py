"""Rules of blackjack drawn from bytes."""

from sudokutools.blackjack.rules import DOUBLES, SPLITS, SURRENDER_UPCARDS, SURRENDERS, Rules
from tests.fuzz.tools.cursor import Cursor


def table_rules(cursor: Cursor) -> Rules:
    peek = cursor.chance()
    return Rules(
        decks=cursor.choice((1, 0, 2, 6, 8)),
        hit_soft_17=cursor.chance(),
        double_after_split=cursor.chance(),
        double=cursor.choice(DOUBLES),
        double_after_hit=cursor.chance(),
        double_for_less=cursor.chance(),
        split=cursor.choice(SPLITS),
        max_hands=cursor.choice((2, 1, 3, 4, 32)),
        max_ace_hands=cursor.choice((2, 1, 4)),
        hit_split_aces=cursor.chance(),
        surrender=cursor.choice(SURRENDERS),
        surrender_upcards=cursor.choice(tuple(SURRENDER_UPCARDS)),
        charlie=cursor.choice((0, 0, 5, 6, 7)),
        push_22=cursor.chance(),
        payout=cursor.choice(((3, 2), (6, 5), (1, 1), (7, 3))),
        peek=peek,
        original_bets_only=not peek and cursor.chance(),
        penetration=cursor.choice((0.75, 0.0, 0.3, 1.0)),
    )
