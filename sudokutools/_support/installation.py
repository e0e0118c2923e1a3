"""The command that installs this package again, into the environment that runs it."""

from __future__ import annotations

import json
import shlex
import sys
import sysconfig
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote

NAME = "sudokutools-cli"


def advised(problem: str, extra: str) -> str:
    """Return a message about a missing package, and how to install the extra that has it.

    >>> advised("plots require matplotlib", "plot")[:43]
    'plots require matplotlib; install it with: '
    """
    return f"{problem}; install it with: {command(extra)}"


def command(extra: str = "", options: str = "") -> str:
    """Return the command of the installer that was used: pipx, uv or pip of this interpreter.

    The source is the one that the installer recorded, or else the current folder: anybody could
    register the name of the distribution. `options` are options of pip for an installation
    without extras.
    """
    recorded: dict[str, Any] = {}
    with suppress(PackageNotFoundError, ValueError):
        recorded = json.loads(distribution(NAME).read_text("direct_url.json") or "{}")
    source = _source(recorded, f"[{extra}]" if extra else "")
    editable = "-e " if recorded.get("dir_info", {}).get("editable") else ""
    home = Path(sys.prefix)
    if home.joinpath("pipx_metadata.json").exists():
        return f"pipx install -f {editable}{source}"
    if home.joinpath("uv-receipt.toml").exists():
        return f"uv tool install --reinstall {editable}{source}"
    python = shlex.quote(sys.executable or "python3")
    if find_spec("pip") is None:
        return f"uv pip install --python {python} --reinstall {editable}{source}"
    is_managed = Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED").exists()
    if is_managed and sys.prefix == sys.base_prefix:
        options = f"{options} --break-system-packages".strip()
    return " ".join(filter(None, [f"{python} -m pip install", options, f"{editable}{source}"]))


def _source(recorded: dict[str, Any], extras: str) -> str:
    url = str(recorded.get("url", ""))
    if not url:
        return shlex.quote(f".{extras}") + " in the source folder"
    if url.startswith("file://"):
        return shlex.quote(unquote(url.removeprefix("file://")) + extras)
    version_control = recorded.get("vcs_info", {}).get("vcs")
    prefix = f"{version_control}+" if version_control else ""
    return shlex.quote(f"{NAME}{extras} @ {prefix}{url}")
