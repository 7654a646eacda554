"""Paired games: two agents from the same opening with seats changed, which is the unit that agents are compared by.

With two roles a pair is two games. With more, the challenger sits once in every seat, and copies of its opponent in
all others; with one role it plays alone. An opening, and the random numbers of each seat, belong to the number of the
pair and not to the players: agents that play alike get exactly the same results, so that what differs between
candidates is their play and not their luck.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from ludens.game import Game, JointMove, Limit, S
from ludens.players import make_agent
from ludens.players.agent import Agent

LONGEST = 1_000
"""Joint moves after which a game is cut that does not say how long it can be."""

SEEDS = 1 << 62

MakeAgent = Callable[[str, Game[Any], int, int | None], Agent[Any]]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of a pair: the challenger's seat, everybody's goals, and joint moves with those of the opening.

    ``cut``: the game was not over when it was cut, and the goals are equal shares of 100.
    """

    seat: int
    goals: tuple[float, ...]
    steps: int
    cut: bool = False

    @property
    def score(self) -> float:
        """The challenger's goal from 0 to 1."""
        return self.goals[self.seat] / 100


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """A pair with its number, the opening, the games seat by seat, and how long it took."""

    number: int
    opening: tuple[JointMove, ...]
    games: tuple[PlayedGame, ...]
    seconds: float

    @property
    def score(self) -> float:
        """The challenger's mean score, 0 to 1."""
        return statistics.fmean(game.score for game in self.games)


@dataclass(frozen=True, slots=True)
class Conditions:
    """What all pairs of a comparison have in common: the limit of a move, random moves of an opening, the seed."""

    limit: Limit
    opening: int = 2
    seed: int = 0


class Pairing(Generic[S]):
    """Plays pairs of a game between named agents."""

    def __init__(self, game: Game[S], conditions: Conditions, make: MakeAgent = make_agent) -> None:
        self.game, self.conditions, self._make = game, conditions, make
        self._longest = game.info.max_steps or LONGEST

    def play(self, challenger: str, opponent: str, number: int) -> PlayedPair:
        """One pair; with a limit of playouts alone, always the same for the same number and agents."""
        begin = time.perf_counter()
        opening = random_opening(self.game, self.conditions.opening, self._numbers(number, "opening"))
        roles = range(len(self.game.info.roles))
        games = []
        for seat in roles:
            seated = [challenger if role == seat else opponent for role in roles]
            games.append(self._game(seated, seat, opening, number))
        return PlayedPair(number, opening, tuple(games), time.perf_counter() - begin)

    def _game(self, seated: Sequence[str], seat: int, opening: tuple[JointMove, ...], number: int) -> PlayedGame:
        game, limit = self.game, self.conditions.limit
        agents = [
            self._make(name, game, role, self._numbers(number, role).randrange(SEEDS))
            for role, name in enumerate(seated)
        ]
        state, steps = after(game, opening), len(opening)
        while not game.is_terminal(state):
            if steps >= self._longest:
                return PlayedGame(seat, (100 / len(agents),) * len(agents), steps, cut=True)
            state = game.next_state(state, tuple(agent.decide(state, limit).move for agent in agents))
            steps += 1
        return PlayedGame(seat, game.goals(state), steps)

    def _numbers(self, number: int, purpose: str | int) -> random.Random:
        return random.Random(f"{self.conditions.seed}/{number}/{purpose}")


def random_opening(game: Game[S], plies: int, numbers: random.Random) -> tuple[JointMove, ...]:
    """Random joint moves from the start, fewer than ``plies`` where the game would be over after the next one."""
    state, moves = game.initial_state(), list[JointMove]()
    while len(moves) < plies:
        joint = tuple(numbers.choice(game.legal_moves(state, role)) for role in range(len(game.info.roles)))
        state = game.next_state(state, joint)
        if game.is_terminal(state):
            break
        moves.append(joint)
    return tuple(moves)


def after(game: Game[S], moves: Sequence[JointMove]) -> S:
    """The position after these joint moves from the start."""
    state = game.initial_state()
    for joint in moves:
        state = game.next_state(state, joint)
    return state


def even_score(game: Game[S]) -> float | None:
    """What an agent scores against itself, if that can be told: an equal share of goals that always add up."""
    info = game.info
    return None if info.goal_sum is None or len(info.roles) == 1 else info.goal_sum / len(info.roles) / 100
