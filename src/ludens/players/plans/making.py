"""From the text of a plan to the agent that plays by it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players import check_agent
from ludens.players.agent import Agent
from ludens.players.options import Options
from ludens.players.tree_agent import TreeOptions

TABLES = ("memory", "table")
"""Options that are MiB of something."""


@dataclass(frozen=True, slots=True)
class Resources:
    """What a machine gives a tree, whatever the plan: threads, and memory in MiB."""

    threads: int = 1
    memory: int = 1024


def make_plan(
    text: str, game: LoadedGame[Any], role: int, seed: int | None, resources: Resources | None = None
) -> Agent[Any]:
    """The agent of a plan; raises UnsuitableGameError where it cannot play the game.

    The game must be without chance and secrets, unless the plan can do with them.
    """
    kind, options = check_agent(text)
    return kind.agent(game, role, options if resources is None else _within(options, resources), seed)


def _within(options: Options, resources: Resources) -> Options:
    """The options with the threads and the memory that there are; a table of alpha-beta takes no more than a tree."""
    if isinstance(options, TreeOptions):
        options = replace(options, threads=resources.threads, memory=resources.memory)
    tables = {name: min(getattr(options, name), resources.memory) for name in TABLES if hasattr(options, name)}
    return replace(options, **tables)
