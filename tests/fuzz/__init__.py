"""Targets for fuzzing: kernels by libFuzzer, everything else by atheris; `python -m tests.fuzz`."""
