"""Binary files: gzip is read; other compressed files get a message of one line."""

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokutools.formats.format import Record
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading import lines as lines_of
from sudokutools.formats.reading.compressed import GZIP, STRANGERS
from sudokutools.grid.grid import parse_cells
from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.conftest import Shell

TEXT = f"{EASY}\n{EASY_SOLUTION}\n".encode()


def _pieces(content: bytes, length: int) -> Callable[[], bytes]:
    rest = iter([content[at : at + length] for at in range(0, len(content), length)])
    return lambda: next(rest, b"")


def _records(content: bytes, length: int = 1 << 18) -> list[Record]:
    items = Reader().read(lines_of.LineSource(_pieces(content, length)), "-")
    return [item for item in items if isinstance(item, Record)]


def _messages(found: list[Record]) -> list[str]:
    return [record.error.message for record in found if record.error is not None]


def test_first_bytes_of_binary_files_are_known() -> None:
    assert {magic[:1] for magic in (GZIP, *STRANGERS)} == set(lines_of.NO_TEXT)


@pytest.mark.parametrize("length", [1, 7, 1 << 18])
@pytest.mark.parametrize("members", [1, 3])
@pytest.mark.parametrize("padding", [b"", bytes(512)])
def test_gzip_is_unpacked(length: int, members: int, padding: bytes) -> None:
    found = _records(members * (gzip.compress(TEXT) + padding), length)
    assert [record.grid.cells for record in found if record.grid] == members * [
        parse_cells(EASY.encode()),
        parse_cells(EASY_SOLUTION.encode()),
    ]
    assert [record.line for record in found] == list(range(1, 2 * members + 1))


def test_truncated_gzip_gives_its_complete_lines_and_one_message() -> None:
    packed = gzip.compress(TEXT)
    for cut in range(2, len(packed)):
        found = _records(packed[:cut])
        assert _messages(found) == ["truncated gzip data"]
        assert found[-1].line == len(found)
        assert all(record.grid for record in found[:-1])
        source = lines_of.LineSource(_pieces(packed[:cut], 1 << 18))
        assert b"".join(source.take_block() for _ in range(4)) in (b"", TEXT[:82], TEXT)


@given(st.integers(10, 60), st.integers(1, 255))
def test_damaged_gzip_gives_messages(at: int, change: int) -> None:
    packed = bytearray(gzip.compress(TEXT))
    packed[at] ^= change
    assert len(_messages(_records(bytes(packed)))) <= 3


def test_trailing_garbage_after_gzip_data() -> None:
    found = _records(gzip.compress(TEXT) + TEXT)
    assert _messages(found) == ["trailing garbage after gzip data"]
    assert len(found) == 3


@pytest.mark.parametrize("length", [1, 1 << 18])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (bz2.compress(TEXT), "bzip2 data; decompress with bzcat"),
        (lzma.compress(TEXT), "xz data; decompress with xzcat"),
        (b"\x28\xb5\x2f\xfd\x04\x00", "zstd data; decompress with zstdcat"),
        (TEXT.decode().encode("utf-16"), "UTF-16, expected UTF-8"),
        (b"\xfe\xff" + TEXT.decode().encode("utf-16-be"), "UTF-16, expected UTF-8"),
    ],
)
def test_unsupported_compression_is_named_in_one_line(
    length: int, content: bytes, message: str
) -> None:
    if content[:1] == b"B" and length == 1:
        return  # Three letters alone may be the beginning of a text.
    [record] = _records(content, length)
    assert (record.line, _messages([record])) == (1, [message])


@pytest.mark.parametrize("text", ["B\n", "BZh\n", "(1)\n", "BZh9 a title\n"])
def test_text_may_begin_like_compressed_data(text: str) -> None:
    assert "compressed" not in "".join(_messages(_records(text.encode() + TEXT)))


def test_the_first_results_come_before_the_end_of_a_stream() -> None:
    waits: list[int] = []

    def pieces() -> Iterator[bytes]:
        packer = zlib.compressobj(wbits=31)
        yield packer.compress(TEXT) + packer.flush(zlib.Z_SYNC_FLUSH)
        waits.append(len(found))
        yield packer.compress(TEXT) + packer.flush()

    rest = pieces()
    found = []
    source = lines_of.LineSource(lambda: next(rest, b""))
    for item in Reader().read(source, "-"):
        found.append(item)
    assert (waits, len(found)) == ([2], 4)


def test_compressed_files_are_read_by_commands(shell: Shell) -> None:
    shell(f"yes {EASY} | head -n 3000 | gzip > many.gz")
    assert shell("sudoku-solve many.gz | uniq -c").out.split() == ["3000", EASY_SOLUTION]
    assert shell("sudoku-solve < many.gz | sudoku-check --against many.gz | tail -n 1").out
    ran = shell("head -c 100 many.gz | sudoku-solve | uniq", status=None)
    assert ran.out == f"{EASY_SOLUTION}\n\n"
    assert ran.err.endswith("truncated gzip data\n")
    assert len(ran.err.splitlines()) == 1


def test_a_decompression_bomb_needs_little_memory(shell: Shell) -> None:
    ran = shell("head -c 300000000 /dev/zero | tr '\\0' 1 | gzip -1 > bomb.gz;"
                " ulimit -v 400000; sudoku-check bomb.gz", status=2)  # fmt: skip
    assert ran.err == "sudoku-check: bomb.gz:1: line longer than 1048576 bytes\n"
