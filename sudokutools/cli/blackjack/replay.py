"""`blackjack replay`: show and verify the rounds of a log.

Other processes verify parts of it. The text of a part is used if the part has no faults and begins
with a session where the part before it ends. Other parts are read line by line.
"""

from __future__ import annotations

import io
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import BinaryIO, NamedTuple

from sudokutools._support.terminal import visible
from sudokutools.blackjack.log import Line
from sudokutools.blackjack.player import money
from sudokutools.blackjack.practice import Asked
from sudokutools.blackjack.proof import ImpossibleRoundError, Proof, Replay, Sitting
from sudokutools.cli.blackjack.display import Painter, TableScreen
from sudokutools.cli.blackjack.session_files import LONGEST
from sudokutools.cli.blackjack.text import GAP, counted
from sudokutools.cli.run.output import Output
from sudokutools.cli.run.process import Exit, print_error, shell_word, standard_input
from sudokutools.cli.run.progress import Progress
from sudokutools.errors import SudokuError

LONGEST_REASON = 200  # The maximum length of a quotation from a log.

LINES = 1000
BYTES = 1 << 20
"""The length of a part after which it ends with its last session; twice that, within one."""

Part = list[tuple[int, bytes]]  # Numbered lines.


class Verified(NamedTuple):
    """A part without faults: its text, the number of its rounds, and the state at its end."""

    text: bytes
    rounds: int
    proof: Proof
    sitting: Sitting


class Text(Output):
    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[bytes] = []

    def write(self, text: str | bytes) -> None:
        self.pieces.append(
            text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        )


def replay_file(
    path: str, output: Output, painter: Painter, progress: Progress, jobs: int | str = 1
) -> Exit:
    """Replay a log. Several processes verify a file; lines of a pipe are shown as they arrive."""
    with standard_input() if path == "-" else open(path, "rb") as file:
        with suppress(io.UnsupportedOperation):  # Not a file: a stand-in.
            output.refuse_as_input(path, file.fileno())
        viewer = _Viewer(path, output, painter, progress)
        is_file = isinstance(file, io.BufferedReader) and file.seekable()
        return viewer.show(file, jobs if is_file else 1)


class _Viewer:
    def __init__(self, path: str, output: Output, painter: Painter, progress: Progress) -> None:
        self._path = path
        self._output = output
        self._painter = painter
        self._progress = progress
        self._sitting: Sitting | None = None
        self._screen: TableScreen | None = None
        self._seed = ""
        self._rounds = self._wrong_payments = self._wrong = self._unreadable = 0

    def show(self, file: BinaryIO, jobs: int | str) -> Exit:
        proof = Proof()
        lines = ((number, line) for number, line in _lines(file) if line.strip())
        if jobs == 1:
            self._show_lines(proof, lines)
        else:
            self._show_parts(proof, lines, jobs)
        self._progress.clear()
        self._end_session()
        self._output.write(f"{self._summary()}\n")
        if self._unreadable:
            return Exit.ERROR
        return Exit.NO if self._wrong_payments or self._wrong else Exit.DONE

    def _show_lines(self, proof: Proof, lines: Iterable[tuple[int, bytes]]) -> None:
        for number, line in lines:
            self._show_line(proof, number, line)
            self._progress.update(self._rounds)

    def _show_parts(
        self, proof: Proof, lines: Iterable[tuple[int, bytes]], jobs: int | str
    ) -> None:
        """Show a log that is verified in parts; parts with faults are shown line by line."""
        from sudokutools.cli.run.jobs import map_jobs

        for part, later in map_jobs(partial(verify_part, self._painter), parts(lines), jobs):
            if later is None or not follows(part, later, proof):
                self._show_lines(proof, part)
                continue
            self._end_session()
            self._take_seat(later.sitting)
            assert self._screen is not None
            self._screen.resume(later.sitting.rules)
            self._output.write(later.text)
            self._rounds += later.rounds
            self._progress.update(self._rounds)

    def _take_seat(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._seed = f"seed {shell_word(sitting.seed)}"
        self._screen = TableScreen(self._output, self._painter, sitting.players)
        self._screen.score = sitting.score

    def _show_line(self, proof: Proof, number: int, line: bytes) -> None:
        try:
            replay = proof.read(line)
        except SudokuError as error:
            is_round = isinstance(error, ImpossibleRoundError)
            self._rounds += is_round
            self._wrong += is_round
            self._unreadable += not is_round
            self._print_error(number, str(error))
            return
        if isinstance(replay, Replay):
            self._rounds += 1
            self._show_round(replay)
        if replay.fault is not None:
            self._wrong_payments += replay.fault.is_payment
            self._wrong += not replay.fault.is_payment
            self._print_error(number, replay.fault.reason)

    def _show_round(self, replay: Replay) -> None:
        if replay.sitting is not self._sitting:
            self._end_session()
            self._take_seat(replay.sitting)
        screen = self._screen
        assert screen is not None
        for name, bought in replay.bought.items():
            if bought:
                screen.write(f"{visible(name)} buys in for {money(bought)}.")
        round_ = replay.round
        number, position = replay.place
        screen.begin(round_, f"shoe {number}, card {position}", self._seed)
        steps = replay.steps()
        while (question := round_.question) is not None:
            asked = screen.label(question.seat, 0)
            if question.actions:
                asked = screen.question(round_, question)
            answer = next(steps, None)
            if answer is None:
                break
            if isinstance(answer, Asked):
                screen.write(f"{GAP}{answer}")
                continue
            screen.write(f"{asked}: {_answer_text(answer)}")
            screen.update(round_)
        counts = [f"{GAP}{step}" for step in steps if isinstance(step, Asked)]  # Or surplus.
        if replay.is_over:
            screen.end(round_)
            screen.write(*counts)

    def _end_session(self) -> None:
        if self._screen is not None:
            self._screen.write(*self._screen.totals())

    def _print_error(self, number: int, reason: str) -> None:
        reason = visible(reason)
        reason = reason if len(reason) <= LONGEST_REASON else f"{reason[:LONGEST_REASON]}..."
        self._output.flush()
        self._progress.clear()
        print_error(f"{self._path}:{number}: {reason}")

    def _summary(self) -> str:
        text = f"{counted(self._rounds, 'round')}, {self._wrong_payments} with wrong payments"
        if self._wrong:
            text += f", {self._wrong} with other faults"
        if self._unreadable:
            text += f", {counted(self._unreadable, 'line')} unreadable"
        return text


class _PartViewer(_Viewer):
    """Verify a part of a log; a fault raises SudokuError."""

    def _print_error(self, number: int, reason: str) -> None:
        raise SudokuError(f"{number}: {reason}")

    def verify(self, part: Part, text: Text) -> Verified:
        line = Line(part[0][1])
        if line.is_summary or not line.begins or line.after is None:
            raise SudokuError("not the beginning of a session")
        proof = Proof(line.after)
        self._show_lines(proof, part)
        assert self._sitting is not None
        return Verified(b"".join(text.pieces), self._rounds, proof.detach(), self._sitting)


def verify_part(painter: Painter, part: Part) -> tuple[Part, Verified | None]:
    """Verify a part of a log; None: it has faults, or continues a session."""
    text = Text()
    with suppress(SudokuError):
        return part, _PartViewer("", text, painter, Progress(False)).verify(part, text)
    return part, None


def _answer_text(answer: str | int) -> str:
    if isinstance(answer, str):
        return answer
    return f"insurance {money(answer)}" if answer else "no insurance"


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := file.readline(LONGEST):
        number += 1
        if line.endswith(b"\r\n"):
            line = line[:-2] + b"\n"
        if number == 1:
            line = line.removeprefix(BOM_UTF8)
        if len(line) == LONGEST and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = file.readline(LONGEST)
            line = b"too long"
        yield number, line


def parts(lines: Iterable[tuple[int, bytes]]) -> Iterator[Part]:
    held: Part = []
    size = 0
    for number, raw in lines:
        begins = b'"round":1,' in raw[:40]
        filled = max(len(held) / LINES, size / BYTES)
        if filled >= (1 if begins else 2):
            yield held
            held, size = [], 0
        held.append((number, raw))
        size += len(raw)
    if held:
        yield held


def follows(part: Part, later: Verified, proof: Proof) -> bool:
    return proof.may_begin(Line(part[0][1])) and proof.goes_on(later.proof, later.sitting)
