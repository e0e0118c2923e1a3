"""Input without an end, and claims without a measure: within 128 MiB, and soon.

Of each case every run tests a small form; the long one has a gigabyte.
"""

import sys

import pytest

from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.conftest import Shell, long_rows, sweep

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is not limited here")

LIMIT = "ulimit -v 131072"
SIZES = sweep(["3M"], ["1G"])
READERS = ("sudoku-solve", "sudoku-mask", "sudoku-check --rate", "sudoku-print -o p.pdf")

PIECES = ("123456789", ".", " ", "#", "[", '{"a":', "| ", "-", "SCL", "1,", "\0", "\x1b[1m")
"""Pieces of endless lines."""

HEADS = ('{"cells":"', '<opensudoku><game data="', "https://f-puzzles.com/?load=", f"{EASY}\t")
"""What may come before many digits."""

LF, CRLF = "\n", "\r\n"


def endless(piece: str, size: str, head: str = "") -> str:
    """Return the command that repeats a piece up to a size, after a head."""
    if piece == "\0":
        return f"head -c {size} /dev/zero"
    joined = "cat" if piece.endswith(LF) else "tr -d '\\n'"
    return f"(printf %s '{head}'; yes -- '{piece.removesuffix(LF)}' | {joined} | head -c {size})"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("command", "piece", "head"),
    [
        *((command, PIECES[0], "") for command in READERS),
        *(("sudoku-check", piece, "") for piece in PIECES[1:5]),
        *long_rows(("sudoku-check", piece, "") for piece in PIECES[5:]),
        *(("sudoku-check", PIECES[0], head) for head in HEADS),
    ],
)
def test_a_line_without_an_end(
    shell: Shell, size: str, command: str, piece: str, head: str
) -> None:
    ran = shell(f"{endless(piece, size, head)} | ({LIMIT}; {command})", status=2)
    name = command.split()[0]
    what = "tag" if head.startswith("<") else "line"
    assert ran.err == f"{name}: -:1: {what} longer than 1048576 bytes\n"
    assert len(ran.out) < 100


@pytest.mark.parametrize("size", SIZES)
def test_a_log_and_answers_without_an_end(shell: Shell, size: str) -> None:
    line = endless("123456789", size)
    ran = shell(f"{line} | ({LIMIT}; blackjack replay -)", status=2)
    assert ran.err == "blackjack: -:1: not a round in JSON\n"
    ran = shell(f"{line} | ({LIMIT}; blackjack)")
    assert ran.err.endswith("is too large: the maximum is 500\n")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("command", "end"),
    [
        *((command, LF) for command in (*READERS, "sudoku-mask -n 3", "blackjack replay -")),
        ("sudoku-solve", CRLF),
    ],
)
def test_empty_lines_without_an_end(shell: Shell, size: str, command: str, end: str) -> None:
    ran = shell(f"{endless(end, size)} | ({LIMIT}; {command}) | wc -c")
    messages = {
        "sudoku-check": "sudoku-check: empty lines: records are missing\n",
        "sudoku-print": "sudoku-print: no puzzles in the input; nothing was printed\n",
    }
    assert (ran.out.strip(), ran.err) in {("0", messages.get(command.split()[0], "")), ("32", "")}


@pytest.mark.parametrize("size", SIZES)
def test_empty_lines_without_an_end_keep_their_places(shell: Shell, size: str) -> None:
    many = f"(echo {EASY_SOLUTION}; {endless(LF, size)}; echo {EASY_SOLUTION})"
    for option in ("", "--jobs 2"):
        lines = int(shell(f"{many} | ({LIMIT}; sudoku-solve {option}) | wc -l").out)
        assert lines == int(shell(f"{many} | wc -l").out)


@pytest.mark.parametrize("jobs", [1, 2])
def test_runs_of_empty_lines(shell: Shell, jobs: int) -> None:
    """Input in one piece is answered as line by line, and lines are counted."""
    counts = [1, 2, 3, 255, 256, 257, 600]
    text = "".join(f"{EASY}\n# {count}\n{count * LF}" for count in counts) + f"{EASY[:70]}\n"
    ran = shell(f"sudoku-solve --jobs {jobs}", text, status=2)
    assert ran.err.startswith(f"sudoku-solve: -:{text.count(LF)}: ")
    expected = "".join(f"{EASY_SOLUTION}\n# {count}\n{count * LF}" for count in counts)
    assert ran.out == expected + "\n"
    ran = shell(f"sudoku-solve | sudoku-mask --seed 1 -n 3 --jobs {jobs}", text)
    assert ran.out.count("\n") == 3 * (sum(counts) + len(counts) + 1) + len(counts)
    ran = shell("cat > p; sudoku-solve p > s; sudoku-check --against p s", text, status=2)
    assert ran.out.count("status=ok") == len(counts)


CLAIM = 10**6
CLAIMS = (
    f"# box {CLAIM}x{CLAIM}\n1\n",
    f"# box 3x3 boxes {CLAIM}x{CLAIM}\n1\n",
    f'{{"box":[{CLAIM},{CLAIM}],"cells":[[1]]}}\n',
    f'{{"box":[{"9" * CLAIM},3],"cells":[[1]]}}\n',
    f"[[{'9' * CLAIM}]]\n",
    f"{CLAIM}x{CLAIM}:1_\n",
    f"{' '.join(9 * [3000 * '9'])}\n",
    f"{500_000 * '['}{500_000 * ']'}\n",
    150_000 * '{"a":' + "1" + 150_000 * "}" + "\n",
    f"<opensudoku>{1000 * '<a>'}\n",
    f"{','.join(500_000 * ['1'])}\n",
    f"{' '.join(400_000 * ['1'])}\n{' '.join(400_000 * ['1'])}\n",
)


@pytest.mark.parametrize("text", CLAIMS, ids=[text[:20].strip() for text in CLAIMS])
def test_claims_without_a_measure(shell: Shell, text: str) -> None:
    ran = shell(f"{LIMIT}; sudoku-solve", text, status=2)
    assert ran.err.startswith("sudoku-solve: -:1: ")
    assert len(ran.err) < 250
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "options",
    [
        f"sudoku-gen --size {CLAIM}",
        f"sudoku-gen --box {CLAIM}x{CLAIM}",
        f"sudoku-gen --boxes {CLAIM}x{CLAIM}",
        f"sudoku-gen --rank {100_000 * '9'}",
        f"sudoku-gen --jobs {100_000 * '9'}",
        f"sudoku-mask --clues {100_000 * '9'}",
        f"sudoku-mask -n {100_000 * '9'}",
        f"sudoku-check --level {100_000 * '9'}",
        f"sudoku-solve --timeout {100_000 * '9'}x",
        f"blackjack --decks {100_000 * '9'}",
        f"blackjack simulate -n {100_000 * '9'}x",
    ],
    ids=lambda options: options[:25],
)
def test_numbers_without_a_measure(shell: Shell, options: str) -> None:
    ran = shell(f"{LIMIT}; {options} < /dev/null", status=2)
    assert ran.err.count("\n") == 1


def test_seeds_have_any_length(shell: Shell) -> None:
    assert shell(f"{LIMIT}; sudoku-gen --format line --seed {100_000 * '9'}").out.count("\n") == 1
