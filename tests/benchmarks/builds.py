"""Installations of this tree by each compiler, as users have them; the machine."""

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

from sudokutools._support import core
from tests.benchmarks.bench import ROOT, Bench, Build

COMPILERS = {"gcc": rb"GCC: .*?([\d.]+)\0", "clang": rb"clang version ([\d.]+)"}
"""The compilers, the usual one first, and how their objects name them."""

BASES = ("base", "platbase")

SCRIPT = """#!{python}
import sys
from {module} import {function}
if __name__ == "__main__":
    sys.exit({function}())
"""


def built(folder: Path) -> dict[str, Build]:
    """Return this tree built by every compiler that is here, by the compiler's name."""
    found = [name for name in COMPILERS if shutil.which(name)]
    if not found:
        raise SystemExit(f"no compiler of {', '.join(COMPILERS)} is here: try --installed")
    with ThreadPoolExecutor() as pool:
        return dict(
            zip(found, pool.map(lambda name: build(name, folder / name), found), strict=True)
        )


def build(compiler: str, folder: Path) -> Build:
    """Build this tree into an environment of its own.

    The other packages are those of the environment that runs this, but nothing that it runs at
    its start: an editable installation would be a part of every time.
    """
    venv.create(folder, symlinks=True)
    own = Path(sysconfig.get_path("purelib", "venv", vars=dict.fromkeys(BASES, str(folder))))
    command = [sys.executable, "setup.py", "build", "--build-base", str(folder / "build")]
    subprocess.run(
        [*command, "--build-lib", str(own)],
        cwd=ROOT,
        check=True,
        env=os.environ | {"CC": compiler},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    library = next((own / "sudokutools").glob("_native*.so"), None)
    if library is None:
        raise SystemExit(f"{compiler} made no core: `CC={compiler} pip install -v .` says why")
    (own / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "compileall", "-q", own], check=True)
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    for name, entry in scripts.items():
        module, _, function = entry.partition(":")
        script = folder / "bin" / name
        script.write_text(SCRIPT.format(python=python, module=module, function=function))
        script.chmod(0o755)
    return Build(folder / "bin", compiler_of(library))


def installed() -> dict[str, Build]:
    """Return the installation that runs this, by the name of its compiler."""
    native: Any = core.native()
    compiler = compiler_of(Path(native.__file__)) if native else "none"
    return {compiler.split()[0]: Build(Path(sys.executable).parent, compiler)}


def compiler_of(library: Path) -> str:
    """Return the name and the version of the compiler that a compiled core says."""
    content = library.read_bytes()
    for name, pattern in reversed(COMPILERS.items()):  # gcc's start files are in clang's, too.
        if found := re.search(pattern, content):
            return f"{name} {found[1].decode()}"
    return "unknown"


def processor() -> str:
    """Return the name of the processor, with family and model, as one name is that of several."""
    try:
        told = Path("/proc/cpuinfo").read_text()
    except OSError:
        told = ""
    pattern = r"cpu family\s*: (\d+)\nmodel\s*: (\d+)\nmodel name\s*: (.*)"
    if found := re.search(pattern, told):
        return f"{found[3]} (family {found[1]}, model {found[2]})"
    return platform.processor() or platform.machine()


def machine(bench: Bench) -> str:
    """Return a description of the machine, and the date."""
    compilers = [build.compiler for build in bench.builds.values()]
    python = f"Python {platform.python_version()}"
    parts = [processor(), f"core {bench.variants[0]}", *compilers, python, str(date.today())]
    return ", ".join(parts)
