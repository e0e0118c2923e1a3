"""Random streams: numbers that never change, exact bounds, and the C twin."""

import pytest

from sudokutools._support import core
from sudokutools._support.streams import Stream, stream_key

# Made once by the implementation in Python and confirmed by the one in C: a change here changes
# what every seed means and belongs in the CHANGELOG.
VECTORS = [
    (("sudoku-gen", "7", 0), [0xD85B876E99519406, 0x1CCE9914B9945643, 0x2C5492757FA2BA00]),
    (
        ("blackjack", "käse", 123456789),
        [0xBB988A7147421829, 0xA74ED0923592AAAE, 0x8E3C7D6C36278E5D],
    ),
]


@pytest.mark.parametrize(("name", "numbers"), VECTORS)
def test_numbers_of_a_name_never_change(name: tuple[str, str, int], numbers: list[int]) -> None:
    stream = Stream(*name)
    assert [stream.next() for _ in numbers] == numbers


def test_generator_against_its_authors_reference() -> None:
    # The first outputs of xoshiro256** from the state 1, 2, 3, 4 (Blackman and Vigna's code).
    stream = Stream.__new__(Stream)
    stream.state = 1, 2, 3, 4
    assert [stream.next() for _ in range(4)] == [11520, 0, 1509978240, 1215971899390074240]


@pytest.mark.parametrize("limit", [1, 2, 3, 10, 2**32 + 1, 2**63 + 1, 2**64 - 1])
@pytest.mark.parametrize("seed", ["", "7", "abcdefgh", "naïve"])
def test_c_twin_draws_the_same(seed: str, limit: int) -> None:
    native = core.native()
    if native is None:
        pytest.skip("no compiled core")
    stream = Stream("sudoku-mask", seed, 2**40)
    message = f"sudoku-mask\0{seed}".encode()
    expected = [stream.below(limit) for _ in range(200)]
    assert native.stream_numbers(message, 2**40, 200, limit) == expected


def test_kernels_refuse_the_state_that_no_stream_has() -> None:
    native = core.native()
    if native is None:
        pytest.skip("no compiled core")
    # Numbers below a limit would be drawn from it for ever.
    zeros = (0, 0, 0, 0)
    grid = b"".join(bytes(49 + (3 * r + r // 3 + c) % 9 for c in range(9)) for r in range(9))
    request = ("scalar", bytes(range(81)), bytes([1] * 81), 30, 1, None, False)
    with pytest.raises(ValueError, match="a state of zeros"):
        native.dig_grid(request, grid, zeros, None)
    with pytest.raises(ValueError, match="a state of zeros"):
        native.bulk_search(b"." * 81, zeros)
    with pytest.raises(ValueError, match="a state of zeros"):
        native.generate_cells(3, 3, 3, 3, True, 0, bytes(32))


def test_records_commands_and_seeds_differ() -> None:
    names = [(c, s, r) for c in ("a", "b") for s in ("", "0", "00") for r in (0, 1, 2)]
    assert len({Stream(*name).next() for name in names}) == len(names)


def test_from_key_is_the_same_stream() -> None:
    assert Stream.from_key(stream_key("a", "b"), 5).next() == Stream("a", "b", 5).next()


def test_below_is_fair() -> None:
    stream = Stream("test", "fair", 0)
    counts = [0] * 6
    for _ in range(60_000):
        counts[stream.below(6)] += 1
    # Chi-square with 5 degrees of freedom: 25.7 is passed once in ten thousand fair seeds.
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 25.7


def test_shuffle_reaches_every_order() -> None:
    stream = Stream("test", "shuffle", 0)
    seen = set()
    for _ in range(500):
        items = [1, 2, 3, 4]
        stream.shuffle(items)
        seen.add(tuple(items))
    assert len(seen) == 24
