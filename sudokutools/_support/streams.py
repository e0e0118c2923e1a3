"""Random streams: one generator for every command, the same numbers on every machine.

A stream is named by three things: the command that draws, the text of `--seed`, and the number
of the record. Nothing else enters, so a record draws the same numbers whatever runs beside it.

The generator is xoshiro256** 1.0 (David Blackman and Sebastiano Vigna, "Scrambled linear
pseudorandom number generators", ACM Transactions on Mathematical Software 47, 2021): 256 bits
of state, period 2^256 - 1. Its state comes from the name of the stream in two steps, both made
of `mix`, the output function of SplitMix64 (Guy Steele, Doug Lea and Christine Flood, "Fast
splittable pseudorandom number generators", OOPSLA 2014), with GOLDEN = 0x9e3779b97f4a7c15, all
arithmetic modulo 2^64:

1. The key of (command, seed), four words. The message is the command, a zero byte and the seed
   in UTF-8, filled up with zero bytes to a multiple of 8, followed by its own length in bytes
   before filling. Read as 64-bit little-endian words w, it is absorbed by each of four lanes:
   h[j] starts as (j + 1) * GOLDEN, and each word makes it mix(h[j] ^ w).
2. The state for record i: s[j] = mix(key[j] + (4 * i + j + 1) * GOLDEN). For a given key every
   word is a different one for each of the first 2^62 records. A state of four zeros, which the
   generator cannot leave, has the chance 2^-256 and becomes (1, 0, 0, 0).

`sudokutools/_core/streams.c` is the same in C.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeVar

T = TypeVar("T")

MASK = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """Scramble a 64-bit word, one to one (the output function of SplitMix64).

    >>> hex(mix(1))
    '0x5692161d100b05e5'
    """
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def stream_key(command: str, seed: str) -> tuple[int, int, int, int]:
    """Return the four words that the streams of a command and a seed have in common.

    Bytes of a command line that are no UTF-8 count as they are (`surrogateescape`).
    """
    message = f"{command}\0{seed}".encode(errors="surrogateescape")
    padded = message + bytes(-len(message) % 8) + len(message).to_bytes(8, "little")
    words = [int.from_bytes(padded[at : at + 8], "little") for at in range(0, len(padded), 8)]
    lanes = [(lane * GOLDEN) & MASK for lane in (1, 2, 3, 4)]
    for word in words:
        lanes = [mix(lane ^ word) for lane in lanes]
    return lanes[0], lanes[1], lanes[2], lanes[3]


class Stream:
    """Draw random numbers; two streams of one name draw the same ones.

    >>> stream = Stream("sudoku-gen", "7", 0)
    >>> [stream.below(10) for _ in range(8)]
    [8, 1, 1, 7, 7, 1, 1, 0]
    """

    __slots__ = ("_s0", "_s1", "_s2", "_s3")

    def __init__(self, command: str, seed: str, record: int) -> None:
        self._start(stream_key(command, seed), record)

    @classmethod
    def from_key(cls, key: tuple[int, int, int, int], record: int) -> Stream:
        """Return the stream of a record from the key that `stream_key` made."""
        stream = cls.__new__(cls)
        stream._start(key, record)
        return stream

    def _start(self, key: tuple[int, int, int, int], record: int) -> None:
        state = [mix((key[j] + (4 * record + j + 1) * GOLDEN) & MASK) for j in range(4)]
        self._s0, self._s1, self._s2, self._s3 = state if any(state) else [1, 0, 0, 0]

    @property
    def state(self) -> tuple[int, int, int, int]:
        """The four words from which all that follows is drawn: to go on in C, and back."""
        return self._s0, self._s1, self._s2, self._s3

    @state.setter
    def state(self, words: tuple[int, int, int, int]) -> None:
        self._s0, self._s1, self._s2, self._s3 = words

    def next(self) -> int:
        """Draw 64 random bits."""
        s1 = self._s1
        product = (s1 * 5) & MASK
        result = (((product << 7) | (product >> 57)) * 9) & MASK
        s2 = self._s2 ^ self._s0
        s3 = self._s3 ^ s1
        self._s1 = s1 ^ s2
        self._s0 ^= s3
        self._s2 = s2 ^ ((s1 << 17) & MASK)
        self._s3 = ((s3 << 45) | (s3 >> 19)) & MASK
        return result

    def below(self, limit: int) -> int:
        """Draw a number from 0 to limit - 1, each exactly equally likely; 1 <= limit <= 2^64.

        The high word of a 128-bit product, drawn again for the few low words that would favour
        some numbers (Daniel Lemire, "Fast random integer generation in an interval", ACM
        Transactions on Modeling and Computer Simulation 29, 2019).
        """
        product = self.next() * limit
        if product & MASK < limit:
            unfair = (1 << 64) % limit
            while product & MASK < unfair:
                product = self.next() * limit
        return product >> 64

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put a list into random order in place, every order equally likely (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
