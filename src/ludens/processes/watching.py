"""Processes that end when the one that started them is gone, however it went.

There is one way to notice it: the other end of the socket between them closes, which the system sees to. A thread waits
for that, and ends this process with all that it has started. Linux tells it at once; elsewhere the thread looks again
and again, and sees it as soon as all that has come was read.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import sys
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

TELLS_ENDS = sys.platform == "linux" and hasattr(select, "poll")
"""Whether ``poll`` tells that the other end is gone, whatever one asks it for."""

LOOK_SECONDS = 0.5
"""Between two looks elsewhere."""


def end_with(line: socket.socket) -> None:
    """Ends this process and all that it has started as soon as the other end of a socket is gone."""
    watch = _wait if TELLS_ENDS else _look
    threading.Thread(target=watch, args=(line,), daemon=True).start()


@contextlib.contextmanager
def ending_with(line: socket.socket) -> Iterator[None]:
    """The same as long as this lasts, for a process that must have no other threads afterwards, since it forks."""
    if not TELLS_ENDS:  # nor does it fork there
        stopped = threading.Event()
        threading.Thread(target=_look, args=(line, stopped), daemon=True).start()
        try:
            yield
        finally:
            stopped.set()
        return
    stop, stopping = os.pipe()
    thread = threading.Thread(target=_wait, args=(line, stop), daemon=True)
    thread.start()
    try:
        yield
    finally:
        os.close(stopping)
        thread.join()
        os.close(stop)


def end_group() -> NoReturn:
    """Ends this process, all that descends from it and, if it leads a group, all of that."""
    with contextlib.suppress(Exception):  # there may be little memory left
        from ludens.processes.descendants import kill_descendants  # noqa: PLC0415

        kill_descendants()
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def is_closed(line: socket.socket) -> bool:
    """Whether the other end of a socket is gone, whatever it has left to be read."""
    return _has_ended(line.fileno(), _poll(line.fileno()).poll(0))


def _wait(line: socket.socket, stop: int | None = None) -> None:
    poll, descriptor = _poll(line.fileno()), line.fileno()
    if stop is not None:
        poll.register(stop, 0)
    if _has_ended(descriptor, poll.poll()):
        end_group()


def _has_ended(line: int, found: list[tuple[int, int]]) -> bool:
    """Whether the other end is gone; not so when this one was closed, by a process that is ending by itself."""
    return any(descriptor == line and event & (select.POLLHUP | select.POLLERR) for descriptor, event in found)


def _poll(descriptor: int) -> select.poll:
    """Waits for nothing but the end: that is told whatever one asks for."""
    poll = select.poll()
    poll.register(descriptor, 0)
    return poll


def _look(line: socket.socket, stopped: threading.Event | None = None) -> None:
    """The same without ``poll``."""
    stopped = stopped or threading.Event()
    while not stopped.wait(LOOK_SECONDS):
        try:
            if select.select([line], [], [], 0)[0] and not line.recv(1, socket.MSG_PEEK):
                end_group()
        except ConnectionError:
            end_group()
        except TimeoutError:
            pass  # somebody else has read what there was
        except (OSError, ValueError):
            return  # this end was closed, by a process that is ending by itself
