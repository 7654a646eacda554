"""Positions whose best moves are proved: how often does a network choose a move that changes the outcome?

Small games are solved whole. Of larger ones, positions of random games are taken from which all that can follow is
quickly listed; they lie near the end, and say less of the beginning.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.learning.lookahead import look_ahead
from ludens.search.evaluations.sample import random_positions
from ludens.search.minimax.enumeration import Enumeration, begin, enumerate_positions, evaluate
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.inputs import Bits
from ludens.search.suitability import unsuitable

WHOLE_GAME = 100_000
"""A game with no more positions is solved whole."""

FOLLOWING = 3_000
"""Of larger games, positions that may follow one that is asked about."""

ASKED, LATE, TRIED = 10_000, 256, 1_024
"""Positions that are asked about: of a game solved whole, and of others, where so many are tried."""

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


def exam_of(game: LoadedGame[Any], most: int = WHOLE_GAME, seed: int = 0) -> Exam | None:
    """Questions about a game, if it is one that can be solved at all: for two, in turns, with opposite interests."""
    if unsuitable(game):
        return None
    random, start = np.random.default_rng(seed), game.engine.initial()
    solved = _solved(game, start, most)
    if solved is not None:
        choices = np.flatnonzero(solved.graph.nodes["edges"][: solved.size] > 1)
        on_the_way = _of_perfect_play(solved)
        perfect = choices[on_the_way[choices]]
        drawn = random.permutation(choices)[:ASKED]
        return Exam(True, _questions(game, solved, random.permutation(perfect)[:ASKED]), _questions(game, solved, drawn))
    late = _late(game, seed)
    return None if not len(late) else Exam(False, _none(game), late)


def wrong_by_policy(game: LoadedGame[Any], network: NetworkEvaluation, asked: Questions) -> int:
    """How often the move that the network likes best, without looking ahead, changes the outcome."""
    return _wrong(game, asked, network.look(asked.rows, game.engine.legal(asked.rows))[1]) if len(asked) else 0


def wrong_ahead(game: LoadedGame[Any], network: NetworkEvaluation, asked: Questions) -> int:
    """The same of the move after which the network values the position highest."""
    if not len(asked):
        return 0
    legal = game.engine.legal(asked.rows)
    return _wrong(game, asked, look_ahead(game.engine, network, asked.rows, legal, 1.0, np.random.default_rng(0)).values)


def _wrong(game: LoadedGame[Any], asked: Questions, liked: list[Any]) -> int:
    wrong = 0
    for role, table in enumerate(game.engine.legal(asked.rows)):
        own = np.flatnonzero(asked.movers == role)
        best = np.where(table[own], liked[role][own], -2).argmax(axis=1)
        wrong += int((~asked.right[own, best]).sum())
    return wrong


def _solved(game: LoadedGame[Any], row: Rows, most: int) -> Enumeration | None:
    """All that follows a position, with its values, if that is not more than so many positions."""
    found = begin(game.engine, row)
    for _ in enumerate_positions(game.engine, found, most):
        pass
    if not found.complete:
        return None
    evaluate(found)
    return found


def _values(solved: Enumeration) -> Numbers:
    """What positions are worth to the first role; endless play is a draw."""
    nodes = solved.graph.nodes[: solved.size]
    return np.clip(0, nodes["certain_low"], nodes["certain_high"]).astype(np.int64)


def _edges(solved: Enumeration, nodes: Numbers) -> tuple[Numbers, Numbers]:
    """The edges of nodes, by the place of the node and their own."""
    counts = solved.graph.nodes["edges"][nodes].astype(np.int64)
    firsts = solved.graph.nodes["first_edge"][nodes].astype(np.int64)
    owners = np.repeat(np.arange(len(nodes)), counts)
    return owners, np.repeat(firsts - (np.cumsum(counts) - counts), counts) + np.arange(len(owners))


def _of_perfect_play(solved: Enumeration) -> Bits:
    """The positions that are reached if nobody ever makes a move that changes the outcome."""
    values, found = _values(solved), np.zeros(solved.size, dtype=np.bool_)
    front = np.zeros(1, dtype=np.int64)
    while len(front):
        found[front] = True
        owners, edges = _edges(solved, front)
        after = solved.graph.edges["child"][edges].astype(np.int64)
        after = np.unique(after[values[after] == values[front[owners]]])
        front = after[~found[after]]
    return found


def _questions(game: LoadedGame[Any], solved: Enumeration, nodes: Numbers) -> Questions:
    roles, values = len(game.info.roles), _values(solved)
    owners, edges = _edges(solved, nodes)
    moves = solved.graph.edges["move"][edges].astype(np.int64)
    after = solved.graph.edges["child"][edges].astype(np.int64)
    right = np.zeros((len(nodes), _widest(game)), dtype=np.bool_)
    kept = values[after] == values[nodes[owners]]
    right[owners[kept], moves[kept] // roles] = True
    movers = np.zeros(len(nodes), dtype=np.int64)
    movers[owners] = moves % roles
    return Questions(np.ascontiguousarray(solved.graph.states[nodes]), movers, right)


def _late(game: LoadedGame[Any], seed: int) -> Questions:
    """Questions about positions near the end of random games, of which some moves are right and some wrong."""
    found, until = [_none(game)], time.perf_counter() + PATIENCE_SECONDS
    for row in random_positions(game, TRIED, seed).rows:
        solved = _solved(game, row[None], FOLLOWING)
        if solved is None or solved.graph.nodes[0]["edges"] < 2:
            continue
        asked = _questions(game, solved, np.zeros(1, dtype=np.int64))
        if asked.right.sum() < solved.graph.nodes[0]["edges"]:
            found.append(asked)
        if len(found) > LATE or time.perf_counter() > until:
            break
    parts = ((part.rows, part.movers, part.right) for part in found)
    return Questions(*(np.concatenate(own) for own in zip(*parts, strict=True)))


def _none(game: LoadedGame[Any]) -> Questions:
    width = game.engine.initial().shape[1]
    return Questions(
        np.zeros((0, width), dtype=np.uint64), np.zeros(0, dtype=np.int64), np.zeros((0, _widest(game)), dtype=np.bool_)
    )


def _widest(game: LoadedGame[Any]) -> int:
    return max(len(game.engine.moves(role)) for role in range(len(game.info.roles)))


