"""A process that this one starts, and the socket between them.

It leads a session of its own – on Windows, a group: an interrupt from the keyboard does not reach it, and whatever it
starts can be found and ended with it. It ends when this process is gone.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from ludens.processes.connecting import offer
from ludens.processes.descendants import kill_group, kill_session
from ludens.processes.limits import one_thread
from ludens.processes.starting import SIZE_BYTES

LINE = "LUDENS_LINE"
"""The environment variable that tells a child of its end of the line; nobody else can read it."""

BEGIN = f"""
import os, sys
sys.path[:] = sys.argv[2:]
from ludens.processes.connecting import take
from ludens.processes.starting import live
forks = bool(int(sys.argv[1]))
del sys.argv[1:]
live(take(os.environ.pop({LINE!r})), forks=forks)
"""

LOOK_SECONDS = 0.01

KEEPS_NUMBERS = hasattr(os, "waitid")
"""Whether one can see that a child has ended and leave its number taken: not on Windows, nor on macOS before 3.13."""


class Child:
    """A process that runs ``function(socket, *arguments)``; ``socket`` is this end of the line to it.

    The function must be one of a module, a partial of one, or a Script, since the process has to find it. It is started
    anew, not forked, since a compiled game has threads; nothing of the main script is run in it. It finds packages
    where this process does, and writes to standard error what is not for the socket.

    ``forks``: it will fork others, and so must have no threads; it has to see itself that its parent is gone.
    """

    def __init__(
        self,
        function: Callable[..., None],
        *arguments: Any,
        forks: bool = False,
        stdin: IO[bytes] | None = None,
        stderr: IO[bytes] | int | None = None,
        folder: Path | None = None,
    ) -> None:
        content = pickle.dumps((function, arguments))
        messages = _standard_error() if stderr is None else stderr
        line = offer()
        packages = [place for place in sys.path if isinstance(place, str)]
        command = [sys.executable, "-P", "-c", BEGIN, str(int(forks)), *packages]
        self._ended = False
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL if stdin is None else stdin,
                stdout=messages,
                stderr=messages,
                cwd=folder,
                pass_fds=line.descriptors,
                env={**_environment(), LINE: line.where},
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except BaseException:
            line.taken(lambda: False).close()
            raise
        self.socket: socket.socket = line.taken(lambda: self.alive)
        with contextlib.suppress(OSError):  # It has ended already, which is noticed when it is asked.
            self.socket.sendall(len(content).to_bytes(SIZE_BYTES, "big") + content)

    @property
    def pid(self) -> int:
        return self._process.pid

    def begun(self, pid: int) -> None:
        """It has begun; its number is known already."""

    @property
    def returncode(self) -> int | None:
        """How it ended, as in ``subprocess``; None before ``end``."""
        return self._process.returncode

    @property
    def alive(self) -> bool:
        """Whether it has not ended. Its number stays taken until ``end``."""
        if self._process.returncode is not None:
            return False
        if not KEEPS_NUMBERS:
            return self._process.poll() is None
        try:
            return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
        except ChildProcessError:
            return False  # another thread has just ended it

    def wait(self) -> int | None:
        """How it ends, as in ``subprocess``, whenever that is."""
        if KEEPS_NUMBERS:
            with contextlib.suppress(ChildProcessError):
                os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        else:
            self._process.wait()
        self.end()
        return self._process.returncode

    def status(self, patience: float) -> int | None:
        """How it ended, as in ``subprocess``; None when it has not within this time."""
        deadline = time.monotonic() + patience
        while self.alive:
            if time.monotonic() > deadline:
                return None
            time.sleep(LOOK_SECONDS)
        self.end()
        return self._process.returncode

    def kill(self) -> None:
        """Kills the process and its group, at once; ``end`` is to follow."""
        if self._process.returncode is None:
            kill_group(self.pid)

    def end(self) -> None:
        """Kills the process and all that it has started, as far as they are still there."""
        if not self._ended:
            self._ended = True
            kill_session(self.pid)
            self._process.kill()
            self._process.wait()


def _environment() -> dict[str, str]:
    """One thread; and output in blocks, lest clingo writes its megabytes byte by byte."""
    found = one_thread(os.environ)
    found.pop("PYTHONUNBUFFERED", None)
    return found


def _standard_error() -> int:
    """Where such a process prints: standard output is for data."""
    try:
        os.fstat(2)
    except OSError:
        return subprocess.DEVNULL
    return 2
