"""Mistakes that only show when a game is played: no legal move, no goal, no end, no bound."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

from ludens.game import BudgetError, Game, IllFormedGameError, JointMove, Observation, S, observation


@dataclass(frozen=True, slots=True)
class Flaw:
    """What went wrong in random play, the joint moves that led there, and the position."""

    message: str
    moves: tuple[JointMove, ...]
    position: str


@dataclass(frozen=True, slots=True)
class PlayReport:
    """What random play showed; ``lengths`` are the joint moves of the games that came to an end."""

    games: int
    lengths: tuple[int, ...]
    flaws: tuple[Flaw, ...]


def playtest(game: Game[S], games: int, seed: int, max_steps: int) -> PlayReport:
    """Plays random games; each that goes wrong adds a flaw, but each kind of message only once."""
    rng = random.Random(seed)
    known = _Knowledge(game)
    lengths: list[int] = []
    flaws: dict[str, Flaw] = {}
    for _ in range(games):
        moves: list[JointMove] = []
        state = game.initial_state()
        known.begin()
        try:
            while not game.is_terminal(state) and len(moves) < max_steps:
                for message in known.contradictions(state):
                    flaws.setdefault(message, Flaw(message, tuple(moves), game.text(state)))
                legal = [game.legal_moves(state, role) for role in range(len(game.info.roles))]
                moves.append(tuple(rng.choice(choices) for choices in legal))
                known.see(state, moves[-1])
                state = game.next_state(state, moves[-1])
            for message in known.contradictions(state):
                flaws.setdefault(message, Flaw(message, tuple(moves), game.text(state)))
            if game.is_terminal(state):
                lengths.append(len(moves))
                game.goals(state)
            else:
                message = f"The game has not ended after {max_steps:,} joint moves."
                flaws.setdefault(message, Flaw(message, tuple(moves), game.text(state)))
        except BudgetError as error:
            flaws.setdefault(str(error), Flaw(str(error), tuple(moves), game.text(state)))
        except IllFormedGameError as error:
            message = str(error).partition(" Position: ")[0]
            flaws.setdefault(message, Flaw(message, tuple(moves), error.state))
    return PlayReport(games, tuple(lengths), tuple(flaws.values()))


class _Knowledge(Generic[S]):
    """Whether, in a game with hidden information, every role knows its legal moves and the end of the game.

    GDL-II asks for that (Thielscher 2010): whoever has seen the same must be in the same situation.
    """

    def __init__(self, game: Game[S]) -> None:
        self._game = game
        self._legal: dict[tuple[int, tuple[Observation, ...]], tuple[str, ...]] = {}
        self._seen: list[tuple[Observation, ...]] = []

    def begin(self) -> None:
        self._seen = [()] * len(self._game.info.roles)

    def see(self, state: S, moves: JointMove) -> None:
        if self._game.info.hidden:
            self._seen = [(*seen, observation(self._game, state, moves, role)) for role, seen in enumerate(self._seen)]

    def contradictions(self, state: S) -> Iterator[str]:
        """What a role cannot know in this position, in words."""
        if not self._game.info.hidden:
            return
        for role in self._game.info.players:
            legal = self._game.legal_moves(state, role)
            before = self._legal.setdefault((role, self._seen[role]), legal)
            name = self._game.info.roles[role]
            if bool(before) != bool(legal):
                yield f"{name} cannot tell from what it sees whether the game is over."
            elif before != legal:
                yield f"{name} cannot tell from what it sees which moves it has."
