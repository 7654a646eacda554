"""Mistakes that only show when a game is played: no legal move, no goal, no end."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ludens.game import IllFormedGameError, JointMove
from ludens.gdl.reasoner import Reasoner


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


def playtest(game: Reasoner, games: int, seed: int, max_steps: int) -> PlayReport:
    """Plays random games; each that goes wrong adds a flaw, but each kind of message only once."""
    rng = random.Random(seed)
    lengths: list[int] = []
    flaws: dict[str, Flaw] = {}
    for _ in range(games):
        moves: list[JointMove] = []
        state = game.initial_state()
        try:
            while not game.is_terminal(state) and len(moves) < max_steps:
                legal = [game.legal_moves(state, role) for role in range(len(game.info.roles))]
                moves.append(tuple(rng.choice(choices) for choices in legal))
                state = game.next_state(state, moves[-1])
            if game.is_terminal(state):
                lengths.append(len(moves))
                game.goals(state)
            else:
                message = f"The game has not ended after {max_steps:,} joint moves."
                flaws.setdefault(message, Flaw(message, tuple(moves), game.text(state)))
        except IllFormedGameError as error:
            message = str(error).partition(" Position: ")[0]
            flaws.setdefault(message, Flaw(message, tuple(moves), error.state))
    return PlayReport(games, tuple(lengths), tuple(flaws.values()))
