"""Paired games: two agents from the same opening with seats changed, which is the unit that agents are compared by.

With two roles a pair is two games. With more, the challenger sits once in every seat, and copies of its opponent in
all others; with one role it plays alone. An opening, and the random numbers of each seat, belong to the number of the
pair and not to the players: agents that play alike get exactly the same results, so that what differs between
candidates is their play and not their luck.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from ludens.arena.clock import Terms
from ludens.arena.match import match_opening, seat_seed
from ludens.arena.process_seats import MakeAgent
from ludens.arena.referee import Referee
from ludens.arena.seats import TrustedSeat
from ludens.game import HIGHEST_GOAL, ForfeitError, Game, JointMove, Limit, S
from ludens.players import make_agent


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
        return self.goals[self.seat] / HIGHEST_GOAL


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
    """Plays pairs of a game between named agents. An agent's mistake ends it with an error."""

    def __init__(self, game: Game[S], conditions: Conditions, make: MakeAgent = make_agent) -> None:
        self.game, self.conditions, self._make = game, conditions, make
        self._referee = Referee(game, Terms(limit=conditions.limit, grace_seconds=math.inf))

    def play(self, challenger: str, opponent: str, number: int) -> PlayedPair:
        """One pair; with a limit of playouts alone, always the same for the same number and agents.

        Raises ForfeitError when an agent makes an illegal move.
        """
        begin = time.perf_counter()
        opening = match_opening(self.game, self.conditions.opening, self.conditions.seed, number)
        roles = range(len(self.game.info.roles))
        games = []
        for seat in self.game.info.players:
            seated = [challenger if role == seat else opponent for role in roles]
            games.append(self._game(seated, seat, opening, number))
        return PlayedPair(number, opening, tuple(games), time.perf_counter() - begin)

    def _game(self, seated: Sequence[str], seat: int, opening: tuple[JointMove, ...], number: int) -> PlayedGame:
        seats = [
            TrustedSeat(self._make(name, self.game, role, seat_seed(self.conditions.seed, number, role)))
            for role, name in enumerate(seated)
        ]
        played = self._referee.play(seats, opening)
        for forfeit in played.forfeits:
            raise ForfeitError(self.game.info.roles[forfeit.role], f"{forfeit.cause.value}, {forfeit.detail}")
        return PlayedGame(seat, played.goals, len(played.moves), played.cut)


def even_score(game: Game[S]) -> float | None:
    """What an agent scores against itself, if that can be told: an equal share of goals that always add up."""
    info = game.info
    players = len(info.players)
    return None if info.goal_sum is None or players == 1 else info.goal_sum / players / HIGHEST_GOAL
