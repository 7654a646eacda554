"""A process that a fork server makes, held as a Child is: it begins within milliseconds."""

from __future__ import annotations

import contextlib
import os
import pickle
import socket
from collections.abc import Callable
from typing import Any

from ludens.processes.descendants import began, kill_group, kill_session
from ludens.processes.fork_server import ForkServer
from ludens.processes.forking import lead_session
from ludens.processes.starting import SIZE_BYTES, live


class ForkedChild:
    """A process that runs ``function(socket, *arguments)``, forked by a server whose life is ``be_child``.

    Its number is known when it has said it; until then it ends when its line is closed.
    """

    def __init__(self, server: ForkServer, function: Callable[..., None], *arguments: Any) -> None:
        content = pickle.dumps((function, arguments))
        self.pid: int | None = None
        self._began: str | None = None
        self.socket, there = socket.socketpair()
        with there:
            server.fork(b"c", there.fileno())
        with contextlib.suppress(OSError):  # Nothing came of it, which is noticed when it is asked.
            self.socket.sendall(len(content).to_bytes(SIZE_BYTES, "big") + content)

    def begun(self, pid: int) -> None:
        """Notes the number of the process, and when it began."""
        self.pid, self._began = pid, began(pid)

    def kill(self) -> None:
        """Kills the process and its group, at once; ``end`` is to follow."""
        if self.pid is None:
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)
        elif not self._number_is_taken:
            kill_group(self.pid)

    def end(self) -> None:
        """Kills the process and all that it has started, as far as they are still there."""
        self.kill()
        if self.pid is not None and not self._number_is_taken:
            kill_session(self.pid)

    @property
    def _number_is_taken(self) -> bool:
        """Whether its number means another process by now: nobody here waits for it, so it is free when it has ended.

        As long as any of its group is there the number is not given away.
        """
        assert self.pid is not None
        return began(self.pid) not in (None, self._began)


def be_child(letter: bytes, descriptor: int) -> None:
    """The life of a forked process: what it is told over its socket."""
    lead_session()
    os.set_inheritable(descriptor, False)
    live(socket.socket(fileno=descriptor), forks=False)
