"""How far an agent has got ready, told while somebody waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ludens.players.agent import Agent
from ludens.studio.frames.thinking import Preparing, ThoughtSoFar

LOOK_SECONDS = 0.2


def progress(agent: Agent[Any] | None) -> Preparing | None:
    """What is done of what there is to do, and whether a simpler agent plays meanwhile; None when all is ready.

    ``agent``: None while it is being made. An agent that has more to do tells of it by its attribute ``preparing``.
    """
    found = getattr(agent, "preparing", None)
    return None if found is None else {"done": int(found.done), "total": int(found.total), "stand_in": True}


class Waiting:
    """Looks again and again how far an agent is, and tells of it whenever that has changed."""

    def __init__(self, tell: Callable[[ThoughtSoFar], None]) -> None:
        self._tell = tell
        self._told: Preparing | None = None
        self.agent: Agent[Any] | None = None

    def look(self) -> None:
        """Tells how far the agent is, if that is news."""
        now = progress(self.agent)
        if now != self._told:
            self._told = now
            self._tell({"stage": "preparing" if self.agent is None else "thinking", "preparing": now})


@contextmanager
def told_meanwhile(tell: Callable[[ThoughtSoFar], None]) -> Iterator[Waiting]:
    """Tells how far an agent is as long as the block runs."""
    waiting, done = Waiting(tell), threading.Event()

    def watch() -> None:
        while not done.wait(LOOK_SECONDS):
            waiting.look()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield waiting
    finally:
        done.set()
        thread.join()
