"""The compiled core: every C file of its folder. All else stands in pyproject.toml."""

import shutil
import sys
import sysconfig
from glob import glob

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

CORE = "sudokutools/_core"

HAS_STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")
"""Whether one build serves all versions; those without a lock of the interpreter need their own."""


class BuildCore(build_ext):
    """Compile with gcc or clang, whose vectors and numbers of 128 bits the kernels are written in.

    Where there is neither, as with Microsoft's compiler alone, the installation is in Python.
    """

    def finalize_options(self) -> None:
        """On Windows take gcc (MinGW-w64), if it is there and no compiler was named."""
        super().finalize_options()
        if sys.platform == "win32" and self.compiler is None and shutil.which("gcc"):
            self.compiler = "mingw32"

    def build_extension(self, ext: Extension) -> None:
        """Compile the core, unless the compiler cannot."""
        if self.compiler.compiler_type == "msvc":
            raise CompileError("the kernels need gcc or clang; commands will run in Python")
        super().build_extension(ext)

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
