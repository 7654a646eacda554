"""Agents that take long to be made, as when rules are hard to compile; importable by other processes."""

from __future__ import annotations

import time
from typing import Any

from ludens.game import Game
from ludens.players import make_agent
from ludens.players.agent import Agent


def make(name: str, game: Game[Any], role: int, seed: int | None = None) -> Agent[Any]:
    """Any agent of the table; ``legal`` only after ten minutes."""
    if name == "legal":
        time.sleep(600)
    return make_agent(name, game, role, seed)
