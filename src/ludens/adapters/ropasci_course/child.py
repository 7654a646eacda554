"""The process a player of the RoPaSci course sits in: run without its package, it imports little of Ludens.

What the player prints goes to standard error. CPU time counts in the player's own methods, with garbage collected off
the clock, as the course's referee does; memory counts from when the player has been imported.
"""

from __future__ import annotations

import gc
import importlib
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludens.processes.limits import limit_cpu_time, limit_memory
from ludens.processes.messages import Data, Line
from ludens.processes.serving import Call, serve


def import_player(path: Path, name: str) -> Callable[[str], Any]:
    """The player's class; its folder is where the player's own imports are looked for."""
    sys.path.insert(0, str(path.parent))
    player: Callable[[str], Any] = getattr(importlib.import_module(path.stem), name)
    return player


class Clock:
    """The CPU time of the calls made through it, which end the process when they use much more than is allowed."""

    def __init__(self, allowed: float) -> None:
        self.seconds, self._allowed = 0.0, allowed

    def run(self, function: Callable[..., Any], *arguments: object) -> Any:
        gc.collect()
        limit_cpu_time(max(0.0, self._allowed - self.seconds))
        begin = time.process_time()
        try:
            return function(*arguments)
        finally:
            self.seconds += time.process_time() - begin


def as_tuples(value: Any) -> Any:
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


class Seat:
    """The player, once it is made, and the CPU time that it has used so far."""

    def __init__(self, path: Path, name: str, side: str, limits: tuple[float, int]) -> None:
        self._path, self._name, self._side = path, name, side
        seconds, self._memory_bytes = limits
        self._clock = Clock(seconds)
        self._player: Any = None

    def answer(self, request: Data, call: Call) -> Data:
        """Has the player made, or asked, or told."""
        if request["call"] == "make":
            make = import_player(self._path, self._name)
            limit_memory(self._memory_bytes)
            gc.freeze()
            self._player = self._clock.run(make, self._side)
            return {"seconds": self._clock.seconds}
        method = self._player.action if request["call"] == "action" else self._player.update
        found = self._clock.run(method, *as_tuples(request["arguments"]))
        return {"seconds": self._clock.seconds, "action": repr(found)}


def told(error: Exception) -> Data:
    """What is told of whatever a stranger's program may raise."""
    if isinstance(error, MemoryError):
        return {"error": "it needed more memory than it may"}
    return {"error": f"it crashed: {type(error).__name__}: {error}"}


def main(line: socket.socket, path: str, name: str, side: str, limits: tuple[float, int]) -> None:
    """The life of the process: the player's module or package, its class, the side, and CPU seconds and bytes."""
    serve(Line(line), Seat(Path(path), name, side, limits).answer, told)
