"""Messages between the referee and an agent in another process: lines of JSON, which cannot do anything to a reader.

Both sides number them: an answer belongs to its question. The referee waits for no message longer than it wants to,
also for one that comes in halves, and takes none that is too long.
"""

from __future__ import annotations

import json
import math
import socket
import time
from collections.abc import Mapping
from typing import Any, TypeGuard

from ludens.game import Decision, Limit, Observation, View

LONGEST = 1 << 20
"""Bytes of an answer."""

PART = 1 << 16

Data = dict[str, Any]


class NonsenseError(Exception):
    """What is not a message."""


class Line:
    """One end of the line."""

    def __init__(self, end: socket.socket, longest: int | None = None) -> None:
        self._socket, self._longest = end, longest
        self._come = bytearray()

    def send(self, message: Mapping[str, object], patience: float | None = None) -> None:
        """Raises TimeoutError, or another OSError when nobody is there."""
        self._socket.settimeout(patience)
        self._socket.sendall(json.dumps(message, default=_number).encode() + b"\n")

    def receive(self, patience: float | None = None) -> Data:
        """The next message; raises EOFError, TimeoutError, or NonsenseError."""
        deadline = math.inf if patience is None else time.monotonic() + patience
        while b"\n" not in self._come:
            if self._longest is not None and len(self._come) > self._longest:
                raise NonsenseError(f"it answered with more than {self._longest:,} bytes")
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._socket.settimeout(None if math.isinf(left) else left)
            part = self._socket.recv(PART)
            if not part:
                raise EOFError
            self._come += part
        line, _, self._come = self._come.partition(b"\n")
        return _parsed(bytes(line))

    def close(self) -> None:
        self._socket.close()


def _parsed(line: bytes) -> Data:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise NonsenseError("it answered with what is no answer")
    return found


def _number(value: Any) -> Any:
    """A number of NumPy's, or anything else that has an ``item``, as Python's own."""
    try:
        return value.item()
    except AttributeError:
        return str(value)


def limit_data(limit: Limit) -> Data:
    return {"seconds": limit.seconds, "playouts": limit.playouts, "depth": limit.depth}


def view_data(view: View) -> Data:
    seen = [[each.move, list(each.percepts)] for each in view.observations]
    return {"role": view.role, "seen": seen, "legal": view.legal}


def read_view(data: Data) -> View:
    seen = tuple(Observation(move, tuple(percepts)) for move, percepts in data["seen"])
    return View(data["role"], seen, None if data["legal"] is None else tuple(data["legal"]))


def decision_data(decision: Decision) -> Data:
    """What the referee keeps of a decision: the move, its value, and the notes."""
    return {"move": decision.move, "value": decision.value, "notes": dict(decision.notes)}


def read_decision(data: object) -> Decision:
    """The decision in an answer, whoever gave it; raises NonsenseError for what is none."""
    if not isinstance(data, dict) or not isinstance(data.get("move"), str):
        raise NonsenseError("it answered without a move")
    value, notes = data.get("value"), data.get("notes")
    return Decision(
        data["move"],
        value if _is_number(value) else None,
        notes={str(name): each for name, each in notes.items() if _is_number(each) or isinstance(each, str)}
        if isinstance(notes, dict)
        else {},
    )


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300
