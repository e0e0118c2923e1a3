"""Random primitives and their meaning."""

from collections.abc import Sequence

from hypothesis import strategies as st

from sudokutools.constraints.primitives import (
    Automaton,
    Connected,
    Different,
    Machine,
    Primitive,
    Regions,
    Related,
    Sets,
    Total,
)


def holds(item: Primitive, symbols: Sequence[int]) -> bool:
    """Whether a primitive holds in a grid of these symbols."""
    held = [symbols[cell] for cell in item.cells]
    if isinstance(item, Different):
        return len(set(held)) == len(held)
    if isinstance(item, Related):
        return bool(item.table[held[0] - 1] >> held[1] - 1 & 1)
    if isinstance(item, Total):
        return sum(w * s for w, s in zip(item.weights, held, strict=True)) == item.total
    if isinstance(item, Sets):
        return len(set(held)) == len(held) and sum(1 << s - 1 for s in held) in item.sets
    if isinstance(item, Connected):
        return _is_region(item, [bool(item.symbols >> symbol - 1 & 1) for symbol in held])
    if isinstance(item, Regions):
        return _are_regions(item, held)
    states = set(range(item.machine.starts))
    for symbol in held:
        follow = item.machine.following
        states = {then for state in states for _, then in follow(state, [symbol - 1])}
    return any(item.machine.accepts[state] for state in states)


def _is_region(item: Connected, inside: Sequence[bool]) -> bool:
    """Whether the cells that hold the symbols are as many as stated, and a region."""
    left = {divmod(at, item.columns) for at, is_inside in enumerate(inside) if is_inside}
    if item.size not in (0, len(left)):
        return False
    border = {left.pop()} if left else set()
    while border:
        row, column = border.pop()
        near = left & {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
        left -= near
        border |= near
    return not left


def _are_regions(item: Regions, held: Sequence[int]) -> bool:
    """Whether regions are connected, have each symbol, and first cells in order."""
    half, every = len(held) // 2, [*range(1, item.size + 1)]
    numbers = held[half:]
    for number in range(1, half // item.size + 1):
        inside = [other == number for other in numbers]
        if not _is_region(Connected((), item.columns, 0, item.size), inside):
            return False
        if sorted(held[at] for at in range(half) if inside[at]) != every:
            return False
    firsts = [*dict.fromkeys(number for number in numbers if number > item.known)]
    return firsts == sorted(firsts)


@st.composite
def primitives(draw: st.DrawFn, n: int, size: int, kind: type[Primitive]) -> Primitive:
    """Draw a primitive of n symbols in some of these cells."""
    every = (1 << n) - 1
    cells = tuple(draw(st.permutations(range(size)))[: draw(st.integers(1, min(size, 6)))])
    if kind is Different:
        return Different(cells)
    if kind is Related and size > 1:
        first, second = draw(st.permutations(range(size)))[:2]
        rows = draw(st.lists(st.integers(0, every), min_size=n, max_size=n))
        return Related(first, second, tuple(rows))
    if kind is Sets:
        fitting = [s for s in range(every + 1) if s.bit_count() == len(cells)]
        return Sets(cells, tuple(s for s in fitting if draw(st.booleans())))
    if kind is Connected:
        cells = tuple(draw(st.permutations(range(size)))[: draw(st.integers(1, min(size, 12)))])
        columns, size = draw(st.integers(1, len(cells))), draw(st.integers(0, min(3, len(cells))))
        return Connected(cells, columns, draw(st.integers(0, every)), size)
    if kind is Automaton:
        count = draw(st.integers(1, 5))
        state = st.integers(-1, count - 1)
        row = st.lists(state, min_size=n, max_size=n)
        accepts = draw(st.lists(st.booleans(), min_size=count, max_size=count))
        table = tuple(tuple(draw(row)) for _ in range(count))
        more = [draw(st.sampled_from([-1, *range(at + 1, count)])) for at in range(count)]
        more *= draw(st.booleans())
        starts = draw(st.integers(1, count))
        return Automaton(cells, Machine(starts, tuple(accepts), table, tuple(more)))
    weight = st.sampled_from([1, 1, 1, 2, -1, -1, -10, 100])
    weights = tuple(draw(st.lists(weight, min_size=len(cells), max_size=len(cells))))
    symbols = draw(st.lists(st.integers(1, n), min_size=size, max_size=size))
    return Total(cells, weights, sum(w * symbols[c] for w, c in zip(weights, cells, strict=True)))
