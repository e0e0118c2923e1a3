"""The command that installs the package again is that of the installer that was used."""

import json
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudokutools._support import installation

FOLDER = {"url": "file:///my%20src", "dir_info": {}}
EDITABLE = {"url": "file:///src", "dir_info": {"editable": True}}
GIT = {"url": "https://example.org/it.git", "vcs_info": {"vcs": "git"}}

Record = Callable[[dict[str, Any] | None], None]


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Record:
    """Pretend to be installed in a virtual environment, from this source."""

    def pretend(source: dict[str, Any] | None) -> None:
        class Distribution:
            def read_text(self, name: str) -> str | None:
                assert name == "direct_url.json"
                return None if source is None else json.dumps(source)

        monkeypatch.setattr(installation, "distribution", lambda _: Distribution())

    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/env/bin/python")
    pretend(FOLDER)
    return pretend


@pytest.mark.parametrize(
    ("source", "ending"),
    [
        (FOLDER, "'/my src[print]'"),
        (EDITABLE, "-e '/src[print]'"),
        (GIT, "'sudokutools-cli[print] @ git+https://example.org/it.git'"),
        (None, "'.[print]' in the source folder"),
    ],
)
def test_the_source_is_the_one_that_was_used(
    record: Record, source: dict[str, Any] | None, ending: str
) -> None:
    record(source)
    assert installation.command("print") == f"/env/bin/python -m pip install {ending}"


@pytest.mark.usefixtures("record")
def test_the_installer_is_the_one_that_was_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = [installation.command(options="--no-cache-dir")]
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path))
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    (tmp_path / "EXTERNALLY-MANAGED").touch()
    found.append(installation.command())
    monkeypatch.setattr(installation, "find_spec", lambda _: None)
    found.append(installation.command())
    (tmp_path / "uv-receipt.toml").touch()
    found.append(installation.command())
    (tmp_path / "pipx_metadata.json").touch()
    found.append(installation.command())
    assert found == [
        f"{start} '/my src'"
        for start in (
            "/env/bin/python -m pip install --no-cache-dir",
            "/env/bin/python -m pip install --break-system-packages",
            "uv pip install --python /env/bin/python --reinstall",
            "uv tool install --reinstall",
            "pipx install -f",
        )
    ]
