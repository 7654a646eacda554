"""Processes as the system knows them, and waiting for what they do."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE_SECONDS = 60.0
"""How long a test waits for something that should come at once; only a failure takes so long."""


def children(pid: int) -> list[int]:
    """Child processes that have not ended, of whichever thread they are."""
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, path.read_text().split())
    return list(filter(alive, found))


def descendants(pid: int) -> list[int]:
    found = children(pid)
    return [*found, *(below for child in found for below in descendants(child))]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def is_helper(pid: int) -> bool:
    """Whether this is a process that Python itself keeps for the next one that is spawned."""
    try:
        return b"resource_tracker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return True


def wait_until(condition: Callable[[], bool]) -> bool:
    """Waits for a condition; returns whether it came true."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
