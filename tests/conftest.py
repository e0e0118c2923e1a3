"""Run installed commands, alone and in shell pipelines."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings

from sudokutools import core

# Machines that are busy with other work are slow, and that is no fault of a test.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")

Shell = Callable[..., "Ran"]

BIN = Path(sys.executable).parent

# The installed commands are found, also where the environment was not activated.
os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


def environment() -> dict[str, str]:
    """Return the environment in which the commands are found, and nothing colours or translates."""
    return {name: text for name, text in os.environ.items() if not name.startswith("SUDOKUTOOLS")}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Return a function that runs a shell command line in an empty folder."""

    def run(line: str, text: str | bytes = "", status: int | None = 0, timeout: float = 60) -> Ran:
        content = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        ran = subprocess.run(
            ["bash", "-c", line],
            input=content,
            capture_output=True,
            cwd=tmp_path,
            env=environment(),
            timeout=timeout,
            check=False,
        )
        out, err = (
            stream.decode("utf-8", "surrogateescape") for stream in (ran.stdout, ran.stderr)
        )
        if status is not None:
            assert ran.returncode == status, err
        assert "Traceback" not in err
        return Ran(ran.returncode, out, err)

    return run


@pytest.fixture(params=core.variants()[:-1])
def variant(request: pytest.FixtureRequest) -> Iterator[str]:
    """Select a compiled core for the time of a test, which runs with each of them."""
    name: str = request.param
    core.select(name)
    yield name
    core.select(core.variants()[0])
