"""The processes that descend from a process: who they are, and how to end them.

Linux tells it in /proc, other Unix systems by ``ps``; Windows ends a tree of processes by ``taskkill``. Where nobody
tells, those that Ludens has started still end with whoever started them: they notice it by themselves.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

PROCESSES = Path("/proc")

PS = ("ps", "-A", "-o", "pid=,ppid=,pgid=,stat=")
"""Leaders of sessions lead a group of the same number, and its name is the same everywhere."""

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""On Windows either ends a process at once."""

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
        if own and _program(process) == own:
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
    if os.name == "nt":
        with contextlib.suppress(OSError):
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(leader)], capture_output=True, check=False)
    kill_group(leader)


def kill_group(leader: int) -> None:
    """Kills a process that leads a group, and those that belong to it; on Windows the process alone.

    As long as any of them is there, or the leader has not been waited for, its number means nobody else.
    """
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(leader, KILL)
        else:
            os.kill(leader, KILL)


def began(process: int) -> str | None:
    """When a process began, as the system counts; None when there is none with this number."""
    with contextlib.suppress(OSError, IndexError):
        return (PROCESSES / str(process) / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[19]
    return None


def _table() -> dict[int, _Entry]:
    """All processes of the system that have not ended."""
    if os.name == "posix" and not (PROCESSES / "self" / "stat").exists():
        return _table_of_ps()
    found = {}
    for folder in PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            # The name of the program, in parentheses, may hold anything.
            state, parent, _, session = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[:4]
            if state not in "ZX":
                found[int(folder.name)] = _Entry(int(parent), int(session))
    return found


def _table_of_ps() -> dict[int, _Entry]:
    found = {}
    with contextlib.suppress(OSError):
        told = subprocess.run(PS, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL).stdout
        for line in told.splitlines():
            process, parent, group, state = line.split()
            if not state.startswith("Z"):
                found[int(process)] = _Entry(int(parent), int(group))
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
    if os.name == "posix":
        with contextlib.suppress(OSError):
            command = ["ps", "-p", str(process), "-o", "comm="]
            return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return ""


def _kill(process: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(process, KILL)
