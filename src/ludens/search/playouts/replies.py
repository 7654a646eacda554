"""The second level: what the one who moves next will answer, judged by playouts after each answer.

The value of a move is what follows from the answer that is best for whoever gives it. Where several roles, or none,
choose at the same time, the answers count equally. Time goes to the moves and answers that matter, by sequential
halving (Karnin, Koren and Somekh 2013): after every round the worse half of the moves is left out, and the half of
the answers to each that are worse for those who give them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.playouts import Playouts
from ludens.engine.rows import Rows
from ludens.search.joint_moves import joint_moves
from ludens.search.tally import Tally

Places = NDArray[np.int64]

NOBODY = -1
"""Stands for the one who answers where several roles, or none, have a choice."""


@dataclass(slots=True)
class Answers:
    """Positions after an answer, grouped by the move that they answer.

    ``move``: the place of the move of each row. ``child``: the number of the position that is answered; a move has
    several where others moved at the same time. ``giver``: who answers, or NOBODY. ``active``: still looked at.
    ``sums``: of all roles' goals in playouts, shape (rows, roles). ``complete``: every answer is there.
    """

    rows: Rows
    move: Places
    child: Places
    giver: Places
    active: NDArray[np.bool_]
    sums: NDArray[np.float64]
    tally: Tally
    complete: bool

    def add(self, found: Playouts, role: int, places: Places) -> None:
        """Adds playouts from the rows at these places, which do not repeat."""
        self.tally.add(found, role, places)
        self.sums[places] += found.goals

    def worth(self) -> NDArray[np.float64]:
        """What each answer gives to whoever gives it; NaN where nothing is known, 0 where it is nobody's."""
        own = self.sums[np.arange(len(self.rows)), np.maximum(self.giver, 0)]
        known = self.tally.visits > 0
        worth = np.divide(own, self.tally.visits, out=np.full(len(own), np.nan), where=known)
        return np.where((self.giver == NOBODY) & known, 0.0, worth)

    def values(self, moves: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The value of each move with its margin; NaN where nothing is known."""
        chosen = self._chosen()
        counts = np.bincount(self.move[chosen], minlength=moves)
        means = np.bincount(self.move[chosen], self.tally.means[chosen], minlength=moves)
        squares = np.bincount(self.move[chosen], self.tally.margins[chosen] ** 2, minlength=moves)
        unknown = np.full(moves, np.nan)
        return (
            np.asarray(np.divide(means, counts, out=unknown.copy(), where=counts > 0)),
            np.asarray(np.divide(np.sqrt(squares), counts, out=unknown.copy(), where=counts > 0)),
        )

    def _chosen(self) -> Places:
        """The best answer to each child, or all where they are nobody's."""
        worth = np.nan_to_num(self.worth(), nan=-1.0)
        best = np.full(int(self.child.max(initial=-1)) + 1, -1.0)
        np.maximum.at(best, self.child, worth)
        among = np.flatnonzero((worth >= 0) & (worth == best[self.child]))
        alone = self.giver[among] != NOBODY
        _, first = np.unique(self.child[among[alone]], return_index=True)
        return np.concatenate([among[alone][first], among[~alone]])

    def drop(self, blunders: NDArray[np.bool_], moves: int) -> Places:
        """Leaves out answers that nobody would give; returns the moves after which there are no others.

        Of those the answers are kept.
        """
        children = int(self.child.max(initial=-1)) + 1
        better = np.zeros(children, dtype=np.bool_)
        better[self.child[~blunders]] = True
        self.active &= ~(blunders & better[self.child])
        refutable = np.zeros(moves, dtype=np.bool_)
        refutable[self.move[better[self.child]]] = True
        return np.setdiff1d(self.move, np.flatnonzero(refutable))

    def halve(self, kept: Places) -> None:
        """Goes on with these moves only, and with the better half of the answers to each."""
        worth = np.nan_to_num(self.worth(), nan=-1.0)
        order = np.lexsort((-worth, self.child))
        ordered = order[self.active[order] & np.isin(self.move[order], kept)]
        self.active[:] = False
        _, first, sizes = np.unique(self.child[ordered], return_index=True, return_counts=True)
        rank = np.arange(len(ordered)) - np.repeat(first, sizes)
        halves = np.repeat(-(-sizes // 2), sizes)
        self.active[ordered[(rank < halves) | (self.giver[ordered] == NOBODY)]] = True


def answers(engine: BatchEngine, rows: Rows, move: Places, most: int, random: np.random.Generator) -> Answers:
    """The answers to each of these positions, about ``most`` drawn at random where there are more.

    A terminal position stands for itself.
    """
    over, _ = engine.outcome(rows)
    found = _answers(engine, rows[~over], np.flatnonzero(~over), most, random)
    ends = np.flatnonzero(over)
    child = np.concatenate([found[1], ends])
    following = np.concatenate([found[0], rows[ends]])
    return Answers(
        following,
        move[child],
        child,
        np.concatenate([found[2], np.full(len(ends), NOBODY)]),
        np.ones(len(following), dtype=np.bool_),
        np.zeros((len(following), len(engine.roles))),
        Tally(len(following)),
        found[3],
    )


def _answers(
    engine: BatchEngine, rows: Rows, child: Places, most: int, random: np.random.Generator
) -> tuple[Rows, Places, Places, bool]:
    """Positions after answers, the positions they answer, who gives them, and whether these are all."""
    if not len(rows):
        return rows, child, child, True
    legal = engine.legal(rows)
    choosing = np.stack([table.sum(axis=1) > 1 for table in legal], axis=1)
    giver = np.where(choosing.sum(axis=1) == 1, choosing.argmax(axis=1), NOBODY)
    joint = joint_moves(legal, 0, most, random)
    return engine.step(rows[joint.owner], joint.moves), child[joint.owner], giver[joint.owner], joint.complete


def rounds(moves: int) -> int:
    """How many times the moves are halved until one is left, but at least one."""
    return max(1, math.ceil(math.log2(max(1, moves))))


def best_half(values: NDArray[np.float64], places: Places) -> Places:
    """The better half of the moves at these places, at least one."""
    order = np.argsort(-np.nan_to_num(values[places], nan=-1.0), kind="stable")
    return np.asarray(np.sort(places[order[: -(-len(places) // 2)]]))
