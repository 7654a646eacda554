"""Where worker processes come from: ``python -m ludens.ggp.worker DESCRIPTOR``.

They are forked, in two steps. The nursery imports all that workers need, once, and forks a cradle for each match. The
cradle reads the rules, and forks the workers of its match. So a worker that has died is replaced within milliseconds
however long the rules take to read, and all share their memory until they change it. Neither has threads. Orders come
over a socket: a letter, and with it the socket, and for a cradle the file with the rules, of the process to be.

A worker answers requests one after another, lines of JSON. It is the leader of a process group of its own, and takes
whatever it has started with it when the player is gone. All of these processes see that by their sockets, which close.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from ludens.game import LudensError
from ludens.games.rules_game import RulesGame
from ludens.ggp.player.guide import Guide
from ludens.ggp.player.seated_game import SeatedGame, UnplayableError
from ludens.ggp.player.thinker import Thinker

LOOK_SECONDS = 0.5


class Worker(Protocol):
    """What a worker does with requests."""

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The reply to a request; raises LudensError for one that cannot be met."""


KINDS: dict[bytes, tuple[Callable[[SeatedGame], Worker], int]] = {b"g": (Guide, -5), b"t": (Thinker, 5)}
"""The kinds of workers by their first letters, with their niceness where the system allows it."""


def serve(worker: Worker, line: socket.socket) -> None:
    """Says its number, then answers until nobody asks any more."""
    with line, line.makefile("rwb") as file:
        _write(file, {"pid": os.getpid()})
        for written in file:
            request = json.loads(written)
            _write(file, {**_reply(worker, request), "number": request["number"]})


def _write(file: Any, content: dict[str, Any]) -> None:
    file.write(json.dumps(content).encode() + b"\n")
    file.flush()


def _reply(worker: Worker, request: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"done": worker.answer(request)}
    except LudensError as error:
        return {"refused": str(error)}
    except MemoryError:
        return {"failed": "it needed more memory than it may use"}
    except Exception as error:
        return {"failed": f"{type(error).__name__}: {error}"}


def is_closed(line: socket.socket) -> bool:
    """Whether the other end of a socket is gone, and nothing that it sent is left to read."""
    try:
        return not line.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        return True


def end_with(line: socket.socket) -> None:
    """Ends this process, and all of its group, soon after the other end of its socket is gone."""

    def watch() -> None:
        while not is_closed(line):
            time.sleep(LOOK_SECONDS)
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


@contextlib.contextmanager
def ending_with(orders: socket.socket) -> Iterator[None]:
    """The same for a process that must not have threads, while it is too busy to see that there are no more orders."""

    def look(number: int, frame: object) -> None:
        if is_closed(orders):
            os._exit(1)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, LOOK_SECONDS, LOOK_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


@contextlib.contextmanager
def memory_below(size: int) -> Iterator[None]:
    """Meanwhile allocations beyond so many bytes more than now fail with MemoryError, where the system can do that."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    with contextlib.suppress(ValueError, OSError):
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


class Unplayable:
    """A worker of a match whose rules are of no use."""

    def __init__(self, reason: UnplayableError) -> None:
        self._reason = reason

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        raise self._reason


def live(kind: bytes, descriptor: int, seat: SeatedGame | UnplayableError) -> None:
    """The life of a worker."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    line = socket.socket(fileno=descriptor)
    end_with(line)
    make, niceness = KINDS[kind]
    with contextlib.suppress(OSError):
        os.nice(niceness - os.nice(0))
    with contextlib.suppress(ConnectionError):
        serve(Unplayable(seat) if isinstance(seat, UnplayableError) else make(seat), line)


def cradle(descriptor: int, rules: int) -> None:
    """The life of a cradle: says its number, reads the rules, then forks workers."""
    os.setsid()
    os.nice(max(0, -os.nice(0)))  # to read rules can take long, and nobody is answered by it
    orders = socket.socket(fileno=descriptor)
    orders.sendall(f"{os.getpid()}\n".encode("ascii"))
    with os.fdopen(rules, "rb") as file, ending_with(orders):
        file.seek(0)
        seat = read_rules(*json.load(file))
    gc.freeze()
    for kind, [line] in _orders(orders, 1):
        _fork(partial(live, kind, line, seat), orders)
        os.close(line)


def read_rules(text: str, role: str, memory_mib: int) -> SeatedGame | UnplayableError:
    """The game of a START, or why nobody can play it: for lack of memory, too."""
    try:
        with memory_below(memory_mib << 20):
            return SeatedGame(text, role, RulesGame)
    except UnplayableError as error:
        return error
    except MemoryError:
        return UnplayableError(f"to read these rules takes more than {memory_mib} MiB")


def main() -> None:
    """The life of the nursery: imports, says so, then forks cradles. Whoever waits already is not kept waiting."""
    orders = socket.socket(fileno=int(sys.argv[1]))
    os.dup2(2, 1)  # what an agent prints is no reply
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while select.select([orders], [], [], 0)[0] and not is_closed(orders):
        _fork_cradle(orders, *next(_orders(orders, 2)))
    with ending_with(orders):
        Thinker.import_all()
    gc.freeze()
    orders.sendall(b"r")
    for order in _orders(orders, 2):
        _fork_cradle(orders, *order)


def _fork_cradle(orders: socket.socket, letter: bytes, descriptors: list[int]) -> None:
    _fork(partial(cradle, *descriptors), orders)
    for descriptor in descriptors:
        os.close(descriptor)


def _orders(orders: socket.socket, count: int) -> Iterator[tuple[bytes, list[int]]]:
    """Letters with so many descriptors, until the player is gone."""
    while True:
        letter, descriptors, _, _ = socket.recv_fds(orders, 1, count)
        if not letter:
            return
        if len(descriptors) == count:
            yield letter, descriptors


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


if __name__ == "__main__":
    main()
