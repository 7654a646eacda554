"""Where worker processes come from: ``python -m ludens.ggp.worker DESCRIPTOR PLAYER``.

They are forked, in two steps. The nursery imports all that workers need, once, and forks a cradle for each match. The
cradle reads the rules, and forks the workers of its match. So a worker that has died is replaced within milliseconds
however long the rules take to read, and all share their memory until they change it. Neither has threads. Orders come
over a socket: a letter, and with it the socket, and for a cradle the file with the rules, of the process to be.

A worker answers requests one after another, lines of JSON. It is the leader of a process group of its own, and takes
whatever it has started with it when the player is gone.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

from ludens.engine.compiled_game import CompiledGame
from ludens.game import LudensError
from ludens.ggp.guide import Guide
from ludens.ggp.seated_game import SeatedGame, UnplayableError
from ludens.ggp.thinker import Thinker

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


def end_with(player: int) -> None:
    """Ends this process, and all of its group, soon after the player has ended."""

    def watch() -> None:
        with contextlib.suppress(ProcessLookupError):
            while True:
                os.kill(player, 0)
                time.sleep(LOOK_SECONDS)
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


class Unplayable:
    """A worker of a match whose rules are of no use."""

    def __init__(self, reason: UnplayableError) -> None:
        self._reason = reason

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        raise self._reason


def live(kind: bytes, descriptor: int, player: int, seat: SeatedGame | UnplayableError) -> None:
    """The life of a worker."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    end_with(player)
    make, niceness = KINDS[kind]
    with contextlib.suppress(OSError):
        os.nice(niceness - os.nice(0))
    with contextlib.suppress(ConnectionError):
        serve(Unplayable(seat) if isinstance(seat, UnplayableError) else make(seat), socket.socket(fileno=descriptor))


def cradle(descriptor: int, rules: int, player: int) -> None:
    """The life of a cradle: says its number, reads the rules, then forks workers."""
    os.setsid()
    os.nice(max(0, -os.nice(0)))  # to read rules can take long, and nobody is answered by it
    orders = socket.socket(fileno=descriptor)
    orders.sendall(f"{os.getpid()}\n".encode("ascii"))
    with os.fdopen(rules, "rb") as file:
        file.seek(0)
        text, role = json.load(file)
    seat: SeatedGame | UnplayableError
    try:
        seat = SeatedGame(text, role, CompiledGame)
    except UnplayableError as error:
        seat = error
    gc.freeze()
    for kind, [line] in _orders(orders, 1):
        _fork(partial(live, kind, line, player, seat), orders)
        os.close(line)


def main() -> None:
    """The life of the nursery: imports, says so, then forks cradles."""
    orders, player = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])
    os.dup2(2, 1)  # what an agent prints is no reply
    Thinker.import_all()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.freeze()
    orders.sendall(b"r")
    for _, [line, rules] in _orders(orders, 2):
        _fork(partial(cradle, line, rules, player), orders)
        os.close(line)
        os.close(rules)


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
