"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ludens.own import known
from ludens.own.references import ALLOWED, ALLOWED_GAMES
from ludens.processes import background

if TYPE_CHECKING:
    from tests.engine.cuda.fake_driver import FakeDriver

# Shells start what runs in the background with interrupts ignored, and processes pass that on to those they start.
# Tests that interrupt a command need it to listen.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


LONG_TESTS = Path(__file__).parent / "long_tests.txt"
"""Tests of a second or so, one a line, of which others of the same kind are quicker: left to ``make test-all``."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    long = set(LONG_TESTS.read_text("utf-8").splitlines())
    for item in items:
        if item.nodeid in long:
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: some tests wait for clocks, and the cores need not."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True)
def _nothing_of_ones_own() -> Iterator[None]:
    """The agents and games that one test calls its own are unknown to the next, and what one forbids is allowed."""
    yield
    known.forget()
    for variable in (ALLOWED, ALLOWED_GAMES):
        os.environ.pop(variable, None)


@pytest.fixture(scope="session", autouse=True)
def _no_networks_of_ones_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests find the networks of the package, and keep theirs where nobody else looks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDENS_NETWORKS", str(tmp_path_factory.mktemp("networks")))
        yield


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the cache of one test will be. What earlier tests still make in the background goes to theirs."""
    for thread in threading.enumerate():
        if thread.name in ("ludens-agent", "ludens-learning"):
            thread.join()
    background.wait()
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def fake_driver(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[FakeDriver]:
    """A graphics processor that is not there: what LLVM would make PTX of stays as it is, and the CPU runs it."""
    from ludens.engine.cuda import driver, ptx  # noqa: PLC0415  (few tests need it)
    from tests.engine.cuda.fake_driver import FakeDriver  # noqa: PLC0415

    fake = FakeDriver()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(driver, "_library", lambda: fake)
        patch.setattr(ptx, "ptx_of", lambda assembly, version, cuda, level=3: assembly)
        driver._context.cache_clear()
        yield fake
        # What came from this driver must be given back to it, and not to a real one.
        background.wait()
        request.node.funcargs.clear()
        monkeypatch.undo()
        gc.collect()
        driver._context.cache_clear()
