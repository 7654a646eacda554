"""Browser tests: a real studio on a free port, a real Chromium without a window, and no error in its console.

They run by ``pytest -m browser tests/browser`` and are skipped where Playwright or Chromium is missing.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.studio import Studio
from tests.browser.window import Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = Path(__file__).parent


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: plays in a browser; left to `make test-browser`")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Not for the whole session: while it is open, asyncio.run fails in this process, and other tests may need it.
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as started:
        # The sandbox needs rights that containers seldom give; the pages are our own.
        found = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """One studio for all tests that do not end it."""
    found = Studio(tmp_path_factory.mktemp("studio"))
    found.start()
    yield found
    found.stop()


@pytest.fixture
def own_studio(tmp_path: Path) -> Iterator[Studio]:
    """A studio that a test may kill."""
    found = Studio(tmp_path)
    found.start()
    yield found
    found.stop()


@pytest.fixture
def open_window(browser: Browser) -> Iterator[Callable[..., Window]]:
    """Opens windows on a studio; at the end none of them may have met an error or left the machine."""
    windows: list[Window] = []

    def opened(studio: Studio, **options: Any) -> Window:
        windows.append(Window(browser, studio, **options))
        return windows[-1]

    yield opened
    for window in windows:
        window.close()
    assert [problem for window in windows for problem in window.problems] == []


@pytest.fixture
def window(open_window: Callable[..., Window], studio: Studio) -> Window:
    return open_window(studio)
