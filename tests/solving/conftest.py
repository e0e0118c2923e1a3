from collections.abc import Iterator

import pytest

from sudokutools._support import core
from tests.conftest import in_python


@pytest.fixture(params=["kernel", "python"])
def either(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run a test with and without compiled core."""
    if request.param == "kernel" and core.native() is None:
        pytest.skip("no compiled core")
    with in_python(request.param == "python"):
        yield
