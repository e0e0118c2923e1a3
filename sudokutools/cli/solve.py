"""`sudoku-solve`: write solutions, count them, explain them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from sudokutools import core, solving
from sudokutools.cli import options
from sudokutools.cli.outcome import (
    Deadline,
    Message,
    Outcome,
    Settings,
    Task,
    no_solution,
    undecided,
)
from sudokutools.cli.process import Exit, run
from sudokutools.cli.session import PassageWriter, Session, choose_seed, empty_place
from sudokutools.errors import UndecidedError
from sudokutools.grid import Grid
from sudokutools.reading import Passage, Record
from sudokutools.streams import Stream, stream_key
from sudokutools.writing import Style, format_record

if TYPE_CHECKING:
    from sudokutools.cli.blocks import BlockPlan

EXAMPLES = """\b
Examples:
  sudoku-solve puzzle.txt
  sudoku-solve --count --limit 1000 < puzzles.txt
  sudoku-solve --with-puzzle --format table puzzles.txt > solved.csv
  sudoku-solve --hint 1 puzzle.txt
"""


SEVERAL_WARNING = "records with several solutions"


class Solver:
    """What the options of one run ask of every record."""

    def __init__(
        self,
        method: str,
        any_solution: bool,
        limit: int | None,
        with_puzzle: bool,
        key: tuple[int, int, int, int] | None,
        start: int,
        timeout: float | None,
    ) -> None:
        self.method = method
        self.any_solution = any_solution
        self.limit = limit
        self.with_puzzle = with_puzzle
        self.key = key
        self.start = start
        self.timeout = timeout

    def solutions(self, record: Record) -> Iterator[Grid]:
        """Return the solutions of a record; the timeout begins now."""
        assert record.grid is not None
        stream = None
        if self.key is not None:
            stream = Stream.from_key(self.key, self.start + record.number - 1)
        return solving.solutions(record.grid, self.method, stream, Deadline(self.timeout))

    def has_blocks(self, style: Style) -> bool:
        """Tell whether plain lines can be answered by the block."""
        return (
            style.form in ("line", "table")
            and style.comments
            and self.method == "auto"
            and self.timeout is None
            and core.native() is not None
        )

    def solved_form(self, style: Style) -> bytes:
        """Return the form of a solved record in a block."""
        from sudokutools.blocks.block import NOTE, PUZZLE, SOLUTION

        between = b"\t" if style.form == "line" else b","
        note = NOTE if style.form == "line" else b""
        return (PUZZLE + between if self.with_puzzle else b"") + SOLUTION + note + b"\n"


def write_solution(
    task: Task, solution: Grid, with_puzzle: bool, status: str, extra: dict[str, Any] | None = None
) -> str:
    """Write a solution in the place of its puzzle."""
    record, style = task
    assert record.grid is not None
    data = record.extra | {"status": status} | (extra or {})
    for key in ("solution", "puzzle"):
        data.pop(key, None)
    wants_partner = with_puzzle or style.form == "json"
    return format_record(
        style,
        solution,
        record.note,
        record.comments,
        data,
        ("puzzle", record.grid) if wants_partner else None,
        partner_first=True,
    )


def write_unsolved(task: Task, status: str, with_puzzle: bool) -> str:
    """Write what stands in the place of a solution: the record as it was, where lines are kept."""
    record, style = task
    assert record.grid is not None
    if style.form == "json":
        extra = record.extra | {"status": status}
        return format_record(style, record.grid, record.note, record.comments, extra)
    if style.form == "table" and with_puzzle:
        return format_record(style, record.grid).rstrip("\n") + ",\n"
    if style.form not in ("line", "csv"):
        return empty_place(record, style)
    if record.form == style.form and style.comments:
        return record.raw.decode("utf-8", "surrogateescape")
    return format_record(style, record.grid, record.note, record.comments)


class SolveOne(Solver):
    """Write one solution of every record."""

    def __call__(self, task: Task) -> Outcome:
        """Return the outcome of one record."""
        record = task.record
        found: list[Grid] = []
        messages = []
        try:
            for solution in islice(self.solutions(record), 1 if self.any_solution else 2):
                found.append(solution)
        except UndecidedError as error:
            if not found:
                message = undecided(record, error, self.timeout)
                text = write_unsolved(task, "unknown", self.with_puzzle)
                return Outcome(text, [message], Exit.NO, ["unknown"])
            warning = f"{record.place}: it was not settled whether there are other solutions"
            messages.append(Message(warning, "records whose other solutions were not settled"))
        if not found:
            text = write_unsolved(task, "none", self.with_puzzle)
            return Outcome(text, [no_solution(record)], Exit.NO, ["without a solution"])
        status = "solved"
        if len(found) > 1:
            status = "several"
            messages.append(Message(f"{record.place}: several solutions", SEVERAL_WARNING))
        text = write_solution(task, found[0], self.with_puzzle, status)
        return Outcome(text, messages, Exit.DONE, [status])

    def blocks(self, style: Style) -> BlockPlan | None:
        """Return how plain lines are solved by the block."""
        if not self.has_blocks(style):
            return None
        from sudokutools.blocks.block import DEFERRED, NONE, SEVERAL
        from sudokutools.blocks.solve import SolveBlocks
        from sudokutools.cli.blocks import BlockPlan

        solved = self.solved_form(style)
        forms = (DEFERRED, solved, solved, solved, solved)
        # Two are looked for with --any, too: only then the first in the order of the search is
        # written, and not the one that the lanes met first.
        reported = (NONE,) if self.any_solution else (NONE, SEVERAL)
        work = SolveBlocks(forms, reported, 2, False, self.key, self.start, style.empty)
        several = "solved" if self.any_solution else "several"
        return BlockPlan(
            work,
            frozenset([NONE]),
            names=("without a solution", "solved", several, "solved", "solved"),
            statuses=(Exit.NO, *4 * (Exit.DONE,)),
            message=lambda event, place, _: Message(  # noqa: ARG005
                f"{place}: several solutions", SEVERAL_WARNING
            ),
        )


class SolveAll(Solver):
    """Write every solution of every record, each as soon as it is found."""

    session: Session

    def __call__(self, task: Task) -> Outcome:
        """Write the solutions of one record; return the outcome without them."""
        record = task.record
        number = 0
        try:
            for solution in islice(self.solutions(record), self.limit):
                number += 1
                extra = {"record": record.number, "solution_number": number}
                text = write_solution(task, solution, self.with_puzzle, "solved", extra)
                self.session.take(Outcome(text, is_part=True))
        except UndecidedError as error:
            found = f", {number} solutions were found" if number else ""
            text = "" if number else write_unsolved(task, "unknown", self.with_puzzle)
            message = undecided(record, error, self.timeout, found)
            return Outcome(text, [message], Exit.NO, ["unknown"])
        if not number and self.limit != 0:
            text = write_unsolved(task, "none", self.with_puzzle)
            return Outcome(text, [no_solution(record)], Exit.NO, ["without a solution"])
        return Outcome(counts=["solved"])

    def blocks(self, style: Style) -> BlockPlan | None:
        """Return how plain lines with one solution are solved by the block."""
        if not self.has_blocks(style) or self.limit == 0:
            return None
        from sudokutools.blocks.block import DEFERRED, NONE, SEVERAL
        from sudokutools.blocks.solve import SolveBlocks
        from sudokutools.cli.blocks import BlockPlan

        solved = self.solved_form(style)
        forms = (DEFERRED, solved, DEFERRED, solved, solved)
        work = SolveBlocks(forms, (NONE, SEVERAL), 2, False, None, 0, style.empty)
        names = ("without a solution", *4 * ("solved",))
        return BlockPlan(
            work, frozenset([NONE, SEVERAL]), statuses=(Exit.NO, *4 * (Exit.DONE,)), names=names
        )


class CountSolutions(Solver):
    """Write the number of solutions of every record."""

    def __call__(self, task: Task) -> Outcome:
        """Return the outcome of one record."""
        record = task.record
        number = 0
        try:
            for _ in islice(self.solutions(record), self.limit):
                number += 1
        except UndecidedError as error:
            message = undecided(record, error, self.timeout, f", at least {number} solutions")
            return Outcome("unknown\n", [message], Exit.NO, ["unknown"])
        status = Exit.NO if number == 0 and self.limit != 0 else Exit.DONE
        return Outcome(f"{number}\n", (), status)

    def blocks(self, style: Style) -> BlockPlan | None:
        """Return how the solutions of plain lines are counted by the block."""
        if not self.has_blocks(style) or self.limit == 0:
            return None
        from sudokutools.blocks.block import COUNT
        from sudokutools.blocks.solve import SolveBlocks
        from sudokutools.cli.blocks import BlockPlan

        work = SolveBlocks(5 * (COUNT + b"\n",), (), self.limit or (1 << 64) - 1)
        return BlockPlan(work, statuses=(Exit.NO, *4 * (Exit.DONE,)))


@click.command(
    context_settings=options.CONTEXT,
    epilog=EXAMPLES,
    short_help="Solve sudoku puzzles, count solutions, explain.",
)
@options.reading_options
@click.option("--any", "any_solution", is_flag=True, help="Do not ask whether there are others.")
@click.option("--all", "all_solutions", is_flag=True, help="Write every solution.")
@click.option("-c", "--count", is_flag=True, help="Write the number of solutions.")
@click.option(
    "--limit", type=click.IntRange(0), metavar="K", help="No more than K with --all or --count."
)
@click.option(
    "--method",
    type=click.Choice(solving.METHODS),
    default="auto",
    show_default=True,
    help="The algorithm.",
)
@click.option("--random", "is_random", is_flag=True, help="Write a random solution of several.")
@click.option("--with-puzzle", is_flag=True, help="Write the puzzle beside its solution.")
@click.option(
    "--hint", type=click.IntRange(1), metavar="K", help="Technique and place of the next K steps."
)
@click.option("--explain", is_flag=True, help="Tell the human path instead of the solution.")
@options.timeout_option
@options.seed_options
@options.geometry_options
@options.writing_options
@options.process_options
def command(
    any_solution: bool,
    all_solutions: bool,
    count: bool,
    limit: int | None,
    method: str,
    is_random: bool,
    with_puzzle: bool,
    hint: int | None,
    explain: bool,
    timeout: float | None,
    seed: str | None,
    start: int,
    **common: Any,
) -> Exit:
    """Solve the puzzles of each FILE, or of standard input; read every text format."""
    modes = {
        "--any": any_solution,
        "--all": all_solutions,
        "--count": count,
        "--hint": hint is not None,
        "--explain": explain,
    }
    chosen = [name for name, is_on in modes.items() if is_on]
    if len(chosen) > 1:
        raise click.UsageError(f"{chosen[0]} and {chosen[1]} exclude each other.")
    if with_puzzle and (count or explain or hint is not None):
        raise click.UsageError(f"--with-puzzle and {chosen[0]} exclude each other.")
    if limit is not None and not (all_solutions or count):
        raise click.UsageError("--limit needs --all or --count.")
    geometry = options.geometry_of_options(
        common.pop("size"), common.pop("box"), common.pop("boxes")
    )
    settings = Settings(geometry=geometry, **common)
    key = None
    if is_random:
        key = stream_key("sudoku-solve", choose_seed(seed, settings.verbose))
    elif seed is not None or start:
        raise click.UsageError(f"{'--start' if start else '--seed'} needs --random.")
    header = (
        ("puzzle,solution\n" if with_puzzle else "solution\n") if settings.form == "table" else ""
    )
    arguments = (method, any_solution, limit, with_puzzle, key, start, timeout)
    with Session(settings, header) as session:
        if count:
            counter = CountSolutions(*arguments)
            session.run(counter, empty_place, _no_passage, blocks=counter.blocks)
        elif explain or hint is not None:
            from sudokutools.cli.explain import Explain

            work = Explain(hint, settings.verbose, timeout)
            session.run(work, work.write_bad, _no_passage)
        elif all_solutions:
            solve_all = SolveAll(*arguments)
            solve_all.session = session
            session.run(
                solve_all,
                empty_place,
                PassageWriter(),
                in_parallel=False,
                blocks=solve_all.blocks,
            )
        else:
            solver = SolveOne(*arguments)
            session.run(solver, empty_place, PassageWriter(), blocks=solver.blocks)
    return session.status


def _no_passage(passage: Passage, style: Style) -> str:  # noqa: ARG001
    return ""


def main() -> None:
    """Run the command."""
    run(command)
