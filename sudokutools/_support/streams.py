"""Random streams: one generator for every command, with the same numbers on every machine.

A stream is identified by a command, the text of a seed and the number of the record, so the
numbers of a record do not depend on other records.

The generator is xoshiro256** 1.0 (David Blackman and Sebastiano Vigna, "Scrambled linear
pseudorandom number generators", ACM Transactions on Mathematical Software 47, 2021): 256 bits of
state, period 2^256 - 1. Its state is derived from the name of the stream in two steps, both using
`mix`, the output function of SplitMix64 (Guy Steele, Doug Lea and Christine Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014), with GOLDEN = 0x9e3779b97f4a7c15, all arithmetic
modulo 2^64:

1. The key of (command, seed), four words. The message is the command, a zero byte and the seed
   in UTF-8, padded with zero bytes to a multiple of 8, followed by its unpadded length in bytes.
   Read as 64-bit little-endian words w, it is absorbed by each of four lanes: h[j] starts as
   (j + 1) * GOLDEN, and each word updates it to mix(h[j] ^ w).
2. The state for record i: s[j] = mix(key[j] + (4 * i + j + 1) * GOLDEN). For a given key each
   word is different for each of the first 2^62 records. A state of four zeros, which the
   generator cannot leave, has probability 2^-256 and becomes (1, 0, 0, 0).

`sudokutools/_core/streams.c` is the C twin.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from os import urandom
from typing import TypeVar

from sudokutools.errors import SudokuError

T = TypeVar("T")
Words = tuple[int, int, int, int]

MASK = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """Scramble a 64-bit word bijectively (the output function of SplitMix64)."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def stream_key(command: str, seed: str) -> Words:
    """Return the key of the streams of a command and a seed.

    Invalid UTF-8 from the command line counts as its bytes (`surrogateescape`).
    """
    message = f"{command}\0{seed}".encode(errors="surrogateescape")
    padded = message + bytes(-len(message) % 8) + len(message).to_bytes(8, "little")
    words = [int.from_bytes(padded[at : at + 8], "little") for at in range(0, len(padded), 8)]
    lanes = [(lane * GOLDEN) & MASK for lane in (1, 2, 3, 4)]
    for word in words:
        lanes = [mix(lane ^ word) for lane in lanes]
    return lanes[0], lanes[1], lanes[2], lanes[3]


def _state(key: Words, record: int) -> Words:
    s0, s1, s2, s3 = (mix((key[j] + (4 * record + j + 1) * GOLDEN) & MASK) for j in range(4))
    return (s0, s1, s2, s3) if any((s0, s1, s2, s3)) else (1, 0, 0, 0)


def stream_of(command: str, stream: Stream | None, seed: str | int | None) -> Stream:
    """Return the stream, or the first one of a command and a seed; default: entropy of the system.

    Raises SudokuError if both are given.
    """
    if stream is None:
        return Stream(command, urandom(16).hex() if seed is None else str(seed), 0)
    if seed is not None:
        raise SudokuError("stream and seed cannot be combined")
    return stream


class Stream:
    """A reproducible stream of random numbers.

    command  the first part of the name, such as "sudoku-gen"
    seed     any text
    record   the number of the record, from 0

    Streams with equal names draw equal numbers, on every machine. Functions that take a stream draw
    from it, so that later calls with the same stream get other numbers. `state`, four words, can be
    read and set, for example to continue in C.

    >>> from sudokutools import Geometry, Stream, generate
    >>> stream = Stream("sudoku-gen", "7", 0)
    >>> [stream.below(10) for _ in range(8)]
    [8, 1, 1, 7, 7, 1, 1, 0]
    >>> print(generate(Geometry.of(2, 2), stream=Stream("sudoku-gen", "7", 0)), end="")
    1 2 | 3 4
    4 3 | 1 2
    ----+----
    2 1 | 4 3
    3 4 | 2 1
    """

    __slots__ = ("state",)

    state: Words

    def __init__(self, command: str, seed: str, record: int) -> None:
        self.state = _state(stream_key(command, seed), record)

    @classmethod
    def from_key(cls, key: tuple[int, int, int, int], record: int) -> Stream:
        """Return the stream of a record, given a key from `stream_key`."""
        stream = cls.__new__(cls)
        stream.state = _state(key, record)
        return stream

    def next(self) -> int:
        """Draw 64 random bits."""
        return self.below(1 << 64)

    def below(self, limit: int) -> int:
        """Draw a number from 0 to limit - 1, exactly uniformly; 1 <= limit <= 2^64.

        Takes the high word of a 128-bit product and redraws the few low words that would cause bias
        (Daniel Lemire, "Fast random integer generation in an interval", ACM Transactions on
        Modeling and Computer Simulation 29, 2019).
        """
        while True:
            s0, s1, s2, s3 = self.state
            product = (s1 * 5) & MASK
            drawn = limit * ((((product << 7) | (product >> 57)) * 9) & MASK)
            s2 ^= s0
            s3 ^= s1
            self.state = (
                s0 ^ s3, s1 ^ s2, s2 ^ ((s1 << 17) & MASK), ((s3 << 45) | (s3 >> 19)) & MASK
            )  # fmt: skip
            low = drawn & MASK
            if low >= limit or low >= (1 << 64) % limit:
                return drawn >> 64

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle a list in place, every order equally likely (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
