"""Comments name files and code that exist, and the README of `_core/` lists all kernels."""

import io
import re
import subprocess
import tokenize
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"(?<![\w/.<*-])((?:[\w.-]+/)*[\w-]+\.(?:py|c|h|tsv|sh|css|js))\b")

PATTERN = re.compile(r"NAME\.|SUBJECT|COMMAND|OLDPWD|^s\.c$|^Python\.h$")
"""What stands for any name, and names of others."""


def files() -> list[str]:
    """Return the files of the project."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]


@cache
def parts(path: Path) -> tuple[str, str]:
    """Return the comments and docstrings of a file, and its code."""
    text = path.read_text()
    if path.suffix != ".py":
        found = re.findall(r"/\*.*?\*/|^ *#.*", text, re.DOTALL | re.MULTILINE)
        return "\n".join(found), re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    divided: tuple[list[str], list[str]] = [], []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_text = token.type == tokenize.STRING and '"""' in token.string[:4]
        divided[token.type != tokenize.COMMENT and not is_text].append(token.string)
    return "\n".join(divided[0]), "\n".join(divided[1])


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")
def test_comments_name_files_that_exist() -> None:
    names = files()
    ends = {name[at:] for name in names for at in (0, *(m.end() for m in re.finditer("/", name)))}
    code = [name for name in names if re.search(r"\.(py|c|h|sh|js)$|^\.ci/run$", name)]
    stale = [
        f"{name}: {found}"
        for name in [*code, "CONTRIBUTING.md", "sudokutools/_core/README.md"]
        for found in NAMED.findall(
            parts(ROOT / name)[0] if name in code else (ROOT / name).read_text()
        )
        if found not in ends and not PATTERN.search(found)
    ]
    assert not stale


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")
def test_comments_name_what_the_code_has() -> None:
    """A name with an underline, in backquotes, is one of the code or of a file."""
    names = [name for name in files() if name.endswith((".py", ".c", ".h"))]
    divided = {name: parts(ROOT / name) for name in names}
    words = {word for _, code in divided.values() for word in re.findall(r"\w+", code)}
    words.update(Path(name).stem for name in names)
    stale = [
        f"{path}: {name}"
        for path, (comments, _) in divided.items()
        for name in re.findall(r"`(?:\w+\.)*(\w+_\w+)(?:\(\))?`", comments)
        if name not in words
    ]
    assert not stale


def test_every_folder_of_kernels_is_described() -> None:
    core = ROOT / "sudokutools/_core"
    listed = set(re.findall(r"^\| `(\w+)/` ", (core / "README.md").read_text(), re.MULTILINE))
    assert listed == {path.name for path in core.iterdir() if path.is_dir()}
