"""The life of a process that works for the studio: requests and answers are lines of JSON on its standard streams.

A request is ``{"id", "do", …}``. It is answered by ``{"id", "done"}`` or ``{"id", "error"}``, before which there may be
any number of ``{"id", "news"}``. ``{"stop": id}`` asks for an answer to a request soon. When the process is ready, it
sends an answer with the number 0. What anything prints goes to standard error. The process leads a group, to which
those belong that it starts itself, as for grounding; the whole group ends with the process that started it.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any, Protocol, TextIO

from ludens.game import LudensError, RulesError
from ludens.games.course_process import limit_memory

Data = dict[str, Any]

READY = 0
"""The number of an answer that nobody has asked for: the process is ready."""

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


class Line:
    """Both directions of the standard streams."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
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
        self._output.write(json.dumps(message, ensure_ascii=True, separators=(",", ":"), allow_nan=False) + "\n")
        self._output.flush()


def serve(make: Callable[[], Work], parent: int, memory_bytes: int) -> None:
    """Answers requests until nobody asks any more."""
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    line = Line(output)
    threading.Thread(target=line.listen, args=(sys.stdin,), daemon=True).start()
    work = make()
    limit_memory(memory_bytes)
    line.send({"id": READY, "done": None})
    while True:
        request = line.requests.get()
        number = request["id"]
        line.send(_answer(work, request, Call(number, line)))
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


def _answer(work: Work, request: Data, call: Call) -> Data:
    number = request["id"]
    try:
        return {"id": number, "done": work.do(request["do"], request, call)}
    except RulesError as error:
        return {"id": number, "error": {"message": str(error), "places": [list(place) for place in error.places]}}
    except LudensError as error:
        return {"id": number, "error": {"message": str(error)}}
    except MemoryError:
        return {"id": number, "error": {"message": "That needs more memory than there is for it."}}
    except RecursionError:
        return {"id": number, "error": {"message": "That is nested too deeply."}}
    except Exception as error:
        traceback.print_exc()
        return {"id": number, "error": {"message": f"Something went wrong inside: {type(error).__name__}: {error}"}}


def main() -> None:
    """Runs a kind of work, a class given as ``module:Class``, with the parent's number and the memory it may use."""
    module, _, name = sys.argv[1].partition(":")
    serve(getattr(importlib.import_module(module), name), int(sys.argv[2]), int(sys.argv[3]))


if __name__ == "__main__":
    main()
