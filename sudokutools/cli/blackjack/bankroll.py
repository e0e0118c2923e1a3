"""A file that keeps the bankrolls of players between sessions."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Sequence
from contextlib import suppress

from sudokutools._support import system
from sudokutools.blackjack.hand import Player
from sudokutools.blackjack.money import money, parse_money
from sudokutools.cli.run.process import naming
from sudokutools.errors import SudokuError

LARGEST = 1 << 20
"""A longer file is none of ours."""

MOST = 10**32
"""No sessions win as much, in cents."""


def lock(descriptor: int, shown: str) -> None:
    """Lock a file until it is closed; SudokuError when another session has it."""
    if not system.lock(descriptor):
        os.close(descriptor)
        raise SudokuError(f"{shown}: another session is using it")


class BankrollFile:
    """Names and bankrolls, one `NAME<TAB>AMOUNT` a line, for one session at a time.

    The file is locked as long as the session goes on. `save` writes it aside and renames it, so
    that it is there whole whatever happens; the new file is locked before it takes the place.
    That this can be done is tried at the beginning. SudokuError: it is no file of bankrolls.
    `close` lets others have the file.
    """

    def __init__(self, path: str) -> None:
        self._path = os.path.realpath(path)
        self._shown = path
        self._known: dict[str, int] = {}
        with naming(path):
            while True:
                self._refuse_others()
                self._descriptor = os.open(
                    self._path, os.O_RDWR | os.O_CREAT | system.BINARY, 0o666
                )
                lock(self._descriptor, path)
                if self._is_in_place():
                    break
                os.close(self._descriptor)  # Another session renamed its file in between.
            try:
                self._amounts = self._read()
                descriptor, aside = self._new_file()
                try:
                    os.close(descriptor)
                finally:
                    os.unlink(aside)
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Let the file and its lock go; all that it holds is on the disk."""
        with suppress(OSError):
            os.close(self._descriptor)

    def _refuse_others(self) -> None:
        """Refuse what cannot be replaced, or only by taking away a device."""
        try:
            mode = os.stat(self._path).st_mode
        except FileNotFoundError:
            return
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise SudokuError(f"{self._shown}: not a regular file")

    def _is_in_place(self) -> bool:
        try:
            there = os.stat(self._path)
        except FileNotFoundError:
            return False
        ours = os.fstat(self._descriptor)
        return (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)

    def _read(self) -> dict[str, int]:
        with open(self._descriptor, "rb", closefd=False) as file:
            data = file.read(LARGEST + 1)
        amounts: dict[str, int] = {}
        try:
            if len(data) > LARGEST:
                raise SudokuError("it is too large")
            for number, line in enumerate(data.decode().splitlines(), 1):
                name, tab, amount = line.partition("\t")
                if not tab or not name:
                    raise SudokuError(f"line {number} is not NAME<TAB>AMOUNT")
                amounts[name] = parse_money(amount, MOST, MOST)
        except (UnicodeDecodeError, SudokuError) as error:
            raise SudokuError(f"{self._shown}: no bankrolls: {error}") from None
        return amounts

    def bankroll(self, name: str, stake: int, least: int = 0) -> int:
        """Return the bankroll of a player: what is in the file, or the stake.

        A player who has less than the least is staked again.
        """
        kept = self._amounts.get(name)
        self._known[name] = stake if kept is None else kept
        if kept is None or kept >= least:
            return self._known[name]
        return kept + stake

    def save(self, players: Sequence[Player]) -> None:
        """Write the bankrolls of these players; those of others stay."""
        self._known = {player.name: player.bankroll for player in players}
        self._amounts |= self._known
        text = "".join(f"{name}\t{money(amount)}\n" for name, amount in self._amounts.items())
        with naming(self._shown):
            self._replace(text)

    def save_changes(self, players: Sequence[Player]) -> None:
        """Write the bankrolls if one is not as it was read or saved last."""
        if any(self._known[player.name] != player.bankroll for player in players):
            self.save(players)

    def _new_file(self) -> tuple[int, str]:
        folder, name = os.path.split(self._path)
        return tempfile.mkstemp(prefix=f".{name}.", dir=folder)

    def _replace(self, text: str) -> None:
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
            with suppress(OSError):  # It is closed, or it has its place.
                os.close(descriptor)
            with suppress(FileNotFoundError):
                os.unlink(aside)
            raise
