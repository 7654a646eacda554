"""What one test calls its own is unknown to the next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludens.own import known


@pytest.fixture(autouse=True)
def nothing_of_ones_own() -> Iterator[None]:
    yield
    known.forget()
