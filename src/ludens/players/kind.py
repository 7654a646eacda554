"""An entry of the table of agents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ludens.engine.contract import LoadedGame
from ludens.players.agent import Agent
from ludens.players.options import Options


class MakesAgent(Protocol):
    """Makes an agent, a class or a function; raises UnsuitableGameError for a game it cannot play."""

    def __call__(self, game: LoadedGame[Any], role: int, options: Any, seed: int | None) -> Agent[Any]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentKind:
    """A kind of agent: its name, what it does in one line, where it comes from, its options, and what makes one.

    ``chance``: it can play games in which some moves are drawn. ``hidden``: it can play from a View. ``instant``: it is
    made at once, whatever the game. ``like``: makes whoever stands in for it play as it would, given its options and a
    seed; None leaves it as it is.
    """

    name: str
    summary: str
    source: str
    agent: MakesAgent
    options: type[Options] = Options
    chance: bool = False
    hidden: bool = False
    instant: bool = False
    like: Callable[[Agent[Any], Any, int | None], Agent[Any]] | None = None
