"""Measure in one process: what runs beside a benchmark slows it."""

from __future__ import annotations


def pytest_xdist_auto_num_workers() -> int:
    """Start no workers."""
    return 0
