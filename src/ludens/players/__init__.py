"""The agents, one file each, and their table of names."""

from __future__ import annotations

from collections.abc import Callable

from ludens.game import ParameterError, UnknownNameError
from ludens.names import split_name
from ludens.players.agent import Agent
from ludens.players.legal import LegalAgent
from ludens.players.random import RandomAgent

AGENTS: dict[str, Callable[[int | None], Agent]] = {
    "legal": LegalAgent,
    "random": RandomAgent,
}


def make_agent(text: str, seed: int | None = None) -> Agent:
    """The agent with this name; raises UnknownNameError or ParameterError."""
    name, given = split_name(text) or (text, {})
    if name not in AGENTS:
        raise UnknownNameError("agent", name, AGENTS)
    if given:
        raise ParameterError(f"{name} has no parameters.")
    return AGENTS[name](seed)
