"""Measure in one process: other work slows a benchmark."""

from __future__ import annotations


def pytest_xdist_auto_num_workers() -> int:
    """Start no workers."""
    return 0
