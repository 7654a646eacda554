"""Watching an agent think: another thread looks at it, ten times a second, while it decides in one go.

The agent thinks as it would by itself: with the same seed and number of playouts it makes the same decision. Of agents
that show nothing there is nothing to be seen before they are done.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludens.game import Decision, Limit
from ludens.players.agent import Agent, Watchable

LOOK_SECONDS = 0.1
HURRY_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Watcher:
    """Who watches: ``tell`` hears what the agent thinks so far, ``stopped`` says whether it should move now."""

    tell: Callable[[Decision], None]
    stopped: Callable[[], bool] = lambda: False


def decide_watched(agent: Agent[Any], state: Any, limit: Limit, watcher: Watcher) -> Decision:
    """The agent's decision, watched while it is made."""
    if not isinstance(agent, Watchable):
        return agent.decide(state, limit)
    done = threading.Event()
    thread = threading.Thread(target=_watch, args=(agent, watcher, done), daemon=True)
    thread.start()
    try:
        return agent.decide(state, limit)
    finally:
        done.set()
        thread.join()


def _watch(agent: Watchable, watcher: Watcher, done: threading.Event) -> None:
    while not done.wait(HURRY_SECONDS if watcher.stopped() else LOOK_SECONDS):
        if watcher.stopped():
            agent.stop()  # again and again: a search that begins after this does not know of it
        seen = agent.decision_so_far()
        if seen is not None and not done.is_set():
            watcher.tell(seen)
