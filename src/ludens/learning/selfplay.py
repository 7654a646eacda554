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
from ludens.learning.solved import Kept, Solved, endings, solvable
from ludens.search.draws import choose
from ludens.search.evaluations.static import Values
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.inputs import Bits
from ludens.search.random_games import longest

WHOLE = 3
"""How much more is learnt from the positions of a game that is solved than from those of some endings."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How games are played.

    ``games``: at once. ``middle``: the share that begins after up to ``opening`` random moves, the rest after up to
    two. ``blunders``: the share of random moves later on. ``heat``: by how much less a move may be worth and still be
    tried (see ``look_ahead``). ``decay``: the λ of TD(λ). ``replies``: how many of the best moves are looked at for one
    move more. ``most``: how many moves are looked at in a position; 0: all.

    ``whole``: a game with no more positions is solved first; otherwise, the endings of ``ended`` games are, as far as
    so many positions go: ``endings``, none as a rule. ``sampled``: how many of the positions that were solved are
    learnt from, too, for each that was played; WHOLE times as many where all are solved.
    """

    games: int = 1_024
    middle: float = 0.5
    opening: int = 20
    blunders: float = 0.04
    heat: float = 0.05
    decay: float = 0.8
    replies: int = 0
    most: int = 12
    whole: int = 4_000_000
    endings: int = 0
    ended: int = 64
    sampled: float = 1.0


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
    game: LoadedGame[Any],
    network: NetworkEvaluation,
    manner: Manner,
    random: np.random.Generator,
    whole: Solved | None = None,
) -> tuple[Positions, int]:
    """Plays games to the end; their positions, and how many were looked at on the way.

    ``whole``: the game, if it is solved.
    """
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
            ahead = look_ahead(
                engine,
                network,
                rows[asked],
                tables,
                heat=manner.heat,
                random=random,
                replies=manner.replies,
                most=manner.most,
            )
            looked += sum(int((own >= 0).sum()) for own in ahead.values)
            wild = random.random(len(asked)) < manner.blunders
            for role, chances in enumerate(ahead.chances):
                own = np.flatnonzero((chances.sum(axis=1) > 0) & ~wild)
                moves[asked[own], role] = drawn(ahead.playable(role)[own], random)
            chances = np.concatenate(ahead.chances, axis=1)
            steps.append(_Step(rows[asked], tables, numbers[asked], chances.astype(np.float16), ahead.worth, wild))
        rows, over, reached = engine.follow(rows, moves)
        goals[numbers[over]] = np.maximum(reached[over], 0) / 100
        rows, numbers = rows[~over], numbers[~over]
    solved = whole or _endings(game, steps, manner, random)
    played = _labelled(steps, goals, manner.decay, solved)
    if solved is None:
        return played, looked
    share = manner.sampled * (1 if whole is None else WHOLE)
    kept = solved.sample(int(share * len(played)), random)
    return joined([played, _lessons(game, kept)]), looked + len(solved) * (whole is None)


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    rows: Rows
    legal: list[Bits]
    games: NDArray[np.int64]
    chances: NDArray[np.float16]
    worth: Values
    wild: Bits


def _any_moves(legal: list[Bits], random: np.random.Generator) -> NDArray[np.int64]:
    """A random move of each role."""
    words = random.integers(0, 1 << 64, size=(len(legal), len(legal[0])), dtype=np.uint64)
    return np.stack([choose(table, own) for table, own in zip(legal, words, strict=True)], axis=1)


def _endings(game: LoadedGame[Any], steps: list[_Step], manner: Manner, random: np.random.Generator) -> Solved | None:
    """What can follow late positions of some of the games, solved, where the game is one that can be."""
    if not manner.endings or not solvable(game):
        return None
    some = np.zeros(manner.games, dtype=np.bool_)
    some[random.permutation(manner.games)[: manner.ended]] = True
    return endings(game, [step.rows[some[step.games]] for step in steps], manner.endings)


def _labelled(steps: list[_Step], goals: Values, decay: float, solved: Solved | None) -> Positions:
    """The positions of games, from the last back to the first, with their targets: TD(λ) (Sutton 1988).

    What is solved is worth what it is, and so is all that leads there. A game that was cut counts as what was expected
    of its last position.
    """
    later, found = goals.copy(), []
    for step in reversed(steps):
        known = np.isfinite(later[step.games]).all(axis=1) & ~step.wild
        target, chances = step.worth.copy(), step.chances
        target[known] = decay * later[step.games][known] + (1 - decay) * step.worth[known]
        if solved is not None:
            worth, right = solved.judged(step.rows, step.legal)
            exact = np.isfinite(worth)
            target[exact] = np.stack([worth[exact], 1 - worth[exact]], axis=1)
            sure = np.concatenate(right, axis=1)
            chances = np.where(sure.any(axis=1, keepdims=True), sure, chances).astype(np.float16)
        later[step.games] = target
        found.append(Positions(step.rows, chances, target.astype(np.float32)))
    return joined(found)


def _lessons(game: LoadedGame[Any], kept: Kept) -> Positions:
    """Positions that are solved, with what should be said of them."""
    counts = [len(game.engine.moves(role)) for role in range(len(game.info.roles))]
    choice = kept.right & (kept.moves > 1)[:, None]
    shared = choice / np.maximum(1, choice.sum(axis=1, keepdims=True))
    chances = [np.where((kept.movers == role)[:, None], shared[:, :count], 0) for role, count in enumerate(counts)]
    worth = np.stack([kept.worth, 1 - kept.worth], axis=1).astype(np.float32)
    return Positions(kept.rows, np.concatenate(chances, axis=1).astype(np.float16), worth)


def joined(parts: list[Positions]) -> Positions:
    """All positions of the parts."""
    return Positions(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.chances for part in parts]),
        np.concatenate([part.worth for part in parts]),
    )
