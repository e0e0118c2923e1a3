"""The samples: every file does what samples/README.md promises."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from sudokutools import count_solutions, read_grids
from sudokutools._support import core
from sudokutools.constraints import KINDS
from sudokutools.grid.geometry import Geometry
from tests.conftest import Shell

SAMPLES = Path(__file__).parents[2] / "samples"

PUZZLES = {
    "9x9.txt": (Geometry.of(3, 3), 11),
    "easy.txt": (Geometry.of(3, 3), 1),
    "medium-pretty.txt": (Geometry.of(3, 3), 1),
    "hard.json": (Geometry.of(3, 3), 3),
    "dataset.csv": (Geometry.of(3, 3), 4),
    "4x4.txt": (Geometry.of(2, 2), 1),
    "6x6.txt": (Geometry.of(3, 2), 1),
    "12x12.txt": (Geometry.of(4, 3), 1),
    "16x16.txt": (Geometry.of(4, 4), 1),
    "25x25.txt": (Geometry.of(5, 5), 1),
    "partial.txt": (Geometry.of(3, 3, 2, 3), 1),
}
"""The files of good puzzles: their geometry and number."""

OTHERS = {
    "README.md", "booklet.sh", "cluster", "constraint", "crontab", "daily-mail.sh", "daily-page.sh",
    "daily-puzzle.sh", "damaged.txt", "heart.txt", "page.svg", "pictures.sh", "sixteen.svg",
    "sizes.sh", "split.sh", "tomorrow.sh", "tour.sh", "two-solutions.txt",
    "unsolvable.txt", "variants.sh",
}  # fmt: skip

VARIANTS = {"constraints.txt": len(KINDS) + 4, "jigsaw.txt": 1, "killer.txt": 1, "variants.txt": 17}
"""The files of variants: their number of puzzles."""

LEVELS = {
    "easy.txt": "easy",
    "medium-pretty.txt": "medium",
    "hard.json": "hard",
    "dataset.csv": "medium",
}


@pytest.fixture
def samples(tmp_path: Path) -> Path:
    shutil.copytree(SAMPLES, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_every_sample_is_tested_and_described() -> None:
    names = {path.name for path in SAMPLES.iterdir()}
    assert names == OTHERS | set(PUZZLES) | set(VARIANTS)
    readme = (SAMPLES / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`([\w-]+(?:\.\w+)?)`", readme)) >= names - {"README.md"}


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize("name", PUZZLES)
def test_puzzles_have_one_solution(shell: Shell, name: str) -> None:
    geometry, number = PUZZLES[name]
    grids = list(read_grids((SAMPLES / name).read_text(encoding="utf-8")))
    assert [grid.geometry for grid in grids] == [geometry] * number
    assert not any(grid.is_complete for grid in grids)
    verdicts = shell(f"sudoku-check {name}").out.splitlines()
    assert len(verdicts) == number
    solved = shell(f"sudoku-solve {name} > solved; sudoku-check --complete --against {name} solved")
    assert solved.out.count("kind=complete") == number


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize("name", LEVELS)
def test_levels_are_as_named(shell: Shell, name: str) -> None:
    shell(f"sudoku-check --level {LEVELS[name]} {name}")


@pytest.mark.usefixtures("samples")
def test_notes_tell_the_levels_of_our_own_puzzles(shell: Shell) -> None:
    for level in ("easy", "medium", "hard"):
        filtered = shell(f"grep {level}$ 9x9.txt | sudoku-check --filter --level {level}").out
        assert filtered.count("\n") == 2


@pytest.mark.usefixtures("samples")
def test_solutions_that_samples_bring_along_are_right(shell: Shell) -> None:
    solved = shell("sudoku-solve --with-puzzle --format table dataset.csv").out.splitlines()
    rows = [line.split(",") for line in (SAMPLES / "dataset.csv").read_text().splitlines()]
    assert [line.split(",") for line in solved] == rows
    given = map(json.loads, (SAMPLES / "hard.json").read_text().splitlines())
    found = map(json.loads, shell("sudoku-solve hard.json").out.splitlines())
    for before, after in zip(given, found, strict=True):
        assert after["status"] == "solved"
        assert after["cells"] == before["solution"]
        assert after["puzzle"] == before["cells"]


@pytest.mark.usefixtures("samples")
def test_no_solution_and_two(shell: Shell) -> None:
    ran = shell("sudoku-solve unsolvable.txt", status=1)
    assert (ran.out, ran.err) == ("", "sudoku-solve: unsolvable.txt:2: no solution\n")
    assert "broken=" not in shell("sudoku-check unsolvable.txt", status=1).out
    assert shell("sudoku-solve --count two-solutions.txt").out == "2\n"
    [puzzle] = read_grids((SAMPLES / "two-solutions.txt").read_text())
    assert count_solutions(puzzle) == 2


@pytest.mark.usefixtures("samples")
def test_a_damaged_file_is_answered_record_by_record(shell: Shell) -> None:
    ran = shell("sudoku-solve --no-comments damaged.txt", status=2)
    lines = ran.out.splitlines()
    assert len(lines) == 6
    assert [bool(line) for line in lines] == [True, False, False, True, False, True]
    assert ran.err.splitlines() == [
        "sudoku-solve: damaged.txt:3: 79 cells, expected 81",
        "sudoku-solve: damaged.txt:4: column 81: unexpected character '@'",
        "sudoku-solve: damaged.txt:5: r1c1 and r1c2 are both 5",
        "sudoku-solve: damaged.txt:6: 2 rows, expected 9",
    ]
    verdicts = shell("sudoku-check damaged.txt", status=2).out.splitlines()
    statuses = [verdict.split("\t")[1] for verdict in verdicts]
    bad, unreadable, ok = "status=bad", "status=unreadable", "status=ok"
    assert statuses == [ok, unreadable, unreadable, bad, unreadable, ok]


@pytest.mark.usefixtures("samples")
def test_the_pattern_shows_in_the_puzzle(shell: Shell) -> None:
    puzzle = "sudoku-gen | sudoku-mask --any --pattern heart.txt"
    cells = shell(f"{puzzle} --format line").out.strip()
    rows = [re.sub("[1-9]", "x", cells[at : at + 9]) for at in range(0, 81, 9)]
    assert rows == (SAMPLES / "heart.txt").read_text().splitlines()[1:]


def test_the_tour_runs(shell: Shell, samples: Path) -> None:
    ran = shell("./tour.sh")
    assert ran.err == ""
    for command in ("sudoku-gen", "sudoku-mask", "sudoku-solve", "sudoku-check", "sudoku-print"):
        assert f"\n$ {command}" in ran.out or f"| {command}" in ran.out
    assert "status 1" in ran.out
    assert "status 2" in ran.out
    for name in set(re.findall(r"[\w-]+\.(?:txt|json|csv)", (samples / "tour.sh").read_text())):
        assert (samples / name).is_file()


@pytest.mark.long
@pytest.mark.usefixtures("samples")
def test_the_tour_of_sizes_runs(shell: Shell) -> None:
    if core.native() is None:
        pytest.skip("no compiled core: it takes minutes")
    ran = shell("./sizes.sh")
    assert ran.err == ""
    assert ran.out.count("status=ok\tkind=puzzle") == 6
    assert ran.out.count("status=ok\tkind=complete\tclues=10000\n") == 3
    counts = re.findall(r"^(\d+): (1|2)$", ran.out, re.MULTILINE)
    assert [size for size, _ in counts] == ["25", "30", "36", "49", "64", "100"]
    one, other = ran.out.splitlines()[-2:]
    assert one == other


@pytest.fixture
def leap_day(samples: Path) -> str:
    """Let it be 29 February 2028; return the shell command that sees to it."""
    (samples / "bin").mkdir()
    (samples / "bin/date").write_text("#!/bin/sh\n[ $1 = +%Y-%m-%d ] && echo 2028-02-29\n")
    (samples / "bin/date").chmod(0o755)
    return "PATH=$PWD/bin:$PATH"


@pytest.mark.usefixtures("samples")
def test_training_and_test_data_share_no_class(shell: Shell) -> None:
    made = "sudoku-gen -n 60 --seed 1 --format line | sudoku-mask --seed 1"
    shell(f"{made} > a; sudoku-check --shuffle -n 3 --seed 1 a > b; cat a b > all")
    ran = shell("./split.sh all 25")
    found = re.findall(r"(\w+).csv: (\d+) puzzles, (\d+) classes", ran.out)
    assert [side for side, _, _ in found] == ["train", "test"]
    assert [sum(int(row[column]) for row in found) for column in (1, 2)] == [240, 60]
    assert all(int(puzzles) == 4 * int(classes) > 0 for _, puzzles, classes in found)
    assert ran.out.endswith("\nclasses in both: 0\n")


@pytest.mark.usefixtures("samples")
def test_the_puzzle_of_the_day(shell: Shell, leap_day: str) -> None:
    shell(f"{leap_day}; ./daily-puzzle.sh out; cp out/* first; ./daily-puzzle.sh out")
    assert shell("ls -A out").out == "2028-02-29.txt\n"
    shell("cmp first out/2028-02-29.txt && sudoku-check --level hard out/2028-02-29.txt")
    assert shell("head -n 1 first").out == "# title: Sudoku, 2028-02-29, hard\n"


def test_the_puzzle_of_the_day_leaves_the_old_file_when_it_fails(
    shell: Shell, leap_day: str
) -> None:
    shell(f"{leap_day}; ./daily-puzzle.sh out; cp out/* first")
    ran = shell(f"{leap_day}; ./daily-puzzle.sh out no-such-level", status=None)
    assert ran.status != 0
    shell("cmp first out/* && [ $(ls -A out | wc -l) = 1 ]")
    assert "usage: daily-puzzle.sh FOLDER" in shell("./daily-puzzle.sh", status=None).err


def test_the_puzzle_of_the_day_by_mail(shell: Shell, samples: Path, leap_day: str) -> None:
    (samples / "out").mkdir()
    shutil.copy(samples / "easy.txt", samples / "out/2028-02-27.txt")
    mail = shell(f"{leap_day}; SENDMAIL=cat ./daily-mail.sh out me@example.org medium").out
    head, _, body = mail.partition("\n\n")
    assert head == "To: me@example.org\nSubject: Sudoku, 2028-02-29"
    puzzle = shell("sudoku-check --level medium --filter out/2028-02-29.txt").out
    assert body.startswith(puzzle.rstrip())
    play, explain = re.findall(r": (https://\S+)$", body, re.MULTILINE)
    assert shell(f"sudoku-check --convert --format grid '{play}'").out.strip() == puzzle.strip()
    assert shell(f"sudoku-check --convert --format grid '{explain}'").out.strip() in puzzle
    assert mail.strip().endswith(shell("sudoku-solve easy.txt").out.strip())


def test_a_page_of_the_last_days(shell: Shell, samples: Path, leap_day: str) -> None:
    shell(f"{leap_day}; ./daily-puzzle.sh out")
    for day in range(21, 29):
        text = (samples / "out/2028-02-29.txt").read_text().replace("-29", f"-{day}")
        (samples / f"out/2028-02-{day}.txt").write_text(text)
    shell(f"{leap_day}; ./daily-page.sh out")
    page = (samples / "out/index.html").read_text(encoding="utf-8")
    days = re.findall(r"Sudoku, 2028-02-(\d+), hard", page)
    assert list(dict.fromkeys(days)) == ["29", "28", "27", "26", "25", "24", "23"]


def pages_of(path: Path) -> int:
    pypdf = pytest.importorskip("pypdf", reason="pypdf counts pages")
    return len(pypdf.PdfReader(path, strict=True).pages)


def test_six_puzzles_for_tomorrow_are_a_sheet(shell: Shell, samples: Path) -> None:
    pytest.importorskip("reportlab", reason="the extra print draws PDF")
    (samples / "bin").mkdir()
    fake = '#!/bin/sh\n[ "$*" = "-d tomorrow +%Y-%m-%d" ] && echo 2028-02-29\n'
    (samples / "bin/date").write_text(fake)
    (samples / "bin/date").chmod(0o755)
    shell("PATH=$PWD/bin:$PATH; ./tomorrow.sh out; cp out/* first; ./tomorrow.sh out letter")
    assert shell("ls -A out").out == "tomorrow.pdf\n"
    assert pages_of(samples / "first") == pages_of(samples / "out/tomorrow.pdf") == 2
    assert "usage: tomorrow.sh FOLDER" in shell("./tomorrow.sh", status=None).err


def test_a_booklet_of_a_hundred_puzzles(shell: Shell, samples: Path) -> None:
    pytest.importorskip("reportlab", reason="the extra print draws PDF")
    if core.native() is None:
        pytest.skip("no compiled core: it takes minutes")
    shell("./booklet.sh book.pdf tests")
    # 50 pages of puzzles and 9 of solutions, four on a sheet.
    assert pages_of(samples / "book.pdf") == 30


def test_the_pictures_are_those_that_the_script_makes(shell: Shell, samples: Path) -> None:
    shell("rm *.svg; ./pictures.sh")
    for name in ("page.svg", "sixteen.svg"):
        assert (samples / name).read_bytes() == (SAMPLES / name).read_bytes()


def test_the_crontab_names_scripts_that_run() -> None:
    lines = (SAMPLES / "crontab").read_text().splitlines()
    entries = [line for line in lines if line and not line.startswith("#")]
    readme = (SAMPLES.parent / "README.md").read_text()
    assert "python3 -m venv ~/sudoku &&" in readme
    scripts = ("daily-puzzle.sh", "daily-mail.sh", "daily-page.sh", "tomorrow.sh")
    for entry, hour, script in zip(entries, ("6", "7", "8", "17"), scripts, strict=True):
        times, command = entry.split()[:5], entry.split(maxsplit=5)[5]
        assert times == ["0", hour, "*", "*", "*"]
        assert "%" not in command
        assert f'PATH="$HOME/sudoku/bin:$PATH" samples/{script}' in command
    for path in SAMPLES.rglob("*.sh"):
        assert os.access(path, os.X_OK)


@pytest.mark.parametrize("name", VARIANTS)
def test_variants_have_one_solution(name: str) -> None:
    grids = list(read_grids((SAMPLES / name).read_text(encoding="utf-8")))
    assert len(grids) == VARIANTS[name]
    assert not any(grid.is_plain for grid in grids)
    assert [count_solutions(grid, 2) for grid in grids] == len(grids) * [1]


@pytest.mark.long
def test_the_variants_are_made_by_their_script(shell: Shell) -> None:
    made = shell(f"sh {SAMPLES / 'variants.sh'}").out
    assert made == (SAMPLES / "variants.txt").read_text(encoding="utf-8")


MADE = "sudoku-gen -n 2500 --seed s --format line | sudoku-mask --minimal --seed s"
"""The command line that the scripts for clusters replace."""


@pytest.mark.long
@pytest.mark.usefixtures("samples")
def test_a_cluster_of_this_machine(shell: Shell) -> None:
    """It ends even if parts of it ignore SIGTERM."""
    pytest.importorskip("distributed", reason="the extra cluster works on clusters")
    shell(
        "mkdir deaf; echo 'import signal; signal.pthread_sigmask(0, [15])' > deaf/sitecustomize.py"
    )
    ran = shell("TMPDIR=$PWD PYTHONPATH=$PWD/deaf cluster/local.sh 2500 s")
    assert (ran.out, ran.err) == (shell(MADE).out, "")
    assert shell("ls -d tmp.*", status=None).out == ""


@pytest.mark.usefixtures("samples")
@pytest.mark.skipif(shutil.which("parallel") is None, reason="GNU parallel is not here")
def test_pieces_by_parallel(shell: Shell) -> None:
    made = shell("HOME=$PWD PIECE=1000 cluster/parallel.sh 2500 s :").out
    assert made == shell(MADE).out


@pytest.mark.long
@pytest.mark.usefixtures("samples")
def test_an_array_of_jobs(shell: Shell) -> None:
    """By Slurm where it is, else as it would run the script."""
    if shutil.which("sbatch") is not None:
        shell("sbatch --wait --array=0-4 cluster/slurm.sh made s 500")
    else:
        for task in (3, 0, 4, 1, 2, 3):
            shell(f"SLURM_ARRAY_TASK_ID={task} cluster/slurm.sh made s 500")
    assert shell("cat made/*").out == shell(MADE).out
