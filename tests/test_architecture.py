"""Imports point downwards, and starting a command imports only the modules it needs."""

import ast
import re
import subprocess
import sys
from collections.abc import Mapping, Set
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from sudokutools._support import core
from sudokutools.cli.options.manual import PAGES
from tests.cli.puzzles import EASY, EASY_SOLUTION

PACKAGE = Path(__file__).parents[1] / "sudokutools"
HEAVY = ["multiprocessing", "concurrent", "tempfile", "csv", "json", "random", "importlib.metadata"]
LATE = [
    "sudokutools.blocks",
    "sudokutools.logic.ladder",
    "sudokutools.logic.techniques",
    "sudokutools.solving.engines.dlx",
    "matplotlib",
    "reportlab",
]

LAYERS = {
    "support": "errors _support _native",
    "constraints": "constraints",
    "grid": "grid",
    "text": "formats",
    "methods": "logic canonical",
    "solving": "solving",
    "operations": "generating checking",
    "masking": "masking",
    "blocks": "blocks",
    "verticals": "printing blackjack",
    "library": "sudokutools",
    "commands": "cli",
}
"""The layers of the package, bottom first. Every module belongs to one of them. A module imports
from its own layer and below, and imports never form a circle, including those in functions and for
types.
"""

TABLES = {
    "sudokutools.logic.ladder": "sudokutools.logic.techniques",
    "sudokutools.logic.hodoku.rating": "sudokutools.logic.hodoku.techniques",
}
"""Modules that import the finders, relative to `logic`, named in the rows of a table."""

CIRCLES: list[set[str]] = []
"""Modules that may import each other in a circle."""


def modules() -> dict[str, Path]:
    """Map the names of all modules to their files."""
    found = {}
    for file in (*PACKAGE.rglob("*.py"), PACKAGE / "_native.pyi"):
        name = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = file
    return found


MODULES = modules()


@cache
def nodes(file: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(file.read_text())))


@cache
def imported(file: Path) -> frozenset[str]:
    """List the modules that a file imports anywhere."""
    found: set[str] = set()
    for node in nodes(file):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else node.module for name in names}
    return frozenset(found)


@cache
def imports_of(name: str) -> frozenset[str]:
    """List the modules of the package that a module imports, including lazily."""
    found = set(imported(MODULES[name]))
    for node in nodes(MODULES[name]):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_HOMES":
            values = [n.value for n in ast.walk(node.value) if isinstance(n, ast.Constant)]
            found |= {f"{name}.{value}" for value in values if isinstance(value, str)}
    if name in TABLES:
        rows = import_module(TABLES[name]).TABLE
        found |= {f"sudokutools.logic.{row.finder.rpartition('.')[0]}" for row in rows}
    return frozenset(found & MODULES.keys()) - {name}


def layer_of(name: str) -> int:
    """Return the index of a module's layer. Raises ValueError if it has none."""
    part = name.removeprefix("sudokutools.").partition(".")[0]
    (place,) = [place for place, parts in enumerate(LAYERS.values()) if part in parts.split()]
    return place


def test_the_table_of_layers_is_in_contributing() -> None:
    page = (PACKAGE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| (`[^|]*`) \|", page, re.MULTILINE)
    found = {layer: set(re.findall(r"`(\w+)(?:/|\.py)`", cells)) for layer, cells in rows}
    expected = {layer: set(parts.split()) for layer, parts in LAYERS.items()}
    expected["library"] = {"__init__"}
    expected["support"] -= {"_native"}
    del found["kernels"]
    assert list(found.items()) == list(expected.items())[::-1]


def test_every_module_imports_what_is_below_it() -> None:
    wrong = [
        (name, other)
        for name in MODULES
        for other in imports_of(name)
        if layer_of(other) > layer_of(name)
    ]
    assert not wrong


def test_verticals_import_nothing_of_each_other() -> None:
    for name in MODULES:
        part, *_ = name.removeprefix("sudokutools.").split(".")
        others = set(LAYERS["verticals"].split()) - {part}
        if part in LAYERS["verticals"].split():
            assert not [m for m in imports_of(name) if m.split(".")[1] in others]


SAME_SUBJECT = (
    "cages command dig fish forcing grid loops marks options propagation rating survey"
    " techniques variant"
)
"""Names of several modules, which are about the same subject in different layers or commands."""


def test_modules_share_names_only_on_purpose() -> None:
    names = [name.rpartition(".")[2] for name in MODULES if MODULES[name].stem != "__init__"]
    assert {name for name in names if names.count(name) > 1} == set(SAME_SUBJECT.split())


MAX_LINES, MAX_BRANCHES = 60, 20
BRANCHES = (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler, ast.match_case)


def branches_of(function: ast.AST) -> int:
    """Count the ways through a function, as McCabe does, and those of `and`, `or` and loops in
    expressions."""
    count = 1
    for node in ast.walk(function):
        if isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            count += 1 + len(node.ifs)
        else:
            count += isinstance(node, BRANCHES)
    return count


def test_functions_fit_a_screen_and_have_few_branches() -> None:
    found = set()
    for name, file in MODULES.items():
        for node in nodes(file):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > MAX_LINES or branches_of(node) > MAX_BRANCHES:
                    found.add(f"{name}.{node.name}")
    assert not found


def test_each_request_has_a_name_of_its_own() -> None:
    for file in MODULES.values():
        classes = [node.name for node in nodes(file) if isinstance(node, ast.ClassDef)]
        assert "Request" not in classes, file


def in_circles(imports: Mapping[str, Set[str]]) -> set[str]:
    """Remove names without imports or users repeatedly; return the rest."""
    left = {name: others - {name} for name, others in imports.items()}
    size = len(left) + 1
    while len(left) < size:
        size = len(left)
        used = set().union(*left.values())
        left = {name: others for name, others in left.items() if others and name in used}
        left = {name: others & left.keys() for name, others in left.items()}
    return set(left)


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert in_circles({name: imports_of(name) for name in MODULES}) == set().union(*CIRCLES)


def package_of(name: str) -> str:
    """Return the package of a module; modules directly in `sudokutools` count as packages."""
    parent = name.rpartition(".")[0]
    return name if MODULES[name].stem == "__init__" or parent == "sudokutools" else parent


def test_no_packages_import_each_other_in_a_circle() -> None:
    imports: dict[str, set[str]] = {}
    for name in MODULES:
        imports.setdefault(package_of(name), set()).update(map(package_of, imports_of(name)))
    assert not in_circles(imports)


def c_files_used() -> dict[str, set[str]]:
    """Map each C file of the core to the files whose functions it calls."""
    core = PACKAGE / "_core"
    comments = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"', re.DOTALL)
    definition = re.compile(
        r"^(?!static|typedef)[a-z][\w *]*?\b(\w+)\([^;{}]*\)\s*\{", re.MULTILINE
    )
    texts = {
        str(file.relative_to(core)): comments.sub("", file.read_text())
        for file in core.rglob("*.c")
    }
    homes = {name: file for file, text in texts.items() for name in definition.findall(text)}
    return {
        file: {homes[name] for name in set(re.findall(r"\w+", text)) & homes.keys()} - {file}
        for file, text in texts.items()
    }


def test_no_c_files_call_each_other_in_a_circle() -> None:
    assert in_circles(c_files_used()) == set()


LIBRARY = [name for name in MODULES if layer_of(name) < list(LAYERS).index("commands")]


def test_nothing_below_the_commands_talks_to_people() -> None:
    for name in LIBRARY:
        file = MODULES[name]
        assert not [module for module in imported(file) if module.split(".")[0] == "click"], name
        names = {node.id for node in nodes(file) if isinstance(node, ast.Name)}
        assert "print" not in names, name
        source = file.read_text()
        assert "sys.exit" not in source, name
        assert "os.environ" not in source, name


def option_names() -> set[str]:
    """Return the long options of all commands."""
    names: set[str] = set()
    for module in PAGES.values():
        group = import_module(f"sudokutools.cli.{module}.command").command
        for command in (group, *getattr(group, "commands", {}).values()):
            for param in command.params:
                names.update((*param.opts, *param.secondary_opts))
    return {name for name in names if name.startswith("--")}


MARKUP = re.compile(r"(?<![\w*(|])\*[a-z][\w+ ]*\*(?![\w*])|^\.[A-Z][a-z] ", re.MULTILINE)
"""Literal words in the markup of options, and macros of mdoc(7)."""


def test_nothing_below_the_commands_names_options_or_marks_text_up() -> None:
    options = option_names()
    assert {"--level", "--no-progress", "--split"} < options
    for name in LIBRARY:
        texts = [node for node in nodes(MODULES[name]) if isinstance(node, ast.Constant)]
        documents = {id(node.value) for node in nodes(MODULES[name]) if isinstance(node, ast.Expr)}
        for node in texts:
            if isinstance(node.value, str):
                named = re.findall(r"(?<![\w-])--[a-z][a-z-]*(?![\w:-])", node.value)
                assert options.isdisjoint(named), (name, node.lineno)
                assert id(node) in documents or not MARKUP.search(node.value), (name, node.lineno)


@pytest.mark.parametrize("command", ["gen", "mask", "solve", "check", "print", "play", "blackjack"])
def test_starting_a_command_imports_little(command: str) -> None:
    code = (
        "import sys, click; before = set(sys.modules);"
        f"import sudokutools.cli.{command}.command; print(*sorted(set(sys.modules) - before))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = ran.stdout.split()
    for name in HEAVY + LATE:
        assert not [m for m in modules if m == name or m.startswith(name + ".")], name


SHARED = (
    "cli cli.options cli.options.exclusions cli.options.shared cli.options.values"
    " cli.run cli.run.jobs cli.run.output cli.run.pipeline cli.run.process cli.run.progress"
    " cli.run.reading cli.run.start cli.run.worker cli.run.writer _support _support.core"
    " _support.lazy _support.limits _support.request _support.system solving.engines constraints"
    " errors formats formats.comments formats.format formats.line formats.reader formats.reading"
    " formats.reading.cells formats.classify formats.reading.lines grid grid.geometry"
    " grid.grid grid.keys solving solving.solving _native cli.options.option"
)
STARTED = {
    "solve": "cli.solve.solver grid.geometry_label solving.engines.propagate",
    "check": "checking checking.checking checking.facts cli.check.checker cli.check.rating_writer"
    " cli.check.verdicts solving.engines.propagate logic logic.levels",
    "mask": "cli.mask.masker logic"
    " logic.levels masking masking.difficulty masking.compiled_dig masking.plan"
    " masking.symmetry _support.streams grid.geometry_label",
    "gen": "_support.ordered cli.gen.draw formats.grid generating generating.generating"
    " _support.streams",
}
"""The additional modules that a command may import for one plain line."""

LIBRARY_STARTED = {"_signal", "select"}
"""Standard modules that it may import in addition to those of Python and click."""


def run_one(command: str, before: str, reported: str) -> subprocess.CompletedProcess[str]:
    """Run a command on one plain line; `reported` is printed to standard error at the end."""
    lines = {"gen": "", "mask": EASY_SOLUTION}
    code = (
        f"{before}; import atexit, sys;"
        f" atexit.register(lambda: print({reported}, file=sys.stderr));"
        f"sys.argv = ['sudoku-{command}'];"
        f"from sudokutools.cli.run.start import sudoku_{command}; sudoku_{command}()"
    )
    return subprocess.run(
        [sys.executable, "-c", code],
        input=lines.get(command, EASY) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.skipif(core.native() is None, reason="the Python twins import more")
@pytest.mark.parametrize("command", STARTED)
def test_one_plain_line_imports_what_is_listed(command: str) -> None:
    before = "import atexit, functools, gc, sys, click; before = set(sys.modules)"
    ran = run_one(command, before, "*(set(sys.modules) - before)")
    prefix = "sudokutools."
    folder = f"cli.{command}"
    modules = f"{SHARED} {STARTED[command]} {folder} {folder}.command {folder}.options"
    own = {f"{prefix}{name}" for name in modules.split()}
    assert ran.stdout
    more = set(ran.stderr.split()) - own - {"sudokutools"} - LIBRARY_STARTED
    assert more == set()


@pytest.mark.skipif(core.native() is None, reason="the Python twins import more")
@pytest.mark.parametrize("command", STARTED)
def test_one_plain_line_does_not_import_inspect(command: str) -> None:
    before = "import sys; sys.modules.pop('inspect', None)"
    ran = run_one(command, before, "'cleandoc' in vars(sys.modules['inspect'])")
    assert ran.stderr == "False\n"
