"""A check that tests end the processes that they start; a folder's ``conftest.py`` imports it to have it."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PATIENCE_SECONDS = 60.0


def children() -> dict[int, str]:
    """The processes that this one has started and that have not ended, with their command lines."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            if int(parent) == os.getpid() and state != "Z":
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()[:200]
    return found


@pytest.fixture(scope="module", autouse=True)
def nobody_is_left_behind() -> Iterator[None]:
    """Fails when the tests of a file have started a process that does not end."""
    before = set(children())
    yield
    deadline = time.monotonic() + PATIENCE_SECONDS
    while left := {number: words for number, words in children().items() if number not in before}:
        # Python's own, which stays as long as this process does.
        left = {number: words for number, words in left.items() if "resource_tracker" not in words}
        if not left:
            return
        assert time.monotonic() < deadline, f"processes were left behind: {left}"
        time.sleep(0.05)
