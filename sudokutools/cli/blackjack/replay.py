"""`blackjack replay`: show the rounds of a log and verify them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

from sudokutools.blackjack.hand import Player
from sudokutools.blackjack.money import money
from sudokutools.blackjack.transcript import Replay
from sudokutools.cli.blackjack.table import Painter, TableScreen
from sudokutools.cli.output import Output
from sudokutools.cli.process import Exit, complain
from sudokutools.errors import SudokuError

LONGEST = 1 << 20
"""A longer line is no round: it is skipped unread."""


def replay_file(path: str, output: Output, painter: Painter) -> Exit:
    """Replay every round of a log; say which payments are wrong and which lines unreadable."""
    if path == "-":
        return _replay_lines("-", sys.stdin.buffer, output, painter)
    with open(path, "rb") as file:
        return _replay_lines(path, file, output, painter)


def _replay_lines(path: str, file: BinaryIO, output: Output, painter: Painter) -> Exit:
    status = Exit.DONE
    rounds = wrong = 0
    for number, line in _lines(file):
        if not line.strip():
            continue
        rounds += 1
        try:
            replay = Replay(_parse(line))
            faults = _show(replay, TableScreen(output, painter, _players(replay)))
        except SudokuError as error:
            output.flush()
            complain(f"{path}:{number}: {error}")
            status = Exit.ERROR
            continue
        if faults:
            wrong += 1
            status = max(status, Exit.NO)
            output.flush()
            for fault in faults:
                complain(f"{path}:{number}: {fault}")
    played = "1 round" if rounds == 1 else f"{rounds} rounds"
    output.write(f"{played}, {wrong} with wrong payments\n")
    return status


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := file.readline(LONGEST):
        number += 1
        if len(line) == LONGEST and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = file.readline(LONGEST)
            line = b"too long"
        yield number, line


def _parse(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise SudokuError("not a round in JSON") from None


def _players(replay: Replay) -> list[Player]:
    return [seat.player for seat in replay.round.seats]


def _show(replay: Replay, screen: TableScreen) -> list[str]:
    """Show a round as it was played and return what is wrong with it."""
    round_ = replay.round
    remark = f"seed {replay.data.get('seed')}, shoe {replay.data.get('shoe')}"
    screen.begin(round_, remark if remark.isprintable() else "")
    for question, answer in replay.steps():
        said = answer if isinstance(answer, str) else f"insurance {money(answer)}"
        screen.write(f"{question.seat.player.name}: {said}")
        if round_.question is not None:
            screen.update(round_)
    screen.end(round_)
    return replay.faults()
