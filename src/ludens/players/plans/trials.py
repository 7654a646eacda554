"""Trial games before a match: the most promising challengers play the plan that is best so far, while there is time.

A challenger is whoever promises most, as long as it is not unlikely to be better. After every pair the belief is
brought up to date, and the next challenger may be another. Such a belief may be looked at after every game: it is what
follows from all games so far, whenever one stops. A few lucky games do not move it far from what the table says.
"""

from __future__ import annotations

import copy
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.game import HIGHEST_GOAL, Limit, UnsuitableGameError
from ludens.players.agent import Agent
from ludens.players.plans.belief import Belief, Trial
from ludens.players.plans.candidates import REFERENCE
from ludens.players.plans.kept_trials import KeptTrials
from ludens.players.plans.making import Resources, make_plan
from ludens.processes.parallel import in_parallel
from ludens.search.facts import facts_of
from ludens.search.once import PLACE
from ludens.search.random_games import longest

UNLIKELY = 0.1
"""A plan that is better with less than this probability is not tried."""

FASTER = 3
"""Trial games are so many times faster than the match: what is best at a tenth of the time may be bad at all of it."""

OPENING = 2
"""Random joint moves at the beginning."""

WORTH_PLAYING = 3
"""Pairs that there must be time for: fewer would decide nothing, and the time is better spent on the first position."""

RESOURCES = Resources(memory=256)
"""What a trial game may take up."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two plans that are to play each other, from every seat, and where the random numbers begin."""

    plan: str
    against: str
    seed: int


class Contest:
    """Plays trial games of one game, and keeps what they show."""

    def __init__(
        self, game: LoadedGame[Any], belief: Belief, default: str, kept: KeptTrials, known: Sequence[Trial] = ()
    ) -> None:
        """``belief``: before any trial games. ``default``: which some plan must surely beat; it must suit the game.

        ``known``: matches of this game that somebody has played before.
        """
        self.game, self.default, self.kept, self._known = game, default, kept, known
        self.table, self.unsuitable = belief, set[str]()

    @property
    def belief(self) -> Belief:
        """What is to be believed now."""
        return self.table.after(self.trials)

    @property
    def trials(self) -> list[Trial]:
        """All that is known to have been played."""
        return [*self._known, *self.kept.all]

    @property
    def best(self) -> str:
        """The plan to play by."""
        return self.ranking()[0]

    def ranking(self) -> list[str]:
        """The plans to play by, the best first; at the end UCT, which can play every game."""
        return [*(plan for plan in self.belief.ranking(self.default) if plan not in self.unsuitable), REFERENCE]

    def challenger(self) -> str | None:
        """The plan that promises most beyond the best one; None where none is likely enough to be better at all."""
        belief, best = self.belief, self.best
        others = [plan for plan in belief.plans if plan not in {best, *self.unsuitable}]
        likely = [plan for plan in others if belief.probability(plan, best) >= UNLIKELY]
        return max(likely, key=lambda plan: belief.gain(plan, best), default=None)

    def has_time(self, seconds: float, clock: float, processes: int = 1) -> bool:
        """Whether so many seconds are likely to be enough for a few pairs."""
        info, facts = self.game.info, facts_of(self.game)
        at_once = 1 if facts.seems_in_turns else len(info.players)
        pair = len(info.players) * facts.random_games.length * at_once * clock / FASTER
        return seconds * processes >= WORTH_PLAYING * pair

    def play(self, seconds: float, clock: float, seed: int, processes: int = 1) -> None:
        """Plays pairs for so many seconds, for a match with ``clock`` seconds a move; in several processes at once."""
        until = time.perf_counter() + seconds
        limit = Limit(clock / FASTER)
        pairs = self._pairs(seed + sum(trial.pairs for trial in self.kept.all), until)
        if processes > 1:
            with in_parallel(partial(_begin, _bare(self.game), limit, until), processes) as do:
                self._take(do(pairs), limit)
        else:
            play = _begin(self.game, limit, until)
            self._take(((pair, play(pair)) for pair in pairs), limit)
        self.kept.keep()

    def _pairs(self, seed: int, until: float) -> Iterator[Pair]:
        for number in range(seed, seed + 1_000_000):
            challenger = self.challenger()
            if challenger is None or time.perf_counter() >= until:
                return
            yield Pair(challenger, self.best, number)

    def _take(self, played: Iterator[tuple[Pair, float | str | None]], limit: Limit) -> None:
        for pair, score in played:
            if isinstance(score, str):
                self.unsuitable.add(score)
            elif score is not None:
                self.kept.add(pair.plan, pair.against, float(limit.seconds or 0.0), score)


def free_cores() -> int:
    """How many cores nobody is using, at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1, int(cores - busy))


def _bare(game: LoadedGame[Any]) -> LoadedGame[Any]:
    """The game without what has been made of it, to be sent to another process."""
    sent = copy.copy(game)
    vars(sent).pop(PLACE, None)
    return sent


def _begin(game: LoadedGame[Any], limit: Limit, until: float = float("inf")) -> Callable[[Pair], float | str | None]:
    return partial(play_pair, game, limit, until)


def play_pair(game: LoadedGame[Any], limit: Limit, until: float, pair: Pair) -> float | str | None:
    """The plan's part of all that both got, sitting once in every seat; a plan that cannot play, or None for no time.

    0.5 is even, whatever goals add up to.
    """
    own = others = 0.0
    players = game.info.players
    for seat in players:
        seated = [pair.plan if role == seat else pair.against for role in range(len(game.info.roles))]
        agents = []
        for role, plan in enumerate(seated):
            try:
                agents.append(make_plan(plan, game, role, pair.seed + role, RESOURCES))
            except UnsuitableGameError:
                return plan
        goals = _game(game, agents, limit, np.random.default_rng(abs(pair.seed)), until)
        if goals is None:
            return None
        own += goals[seat]
        others += sum(goals[role] for role in players if role != seat) / max(1, len(players) - 1)
    return own / (own + others) if own + others else 0.5


def _game(
    game: LoadedGame[Any], agents: list[Agent[Any]], limit: Limit, random: np.random.Generator, until: float
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
    return tuple(goal / HIGHEST_GOAL for goal in game.goals(state))
