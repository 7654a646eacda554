"""The line between a process and a child that it starts, which both have before the child does anything.

On Unix the child inherits its end. Elsewhere it connects to a port of this machine that is open for it alone, and shows
a word that nobody else knows. This file imports little, since every child does that first.
"""

from __future__ import annotations

import contextlib
import os
import socket
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Offer(Protocol):
        """A line that is waiting for a child. ``where`` is what the child is told, ``descriptors`` what it inherits."""

        where: str
        descriptors: list[int]

        def taken(self, alive: Callable[[], bool]) -> socket.socket:
            """This end, once the child, as long as it is alive, has the other one; nothing else is held any more."""


INHERITS = hasattr(os, "fork")
"""Whether a child can be given descriptors."""

HOST = "127.0.0.1"
WORD_BYTES = 16
CONNECTING_SECONDS, WORD_SECONDS, LOOK_SECONDS = 60.0, 5.0, 0.2
"""For a child to begin, for whoever connects to show the word, and between two looks whether the child is there."""


def offer() -> Offer:
    """A new line."""
    return _Inherited() if INHERITS else _Connected()


def take(where: str) -> socket.socket:
    """The child's end of the line that it was told of."""
    place, _, word = where.partition(":")
    if not word:
        os.set_inheritable(int(place), False)
        return socket.socket(fileno=int(place))
    line = socket.create_connection((HOST, int(place)))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    line.sendall(bytes.fromhex(word))
    return line


class _Inherited:
    def __init__(self) -> None:
        self._here, self._there = socket.socketpair()
        self.where, self.descriptors = str(self._there.fileno()), [self._there.fileno()]

    def taken(self, alive: Callable[[], bool]) -> socket.socket:
        self._there.close()
        return self._here


class _Connected:
    def __init__(self) -> None:
        self._word = os.urandom(WORD_BYTES)
        self._listening = socket.create_server((HOST, 0))
        self._listening.settimeout(LOOK_SECONDS)
        self.where, self.descriptors = f"{self._listening.getsockname()[1]}:{self._word.hex()}", list[int]()

    def taken(self, alive: Callable[[], bool]) -> socket.socket:
        """The end of a line that is closed already when the child has ended instead."""
        deadline = time.monotonic() + CONNECTING_SECONDS
        with self._listening:
            while alive() and time.monotonic() < deadline:
                with contextlib.suppress(OSError):
                    line, _ = self._listening.accept()
                    if self._knows_the_word(line):
                        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                        return line
                    line.close()
        here, there = socket.socketpair()
        there.close()
        return here

    def _knows_the_word(self, line: socket.socket) -> bool:
        from hmac import compare_digest  # noqa: PLC0415

        line.settimeout(WORD_SECONDS)
        shown = b""
        with contextlib.suppress(OSError):
            while len(shown) < WORD_BYTES and (part := line.recv(WORD_BYTES - len(shown))):
                shown += part
        line.settimeout(None)
        return compare_digest(shown, self._word)
