"""Watching the other end of a line: seen at once, also by who will fork, and with something left to read."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys

import pytest

from ludens.processes.watching import is_closed

LIFE = """
import os, signal, socket, sys, threading
from ludens.processes.watching import end_with, ending_with

here, there = socket.socketpair()
"""

LIVES = {
    "ends_with_the_line": ("end_with(there); here.close(); signal.pause()", -signal.SIGKILL),
    "ends_although_it_has_something_to_read": (
        "here.sendall(b'x'); here.close(); end_with(there); signal.pause()",
        -signal.SIGKILL,
    ),
    "ends_with_the_line_while_it_watches": (
        "with ending_with(there):\n    here.close()\n    signal.pause()",
        -signal.SIGKILL,
    ),
    "has_no_threads_when_it_has_watched": (
        "with ending_with(there):\n    assert threading.active_count() == 2\n"
        "assert threading.active_count() == 1\nhere.close()\nsys.exit(3)",
        3,
    ),
    "may_close_its_own_end": (
        "class Closed:\n    fileno = lambda self: number\n"
        "number = there.fileno(); there.close(); end_with(Closed())\n"
        "[thread.join() for thread in threading.enumerate() if thread is not threading.main_thread()]\nsys.exit(4)",
        4,
    ),
}


@pytest.mark.parametrize("name", LIVES)
def test_a_process_that_watches(name: str) -> None:
    life, status = LIVES[name]
    command = [sys.executable, "-c", LIFE + life]
    assert subprocess.run(command, check=False, start_new_session=True).returncode == status


def test_a_line_is_closed_when_the_other_end_is_whatever_it_has_said() -> None:
    here, there = socket.socketpair()
    with here:
        with there:
            there.sendall(b"something")
            assert not is_closed(here)
        assert is_closed(here)
        assert here.recv(100) == b"something"
