"""Command lines that are refused: nothing is written, and one line says why."""

from pathlib import Path

import pytest

from tests.conftest import Shell
from tests.tables import rows_of


@pytest.mark.parametrize(("line", "message", "text"), rows_of("cli/refused.tsv"))
def test_wrong_usage_is_one_line(
    shell: Shell, tmp_path: Path, line: str, message: str, text: str
) -> None:
    ran = shell(line, text, status=2)
    assert message in ran.err
    assert (ran.out, ran.err.count("\n")) == ("", 1)
    assert list(tmp_path.iterdir()) == []
