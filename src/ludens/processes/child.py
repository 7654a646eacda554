"""Processes that keep to one thread, and that end when the one that started them is gone, however it went.

Such a process leads a session of its own: an interrupt from the keyboard does not reach it, and whatever it starts can
be found and ended with it.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from ludens.processes.descendants import kill_session

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""Variables by which libraries are told how many threads to use."""

LOOK_SECONDS = 0.5

BEGIN = """
import json, sys
sys.path[:] = json.loads(sys.argv[3])
from ludens.processes.child import live
live(int(sys.argv[1]), int(sys.argv[2]))
"""

SIZE_BYTES = 8


class Child:
    """A process that runs ``function(socket, *arguments)``; ``socket`` is this end of the line to it.

    The function must be one of a module, or a partial of one, since the process has to find it. It is started anew, not
    forked, since a compiled game has threads; nothing of the main script is run in it.
    """

    def __init__(self, function: Callable[..., None], *arguments: Any) -> None:
        content = pickle.dumps((function, arguments))
        self.socket, there = socket.socketpair()
        command = [sys.executable, "-c", BEGIN, str(there.fileno()), str(os.getpid()), json.dumps(sys.path)]
        with there:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=_standard_error(),
                pass_fds=[there.fileno()],
                env={**os.environ, **dict.fromkeys(THREADS, "1")},
                start_new_session=True,
            )
        with contextlib.suppress(OSError):  # It has ended already, which is noticed when it is asked.
            self.socket.sendall(len(content).to_bytes(SIZE_BYTES, "big") + content)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it has not ended. Its number stays taken until ``end``."""
        if self._process.returncode is not None:
            return False
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None

    def status(self, patience: float) -> int | None:
        """How it ended, as in ``subprocess``; None when it has not within this time."""
        deadline = time.monotonic() + patience
        while self.alive:
            if time.monotonic() > deadline:
                return None
            time.sleep(0.01)
        self.end()
        return self._process.returncode

    def end(self) -> None:
        """Kills the process and all that it has started, as far as they are still there."""
        if self._process.returncode is None:
            kill_session(self.pid)
            self._process.kill()
            self._process.wait()


def _standard_error() -> int:
    """Where such a process prints: standard output is for data."""
    try:
        os.fstat(2)
    except OSError:
        return subprocess.DEVNULL
    return 2


def live(number: int, parent: int) -> None:
    """The life of such a process: does what it is told over the socket with this file number."""
    end_with_parent(parent)
    line = socket.socket(fileno=number)
    size = int.from_bytes(_exactly(line, SIZE_BYTES), "big")
    function, arguments = pickle.loads(_exactly(line, size))
    function(line, *arguments)


def _exactly(line: socket.socket, size: int) -> bytes:
    found = bytearray()
    while len(found) < size:
        part = line.recv(size - len(found))
        if not part:
            raise SystemExit(1)
        found += part
    return bytes(found)


def end_with_parent(parent: int) -> None:
    """Ends this process, and those of its group, soon after the parent with this number has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        if os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
