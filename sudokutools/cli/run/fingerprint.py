"""Running hashes of output and input, for `--resume`."""

from __future__ import annotations

from collections import deque
from hashlib import blake2b
from typing import NamedTuple

from sudokutools.cli.run.output import Read
from sudokutools.formats.reader import Reader


class Place(NamedTuple):
    """A number of bytes, and their hash."""

    length: int = 0
    hash: str = ""


NOWHERE = Place()


class Fingerprint:
    """A running hash of bytes, compared with another one at the length of `wanted`."""

    def __init__(self, wanted: Place = NOWHERE) -> None:
        self._hash = blake2b(digest_size=16)
        self._wanted = wanted
        self._length = 0
        self.is_changed = False

    @property
    def place(self) -> Place:
        """The end of the bytes so far."""
        return Place(self._length, self._hash.hexdigest())

    @property
    def missing(self) -> int:
        """The number of bytes until the comparison."""
        return max(self._wanted.length - self._length, 0)

    def add(self, content: bytes) -> None:
        head, rest = content[: self.missing], content[self.missing :]
        self._hash.update(head)
        self._length += len(head)
        if head and not self.missing:
            self.is_changed = self.place != self._wanted
        self._hash.update(rest)
        self._length += len(rest)


class InputFingerprint(Fingerprint):
    """The hash of all input files in order, each followed by its length."""

    def __init__(self, wanted: Place, also_read: bytes) -> None:
        super().__init__(wanted)
        self._ahead: deque[bytes] = deque()
        self._read_on: Read = bytes
        self.add(also_read)
        self._places = deque([(-1, self.place)])

    def watch(self, reader: Reader, read: Read) -> Read:
        """Return a function that reads a file and hashes it; `reader` counts its records."""
        start = self._length
        is_at_end = False

        def read_on() -> bytes:
            nonlocal is_at_end
            content = read()
            if content or not is_at_end:
                is_at_end = not content
                self.add(content or (self._length - start).to_bytes(8, "big"))
                self._places.append((reader.count, self.place))
            return content

        self._read_on = read_on
        return lambda: self._ahead.popleft() if self._ahead else read_on()

    def read_rest(self) -> None:
        """Read on to the end of the file."""
        while self._read_on():
            pass
        self._read_on = bytes

    def place_after(self, record: int) -> Place:
        """Return a place behind a record, in the same file."""
        # Bytes read before an earlier record was complete may belong to this one.
        while len(self._places) > 1 and self._places[1][0] < record:
            self._places.popleft()
        return self._places[0][1]

    def is_same(self) -> bool:
        """Read on to the comparison; return whether the input is the same up to there."""
        while self.missing and (content := self._read_on()):
            self._ahead.append(content)
        return not (self.missing or self.is_changed)
