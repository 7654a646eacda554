"""Games of a network against itself, many at once: positions, what was made of them, and what should be said of them.

Some games begin in the middle, after random moves, so that what nobody would play is known as well; and now and then
somebody makes a random move. What such a move leads to says nothing of the position before it, which is then worth what
looking ahead said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.learning.lookahead import drawn, look_ahead
from ludens.search.draws import choose
from ludens.search.evaluations.static import Values
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.inputs import Bits
from ludens.search.random_games import longest


@dataclass(frozen=True, slots=True)
class Manner:
    """How games are played.

    ``games``: at once. ``middle``: the share that begins after up to ``opening`` random moves, the rest after up to
    two. ``blunders``: the share of random moves later on. ``heat``: by how much less a move may be worth and still be
    tried (see ``look_ahead``). ``decay``: the λ of TD(λ).
    """

    games: int = 1_024
    middle: float = 0.5
    opening: int = 20
    blunders: float = 0.04
    heat: float = 0.05
    decay: float = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """Positions with what a network should say of them.

    ``chances``: of all roles' moves one after the other, (positions, moves). ``worth``: (positions, roles).
    """

    rows: Rows
    chances: NDArray[np.float16]
    worth: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.rows)


def play(
    game: LoadedGame[Any], network: NetworkEvaluation, manner: Manner, random: np.random.Generator
) -> tuple[Positions, int]:
    """Plays games to the end; their positions, and how many were looked at on the way."""
    engine = game.engine
    rows, numbers = engine.initial(manner.games), np.arange(manner.games)
    in_the_middle = random.random(manner.games) < manner.middle
    opening = random.integers(0, np.where(in_the_middle, manner.opening, 2) + 1)
    goals = np.full((manner.games, len(engine.roles)), np.nan)
    steps: list[_Step] = []
    looked = 0
    for step in range(longest(game.info)):
        legal = engine.legal(rows)
        going = np.all([table.any(axis=1) for table in legal], axis=0)
        if not going.all():
            rows, numbers, legal = rows[going], numbers[going], [table[going] for table in legal]
        if not len(rows):
            break
        moves = _any_moves(legal, random)
        asked = np.flatnonzero(step >= opening[numbers])
        if len(asked):
            tables = [table[asked] for table in legal]
            ahead = look_ahead(engine, network, rows[asked], tables, heat=manner.heat, random=random)
            looked += sum(int((own >= 0).sum()) for own in ahead.values)
            wild = random.random(len(asked)) < manner.blunders
            for role, chances in enumerate(ahead.chances):
                own = np.flatnonzero((chances.sum(axis=1) > 0) & ~wild)
                moves[asked[own], role] = drawn(chances[own], random)
            chances = np.concatenate(ahead.chances, axis=1)
            steps.append(_Step(rows[asked], numbers[asked], chances.astype(np.float16), ahead.worth, wild))
        rows, over, reached = engine.follow(rows, moves)
        goals[numbers[over]] = np.maximum(reached[over], 0) / 100
        rows, numbers = rows[~over], numbers[~over]
    return _labelled(steps, goals, manner.decay), looked


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    rows: Rows
    games: NDArray[np.int64]
    chances: NDArray[np.float16]
    worth: Values
    wild: Bits


def _any_moves(legal: list[Bits], random: np.random.Generator) -> NDArray[np.int64]:
    """A random move of each role."""
    words = random.integers(0, 1 << 64, size=(len(legal), len(legal[0])), dtype=np.uint64)
    return np.stack([choose(table, own) for table, own in zip(legal, words, strict=True)], axis=1)


def _labelled(steps: list[_Step], goals: Values, decay: float) -> Positions:
    """The positions of games, from the last back to the first, with their targets: TD(λ) (Sutton 1988).

    A game that was cut counts as what was expected of its last position.
    """
    later, rows, chances, worth = goals.copy(), [], [], []
    for step in reversed(steps):
        known = np.isfinite(later[step.games]).all(axis=1) & ~step.wild
        target = step.worth.copy()
        target[known] = decay * later[step.games][known] + (1 - decay) * step.worth[known]
        later[step.games] = target
        rows.append(step.rows)
        chances.append(step.chances)
        worth.append(target.astype(np.float32))
    return Positions(np.concatenate(rows), np.concatenate(chances), np.concatenate(worth))
