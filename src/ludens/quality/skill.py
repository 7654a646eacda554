"""How much there is to master in a game: players who think more against players who think less.

The levels are random moves, a little thought and much thought, each sixteen times the one below. A game in which every
level beats the one below it is deep; the idea of counting such levels is an old one (for instance Browne 2008).
"""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludens.arena.pairs import Conditions, Pairing, PlayedGame
from ludens.engine.contract import LoadedGame
from ludens.game import HIGHEST_GOAL, Decision, Limit, Turns
from ludens.players import make_agent
from ludens.players.agent import Agent
from ludens.quality.figures import Estimate, Skill, Step, measured
from ludens.search.facts import facts_of

THOUGHT = ((64, "(lanes=8, memory=64, playouts=4)"), (1024, "(lanes=64, memory=64, playouts=4)"))
"""Playouts for a move, little and much, with the options of a tree that makes them in a few batches."""

SECONDS_A_MOVE = 5.0
"""Far more than the playouts take: a level must be as strong on a busy machine."""

MOST_PAIRS = 40
TELL_SECONDS = 0.4


@dataclass(frozen=True, slots=True)
class Level:
    """A way to play: an agent's text, and the playouts it may use for a move; None without any search."""

    name: str
    agent: str
    playouts: int | None


def levels_for(game: LoadedGame[Any]) -> tuple[Level, ...]:
    """Random moves, a little thought, much thought; by a search that suits the game."""
    agent = _searcher(game)
    return (
        Level("random moves", "random", None),
        *(
            Level(f"{playouts} simulations", agent if agent == "ismcts" else f"{agent}{options}", playouts)
            for playouts, options in THOUGHT
        ),
    )


def _searcher(game: LoadedGame[Any]) -> str:
    if game.info.hidden:
        return "ismcts"
    if len(game.info.players) == 1 or game.info.turns is Turns.SEQUENTIAL or facts_of(game).random_games.one_at_a_time:
        return "uct"
    return "duct"


class _Restrained:
    """An agent that thinks no longer than its level allows."""

    def __init__(self, agent: Agent[Any], playouts: int | None) -> None:
        self._agent, self._limit = agent, Limit(SECONDS_A_MOVE, playouts)

    def decide(self, state: Any, limit: Limit) -> Decision:
        return self._agent.decide(state, self._limit)


class Ladder:
    """Plays level against level until time is up; what it has found so far can be told at any time."""

    def __init__(self, game: LoadedGame[Any], seed: int = 0) -> None:
        self.game, self.levels = game, levels_for(game)
        self._alone = len(game.info.players) == 1
        limit = Limit(SECONDS_A_MOVE)
        self._varied = Pairing(game, Conditions(limit, opening=1, seed=seed), self._make)
        self._plain = Pairing(game, Conditions(limit, opening=0, seed=seed), self._make)
        self._meetings = self._arranged()
        self._games: list[list[PlayedGame]] = [[] for _ in self._meetings]

    def _make(self, name: str, game: Any, role: int, seed: int | None) -> Agent[Any]:
        level = next(level for level in self.levels if level.name == name)
        return _Restrained(make_agent(level.agent, game, role, seed), level.playouts)

    def _arranged(self) -> list[tuple[Level, Level]]:
        """Who plays whom: every level against the one below, and the highest against itself."""
        if self._alone:
            return [(level, level) for level in self.levels]
        return [*zip(self.levels[1:], self.levels[:-1], strict=True), (self.levels[-1], self.levels[-1])]

    def play(self, seconds: float, stopped: Callable[[], bool]) -> Iterator[Skill]:
        """Plays pairs in turn; yields what is known now and then, and at the end. Everybody meets at least once."""
        end = time.monotonic() + seconds
        told = time.monotonic()
        for number, place in itertools.product(range(MOST_PAIRS), range(len(self._meetings))):
            if stopped():
                return
            if time.monotonic() > end and all(self._games):
                break
            one, other = self._meetings[place]
            pairing = self._plain if one == other else self._varied
            self._games[place] += pairing.play(one.name, other.name, number).games
            if all(self._games) and time.monotonic() > told + TELL_SECONDS:
                told = time.monotonic()
                yield self.found(final=False)
        yield self.found(final=True)

    def found(self, *, final: bool) -> Skill:
        """What is known so far."""
        level = self.levels[-1].name
        if self._alone:
            means = [
                (one.name, _sure([game.goals[game.seat] / HIGHEST_GOAL for game in games], HIGHEST_GOAL))
                for one, games in zip(self.levels, self._games, strict=True)
            ]
            return Skill((), (), level, tuple(means), final)
        steps = [
            Step(one.name, other.name, _sure([self._points(game) for game in games]))
            for (one, other), games in zip(self._meetings[:-1], self._games[:-1], strict=True)
        ]
        goals = [
            _sure([game.goals[role] / HIGHEST_GOAL for game in self._games[-1]], HIGHEST_GOAL)
            for role in self.game.info.players
        ]
        return Skill(tuple(steps), tuple(goals), level, (), final)

    def _points(self, game: PlayedGame) -> float:
        """The challenger's points against each of the others, on average: 1 for a higher goal, a half for the same."""
        mine = game.goals[game.seat]
        others = [game.goals[role] for role in self.game.info.players if role != game.seat]
        return statistics.fmean((mine > other) + (mine == other) / 2 for other in others)


def _sure(scores: Sequence[float], scale: float = 1.0) -> Estimate:
    """The mean of scores from 0 to 1, in other units, with its interval."""
    found = measured(scale * statistics.fmean(scores), len(scores), scale)
    assert found is not None
    return found
