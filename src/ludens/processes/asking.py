"""A process that is asked for one thing at a time by who waits for the answer."""

from __future__ import annotations

import time
from collections.abc import Mapping

from ludens.processes.child import Child
from ludens.processes.messages import Data, Line, NonsenseError

STATUS_SECONDS = 10.0
"""For a process to be gone after it has closed its end of the line."""


class AskedProcess:
    """A child that answers requests. What it says may have ``longest`` bytes."""

    def __init__(self, child: Child, longest: int) -> None:
        self._child = child
        self._line = Line(child.socket, longest)
        self._asked = 0

    def ask(self, request: Mapping[str, object], patience: float) -> Data:
        """The reply to a request.

        Raises TimeoutError, NonsenseError for what is no reply to it, and EOFError when the process has ended. After
        any of these it must be ended.
        """
        if patience <= 0:
            raise TimeoutError
        deadline = time.monotonic() + patience
        self._asked += 1
        try:
            self._line.send({**request, "number": self._asked}, patience)
            reply = self._line.receive(max(0.0, deadline - time.monotonic()))
            if reply.keys() == {"ready"} and self._asked == 1:
                reply = self._line.receive(max(0.0, deadline - time.monotonic()))
        except TimeoutError:
            raise
        except OSError:
            raise EOFError from None
        if reply.get("number") != self._asked:
            raise NonsenseError("it answered what it was not asked")
        return reply

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def alive(self) -> bool:
        return self._child.alive

    def status(self) -> int | None:
        """How it ended, as in ``subprocess``, once it has closed its end of the line; None when it still goes on."""
        return self._child.status(STATUS_SECONDS)

    def end(self) -> None:
        """Kills the process and what it has started, if it is still there; more than once does no harm."""
        self._child.end()
        self._line.close()
