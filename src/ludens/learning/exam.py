"""Positions whose best moves are proved: how often does a network choose a move that changes the outcome?

Small games are solved whole. Of larger ones, positions of random games are taken that alpha-beta solves quickly; most
lie near the end, and say less of the beginning.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.learning.lookahead import look_ahead
from ludens.learning.solved import Solved, whole_game, widest_role
from ludens.search.evaluations.sample import random_positions
from ludens.search.minimax.depth_first.available import expander_of, longest_path
from ludens.search.minimax.depth_first.search import DepthFirst, Patience, StoppedError, UnsuitedError
from ludens.search.minimax.depth_first.table import new_table
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.inputs import Bits
from ludens.search.suitability import unsuitable

WHOLE_GAME = 100_000
"""A game with no more positions is solved whole."""

SEARCHED = 5_000
"""Of larger games, positions that may be searched to solve what one move leads to."""

ASKED, LATE, TRIED = 10_000, 256, 1_024
"""Positions that are asked about: of a game solved whole, and of others, where so many are tried."""

TABLE_BYTES = 1 << 24
"""Of that search."""

PATIENCE_SECONDS = 15.0
"""How long positions of a larger game are looked for."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Questions:
    """Positions in which the role ``movers`` has a choice, and the moves that keep the value: (positions, moves)."""

    rows: Rows
    movers: Numbers
    right: Bits

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True, eq=False)
class Exam:
    """``perfect``: positions of perfect play, every one or a sample; ``random``: others. ``whole``: the game is solved.

    In a game that is not solved, there are none of perfect play that are known.
    """

    whole: bool
    perfect: Questions
    random: Questions


def exam_of(
    game: LoadedGame[Any],
    most: int = WHOLE_GAME,
    seed: int = 0,
    seconds: float = PATIENCE_SECONDS,
    *,
    solved: Solved | None = None,
) -> Exam | None:
    """Questions about a game, if it is one that can be solved at all: for two, in turns, with opposite interests.

    ``seconds``: how long questions about a larger game are looked for. ``solved``: the whole game, if somebody has
    solved it before.
    """
    if unsuitable(game):
        return None
    random, solved = np.random.default_rng(seed), solved or whole_game(game, most)
    if solved is not None:
        choices = np.flatnonzero(solved.moves > 1)
        perfect = choices[solved.of_perfect_play()[choices]]
        drawn = [solved.of(random.permutation(nodes)[:ASKED]) for nodes in (perfect, choices)]
        return Exam(True, *(Questions(kept.rows, kept.movers, kept.right) for kept in drawn))
    late = _late(game, seed, seconds)
    return None if not len(late) else Exam(False, _none(game), late)


def wrong_by_policy(game: LoadedGame[Any], network: NetworkEvaluation, asked: Questions) -> int:
    """How often the move that the network likes best, without looking ahead, changes the outcome."""
    return _wrong(game, asked, network.look(asked.rows, game.engine.legal(asked.rows))[1]) if len(asked) else 0


def wrong_ahead(game: LoadedGame[Any], network: NetworkEvaluation, asked: Questions) -> int:
    """The same of the move after which the network values the position highest."""
    if not len(asked):
        return 0
    legal = game.engine.legal(asked.rows)
    random = np.random.default_rng(0)
    return _wrong(game, asked, look_ahead(game.engine, network, asked.rows, legal, heat=1.0, random=random).values)


def _wrong(game: LoadedGame[Any], asked: Questions, liked: list[Any]) -> int:
    wrong = 0
    for role, table in enumerate(game.engine.legal(asked.rows)):
        own = np.flatnonzero(asked.movers == role)
        best = np.where(table[own], liked[role][own], -2).argmax(axis=1)
        wrong += int((~asked.right[own, best]).sum())
    return wrong


def _late(game: LoadedGame[Any], seed: int, seconds: float) -> Questions:
    """Questions about positions of random games that alpha-beta solves soon, in which some moves are wrong."""
    expander = expander_of(game)
    if expander is None:
        return _none(game)
    search = DepthFirst(game.engine, expander, new_table(TABLE_BYTES), longest=longest_path(game))
    found, until = [_none(game)], time.perf_counter() + seconds
    for row in random_positions(game, TRIED, seed).rows:
        with contextlib.suppress(StoppedError, UnsuitedError):
            asked = _asked(game, search, row[None])
            if asked is not None:
                found.append(asked)
        if len(found) > LATE or time.perf_counter() > until:
            break
    parts = ((part.rows, part.movers, part.right) for part in found)
    return Questions(*(np.concatenate(own) for own in zip(*parts, strict=True)))


def _asked(game: LoadedGame[Any], search: DepthFirst, row: Rows) -> Questions | None:
    """The question about one position; ``None`` where all moves are right. Raises StoppedError and UnsuitedError."""
    legal = game.engine.legal(row)
    mover = int(np.argmax([table.sum() for table in legal]))
    moves = np.flatnonzero(legal[mover][0])
    joint = np.stack([np.full(len(moves), table[0].argmax()) for table in legal], axis=1)
    joint[:, mover] = moves
    after = game.engine.step(np.repeat(row, len(moves), axis=0), joint)
    values = np.array([search.value(each[None], Patience(nodes=SEARCHED)) for each in after])
    best = values.max() if mover == 0 else values.min()
    if (values == best).all():
        return None
    right = np.zeros((1, widest_role(game)), dtype=np.bool_)
    right[0, moves[values == best]] = True
    return Questions(row, np.array([mover]), right)


def _none(game: LoadedGame[Any]) -> Questions:
    rows, right = game.engine.initial()[:0], np.zeros((0, widest_role(game)), dtype=np.bool_)
    return Questions(rows, np.zeros(0, dtype=np.int64), right)
