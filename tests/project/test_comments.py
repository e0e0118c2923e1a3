"""Comments and docstrings name files that exist, and kernels that the README of `_core/` lists."""

import io
import re
import subprocess
import tokenize
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


def comments(path: Path) -> str:
    text = path.read_text()
    if path.suffix != ".py":
        return "\n".join(re.findall(r"/\*.*?\*/|^ *#.*", text, re.DOTALL | re.MULTILINE))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return "\n".join(
        token.string
        for token in tokens
        if token.type == tokenize.COMMENT
        or (token.type == tokenize.STRING and '"""' in token.string[:4])
    )


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")
def test_comments_name_files_that_exist() -> None:
    names = files()
    ends = {name[at:] for name in names for at in (0, *(m.end() for m in re.finditer("/", name)))}
    code = [name for name in names if re.search(r"\.(py|c|h|sh|js)$|^\.ci/run$", name)]
    stale = [
        f"{name}: {found}"
        for name in [*code, "CONTRIBUTING.md", "sudokutools/_core/README.md"]
        for found in NAMED.findall(
            comments(ROOT / name) if name in code else (ROOT / name).read_text()
        )
        if found not in ends and not PATTERN.search(found)
    ]
    assert not stale


def test_every_folder_of_kernels_is_described() -> None:
    core = ROOT / "sudokutools/_core"
    listed = set(re.findall(r"^\| `(\w+)/` ", (core / "README.md").read_text(), re.MULTILINE))
    assert listed == {path.name for path in core.iterdir() if path.is_dir()}
