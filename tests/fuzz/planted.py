"""Plant known bugs in the kernels, one at a time, and check that their subjects find them.

    python -m tests.fuzz.planted [--seconds N] [SUBJECT OR FILE]...

Each row of planted.tsv replaces one line of a C file by a wrong one. A copy of the sources is
built like that of `python -m tests.fuzz --quick`, and the subject runs on its corpus and for N
seconds. A bug is found if the subject fails. Exit status 1: some were not found.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
CORE = Path("sudokutools") / "_core"
KERNELS = Path("tests") / "fuzz" / "kernels"


class Bug(NamedTuple):
    """A line of a C file, its wrong replacement, and the subject that finds it."""

    file: str
    old: str
    new: str
    subject: str


def bugs() -> list[Bug]:
    """Return the rows of planted.tsv."""
    with (Path(__file__).parent / "planted.tsv").open(newline="") as file:
        return [Bug(**row) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def build(folder: Path) -> None:
    """Build the copy in a folder."""
    variables = ["CC=clang", "SANITIZE=address,undefined", f"OUT={folder / 'build'}"]
    command = ["make", "-s", "-j2", "-C", str(folder / KERNELS), "fuzz", *variables]
    subprocess.run(command, check=True)


def is_found(folder: Path, bug: Bug, seconds: int) -> bool:
    """Run the subject of a bug; report whether it fails."""
    corpus = ROOT / "tests" / "fuzz" / "corpus" / bug.subject
    (folder / "found").mkdir(exist_ok=True)
    command = [str(folder / "build" / "fuzz"), f"--subject={bug.subject}", "-timeout=60"]
    command += [f"-max_total_time={seconds}", f"-artifact_prefix={folder}/", str(folder / "found")]
    ran = subprocess.run([*command, str(corpus)], capture_output=True, check=False)
    shutil.rmtree(folder / "found")
    return ran.returncode != 0


def main() -> None:
    """Plant the bugs that the command line names, by default all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="SUBJECT OR FILE")
    parser.add_argument("--seconds", type=int, default=10, help="per bug")
    options = parser.parse_args()
    chosen = [
        bug for bug in bugs() if {bug.file, bug.subject} & {*options.names} or not options.names
    ]
    missed = 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        for part in (CORE, KERNELS):
            shutil.copytree(ROOT / part, folder / part)
        build(folder)
        for bug in chosen:
            path = folder / CORE / bug.file
            source = path.read_text()
            if source.count(bug.old) != 1:
                sys.exit(f"{bug.file}: not exactly one line with: {bug.old}")
            path.write_text(source.replace(bug.old, bug.new))
            build(folder)
            found = is_found(folder, bug, options.seconds)
            missed += not found
            print(
                f"{'found' if found else 'MISSED'}\t{bug.subject}\t{bug.file}\t{bug.new}",
                flush=True,
            )
            path.write_text(source)
    print(f"{len(chosen) - missed} of {len(chosen)} found")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
