"""The inside of a process that works for the studio: the work that it does, and what it tells of errors."""

from __future__ import annotations

import importlib
import socket
import sqlite3
import traceback
from typing import Any, Protocol

from ludens.game import LudensError, RulesError
from ludens.processes.limits import limit_memory
from ludens.processes.messages import Data, Line
from ludens.processes.serving import Call, serve

MESSAGE_CHARACTERS, PLACES_TOLD = 10_000, 1_000
"""Of what is told of an error."""


class Work(Protocol):
    """What a process does."""

    def do(self, what: str, request: Data, call: Call) -> Any:
        """The answer to a request; raises LudensError with the reason when there is none."""


def live(line: socket.socket, name: str, memory_bytes: int, answer_bytes: int) -> None:
    """The life of the process. ``name``: of its work, ``module:Class``; ``answer_bytes``: how long an answer may be."""
    module, _, kind = name.partition(":")
    work: Work = getattr(importlib.import_module(module), kind)()
    limit_memory(memory_bytes)
    serve(
        Line(line, longest_sent=answer_bytes),
        lambda request, call: work.do(request["do"], request, call),
        lambda error: {"refused": _told(error)},
    )


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
