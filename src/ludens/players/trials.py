"""Trial games: which of several ways to play a game is best, found out by playing before the match begins.

Plans play one after the other against the best one so far, in every seat, quickly but not too quickly: what is best at
a hundredth of a second a move often is not at a tenth. A challenger that does badly is dropped after its first games.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.game import Limit, UnsuitableGameError
from ludens.players.agent import Agent
from ludens.search.random_games import longest

ROUNDS = 6
"""In each of which a challenger sits once in every seat."""

DEVIATIONS = 1.2
"""By so many standard deviations of a coin's heads a challenger must score above an even share to take over."""

HOPELESS = 0.9
"""The part of an even share below which it is dropped after two rounds."""

MOVES = 600
"""Moves that the whole time is thought to last for."""

LEAST, MOST = 0.005, 0.2
"""Seconds of a move."""

OPENING = 2
"""Random joint moves at the beginning."""


class Plan(Protocol):
    """A way to play; ``make`` raises UnsuitableGameError where it cannot be."""

    @property
    def name(self) -> str: ...

    def make(self, game: LoadedGame[Any], role: int, seed: int | None) -> Agent[Any]: ...


@dataclass(frozen=True, slots=True)
class Trial:
    """A challenger, whom it played, and its score from 0 to 1 in so many games."""

    challenger: str
    against: str
    score: float
    games: int


def best_plan(
    game: LoadedGame[Any], plans: Sequence[Plan], seconds: float, seed: int
) -> tuple[Plan, tuple[Trial, ...]]:
    """The plan that came out best, beginning with the first, and all trials."""
    until = time.perf_counter() + seconds
    limit = Limit(min(MOST, max(LEAST, seconds / MOVES)))
    best, trials, roles = plans[0], list[Trial](), len(game.info.roles)
    for challenger in plans[1:]:
        scores: list[float] = []
        try:
            for number in range(ROUNDS):
                found = _round(game, (challenger, best), limit, seed + number, until)
                scores += found
                if len(found) < len(game.info.roles) or (
                    number >= 1 and statistics.fmean(scores) < HOPELESS / len(game.info.roles)
                ):
                    break
        except UnsuitableGameError:
            continue
        if scores:
            trials.append(Trial(challenger.name, best.name, statistics.fmean(scores), len(scores)))
        if _is_better(scores, roles):
            best = challenger
        if time.perf_counter() >= until:
            break
    return best, tuple(trials)


def _is_better(scores: Sequence[float], roles: int) -> bool:
    """Whether the scores are more than luck would explain."""
    if len(scores) < 2 * roles:
        return False
    return statistics.fmean(scores) > 1 / roles + DEVIATIONS * 0.5 / math.sqrt(len(scores))


def _round(game: LoadedGame[Any], plans: tuple[Plan, Plan], limit: Limit, seed: int, until: float) -> list[float]:
    """The challenger's scores, once in every seat; fewer where time runs out."""
    scores: list[float] = []
    roles = range(len(game.info.roles))
    for seat in roles:
        agents = [plans[role != seat].make(game, role, seed + role) for role in roles]
        goals = _game(game, agents, limit, np.random.default_rng(seed), until)
        if goals is None:
            break
        scores.append(goals[seat])
    return scores


def _game(
    game: LoadedGame[Any], agents: Sequence[Agent[Any]], limit: Limit, random: np.random.Generator, until: float
) -> tuple[float, ...] | None:
    """Everybody's goal, 0 to 1, or nothing where time ran out."""
    state = game.initial_state()
    for step in range(longest(game.info)):
        if game.is_terminal(state):
            break
        if time.perf_counter() >= until:
            return None
        moves = []
        for role, agent in enumerate(agents):
            legal = game.legal_moves(state, role)
            by_chance = legal[int(random.integers(len(legal)))]
            moves.append(by_chance if step < OPENING else agent.decide(state, limit).move)
        state = game.next_state(state, moves)
    if not game.is_terminal(state):
        return (1 / len(agents),) * len(agents)
    return tuple(goal / 100 for goal in game.goals(state))
