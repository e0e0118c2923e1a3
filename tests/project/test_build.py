"""Packages: a source archive has all files of a build, an installation only its own."""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import pytest

from sudokutools._support.system import available_cores
from tests.tables import cases

ROOT = Path(__file__).parents[2]
FOLDERS = (".ci", "completions", "docs", "man", "samples", "sudokutools", "tests")
FILES = (
    *("LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", ".clang-format"),
    *("MANIFEST.in", "pyproject.toml", "setup.py"),
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Copy the packaged files, without results of builds."""
    for folder in FOLDERS:
        ignored = ignore_patterns("__pycache__", "*.so", "_native.txt")
        copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for file in FILES:
        copy(ROOT / file, tmp_path)
    return tmp_path


def setup(tree: Path, *arguments: str, **environment: str) -> None:
    command = [sys.executable, "setup.py", "-q", *arguments]
    variables = os.environ | environment
    subprocess.run(command, cwd=tree, check=True, capture_output=True, env=variables)


def files_in(folder: Path) -> set[str]:
    """Return the files below a folder, relative to it."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_a_source_archive_holds_everything(tree: Path) -> None:
    wanted = files_in(tree)
    setup(tree, "sdist", "--dist-dir", "dist")
    (archive,) = (tree / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        packed = {member.name.partition("/")[2] for member in tar if member.isfile()}
    assert wanted - packed == set()
    assert {path for path in packed - wanted if "egg-info" not in path} == {"PKG-INFO", "setup.cfg"}
    named = re.findall(r"(?:\]\(|src=\"|`)([\w./-]+\.\w+)[)\"`]", (ROOT / "README.md").read_text())
    assert {"docs/api.md", "samples/page.svg"} <= {*named} <= packed | {"puzzle.txt"}


@cases
def test_a_build_without_a_compiler_or_headers_says_why(
    tree: Path, compiler: str, reason: str
) -> None:
    (tree / "cc").write_text(
        '#!/bin/sh\nfor name; do grep -qs Python.h -- "$name" && exit 1; done\nexec cc "$@"\n'
    )
    (tree / "cc").chmod(0o755)
    stale = tree / "sudokutools" / "_native.abi3.so"
    stale.touch()
    setup(tree, "build_ext", "--inplace", CC=compiler)
    assert not stale.exists()
    assert (tree / "sudokutools" / "_native.txt").read_text() == f"{reason}\n"


def test_files_are_compiled_on_all_cores(tree: Path) -> None:
    log = tree / "log"
    (tree / "cc").write_text(
        f"""#!/bin/sh
printf '+' >> {log}
sleep 0.02
for word; do [ "$before" != -o ] || touch "$word"; before=$word; done
printf '-' >> {log}
"""
    )
    (tree / "cc").chmod(0o755)
    setup(tree, "build_ext", "--build-lib", "built", CC="./cc")
    assert "+" * min(available_cores(), 2) in log.read_text()
    assert list((tree / "built").rglob("_native*.so"))


def test_an_error_in_our_own_code_is_an_error_of_a_checkout(tree: Path) -> None:
    for path in (tree / "sudokutools" / "_core").rglob("*.c"):
        path.write_text("no C\n" if path.name == "core.c" else "")
    with pytest.raises(subprocess.CalledProcessError):
        setup(tree, "build_ext", "--inplace", CFLAGS="-O0")


def test_an_installation_holds_no_sources_in_c(tree: Path) -> None:
    setup(tree, "build_py", "--build-lib", "built")
    suffixes = {Path(name).suffix for name in files_in(tree / "built")}
    data = {".css", ".html", ".js", ".mjs", ".tsv", ".txt", ".ttf"}
    assert suffixes == {".py", ".pyi", ".typed", *data, ""}  # The last are licences.


def test_without_a_compiler_all_but_the_kernels_is_installed(tree: Path) -> None:
    setup(tree, "build", "--build-lib", "built", CC="false")
    installed = files_in(tree / "built")
    assert {"sudokutools/_support/core.py", "sudokutools/cli/gen/command.py"} <= installed
    assert not [name for name in installed if "_native" in name and name.endswith((".so", ".o"))]
