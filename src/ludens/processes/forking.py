"""The inside of a fork server: a process that has imported or read what others need, and forks them when told to.

So they begin within milliseconds, however long that took, and share memory until they change it. A fork server has no
threads. An order is a letter, and with it the descriptors of the process to be: its socket, and perhaps files.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial

from ludens.processes.watching import is_closed

CAN_FORK = sys.platform == "linux" and hasattr(os, "fork")
"""Whether processes can be forked safely: on macOS the system's libraries may have threads, and Windows has no fork."""

Life = Callable[..., None]
"""``life(letter, *descriptors)``: what a forked process does. It must take the descriptors over."""


def serve_forks(orders: socket.socket, count: int, life: Life) -> None:
    """Forks a process for each order with so many descriptors, until nobody gives orders any more."""
    while _fork_next(orders, count, life):
        pass


def fork_waiting(orders: socket.socket, count: int, life: Life) -> None:
    """Forks for the orders that have come already, and no others."""
    while select.select([orders], [], [], 0)[0] and not is_closed(orders):
        _fork_next(orders, count, life)


def leave_no_zombies() -> None:
    """Nobody waits for those that are forked from now on."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)


def lead_session() -> None:
    """A forked process leads a session, and may start and wait for others."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def _fork_next(orders: socket.socket, count: int, life: Life) -> bool:
    """Waits for an order; False when there are no more."""
    letter, descriptors, _, _ = socket.recv_fds(orders, 1, count)
    if letter and len(descriptors) == count:
        _fork(partial(life, letter, *descriptors), orders)
    for descriptor in descriptors:
        os.close(descriptor)
    return bool(letter)


def _fork(life: Callable[[], None], orders: socket.socket) -> None:
    """Starts a process that lives this life and no other; orders are not for it.

    If it kept them open, nobody would notice that the process they are for has died.
    """
    if os.fork() == 0:
        try:
            orders.close()
            life()
        finally:
            os._exit(0)
