"""A browser for the tests of pages."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="the extra browser has Playwright")
    with api.sync_playwright() as runner:
        try:
            chromium = shutil.which("chromium")
            started = runner.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        except api.Error as error:
            pytest.skip(f"no Chromium: {str(error).splitlines()[0]}")
        yield started
        started.close()
