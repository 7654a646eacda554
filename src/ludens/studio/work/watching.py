"""Watching an agent think: another thread looks at its tree, ten times a second, while it decides in one go.

The agent thinks as it would by itself: with the same seed and number of playouts it makes the same decision. Of agents
that have no tree there is nothing to be seen before they are done.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from ludens.game import Decision, Limit
from ludens.players.agent import Agent
from ludens.players.champion import ChampionAgent
from ludens.players.preparing import PreparingAgent
from ludens.players.scissors import ScissorsAgent
from ludens.players.tree_agent import TreeAgent
from ludens.search.explain import principal_line, ranked_moves
from ludens.search.kernels.arrays import NODES
from ludens.search.views.two_sides import OWN, expected_line

LOOK_SECONDS = 0.1
HURRY_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Watcher:
    """Who watches: ``tell`` hears what the agent thinks so far, ``stopped`` says whether it should move now."""

    tell: Callable[[Decision], None]
    stopped: Callable[[], bool] = lambda: False


def decide_watched(agent: Agent[Any], state: Any, limit: Limit, watcher: Watcher) -> Decision:
    """The agent's decision, watched while it is made."""
    tree, done = tree_of(agent), threading.Event()
    if tree is not None:
        watch = partial(_watch, tree, tree.search.simulations, watcher, done)
    elif isinstance(agent, PreparingAgent):
        watch = partial(_watch_until_ready, agent, watcher, done)
    else:
        return agent.decide(state, limit)
    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        return agent.decide(state, limit)
    finally:
        done.set()
        thread.join()


def tree_of(agent: Agent[Any]) -> TreeAgent[Any, Any] | None:
    """The part of an agent that searches a tree, if there is one."""
    ready = agent.agent if isinstance(agent, PreparingAgent) else agent
    found = ready.player if isinstance(ready, ChampionAgent) else ready
    return found if isinstance(found, TreeAgent) else None


def _watch(agent: TreeAgent[Any, Any], before: int, watcher: Watcher, done: threading.Event) -> None:
    while not done.wait(HURRY_SECONDS if watcher.stopped() else LOOK_SECONDS):
        if watcher.stopped():
            agent.stop()  # again and again: a search that begins after this does not know of it
        seen = glance(agent, before)
        if seen is not None and not done.is_set():
            watcher.tell(seen)


def _watch_until_ready(agent: PreparingAgent[Any], watcher: Watcher, done: threading.Event) -> None:
    """Nothing is to be seen of whoever stands in; once the agent itself is at it, its tree is."""
    while not done.wait(HURRY_SECONDS):
        if watcher.stopped():
            agent.stop()
        tree = tree_of(agent)
        if tree is not None:
            _watch(tree, 0, watcher, done)


def glance(agent: TreeAgent[Any, Any], before: int) -> Decision | None:
    """What an agent thinks so far; nothing before it has gone on from so many simulations.

    Until then its tree may still be that of an earlier position.
    """
    search = agent.search
    with search.looking() as tree:
        made = search.simulations - before
        if made <= 0:
            return None
        sides = agent.sides if isinstance(agent, ScissorsAgent) else None
        moves = ranked_moves(tree, sides or agent.engine, OWN if sides else agent.role)
        if not moves:
            return None
        best = moves[0].move
        line = expected_line(tree, sides, best) if sides else principal_line(tree, agent.engine, best, agent.role)
        nodes = int(tree.sizes[NODES])
    return Decision(best, moves[0].value, moves, line, {"simulations": made, "nodes": nodes, "depth": search.deepest})
