"""Every test here ends its processes: players, workers and agents."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.process_table import descendants, is_helper, wait_until


@pytest.fixture(autouse=True)
def _no_children_left() -> Iterator[None]:
    before = set(descendants(os.getpid()))

    def left() -> list[int]:
        return [pid for pid in descendants(os.getpid()) if pid not in before and not is_helper(pid)]

    yield
    assert wait_until(lambda: not left()), f"processes are left: {left()}"
