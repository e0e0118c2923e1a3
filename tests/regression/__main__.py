"""Compare what two installations do: `python -m tests.regression OLD NEW`.

OLD and NEW are folders of commands, such as `.venv/bin`, or files that `--record` wrote. Every line
of `lines/*.txt` runs in a scratch folder of its own, which holds the samples and `tests/data`.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from threading import Timer
from typing import NamedTuple

HERE = Path(__file__).parent
SAMPLES, DATA = HERE.parents[1] / "samples", HERE.parent / "data"

SECONDS = 300  # A command line that takes longer is killed.
DIFF_LINES = 30  # Of longer differences the beginning is shown.
TIMES = re.compile(r"(?<= in )\d+\.\d\d(?= s$)|\d+\.\d(?= million rounds)", re.MULTILINE)
"""The only thing that differs from run to run."""


class Result(NamedTuple):
    stdout: str
    stderr: str
    status: str
    files: str


def read_list(path: Path) -> list[str]:
    """Return the lines of a file without blank lines and comments."""
    return re.findall(r"^[^#\s].*", path.read_text(encoding="utf-8"), re.MULTILINE)


def command_lines() -> list[str]:
    return [line for path in sorted((HERE / "lines").glob("*.txt")) for line in read_list(path)]


def make_fixtures(folder: Path) -> None:
    """Copy the files that command lines read into a new folder."""
    shutil.copytree(DATA, folder / "data", ignore=shutil.ignore_patterns("README.md"))
    for path in SAMPLES.iterdir():
        if path.suffix in {".txt", ".csv", ".json"}:
            shutil.copyfile(path, folder / path.name)


def digests(folder: Path) -> dict[str, str]:
    """Return a digest of every file below a folder."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(f.relative_to(folder)): sha256(f.read_bytes()).hexdigest()[:16] for f in files}


def run(line: str, commands: Path, fixtures: Path) -> Result:
    with tempfile.TemporaryDirectory() as scratch:
        folder = shutil.copytree(fixtures, Path(scratch, "run"))
        path = f"{commands.resolve()}{os.pathsep}{os.defpath}"
        settings = {"PATH": path, "HOME": str(folder), "LC_ALL": "C.UTF-8", "TERM": "dumb"}
        with subprocess.Popen(
            ["bash", "-c", line], cwd=folder, env=settings, process_group=0,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as process:  # fmt: skip
            timer = Timer(SECONDS, os.killpg, (process.pid, signal.SIGKILL))
            timer.start()
            out, err = process.communicate()
            timer.cancel()
        before, after = digests(fixtures), digests(folder)
    names = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    printed = TIMES.sub("?", err.decode(errors="backslashreplace"))
    files = "\n".join(f"{after.get(name, 'removed')} {name}" for name in names)
    return Result(out.decode(errors="backslashreplace"), printed, str(process.returncode), files)


def results_of(source: Path, lines: Sequence[str], fixtures: Path, jobs: int) -> dict[str, Result]:
    """Return the results of an installation, or of a record."""
    if source.is_dir():
        with ThreadPoolExecutor(jobs) as pool:
            ran = pool.map(lambda line: run(line, source, fixtures), lines)
            return dict(zip(lines, ran, strict=True))
    kept = json.loads(source.read_text(encoding="utf-8"))
    if kept["fixtures"] != digests(fixtures):
        sys.exit(f"{source}: the fixtures have changed since it was recorded")
    return {line: Result(*result) for line, result in kept["results"].items()}


def differences(old: Result, new: Result) -> list[str]:
    """Return the lines of a diff of two results."""
    shown: list[str] = []
    for name, before, after in zip(Result._fields, old, new, strict=True):
        texts = before.splitlines(keepends=True), after.splitlines(keepends=True)
        diff = list(unified_diff(*texts, f"old {name}", f"new {name}", n=1))
        more = [f"... and {len(diff) - DIFF_LINES} lines"] * (len(diff) > DIFF_LINES)
        shown += [line.rstrip("\n") for line in diff[:DIFF_LINES]] + more
    return shown


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool, and return its exit status."""
    parser = argparse.ArgumentParser("python -m tests.regression", description=__doc__)
    parser.add_argument("old", type=Path, metavar="OLD", help="folder of commands, or a record")
    parser.add_argument("new", type=Path, metavar="NEW", nargs="?", help="the one to compare")
    option = parser.add_argument
    option("--only", default="", metavar="REGEX", help="run the lines that match")
    option("--jobs", type=int, default=os.cpu_count(), metavar="N", help="lines run at a time")
    option("--show", type=int, default=20, metavar="N", help="differences to print")
    option("--record", type=Path, metavar="FILE", help="write the results of OLD")
    chosen = parser.parse_args(arguments)
    lines = [line for line in command_lines() if re.search(chosen.only, line)]
    with tempfile.TemporaryDirectory() as scratch:
        fixtures = Path(scratch)
        make_fixtures(fixtures)
        old = results_of(chosen.old, lines, fixtures, chosen.jobs)
        if chosen.record is not None:
            kept = {"fixtures": digests(fixtures), "results": old}
            chosen.record.write_text(json.dumps(kept, indent=0), encoding="utf-8")
        if chosen.new is None:
            print(f"{len(lines)} command lines were run")
            return 0
        new = results_of(chosen.new, lines, fixtures, chosen.jobs)
    return report(lines, old, new, chosen.show)


def report(lines: Sequence[str], old: dict[str, Result], new: dict[str, Result], show: int) -> int:
    """Print how results differ, and return the exit status."""
    expected = [row.split("\t", 1) for row in read_list(HERE / "expected.txt")]
    none = Result("", "", "not recorded", "")
    differing = [line for line in lines if old.get(line, none) != new.get(line, none)]
    reasons = {
        line: reason for line in differing for regex, reason in expected if re.search(regex, line)
    }
    unexpected = [line for line in differing if line not in reasons]
    for line, reason in reasons.items():
        print(f"$ {line}\nexpected to differ: {reason}\n")
    for line in unexpected[:show]:
        diff = differences(old.get(line, none), new.get(line, none))
        print("\n".join([f"$ {line}", *diff, ""]))
    note = f", {len(reasons)} different as expected" if reasons else ""
    same = len(lines) - len(differing)
    print(f"{len(lines)} command lines, {same} the same, {len(unexpected)} different{note}")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
