"""No test of the studio leaves a process behind."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PATIENCE = 60.0


def descendants(number: int) -> dict[int, str]:
    """The processes that a process has started, and those that they have, with their command lines."""
    found: dict[int, str] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent, *_ = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(parent) == number and state != "Z":
                command = (folder / "cmdline").read_text().replace("\0", " ")
                found |= {int(folder.name): command, **descendants(int(folder.name))}
    return found


@pytest.fixture(autouse=True, scope="module")
def _nobody_is_left_behind() -> Iterator[None]:
    before = descendants(os.getpid())
    yield
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        # The tracker of shared memory ends with the process that has it.
        left = {
            number: command
            for number, command in descendants(os.getpid()).items()
            if number not in before and "resource_tracker" not in command
        }
        if not left:
            return
        time.sleep(0.05)
    pytest.fail(f"processes were left behind: {left}")
