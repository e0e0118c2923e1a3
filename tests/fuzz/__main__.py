"""Run the targets for fuzzing, and count their inputs.

    python -m tests.fuzz [--seconds N] [--jobs N] [--quick] [--found FOLDER] [--record FILE]
                         [TARGET]...
    python -m tests.fuzz --total FILE

Kernels are fuzzed by libFuzzer under AddressSanitizer and UndefinedBehaviorSanitizer, which takes
clang and make: a target is a file in `kernels/`. The others are in Python, modules of this folder
with a function `check`, which atheris guides by coverage where it is installed (the extra `fuzz`);
without it the corpus is mutated at random. Named targets run; otherwise all do, each for N
seconds. Inputs that reach something new are kept in a folder and are where the next run begins;
what fails is kept there, too, and is run again by its name:

    build/fuzz/lines build/fuzz/found/crash-...          python -m tests.fuzz.driver readers FILE

A record has a line a run: when, commit, target, seconds, inputs, edges reached, findings. The long
form is `--seconds 3600 --record FILE`, over and over: `--total` adds up what was run.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "fuzz"
CORPUS = HERE / "corpus"
MODULES = {"__init__", "__main__", "driver"}
KERNELS = sorted(path.stem for path in (HERE / "kernels").glob("*.c"))
PYTHON = sorted(
    path.stem
    for path in HERE.glob("*.py")
    if path.stem not in MODULES and not path.stem.startswith("test_")
)
# What no sanitizer reports at once: an input may take so many seconds and MiB.
LIMITS = ["-timeout=60", "-rss_limit_mb=4096"]
INTERRUPTED = 72  # The status of a run that a signal ended: what was run until then counts.


class Run(NamedTuple):
    """What one run of a target came to: its time in seconds, inputs, edges and findings."""

    target: str
    seconds: int
    inputs: int
    edges: int
    findings: int


def command_of(target: str, build: Path) -> list[str]:
    """Return how a target is started; what it takes then are options of libFuzzer and folders."""
    if target in KERNELS:
        return [str(build / target)]
    return [sys.executable, "-m", "tests.fuzz.driver", target]


def last_number(pattern: str, text: str) -> int:
    """Return the number that the last match of a pattern has, 0 if there is none."""
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def run(target: str, build: Path, seconds: int, found: Path) -> Run:
    """Run a target for some seconds, say how it went, and show the end of what failed."""
    grown = found / target
    grown.mkdir(parents=True, exist_ok=True)
    seeds = CORPUS / target
    options = [f"-max_total_time={seconds}", "-print_final_stats=1", f"-artifact_prefix={found}/"]
    folders = [str(grown), *([str(seeds)] if seeds.is_dir() else [])]
    log = found / f"{target}.log"
    begun = time.monotonic()
    with log.open("wb") as output:
        status = subprocess.run(
            [*command_of(target, build), *options, *LIMITS, *folders],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
    text = log.read_text(errors="replace")
    inputs = last_number(r"number_of_executed_units: (\d+)", text)
    passed = Run(
        target,
        round(time.monotonic() - begun),
        inputs or last_number(r"(?m)^#(\d+)", text),
        last_number(r"cov: (\d+)", text),
        int(status not in (0, INTERRUPTED)),
    )
    print(f"{target:12} {passed.inputs:12,} inputs {passed.edges:6,} edges {passed.seconds:5} s")
    if passed.findings:
        print(f"{target} failed: status {status}, {log}", *text.splitlines()[-40:], sep="\n")
    return passed


def total(record: Path) -> None:
    """Print what the runs of a record come to, target by target and in all."""
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0, 0])
    for line in record.read_text().splitlines():
        _, _, target, *numbers = line.split("\t")
        seconds, inputs, edges, findings = map(int, numbers)
        for name in (target, "in all"):
            runs, past_seconds, past_inputs, most_edges, past_findings = sums[name]
            sums[name] = [
                runs + 1,
                past_seconds + seconds,
                past_inputs + inputs,
                max(most_edges, edges),
                past_findings + findings,
            ]
    for name, (runs, seconds, inputs, edges, findings) in sorted(sums.items()):
        print(
            f"{name:12} {runs:5} runs {seconds:7,} s {inputs:14,} inputs {edges:7,} edges"
            f" {findings:3} findings"
        )


def commit() -> str:
    """Return the commit that is checked out, with a plus sign where files differ from it."""
    told = subprocess.run(
        ["git", "describe", "--always", "--dirty=+", "--exclude=*"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return told.stdout.strip() or "-"


def main() -> None:
    """Do what the command line says; status 1 says that something was found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=__doc__.split("\n")[0]
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(KERNELS + PYTHON))
    parser.add_argument("--seconds", type=int, default=10, help="for each target")
    parser.add_argument("--jobs", type=int, default=1, help="so many targets at a time")
    parser.add_argument("--quick", action="store_true", help="build faster, for a few seconds")
    parser.add_argument("--found", type=Path, default=BUILD / "found", help="what grows")
    parser.add_argument("--record", type=Path, help="add a line a run to this file")
    parser.add_argument("--total", type=Path, help="add up a record instead")
    options = parser.parse_args()
    if options.total:
        total(options.total)
        return
    unknown = set(options.targets) - {*KERNELS, *PYTHON, "kernels"}
    if unknown:
        parser.error(f"no such target: {', '.join(sorted(unknown))}")
    targets = [
        name
        for target in options.targets or ["kernels", *PYTHON]
        for name in (KERNELS if target == "kernels" else [target])
    ]
    build = BUILD / "quick" if options.quick else BUILD
    if not set(targets).isdisjoint(KERNELS):
        make = ["make", "-s", f"-j{options.jobs}", "-C", str(HERE / "kernels"), f"OUT={build}"]
        subprocess.run([*make, "OPTIMISE=-O0"] if options.quick else make, check=True)
    with ThreadPoolExecutor(options.jobs) as pool:
        runs = list(
            pool.map(lambda name: run(name, build, options.seconds, options.found), targets)
        )
    if options.record:
        with options.record.open("a") as file:
            for passed in runs:
                print(time.strftime("%Y-%m-%d"), commit(), *passed, sep="\t", file=file)
    sys.exit(any(passed.findings for passed in runs))


if __name__ == "__main__":
    main()
