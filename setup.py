"""The compiled core: every C file of its folder. All else stands in pyproject.toml."""

import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from glob import glob
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError, CompileError

CORE = "sudokutools/_core"

Compile = Callable[..., list[str]]

HAS_STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")
"""Whether one build serves all versions; those without a lock of the interpreter need their own."""


PROBES = {
    "no working gcc or clang; install gcc": "typedef int four __attribute__((vector_size(16)));",
    "Python.h not found; install python3-dev": "#include <Python.h>",
}
"""Code that the kernels need, with the reason if it does not compile; the first is tried first."""


def length(source: str) -> int:
    """Return the length of a C file with the C files that it includes."""
    text = Path(source).read_text("utf-8")
    included = re.findall(r'#include "(.*\.c)"', text)
    return len(text) + sum(length(f"{CORE}/{name}") for name in included)


class BuildCore(build_ext):
    """Compile with gcc or clang, whose vectors and numbers of 128 bits the kernels are written in.

    Where there is neither, as with Microsoft's compiler alone, the installation is in Python.
    """

    def finalize_options(self) -> None:
        """On Windows take gcc (MinGW-w64), if it is there and no compiler was named."""
        super().finalize_options()
        if sys.platform == "win32" and self.compiler is None and shutil.which("gcc"):
            self.compiler = "mingw32"

    def run(self) -> None:
        """Build; in a checkout, replace what an earlier build left there."""
        self.is_checkout = bool(self.inplace or self.editable_mode)
        super().run()

    def copy_extensions_to_source(self) -> None:
        """Copy the kernels, or the reason that there are none, into the checkout."""
        folder = Path(self.get_finalized_command("build_py").get_package_dir("sudokutools"))
        for pattern in ("_native*.so", "_native*.pyd", "_native.txt"):
            for path in folder.glob(pattern):
                path.unlink()
        note = Path(self.build_lib, "sudokutools", "_native.txt")
        if note.exists():
            shutil.copy(note, folder)
        super().copy_extensions_to_source()

    def build_extension(self, ext: Extension) -> None:
        """Compile the core, or record in `_native.txt` beside it why there is none.

        Without compiler or headers the installation goes on. In a checkout, an error in our own
        code is an error of the build.
        """
        place = Path(self.get_ext_fullpath(ext.name))
        note = place.with_name("_native.txt")
        for path in (place, note):
            path.unlink(missing_ok=True)
        reason = self.obstacle(ext)
        ext.optional = bool(reason) or not self.is_checkout
        try:
            if reason:
                raise CompileError(reason)
            self.compiler.compile = self.on_all_cores(self.compiler.compile)
            super().build_extension(ext)
        except (BaseError, CCompilerError):
            note.parent.mkdir(parents=True, exist_ok=True)
            note.write_text(f"{reason or 'the compiler failed; see pip install -v'}\n")
            raise

    def on_all_cores(self, one_by_one: Compile) -> Compile:
        """Return a function that compiles like `one_by_one`, but several files at once."""
        usable = getattr(os, "sched_getaffinity", lambda _: range(os.cpu_count() or 1))(0)

        def compile_all(sources: list[str], *arguments: Any, **options: Any) -> list[str]:
            longest_first = sorted(sources, key=length, reverse=True)
            with ThreadPoolExecutor(len(usable)) as pool:
                made = pool.map(lambda one: one_by_one([one], *arguments, **options), longest_first)
                found = dict(zip(longest_first, made, strict=True))
            return [name for source in sources for name in found[source]]

        return compile_all

    def obstacle(self, ext: Extension) -> str:
        """Return why no kernel can be compiled, or ""."""
        if self.compiler.compiler_type == "msvc":
            return next(iter(PROBES))
        for reason, code in PROBES.items():
            with TemporaryDirectory() as folder:
                source = Path(folder, "probe.c")
                source.write_text(f"{code}\n")
                folders = [*ext.include_dirs, *self.include_dirs]
                try:
                    made = self.compiler.compile([str(source)], folder, include_dirs=folders)
                except (BaseError, CCompilerError):
                    return reason
                if not all(Path(name).exists() for name in made):  # CC=true compiles nothing.
                    return reason
        return ""

    def get_libraries(self, ext: Extension) -> list[str]:
        """On Windows link with what all versions of Python have; gcc is told of one version."""
        if self.compiler.compiler_type == "mingw32":
            return ["python3"]
        return super().get_libraries(ext)


setup(
    cmdclass={"build_ext": BuildCore},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if HAS_STABLE_ABI else {},
    ext_modules=[
        Extension(
            "sudokutools._native",
            sources=sorted(glob(f"{CORE}/**/*.c", recursive=True)),
            depends=sorted(glob(f"{CORE}/**/*.h", recursive=True)),
            include_dirs=[CORE],
            extra_compile_args=[
                "-std=c11",
                "-O3",
                "-g0",
                "-fvisibility=hidden",
                "-Wall",
                "-Wextra",
            ],
            # What gcc adds to a program is no part of Windows.
            extra_link_args=["-static"] if sys.platform == "win32" else [],
            optional=True,
            py_limited_api=HAS_STABLE_ABI,
        )
    ],
)
