"""Plant known bugs in the kernels, one at a time, and check that each is found.

    python -m tests.fuzz.planted [--seconds N] [SUBJECT OR FILE]...

Each row of planted.tsv replaces one line of a C file by a wrong one in a copy of the sources. Its
subject is one of `kernels/`, built like that of `python -m tests.fuzz --quick`, which runs on its
corpus and for N seconds; or a file of tests. A bug is found if this fails. Exit status 1: some were
not found.
"""

import argparse
import csv
import os
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
    """A line of a C file, its wrong replacement, and the subject or the tests that find it."""

    file: str
    old: str
    new: str
    subject: str

    @property
    def is_tested(self) -> bool:
        return self.subject.endswith(".py")


def bugs() -> list[Bug]:
    """Return the rows of planted.tsv."""
    with (Path(__file__).parent / "planted.tsv").open(newline="") as file:
        return [Bug(**row) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def build(folder: Path, bug: Bug) -> None:
    """Build what finds a bug, in a folder."""
    variables = [f"PYTHON={sys.executable}"]
    if bug.is_tested:  # Any compiler will do.
        variables += ["native", f"OUT={folder / 'native'}"]
    else:
        variables += ["CC=clang", "fuzz", f"OUT={folder / 'fuzz'}", "SANITIZE=address,undefined"]
    subprocess.run(["make", "-s", "-j2", "-C", str(folder / KERNELS), *variables], check=True)
    if bug.is_tested:
        shutil.copy(folder / "native" / "_native.abi3.so", folder / "sudokutools")


def is_found(folder: Path, bug: Bug, seconds: int) -> bool:
    """Run the subject of a bug; report whether it fails."""
    if bug.is_tested:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", bug.subject]
        ran = subprocess.run(
            command, cwd=folder, env=os.environ | {"PYTHONPATH": str(folder)}, capture_output=True
        )
        return ran.returncode == 1 or ran.returncode < 0  # Or it crashes.
    corpus = ROOT / "tests" / "fuzz" / "corpus" / bug.subject
    (folder / "found").mkdir(exist_ok=True)
    command = [str(folder / "fuzz" / "fuzz"), f"--subject={bug.subject}", "-timeout=60"]
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
        for part in ("sudokutools", "tests"):
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("*.so"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        for bug in chosen:
            path = folder / CORE / bug.file
            source = path.read_text()
            if source.count(bug.old) != 1:
                sys.exit(f"{bug.file}: not exactly one line with: {bug.old}")
            path.write_text(source.replace(bug.old, bug.new))
            build(folder, bug)
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
