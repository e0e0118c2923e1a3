"""Change the package in small ways, one at a time, and see whether the tests of its folder fail.

    python -m tests.mutants [--sample N] [--seed N] [--tests PATH ...] MODULE...

The changes are those of cosmic-ray (extra `mutants`): other operators, numbers and conditions. Of
each module, such as `formats/hodoku.py`, or of all in a folder, N places are drawn. What makes no
difference anywhere is left out (`essence`), and so are the rows of `accepted.tsv`, each with its
reason; `*` is any change of the line.

Survivors are printed as they stand in that table. The status is 1 if more than a tenth survives.
"""

import ast
import csv
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from typing import Any, ClassVar

from tests.mutants import reach

ROOT = Path(__file__).parents[2]
MOST = 0.1
"""The share of mutants that may survive."""

KEPT = ("sudokutools", "tests", "man", "docs", "samples", "completions", "README.md",
        "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "pyproject.toml", "setup.py")  # fmt: skip
"""What the tests need of the tree."""

LIMIT, MINUTE = 200, 60
"""Seconds for the tests of a change, and for those of them that are chosen when nothing is slow."""

TESTS = {
    "checking": "checking cli",
    "cli": "cli blocks faults",
    "constraints": "constraints formats printing solving cli/test_variants.py",
    "formats": "formats cli/test_candidates.py cli/test_formats.py cli/test_variants.py"
    " cli/test_mask.py constraints/test_extra.py constraints/test_values.py blocks/test_rows.py",
    "grid": "grid constraints formats cli/test_candidates.py cli/test_check.py cli/test_variants.py"
    " project/test_public.py",
    "masking": "masking cli/test_mask.py cli/test_mask_clues.py cli/test_seeds.py",
    "printing": "printing cli/test_print.py project/test_public.py",
    "solving": "solving cli/test_check.py cli/test_seeds.py",
}
"""The tests of a package, where they are not only those in the folder of its name."""

Change = tuple[int, str, str]
"""The first line that differs: its number, and its text before and after."""


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
    plain = essence(source)
    for place in rng.sample(sorted(places), len(places)):
        made, occurrence = rng.choice(places[place])
        changed = mutating.mutate_code(source, made(), occurrence)
        if changed is not None and essence(changed) not in ("", plain):
            yield change(source, changed), changed


def change(source: str, changed: str) -> Change:
    pairs = zip(source.splitlines(), changed.splitlines(), strict=False)
    differ = ((n, old, new) for n, (old, new) in enumerate(pairs, 1) if old != new)
    number, old, new = next(differ, (0, "", ""))
    return number, old.strip(), new.strip()


class _Essence(ast.NodeTransformer):
    """Drops annotations, caches of functions, how often the time is checked, and `is` for `==`.

    Lengths that `zip` compares are equal. Small numbers and classes are the same where they are
    equal.
    """

    same: ClassVar = {ast.Is: ast.Eq, ast.IsNot: ast.NotEq}

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        if any(ast.unparse(base) in ("Protocol", "TypedDict") for base in node.bases):
            node.body, node.keywords = [], []
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST:
        if ast.unparse(node.test).endswith("TYPE_CHECKING"):
            return ast.Pass()
        if [*map(ast.unparse, node.body)] == ["check()"]:
            node.test = ast.Constant(None)
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        node.decorator_list = [d for d in node.decorator_list if "cache" not in ast.unparse(d)]
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST | None:
        return None if node.arg == "strict" else self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        node.ops = [self.same.get(type(op), type(op))() for op in node.ops]
        return self.generic_visit(node)


def essence(source: str) -> str:
    """Return what of a module has an effect on answers. Empty: it is no Python."""
    try:
        return ast.dump(_Essence().visit(ast.parse(source)))
    except SyntaxError:
        return ""


def run(tree: Path, tests: Iterable[str], *words: str, **variables: object) -> bool:
    """Run tests in a tree; return whether all passed. A run that does not end has not."""
    options = "-m pytest -q -n 0 -p tests.mutants.reach --continue-on-collection-errors"
    command = [sys.executable, *options.split()]
    paths = {"PYTHONPATH": str(tree), "PYTHONPYCACHEPREFIX": f"{tree}/cache"}
    env = os.environ | paths | {name: str(value) for name, value in variables.items()}
    with subprocess.Popen(
        [*command, *words, *tests], cwd=tree, env=env, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        try:
            return process.wait(LIMIT if "CHOSEN" in variables else None) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return False


class Reach:
    """The tests that pass without a change, how long they take, and what they reach."""

    def __init__(self, tree: Path, modules: list[str], tests: list[str]) -> None:
        report, pairs = tree / "report", tree / "pairs"
        report.touch()
        pairs.touch()
        (tree / "sudokutools/_reached.py").write_text(reach.PROBE.format(file=str(pairs)))
        self.sources = {name: (tree / "sudokutools" / name).read_text() for name in modules}
        for name, source in self.sources.items():
            (tree / "sudokutools" / name).write_text(reach.probe(source, name))
        run(tree, tests, REPORT=report)
        for name, source in self.sources.items():
            (tree / "sudokutools" / name).write_text(source)
        self.seconds: dict[str, float] = {}
        rows = [line.split("\t") for line in report.read_text().splitlines()]
        for test, _, seconds in rows:
            self.seconds[test] = self.seconds.get(test, 0) + float(seconds)
        for test, outcome, _ in rows:
            if outcome != "passed":
                self.seconds.pop(test, None)
        self.places: dict[str, set[str]] = {}
        for line in pairs.read_text().splitlines():
            test, _, place = line.partition("\t")
            self.places.setdefault(place, set()).add(test)

    def tests(self, module: str, line: int) -> list[str]:
        """Return the tests for a change, shortest first, as many as take a minute."""
        place = reach.place_of(self.sources[module], line, module)
        places = [place] if place else [p for p in self.places if p.startswith(f"{module}:")]
        found = set().union(*(self.places.get(p, ()) for p in places)) & self.seconds.keys()
        some = found if place else self.seconds  # Any test may read a name of a module.
        ordered = sorted(some, key=lambda test: (test not in found, self.seconds[test]))
        total = accumulate(self.seconds[test] for test in ordered)
        return [test for test, seconds in zip(ordered, total, strict=True) if seconds < MINUTE]


def examine(tree: Path, module: str, reached: Reach, options: Any) -> tuple[int, int]:
    """Print the survivors of a module; return how many there are, and of how many mutants."""
    path, chosen = tree / "sudokutools" / module, tree / "chosen"
    source, known = reached.sources[module], accepted()
    survived = count = 0
    for (line, old, new), changed in mutants(source, random.Random(f"{options.seed} {module}")):
        if {(module, old, new), (module, old, "*")} & known:
            continue
        if count == options.sample:
            break
        count += 1
        tests = reached.tests(module, line)
        chosen.write_text("\n".join(tests))
        path.write_text(changed)
        os.utime(path, (count, count))  # Compiled modules are known by the second.
        # To collect the tests of all files takes longer than to run those of one.
        by_file = Counter(test.partition("::")[0] for test in tests).most_common()
        files = [[name for name, _ in part] for part in (by_file[:1], by_file[1:]) if part]
        if all(run(tree, part, "-x", CHOSEN=chosen) for part in files):
            survived += 1
            print(module, old, new, f"line {line}, {len(tests)} tests", sep="\t", flush=True)
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
    names = [
        str(path.relative_to(package))
        for name in options.modules
        for path in sorted((package / name).rglob("*.py")) or [package / name]
    ]
    survived = count = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for name in KEPT:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, tree / name)
        reached = Reach(tree, names, options.tests or tests_of(options.modules))
        print(f"{len(reached.seconds)} tests", file=sys.stderr, flush=True)
        for name in names:
            some, of = examine(tree, name, reached, options)
            survived, count = survived + some, count + of
            print(f"{name}: {some} of {of} survived", file=sys.stderr, flush=True)
    print(f"{survived} of {count} mutants survived", file=sys.stderr)
    return 1 if survived > MOST * count else 0


def tests_of(modules: Iterable[str]) -> list[str]:
    """Return the tests of modules, with the examples in their packages."""
    packages = {module.partition("/")[0] for module in modules}
    tests = [
        f"tests/{name}" for package in packages for name in TESTS.get(package, package).split()
    ]
    return [*tests, *(f"sudokutools/{package}" for package in packages)]


if __name__ == "__main__":
    sys.exit(main())
