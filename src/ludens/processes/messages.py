"""Messages between processes: lines of JSON, which cannot do anything to a reader.

Whoever asks numbers the requests, so that an answer belongs to its question. A reader waits for no message longer than
it wants to, also for one that comes in halves, and takes none that is too long.

| message | means |
|---|---|
| ``{"ready": PID}`` | the first of a process that answers: it has begun |
| ``{"number": N, …}`` | a request |
| ``{"number": N, "done": …}`` | its answer; instead of ``done`` anything that the two have agreed on |
| ``{"number": N, "news": …}`` | what is told before the answer |
| ``{"stop": N}`` | the answer to a request is wanted soon |
"""

from __future__ import annotations

import json
import math
import socket
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from ludens.game import LudensError

PART = 1 << 16

Data = dict[str, Any]


class NonsenseError(Exception):
    """What is not a message."""


class TooLongError(LudensError):
    """A message that is longer than is allowed."""


class Line:
    """One end of the line. A message that comes may have ``longest`` bytes, and one that goes out ``longest_sent``.

    ``plain``: what becomes of values that JSON does not have; without it they are a TypeError.
    """

    def __init__(
        self,
        end: socket.socket,
        longest: int | None = None,
        longest_sent: int | None = None,
        plain: Callable[[Any], Any] | None = None,
    ) -> None:
        self._socket, self._longest, self._longest_sent, self._plain = end, longest, longest_sent, plain
        self._come = bytearray()
        self._sending = threading.Lock()

    def send(self, message: Mapping[str, object], patience: float | None = None) -> None:
        """Raises TimeoutError, or another OSError when nobody is there.

        Also raises TooLongError, TypeError or ValueError, and sends nothing, when the message cannot be sent.
        """
        line = as_line(message, self._plain)
        if self._longest_sent is not None and len(line) > self._longest_sent:
            size = f"{len(line):,} bytes, and {self._longest_sent:,} are allowed"
            raise TooLongError(f"That is too large to be shown: {size}.")
        with self._sending:
            self._socket.settimeout(patience)
            self._socket.sendall(line)

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
        return from_line(bytes(line))

    def close(self) -> None:
        self._socket.close()


def as_line(message: Mapping[str, object], plain: Callable[[Any], Any] | None = None) -> bytes:
    """A message as a line in ASCII; what is not a number becomes null, as JSON has no such thing."""
    try:
        text = json.dumps(message, separators=(",", ":"), allow_nan=False, default=plain)
    except ValueError:
        text = json.dumps(_finite(message), separators=(",", ":"), allow_nan=False, default=plain)
    return text.encode("ascii") + b"\n"


def from_line(line: bytes) -> Data:
    """The message of a line; raises NonsenseError."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise NonsenseError("it answered with what is no answer")
    return found


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return [_finite(each) for each in value] if isinstance(value, list | tuple) else value
