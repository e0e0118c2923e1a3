"""The files of a session: the bankrolls of its players, and the log of its rounds."""

from __future__ import annotations

import json
import os
import stat
import tempfile
from collections.abc import Sequence
from contextlib import suppress

from sudokutools._support import system
from sudokutools.blackjack.log import Data, Transcript
from sudokutools.blackjack.player import Player, money, parse_money
from sudokutools.cli.run.process import naming
from sudokutools.errors import SudokuError

LARGEST = 1 << 20  # The maximum length of a file of bankrolls.
LONGEST = 1 << 20  # The maximum length of a line of a log, in bytes.
MOST = 10**32  # The largest bankroll, in cents.


def lock(descriptor: int, shown: str) -> None:
    """Lock a file until it is closed. Raises SudokuError if another session has it."""
    if not system.lock(descriptor):
        os.close(descriptor)
        raise SudokuError(f"{shown}: in use by another session")


class LockedFile:
    """A small file for one session at a time, which is locked until `close`.

    `replace` writes a new file, locks it and renames it, so a complete file exists at any time; the
    constructor verifies that this is possible.
    """

    def __init__(self, path: str) -> None:
        self._path = os.path.realpath(path)
        self._shown = path
        with naming(path):
            while True:
                self._refuse_others()
                flags = os.O_RDWR | os.O_CREAT | system.BINARY
                self._descriptor = os.open(self._path, flags, 0o666)
                lock(self._descriptor, path)
                if self._is_in_place():
                    break
                os.close(self._descriptor)  # Another session renamed its file in the meantime.
            try:
                with open(self._descriptor, "rb", closefd=False) as file:
                    data = file.read(LARGEST + 1)
                if len(data) > LARGEST:
                    raise SudokuError(f"{path}: too large")
                try:
                    self._read(data)
                except (UnicodeDecodeError, SudokuError) as error:
                    raise SudokuError(f"{path}: {error}") from None
                descriptor, aside = self._new_file()
                try:
                    os.close(descriptor)
                finally:
                    os.unlink(aside)
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        with suppress(OSError):
            os.close(self._descriptor)

    def _refuse_others(self) -> None:
        """Reject files that cannot be replaced, or only by removing a device."""
        with suppress(FileNotFoundError):
            mode = os.stat(self._path).st_mode
            if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
                raise SudokuError(f"{self._shown}: not a regular file")

    def _is_in_place(self) -> bool:
        with suppress(FileNotFoundError):
            return os.path.samestat(os.stat(self._path), os.fstat(self._descriptor))
        return False

    def _read(self, data: bytes) -> None:
        raise NotImplementedError

    def replace(self, text: str) -> None:
        with naming(self._shown):
            descriptor, aside = self._new_file()
            try:
                lock(descriptor, self._shown)
                system.set_mode(descriptor, os.fstat(self._descriptor).st_mode & 0o777)
                system.write_all(descriptor, text.encode())
                os.fsync(descriptor)
                self._descriptor = system.replace_locked(
                    descriptor, aside, self._descriptor, self._path
                )
            except BaseException:
                with suppress(OSError):  # Already closed, or renamed.
                    os.close(descriptor)
                with suppress(FileNotFoundError):
                    os.unlink(aside)
                raise

    def _new_file(self) -> tuple[int, str]:
        folder, name = os.path.split(self._path)
        return tempfile.mkstemp(prefix=f".{name}.", dir=folder)


class BankrollFile(LockedFile):
    """Names and bankrolls, one `NAME<TAB>AMOUNT` per line."""

    def _read(self, data: bytes) -> None:
        self._known: dict[str, int] = {}
        self._amounts: dict[str, int] = {}
        for number, line in enumerate(data.decode().splitlines(), 1):
            name, tab, amount = line.partition("\t")
            if not tab or not name:
                raise SudokuError(f"line {number}: expected NAME<TAB>AMOUNT")
            self._amounts[name] = parse_money(amount, MOST, MOST)

    def bankroll(self, name: str, stake: int, least: int = 0) -> int:
        """Return a player's saved bankroll, or the stake if it is missing or below `least`."""
        kept = self._amounts.get(name)
        self._known[name] = stake if kept is None else kept
        if kept is None or kept >= least:
            return self._known[name]
        return kept + stake

    def save(self, players: Sequence[Player]) -> None:
        self._known = {player.name: player.bankroll for player in players}
        self._amounts |= self._known
        self.replace("".join(f"{name}\t{money(cents)}\n" for name, cents in self._amounts.items()))

    def save_changes(self, players: Sequence[Player]) -> None:
        if any(self._known[player.name] != player.bankroll for player in players):
            self.save(players)


class LogFile:
    """A log to which one session at a time appends whole lines, until `close`.

    An incomplete last line is terminated first. Pipes and devices are written as they are. After a
    failure nothing more is written.
    """

    def __init__(self, path: str) -> None:
        self._shown = path
        with naming(path):
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | system.BINARY
            self._descriptor = os.open(path, flags, 0o666)
            self._is_regular = stat.S_ISREG(os.fstat(self._descriptor).st_mode)
        end = b""
        if self._is_regular:
            lock(self._descriptor, path)
            end = self._end()
        self._begin = "" if end.endswith(b"\n") or not end else "\n"
        self._transcript = Transcript(_check_of(end))
        self._has_failed = False

    def _end(self) -> bytes:
        with suppress(OSError), open(self._shown, "rb") as file:
            file.seek(max(0, os.fstat(self._descriptor).st_size - LONGEST))
            return file.read()
        return b""

    def append(self, data: Data) -> None:
        if self._has_failed:
            return
        line = f"{self._begin}{self._transcript.line(data)}\n".encode()
        with naming(self._shown):
            size = os.fstat(self._descriptor).st_size
            try:
                system.write_all(self._descriptor, line)
            except OSError:
                self._has_failed = True
                if self._is_regular:
                    os.ftruncate(self._descriptor, size)
                raise
        self._begin = ""

    def close(self) -> None:
        with naming(self._shown):
            os.close(self._descriptor)


def _check_of(end: bytes) -> str:
    try:
        data = json.loads(end.removesuffix(b"\n").rpartition(b"\n")[2])
        check = data.get("check")
    except (ValueError, RecursionError, AttributeError):
        return ""
    return check if isinstance(check, str) else ""
