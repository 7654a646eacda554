"""Meetings: some agents in one game, from one opening, in every order of seats. The unit of tournaments."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.arena.store import Outcome
from ludens.game import HIGHEST_GOAL

MOST_ORDERS = 4
"""Roles up to which all orders of as many agents are played; with more, everyone sits once in every seat."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Agents that play a game with the opening and the random numbers of this number."""

    game: str
    agents: tuple[str, ...]
    number: int


def seatings(agents: Sequence[str], roles: int) -> tuple[tuple[str, ...], ...]:
    """Who sits where in each game of a meeting.

    As many agents as roles sit in all orders, or, from five roles on, in all rotations. Two agents in a game of more
    roles: each sits once in every seat among copies of the other. In a game for one everyone plays alone.
    """
    if roles == 1:
        return tuple((agent,) for agent in agents)
    if len(agents) == roles:
        if roles <= MOST_ORDERS:
            return tuple(itertools.permutations(agents))
        return tuple((*agents[turn:], *agents[:turn]) for turn in range(roles))
    if len(agents) != 2:
        raise ValueError(f"{len(agents)} agents cannot meet in a game of {roles} roles")
    return tuple(
        tuple(one if role == seat else other for role in range(roles))
        for one, other in (tuple(agents), tuple(reversed(agents)))
        for seat in range(roles)
    )


def scores(agents: Sequence[str], games: Sequence[Outcome]) -> dict[str, float]:
    """What each agent scored in the games of a meeting: its mean goal over all of its seats, 0 to 1."""
    return {
        agent: statistics.fmean(
            goal / HIGHEST_GOAL
            for game in games
            for seated, goal in zip(game.agents, game.goals, strict=True)
            if seated == agent
        )
        for agent in agents
    }
