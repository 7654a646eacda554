"""Where the workers of a player come from, and what they do first.

Where processes can be forked, they are, in two steps. The player's fork server imports all that workers need, once, and
forks another one for each match. That one reads the rules, and forks the workers of its match. So a worker that has
died is replaced within milliseconds however long the rules take to read. Elsewhere each worker does both for itself.

A worker answers requests one after another. It is the leader of a process group of its own, and takes whatever it has
started with it when the player is gone. All of these processes see that by their sockets, which close.
"""

from __future__ import annotations

import gc
import json
import os
import socket
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from ludens.game import LudensError
from ludens.games.rules_game import RulesGame
from ludens.ggp.player.guide import Guide
from ludens.ggp.player.seated_game import SeatedGame, UnplayableError
from ludens.ggp.player.thinker import Thinker
from ludens.processes.fork_server import introduce
from ludens.processes.forking import fork_waiting, lead_session, leave_no_zombies, serve_forks
from ludens.processes.limits import memory_limited, set_niceness
from ludens.processes.messages import Data, Line
from ludens.processes.serving import serve
from ludens.processes.watching import end_with, ending_with

MATCH_DESCRIPTORS, WORKER_DESCRIPTORS = 2, 1
"""A socket and the file with the rules; a socket."""


class Worker(Protocol):
    """What a worker does with requests."""

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The reply to a request; raises LudensError for one that cannot be met."""


KINDS: dict[bytes, tuple[Callable[[SeatedGame], Worker], int]] = {b"g": (Guide, -5), b"t": (Thinker, 5)}
"""The kinds of workers by their first letters, with their niceness where the system allows it."""


def answer_requests(worker: Worker, line: socket.socket) -> None:
    """Answers until nobody asks any more."""
    with line:
        serve(Line(line), lambda request, call: worker.answer(request), told)


def told(error: Exception) -> Data:
    """What is told instead of an answer."""
    if isinstance(error, LudensError):
        return {"refused": str(error)}
    if isinstance(error, MemoryError):
        return {"failed": "it needed more memory than it may use"}
    return {"failed": f"{type(error).__name__}: {error}"}


class Unplayable:
    """A worker of a match whose rules are of no use."""

    def __init__(self, reason: UnplayableError) -> None:
        self._reason = reason

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        raise self._reason


def serve_player(orders: socket.socket) -> None:
    """The life of the player's fork server: imports, says so, then forks. Who waits already is not kept waiting."""
    leave_no_zombies()
    fork_waiting(orders, MATCH_DESCRIPTORS, _serve_match)
    with ending_with(orders):
        Thinker.import_all()
    gc.freeze()
    orders.sendall(b"r")
    serve_forks(orders, MATCH_DESCRIPTORS, _serve_match)


def _serve_match(letter: bytes, descriptor: int, rules: int) -> None:
    """The life of the fork server of a match: reads the rules, then forks workers."""
    os.setsid()
    set_niceness(max(0, os.nice(0)))  # to read rules can take long, and nobody is answered by it
    orders = socket.socket(fileno=descriptor)
    introduce(orders)
    with os.fdopen(rules, "rb") as file, ending_with(orders):
        file.seek(0)
        seat = read_rules(*json.load(file))
    gc.freeze()
    serve_forks(orders, WORKER_DESCRIPTORS, partial(_live, seat))


def _live(seat: SeatedGame | UnplayableError, kind: bytes, descriptor: int) -> None:
    """The life of a worker."""
    lead_session()
    line = socket.socket(fileno=descriptor)
    end_with(line)
    _answer(seat, kind, line)


def live_alone(line: socket.socket, kind: bytes, text: str, role: str, memory_mib: int) -> None:
    """The life of a worker that was not forked: it reads the rules itself."""
    _answer(read_rules(text, role, memory_mib), kind, line)


def _answer(seat: SeatedGame | UnplayableError, kind: bytes, line: socket.socket) -> None:
    make, niceness = KINDS[kind]
    set_niceness(niceness)
    answer_requests(Unplayable(seat) if isinstance(seat, UnplayableError) else make(seat), line)


def read_rules(text: str, role: str, memory_mib: int) -> SeatedGame | UnplayableError:
    """The game of a START, or why nobody can play it: for lack of memory, too."""
    try:
        with memory_limited(memory_mib << 20):
            return SeatedGame(text, role, RulesGame)
    except UnplayableError as error:
        return error
    except MemoryError:
        return UnplayableError(f"to read these rules takes more than {memory_mib} MiB")
