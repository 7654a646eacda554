"""The life of a process that works for the studio: requests and answers are lines of JSON on its standard streams.

A request is ``{"id", "do", …}``. It is answered by ``{"id", "done"}`` or ``{"id", "error"}``, before which there may be
any number of ``{"id", "news"}``. ``{"stop": id}`` asks for an answer to a request soon. When the process is ready, it
sends an answer with the number 0. What anything prints goes to standard error. The process leads a group, to which
those belong that it starts itself, as for grounding; the whole group ends with the process that started it.
"""

from __future__ import annotations

import importlib
import json
import math
import os
import queue
import signal
import sqlite3
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any, Protocol, TextIO

from ludens.game import LudensError, RulesError
from ludens.gdl.clingo_process import limit_memory
from ludens.studio.memory import lift_limit

Data = dict[str, Any]

READY = 0
"""The number of an answer that nobody has asked for: the process is ready."""

MESSAGE_CHARACTERS, PLACES_TOLD = 10_000, 1_000
"""Of what is told of an error."""

LOOK_SECONDS = 0.5
"""Between two looks whether the process that started this one is still there."""


class Call:
    """One request while it is worked on."""

    def __init__(self, number: int, line: Line) -> None:
        self._number, self._line = number, line

    def tell(self, news: Data) -> None:
        """Sends news before the answer."""
        self._line.send({"id": self._number, "news": news})

    @property
    def stopped(self) -> bool:
        """Whether an answer is wanted soon."""
        return self._number in self._line.stopped


class Work(Protocol):
    """What a process does."""

    def do(self, what: str, request: Data, call: Call) -> Any:
        """The answer to a request; raises LudensError with the reason when there is none."""


class TooLongError(LudensError):
    """An answer that is longer than is allowed."""


class Line:
    """Both directions of the standard streams. What is sent may have so many bytes."""

    def __init__(self, output: TextIO, most_bytes: int) -> None:
        self._output, self._most = output, most_bytes
        self._sending = threading.Lock()
        self.requests: queue.SimpleQueue[Data] = queue.SimpleQueue()
        self.stopped: set[int] = set()

    def listen(self, given: TextIO) -> None:
        """Reads requests until there are no more, and ends the process then."""
        for text in given:
            request = json.loads(text)
            if "stop" in request:
                self.stopped.add(request["stop"])
            else:
                self.requests.put(request)
        end_group()

    def send(self, message: Data) -> None:
        """Sends a message; raises TooLongError, TypeError or ValueError, and sends nothing, when that cannot be."""
        text = as_text(message)
        if len(text) > self._most:
            raise TooLongError(f"That is too large to be shown: {len(text):,} bytes, and {self._most:,} are allowed.")
        with self._sending:
            self._output.write(text + "\n")
            self._output.flush()


def as_text(message: Data) -> str:
    """A message as JSON in ASCII; what is not a number becomes null, as JSON has no such thing."""
    try:
        return json.dumps(message, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    except ValueError:
        return json.dumps(_finite(message), ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return [_finite(each) for each in value] if isinstance(value, list | tuple) else value


def serve(make: Callable[[], Work], parent: int, memory_bytes: int, answer_bytes: int) -> None:
    """Answers requests until nobody asks any more."""
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    line = Line(output, answer_bytes)
    threading.Thread(target=line.listen, args=(sys.stdin,), daemon=True).start()
    work = make()
    limit_memory(memory_bytes)
    line.send({"id": READY, "done": None})
    while True:
        request = line.requests.get()
        number = request["id"]
        _answer(work, request, Call(number, line), line)
        line.stopped.discard(number)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    end_group()


def end_group() -> None:
    """Ends this process and all that it has started."""
    if os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _answer(work: Work, request: Data, call: Call, line: Line) -> None:
    number = request["id"]
    try:
        line.send({"id": number, "done": work.do(request["do"], request, call)})
    except Exception as error:
        line.send({"id": number, "error": _told(error)})


def _told(error: Exception) -> Data:
    """What is told of an error."""
    if isinstance(error, RulesError):
        return {"message": _short(error), "places": [list(place) for place in error.places[:PLACES_TOLD]]}
    if isinstance(error, LudensError):
        return {"message": _short(error)}
    if isinstance(error, MemoryError):
        return {"message": "That needs more memory than there is for it."}
    if isinstance(error, RecursionError):
        return {"message": "That is nested too deeply."}
    if isinstance(error, OSError | sqlite3.Error):
        return {"message": f"A file could not be written or read: {_short(error)}."}
    traceback.print_exception(error)
    return {"message": f"Something went wrong inside: {type(error).__name__}: {_short(error)}"}


def _short(error: Exception) -> str:
    text = str(error)
    return text if len(text) <= MESSAGE_CHARACTERS else f"{text[:MESSAGE_CHARACTERS]} …"


def main() -> None:
    """Runs a kind of work, a class given as ``module:Class``.

    Further arguments are the parent's number, the memory that the work may use, and how long an answer may be.
    """
    lift_limit()
    module, _, name = sys.argv[1].partition(":")
    serve(getattr(importlib.import_module(module), name), int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))


if __name__ == "__main__":
    main()
