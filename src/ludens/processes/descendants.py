"""The processes that descend from a process: who they are, and how to end them. It needs /proc, which Linux has."""

from __future__ import annotations

import contextlib
import os
import signal
from dataclasses import dataclass
from pathlib import Path

PROCESSES = Path("/proc")

ROUNDS = 10
"""How often to look again for processes that were started meanwhile."""


@dataclass(frozen=True, slots=True)
class _Entry:
    parent: int
    session: int


def kill_pythons() -> None:
    """Kills all Pythons that descend from this process; nothing else, such as a browser that was opened."""
    own, known = _program(os.getpid()), _table()
    for process in _descendants({os.getpid()}, known):
        if _program(process) == own:
            _kill(process)


def kill_descendants() -> None:
    """Kills all processes that descend from this one, whichever session they are in."""
    for process in _descendants({os.getpid()}, _table()):
        _kill(process)


def kill_session(leader: int) -> None:
    """Kills a process that leads a session, all that belong to it, and all that descend from any of these."""
    for _ in range(ROUNDS):
        known = _table()
        members = {process for process, entry in known.items() if leader in (entry.session, process)}
        found = members | _descendants(members, known)
        for process in found:
            _kill(process)
        if not found:
            break
    with contextlib.suppress(OSError):
        os.killpg(leader, signal.SIGKILL)


def began(process: int) -> str | None:
    """When a process began, as the system counts; None when there is none with this number."""
    with contextlib.suppress(OSError, IndexError):
        return (PROCESSES / str(process) / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[19]
    return None


def _table() -> dict[int, _Entry]:
    """All processes of the system that have not ended."""
    found = {}
    for folder in PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            # The name of the program, in parentheses, may hold anything.
            state, parent, _, session = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[:4]
            if state not in "ZX":
                found[int(folder.name)] = _Entry(int(parent), int(session))
    return found


def _descendants(roots: set[int], known: dict[int, _Entry]) -> set[int]:
    found: set[int] = set()
    new = set(roots)
    while new:
        new = {process for process, entry in known.items() if entry.parent in new} - found - roots
        found |= new
    return found


def _program(process: int) -> str:
    with contextlib.suppress(OSError):
        return os.readlink(PROCESSES / str(process) / "exe")  # noqa: PTH115  (the text, whatever it points to)
    return ""


def _kill(process: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(process, signal.SIGKILL)
