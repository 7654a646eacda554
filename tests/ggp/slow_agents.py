"""Agents that take long to be made, as when rules are hard to compile; importable by other processes."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from ludens.game import Decision, Game, Limit
from ludens.players import make_agent
from ludens.players.agent import Agent

NOTE = "LUDENS_TEST_STALLED"
"""The variable that names the file which is there once a stand-in has stalled."""

FOREVER = 600.0


def make(name: str, game: Game[Any], role: int, seed: int | None = None) -> Agent[Any]:
    """``legal`` only after ten minutes; others, who stand in for it, at once, and they choose at once."""
    if name == "legal":
        time.sleep(FOREVER)
    return make_agent("random", game, role, seed)


def make_stalling(name: str, game: Game[Any], role: int, seed: int | None = None) -> Agent[Any]:
    """The same, but the first stand-in never chooses."""
    agent, note = make(name, game, role, seed), Path(os.environ[NOTE])
    if note.exists():
        return agent
    note.touch()
    return Stalling(agent)


class Stalling:
    """An agent that never chooses."""

    def __init__(self, agent: Agent[Any]) -> None:
        self._agent = agent

    def __getattr__(self, name: str) -> Any:
        return getattr(self._agent, name)

    def decide(self, state: Any, limit: Limit) -> Decision:
        time.sleep(FOREVER)
        raise AssertionError
