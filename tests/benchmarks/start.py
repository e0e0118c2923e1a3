"""The cost of a command from prompt to prompt, compared with `import click` in each of them.

Each row runs in turns with `python -c 'import click'`; the minimum CPU and wall times of
several runs are taken.
"""

from tests.benchmarks.bench import Bench
from tests.benchmarks.figures import TIME
from tests.benchmarks.tables import Column, Measure, Row, Table
from tests.benchmarks.works import Work

EASY = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
CLICK = "python -c 'import click'"
TIMES = 10


def started(pipe: str) -> Work:
    """Return a function that measures CPU and wall ms of a pipeline and of `import click`."""

    def work(bench: Bench) -> tuple[float, ...]:
        puzzle = bench.file("puzzle.txt", lambda: EASY)
        clicks, ours = [], []
        for _ in range(TIMES):
            clicks.append(bench.usage(CLICK))
            ours.append(bench.usage(pipe, puzzle))
        cpu = min(usage.cpu for usage in ours)
        least = min(usage.cpu for usage in clicks)
        return 1000 * cpu, 1000 * min(usage.wall for usage in ours), cpu / least

    return work


COLUMNS = ("CPU ms", "wall ms", "times `import click`")

TABLE = Table(
    "start",
    ("command", "of"),
    tuple(Column(name, TIME) for name in COLUMNS),
    tuple(
        Row((f"`{pipe}`", of), (Measure(COLUMNS, started(pipe)),))
        for pipe, of in {
            "sudoku-solve": "one puzzle",
            "sudoku-check": "one puzzle",
            "sudoku-gen": "one grid",
            "sudoku-gen | sudoku-mask --level hard": "one puzzle",
            "sudoku-gen | sudoku-mask --level hard | sudoku-solve": "one puzzle",
        }.items()
    ),
)
