"""Change the package in small ways, one at a time, and see whether the tests of its folder fail.

    python -m tests.mutants [--sample N] [--seed N] [--tests PATH ...] MODULE...

The changes are those of cosmic-ray (extra `mutants`): other operators, numbers and conditions. Of
each module, such as `formats/hodoku.py`, or of all in a folder, N places are drawn. What changes
only annotations is left out, and so are the rows of `accepted.tsv`, each with its reason.

Survivors are printed as they stand in that table. The status is 1 if more than a tenth survives.
"""

import ast
import csv
import os
import random
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any

ROOT = Path(__file__).parents[2]
MOST = 0.1
"""The share of mutants that may survive."""

KEPT = ("sudokutools", "tests", "man", "docs", "samples", "completions", "README.md",
        "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "pyproject.toml", "setup.py")  # fmt: skip
"""What the tests need of the tree."""

Change = tuple[str, str]
"""The first line that differs, before and after."""


def accepted() -> set[tuple[str, str, str]]:
    with (Path(__file__).parent / "accepted.tsv").open(newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(row["module"], row["old"], row["new"]) for row in rows}


def mutants(source: str, rng: random.Random) -> Iterator[tuple[Change, str]]:
    """Yield changes and changed sources in random order, one for each place at most."""
    plugins = import_module("cosmic_ray.plugins")
    mutating, trees = import_module("cosmic_ray.mutating"), import_module("cosmic_ray.ast")
    nodes = list(trees.ast_nodes(trees.get_ast(source)))
    places: dict[Any, list[tuple[Any, int]]] = {}
    for name in plugins.operator_names():
        made = plugins.get_operator(name)
        if made.arguments():
            continue
        found = [place for node in nodes for place in made().mutation_positions(node)]
        for occurrence, place in enumerate(found):
            places.setdefault(place, []).append((made, occurrence))
    plain = without_annotations(source)
    for place in rng.sample(sorted(places), len(places)):
        made, occurrence = rng.choice(places[place])
        changed = mutating.mutate_code(source, made(), occurrence)
        if changed is not None and without_annotations(changed) != plain:
            yield change(source, changed), changed


def change(source: str, changed: str) -> Change:
    pairs = zip(source.splitlines(), changed.splitlines(), strict=False)
    old, new = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
    return old.strip(), new.strip()


def without_annotations(source: str) -> str:
    """Return what is executed of a module; annotations never are. Empty: it is no Python."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)


def tests_of(module: str) -> list[str]:
    """Return the tests of the folder of a module, and of the folder above where there are none."""
    folder = Path("tests", module)
    while not (ROOT / folder).is_dir():
        folder = folder.parent
    named = sorted((ROOT / folder).glob(f"test_*{Path(module).stem}*.py"))
    return [*(str(path.relative_to(ROOT)) for path in named), str(folder)]


def passes(tree: Path, tests: list[str], seconds: float | None) -> bool:
    """Run tests in a tree until one fails; a run that does not end has failed."""
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", *tests]
    env = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ran = subprocess.run(words, cwd=tree, env=env, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    return ran.returncode == 0


def examine(tree: Path, module: str, options: Any) -> tuple[int, int]:
    """Print the survivors of a module; return how many there are, and of how many mutants."""
    path = tree / "sudokutools" / module
    source, known = path.read_text(), accepted()
    tests = options.tests or tests_of(module)
    start = monotonic()
    if not passes(tree, tests, None):
        raise SystemExit(f"{module}: {' '.join(tests)} fail without a change")
    seconds = 3 * (monotonic() - start) + 10
    survived = count = 0
    for (old, new), changed in mutants(source, random.Random(f"{options.seed} {module}")):
        if (module, old, new) in known:
            continue
        if count == options.sample:
            break
        path.write_text(changed)
        count += 1
        if passes(tree, tests, seconds):
            survived += 1
            print(module, old, new, sep="\t", flush=True)
    path.write_text(source)
    return survived, count


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("modules", nargs="+", metavar="MODULE")
    parser.add_argument(
        "--sample", type=int, default=20, metavar="N", help="mutants of each module"
    )
    parser.add_argument("--seed", default="1", metavar="TEXT")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="other tests than its folder's")
    options = parser.parse_args()
    package = ROOT / "sudokutools"
    paths = [
        p for m in options.modules for p in sorted((package / m).rglob("*.py")) or [package / m]
    ]
    survived = count = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in KEPT:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(
                ROOT / name, Path(folder, name)
            )
        for path in paths:
            some, of = examine(Path(folder), str(path.relative_to(package)), options)
            survived, count = survived + some, count + of
            print(f"{path.relative_to(package)}: {some} of {of} survived", file=sys.stderr)
    print(f"{survived} of {count} mutants survived", file=sys.stderr)
    return 1 if survived > MOST * count else 0


if __name__ == "__main__":
    sys.exit(main())
