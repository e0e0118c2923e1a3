"""The compiled core: every C file of its folder. All else stands in pyproject.toml."""

from glob import glob

from setuptools import Extension, setup

CORE = "sudokutools/_core"

setup(
    ext_modules=[
        Extension(
            "sudokutools._native",
            sources=sorted(glob(f"{CORE}/**/*.c", recursive=True)),
            depends=sorted(glob(f"{CORE}/**/*.h", recursive=True)),
            include_dirs=[CORE],
            extra_compile_args=["-std=c11", "-O3", "-fvisibility=hidden", "-Wall", "-Wextra"],
            optional=True,
            py_limited_api=True,
        )
    ]
)
