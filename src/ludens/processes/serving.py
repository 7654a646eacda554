"""The life of a process that answers requests, one after another, until nobody asks any more."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from collections.abc import Callable
from typing import Any

from ludens.processes.messages import Data, Line, NonsenseError


class Call:
    """One request while it is worked on."""

    def __init__(self, number: int, line: Line, stopped: set[int]) -> None:
        self._number, self._line, self._stopped = number, line, stopped

    def tell(self, news: Data) -> None:
        """Sends news before the answer."""
        self._line.send({"number": self._number, "news": news})

    @property
    def stopped(self) -> bool:
        """Whether an answer is wanted soon."""
        return self._number in self._stopped


Answers = Callable[[Data, Call], Any]
"""What does the work: the answer to a request."""

Tells = Callable[[Exception], Data]
"""What is told instead of an answer when the work has failed."""


def serve(line: Line, answer: Answers, told: Tells) -> None:
    """Says that it is ready, and answers requests; returns when there are no more."""
    requests: queue.SimpleQueue[Data | None] = queue.SimpleQueue()
    stopped: set[int] = set()
    threading.Thread(target=_listen, args=(line, requests, stopped), daemon=True).start()
    with contextlib.suppress(ConnectionError):
        line.send({"ready": os.getpid()})
        while (request := requests.get()) is not None:
            number = request["number"]
            try:
                line.send({"number": number, "done": answer(request, Call(number, line, stopped))})
            except Exception as error:
                line.send({"number": number, **told(error)})
            stopped.discard(number)


def _listen(line: Line, requests: queue.SimpleQueue[Data | None], stopped: set[int]) -> None:
    """Hears what is asked while something else is being answered, so that this can be stopped."""
    with contextlib.suppress(EOFError, OSError, NonsenseError):
        while True:
            message = line.receive()
            if "stop" in message:
                stopped.add(message["stop"])
            else:
                requests.put(message)
    requests.put(None)
