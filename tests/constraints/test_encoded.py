"""Tables and automata as text, and lines that meet themselves, compared with their meaning."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools.constraints import encoded as encoded_kinds
from sudokutools.constraints import kind
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.propagation import Network
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from tests.tables import cases

FOUR = Geometry.of(2, 2)
EVERY = list(product(range(1, 5), repeat=3))
"""The symbols of the first three cells."""

Steps = list[list[tuple[int, ...]]]  # The next states by state and symbol - 1.


def fillings(spec: str) -> set[tuple[int, ...]]:
    """Return the symbols of which the clue, in words and as primitives, is true."""
    key, _, value = spec.partition("=")
    try:
        clue = kind(key).parse(value, FOUR)
    except SudokuError:
        return set()
    out = Primitives(FOUR)
    clue.primitives(out)
    network = Network(out.items, len(out.masks))
    found = set()
    for held in EVERY:
        masks = [mask & 1 << symbol - 1 for mask, symbol in zip(out.masks, held, strict=False)]
        masks += out.masks[len(held) :]
        is_true = all(masks) and network.settle(masks) is None
        assert is_true == clue.is_true(bytes([*held, *bytes(13)]), FOUR), (spec, held)
        found |= {held} if is_true else set()
    return found


def encoded(starts: int, others: int, accepted: int, steps: Steps, is_packed: bool) -> str:
    width = max(1, (len(steps) - 1).bit_length(), starts.bit_length(), others.bit_length())
    symbols = len(steps[0])
    text = f"{is_packed:02b}{width - 1:04b}{symbols - 1:04b}{starts:0{width}b}{others:0{width}b}"
    text += f"{accepted:0{starts}b}" + "" if is_packed else f"{accepted:0{starts}b}{5:04b}"
    for row in steps:
        pairs = [(symbol, state) for symbol, states in enumerate(row) for state in states]
        if is_packed:
            mask = sum(1 << symbol for symbol, _ in pairs)
            text += f"{mask:0{symbols}b}" + "".join(f"{state:0{width}b}" for _, state in pairs)
        else:
            sign = (symbols - 1).bit_length()
            text += f"{len(pairs):05b}"
            text += "".join(f"{symbol:0{sign}b}{state:0{width}b}" for symbol, state in pairs)
    text += "0" * (-len(text) % 8)
    code = int(text, 2).to_bytes(len(text) // 8, "big")
    return urlsafe_b64encode(code).decode().rstrip("=")


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_automata(data: st.DataObject) -> None:
    """Packed and plain ones, with several states to start in, and with parts of a line."""
    is_packed = data.draw(st.booleans())
    count = data.draw(st.integers(1, 4))
    starts = data.draw(st.integers(1, count))
    others = data.draw(st.integers(0, count - starts))
    accepted = data.draw(st.integers(0, (1 << starts) - 1))
    parts = data.draw(st.sampled_from(["", ".1.2", ".2.1", ".1.1.1", ".0.3", ".3.0", ".1.0.0.2"]))
    most = 1 if is_packed else 3
    state = st.integers(0, count - 1)
    target = st.lists(state, max_size=most, unique=True).map(tuple)
    row = st.lists(target, min_size=5, max_size=5)
    steps = data.draw(st.lists(row, min_size=count, max_size=count))
    code = encoded(starts, others, accepted, steps, is_packed)
    accepting = {s for s in range(starts) if accepted >> s & 1} | {*range(starts, starts + others)}
    ends = [int(length) for length in parts.split(".")[1:]]
    breaks = [sum(ends[:at]) for at in range(1, len(ends))]

    def accepts(held: tuple[int, ...]) -> bool:
        states = set(range(starts))
        for place in range(4):
            for read in (*[5] * breaks.count(place), *held[place : place + 1]):
                states = {after for state in states for after in steps[state][read - 1]}
        return bool(states & accepting)

    meant = {held for held in EVERY if accepts(held)}
    clue = f"nfa={code}{parts}:r1c1r1c2r1c3"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoded_kinds, "MANY", data.draw(st.sampled_from([100, -(10**6)])))
        encoded_kinds._machine.cache_clear()
        assert fillings(clue) == meant
        either = {held for held in EVERY if held in meant or held[0] < held[1]}
        assert fillings(f"or={{{clue}}}{{less=r1c1r1c2}}") == (either if meant else set())


@pytest.mark.parametrize("code", ["", "!", "A", "Qi_", "gAA", "Qi_-q_9VAA.1"])
def test_automata_that_are_refused(code: str) -> None:
    with pytest.raises(SudokuError, match=r"^nfa: "):
        kind("nfa").parse(f"{code}:r1c1r1c2", Geometry.of(3, 3))


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(0, 2), min_size=2, max_size=6), st.integers(0, (1 << 16) - 1))
def test_lines_that_meet_themselves(line: list[int], bits: int) -> None:
    """The meaning is that of the list of their symbols."""
    from sudokutools.constraints.iss_arguments import key_of

    names = "".join(f"r1c{cell + 1}" for cell in line)
    table = tuple(bits >> 4 * row & 15 for row in range(4))
    tests: dict[str, Callable[[list[int]], bool]] = {
        f"pair={key_of(table)}:{names}": lambda s: all(
            table[a - 1] >> b - 1 & 1 for a, b in pairwise(s)
        ),
        f"whisper=2:{names}": lambda s: all(abs(a - b) >= 2 for a, b in pairwise(s)),
        f"modular=2:{names}": lambda s: all((a - b) % 2 for a, b in pairwise(s)),
        f"modular={names}": lambda s: all(
            len({x % 3 for x in s[at : at + 3]}) == len(s[at : at + 3])
            for at in range(max(len(s) - 2, 1))
        ),
        f"sum=9:{names}": lambda s: sum(s) == 9,
        f"weighted=2:{'.'.join(['1', *['-1'] * (len(line) - 2), '2'])}:{names}": lambda s: (
            s[0] - sum(s[1:-1]) + 2 * s[-1] == 2
        ),
        f"regex=[12]+[34]*:{names}": lambda s: (
            s[0] < 3 and all(b > 2 for a, b in pairwise(s) if a > 2)
        ),
    }
    for spec, test in tests.items():
        meant = {held for held in EVERY if test([held[cell] for cell in line])}
        assert fillings(spec) == meant, spec


@pytest.mark.parametrize("total", range(3, 11))
def test_closed_sum_lines_are_cut_anywhere(total: int) -> None:
    def is_cut(held: tuple[int, ...]) -> bool:
        turns = [[*held[at:], *held[:at]] for at in range(3)]
        return any(
            {*range(total, sum(held) + 1, total)} <= {sum(turn[:end]) for end in range(1, 4)}
            for turn in turns
            if sum(held) % total == 0
        )

    meant = {held for held in EVERY if is_cut(held)}
    assert fillings(f"sumline={total}:r1c1r1c2r1c3r1c1") == meant


@cases
def test_values_that_are_refused(clue: str, message: str) -> None:
    key, _, value = clue.partition("=")
    with pytest.raises(SudokuError, match=f"^{message.replace('.', '[.]')}"):
        kind(key).parse(value, FOUR)
