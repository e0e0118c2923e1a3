"""Run the targets for fuzzing, and count their inputs.

    python -m tests.fuzz [--seconds N] [--jobs N] [--quick] [--found FOLDER] [TARGET]...

Subjects in C (`kernels/`) are one program for libFuzzer, under AddressSanitizer and
UndefinedBehaviorSanitizer; it requires clang and make. Targets in Python are modules of this folder
with a function `check`, guided by atheris where it is installed (the extra `fuzz`), else by random
mutations of the corpus. The named targets run, by default all, each for N seconds. Inputs that
reach new code are kept for the next run; inputs that fail are kept as well, and can be repeated:

    build/fuzz/fuzz --subject=blocks build/fuzz/found/crash-...
    python -m tests.fuzz.driver readers FILE

The long form is `--seconds 3600`.
"""

import argparse
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "fuzz"
CORPUS = HERE / "corpus"
MODULES = {"__init__", "__main__", "driver", "planted"}
KERNELS = sorted(path.stem for path in (HERE / "kernels").glob("*.c") if path.stem != "main")
PYTHON = sorted(
    path.stem
    for path in HERE.glob("*.py")
    if path.stem not in MODULES and not path.stem.startswith("test_")
)
# An input that takes longer (seconds) or more memory (MiB) is a finding.
LIMITS = ["-timeout=60", "-rss_limit_mb=4096"]
INTERRUPTED = 72  # The status of a run that was ended by a signal; it counts.


class Run(NamedTuple):
    target: str
    seconds: int
    inputs: int
    edges: int
    findings: int


def command_of(target: str, build: Path) -> list[str]:
    """Return the command of a target, which takes options of libFuzzer and folders."""
    if target in KERNELS:
        return [str(build / "fuzz"), f"--subject={target}"]
    return [sys.executable, "-m", "tests.fuzz.driver", target]


def last_number(pattern: str, text: str) -> int:
    """Return the number in the last match of a pattern, or 0."""
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def run(target: str, build: Path, seconds: int, found: Path) -> Run:
    """Run a target for some seconds and print the result, with the end of the log if it failed."""
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


def main() -> None:
    """Run the command line; exit with status 1 if something was found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=__doc__.split("\n")[0]
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(KERNELS + PYTHON))
    parser.add_argument("--seconds", type=int, default=10, help="for each target")
    parser.add_argument("--jobs", type=int, default=1, help="targets at a time")
    parser.add_argument(
        "--quick", action="store_true", help="build with -O1 in a folder of its own"
    )
    parser.add_argument("--found", type=Path, default=BUILD / "found", help="folder of new inputs")
    options = parser.parse_args()
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
        variables = [f"OUT={build}", "CC=clang", "SANITIZE=address,undefined"]
        optimise = "OPTIMISE=-O1" if options.quick else "OPTIMISE=-O2"
        make = ["make", "-s", f"-j{options.jobs}", "-C", str(HERE / "kernels"), "fuzz", "native"]
        subprocess.run([*make, f"PYTHON={sys.executable}", *variables, optimise], check=True)
    with ThreadPoolExecutor(options.jobs) as pool:
        runs = list(
            pool.map(lambda name: run(name, build, options.seconds, options.found), targets)
        )
    sys.exit(any(passed.findings for passed in runs))


if __name__ == "__main__":
    main()
