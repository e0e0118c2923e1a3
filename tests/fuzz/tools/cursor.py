"""Decisions taken from the bytes of an input, in their order."""

from __future__ import annotations

from random import Random
from typing import Any


class Cursor(Random):
    """Draw numbers as `random.Random` does, from bytes instead of a generator.

    Adjacent bytes decide adjacent draws, so that a change
    of one byte changes one decision; behind the end there are zeros, the first of every choice.

    >>> cursor = Cursor(bytes([7, 1, 2]))
    >>> cursor.randrange(5), cursor.choice("abc"), cursor.rest()
    (2, 'b', b'\\x02')
    """

    def __init__(self, data: bytes) -> None:
        super().__init__(0)
        self._data = data
        self._place = 0

    def __new__(cls, data: bytes) -> Cursor:
        return super().__new__(cls)

    def byte(self) -> int:
        place, self._place = self._place, self._place + 1
        return self._data[place] if place < len(self._data) else 0

    def rest(self) -> bytes:
        """Return the bytes that are left, and leave none."""
        place, self._place = self._place, len(self._data)
        return self._data[place:]

    @property
    def left(self) -> int:
        return max(0, len(self._data) - self._place)

    def chance(self, parts: int = 2) -> bool:
        """Return true once in `parts` draws on average; false after the end."""
        return self.randrange(parts) == parts - 1

    def getrandbits(self, k: int) -> int:
        """Return a number of `bits` bits."""
        octets = bytes(self.byte() for _ in range((k + 7) // 8))
        return int.from_bytes(octets, "little") & ((1 << k) - 1)

    def random(self) -> float:
        return self.getrandbits(16) / (1 << 16)

    def _randbelow(self, n: int) -> int:
        return self.getrandbits((n - 1).bit_length() + 7 & ~7) % n if n > 1 else 0

    def __reduce__(self) -> Any:
        return Cursor, (self._data,)
