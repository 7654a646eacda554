"""A device that is not there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludens.engine.cuda import driver, ptx
from tests.engine.cuda.fake_driver import FakeDriver


@pytest.fixture
def fake_driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeDriver]:
    """A driver without a device behind it; what LLVM would make PTX of stays as it is."""
    fake = FakeDriver()
    monkeypatch.setattr(driver, "_library", lambda: fake)
    monkeypatch.setattr(ptx, "ptx_of", lambda assembly, version, cuda: assembly)
    driver._context.cache_clear()
    yield fake
    driver._context.cache_clear()
