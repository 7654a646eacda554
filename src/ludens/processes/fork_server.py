"""A fork server as its owner holds it: told to fork, and started again when it has died."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from collections.abc import Callable
from typing import Protocol

ATTEMPTS = 2
"""The second is for a server that has died since the last order."""


class Server(Protocol):
    """A process that takes orders over a socket; a Child can be one."""

    socket: socket.socket

    def end(self) -> None:
        """Ends the process at once."""


class ForkServer:
    """A process that forks others. ``start`` makes it when it is first needed."""

    def __init__(self, start: Callable[[], Server]) -> None:
        self._start = start
        self._server: Server | None = None

    @property
    def server(self) -> Server:
        """The process, started if there is none."""
        if self._server is None:
            self._server = self._start()
            self._server.socket.setblocking(False)
        return self._server

    def fork(self, letter: bytes, *descriptors: int) -> None:
        """Has a process forked with these descriptors, which stay open here.

        Whoever holds the other ends notices by them when nothing comes of it, as when the server dies just now.
        """
        for _ in range(ATTEMPTS):
            try:
                socket.send_fds(self.server.socket, [letter], list(descriptors))
            except OSError:
                self.end()
            else:
                return

    def end(self) -> None:
        """Ends the server, but not those that it has forked."""
        server, self._server = self._server, None
        if server is not None:
            server.end()
            server.socket.close()


class ForkedServer:
    """A fork server that was itself forked by another; the first it says is its number."""

    def __init__(self, orders: socket.socket) -> None:
        self.socket = orders

    def end(self) -> None:
        # It may be busy and not see that it is not needed any more.
        with contextlib.suppress(OSError, ValueError):
            os.kill(int(self.socket.recv(16)), signal.SIGKILL)


def introduce(orders: socket.socket) -> None:
    """Says the number of this process, as a ForkedServer should."""
    orders.sendall(f"{os.getpid()}\n".encode("ascii"))
