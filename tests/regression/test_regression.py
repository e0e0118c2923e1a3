"""The command lines cover all commands and formats, and the tool notices a difference."""

import re
from pathlib import Path

import pytest

from tests.regression import __main__ as regression

MAN = regression.HERE.parents[1] / "man"


def test_the_command_lines_cover_every_command_and_format() -> None:
    lines = regression.command_lines()
    assert len(set(lines)) == len(lines) >= 450
    formats = re.findall(r"^\.Ss ([a-z-]+)$", (MAN / "sudoku-grid.5").read_text(), re.MULTILINE)
    assert len(formats) > 15
    for word in [*(page.stem for page in MAN.glob("*.[16]")), *(f"--format {f}" for f in formats)]:
        assert any(word in line for line in lines), word


def test_a_difference_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        command = tmp_path / name / "greet"
        command.write_text(f'#!/bin/sh\necho "$1"; [ "$1" = same ] || echo {name} >&2\n')
        command.chmod(0o755)
    monkeypatch.setattr(regression, "command_lines", lambda: ["greet same", "greet other"])
    old, new, record = (str(tmp_path / name) for name in ("old", "new", "record"))
    assert regression.main([old, "--record", record]) == 0
    assert regression.main([record, new]) == 1
    shown = capsys.readouterr().out
    assert "\n$ greet other\n--- old stderr\n+++ new stderr\n@@ -1 +1 @@\n-old\n+new\n" in shown
    assert shown.endswith("\n2 command lines, 1 the same, 1 different\n")
    assert regression.main([record, old]) == 0
