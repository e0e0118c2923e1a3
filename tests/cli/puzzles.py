"""Puzzles that the tests of the commands share."""

import re

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# From the 17-clue puzzles that Gordon Royle collected (University of Western Australia).
SEVENTEEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
SEVENTEEN_SOLUTION = (
    "693784512487512936125963874932651487568247391741398625319475268856129743274836159"
)
TWO = ".....89.....1..3.81....2.678.9..1.2...6.5......3...85.....3.2....74......4.....7."
# Of 38 clues, none in box 1; rated 1.2.
OPEN_BOX = ".....87......596.3....274...35.6.98..748.5....69..3...6..5.4.9.4...86.3.987312546"
CLASH = "55" + EASY[2:]
NONE = "3..67..1...2....4......2.....9.....3....5.7....3...8..96.5..2....74..63..4..8...9"
SMALL = "12..34......4..1"


def one_by_one(text: str) -> str:
    """Return lines of grids that blocks leave to the formats, with a blank at their beginning."""
    return re.sub(r"(?m)^(?=[\d.])", " ", text)


def without_blanks(text: str) -> str:
    return re.sub(r"(?m)^ (?=[\d.])", "", text)
