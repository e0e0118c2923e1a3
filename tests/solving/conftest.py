from __future__ import annotations

from collections.abc import Iterator

import pytest

from sudokutools._support import core


@pytest.fixture(params=["kernel", "python"])
def either(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run a test with and without compiled core."""
    if request.param == "kernel" and core.native() is None:
        pytest.skip("no compiled core")
    core.force_python(request.param == "python")
    yield
    core.force_python(False)
