"""The promises of SECURITY.md: bounds, the bill of materials, no markup from input."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sudokutools.formats.opensudoku import MAX_DEPTH
from sudokutools.formats.reading.lines import MAX_LENGTH
from sudokutools.formats.reading.spec_comments import LEAST
from sudokutools.grid.geometry import MAX_SYMBOLS
from tests.cli.puzzles import EASY
from tests.conftest import Shell

ROOT = Path(__file__).parents[2]
MARKUP = "</title></svg></style><script>alert(1)</script><img src=x onerror=alert(1)>&\"'"


def test_the_bounds_are_those_of_the_page() -> None:
    page = (ROOT / "SECURITY.md").read_text()
    rows = dict(line.split(" | ")[:2] for line in page.splitlines() if line.startswith("| "))
    found = [bound for what, bound in rows.items() if bound[:1].isdigit()]
    expected = [
        f"{MAX_LENGTH >> 20} MiB",
        f"{MAX_LENGTH // LEAST} lines",
        str(MAX_DEPTH),
        str(MAX_SYMBOLS),
    ]
    assert found[:4] == expected


def test_the_bill_of_materials() -> None:
    script = ROOT / ".ci" / "bill.py"
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, check=True)
    bill = json.loads(ran.stdout)
    scopes = {part["name"]: part["scope"] for part in bill["components"]}
    assert bill["bomFormat"] == "CycloneDX"
    assert next(iter(scopes)) == "click"
    assert scopes["click"] == "required"
    assert {"reportlab", "python-sat", "distributed", "matplotlib"} <= scopes.keys()
    page = (ROOT / "SECURITY.md").read_text()
    assert all(name.split(" (")[0] in page for name in scopes)


def test_a_page_of_svg_is_xml_whatever_is_on_it(shell: Shell) -> None:
    odd = "a\x1b[31m\x0b\x0c]]>&amp;<b>\ufffe\uffff\x7f\x85\u2028x"
    words = f"sudoku-print --format svg --label '{{title}} {{note}}' --title {shlex.quote(odd)}"
    out = shell(words, f"# title: {odd}\n{EASY}\t{odd}\n").out
    assert "\ufffd" in "".join(ElementTree.fromstring(out).itertext())  # noqa: S314


@pytest.mark.parametrize("form", ["html", "html --play", "svg"])
def test_no_text_of_input_becomes_markup(shell: Shell, form: str) -> None:
    text = f"# title: {MARKUP}\n{EASY}\t{MARKUP}\n"
    words = f"sudoku-print --label '{{title}} {{note}}' --format {form}"
    out = shell(f"{words} --title {shlex.quote(MARKUP)}", text).out
    assert "alert(1)" in out
    assert "<img" not in out
    assert "<script>alert" not in out
    assert out.count("<script") == 3 * ("--play" in form)
