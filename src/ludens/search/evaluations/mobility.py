"""How many moves there are to choose from: mobility, and its opposite, focus.

Mobility counts the moves that a role has now against those of the others (Clune, "Heuristic Evaluation Functions for
General Game Playing", 2007; Genesereth and Björnsson, "The International General Game Playing Competition", 2013, and
their course). Focus is the opposite: to be left with few moves is good, as in games that are won by narrowing down.

A role that is not on turn has one move that does nothing. That is no lack of mobility, so counts are compared with
what is usual for that role when it is on turn, and a role that waits counts as usual. The move it waits by is found in
random games.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import NoLegalMoveError
from ludens.search.evaluations.sample import random_positions
from ludens.search.evaluations.scale import Scale, against_others, scale_of
from ludens.search.evaluations.static import UNFINISHED, Values

POSITIONS = 512
"""Of random games, to see what is usual."""

NO_WAITING = -1
"""In place of the number of a move: the role never waits."""


@dataclass(frozen=True, slots=True)
class Mobility:
    """Values positions by how many moves roles have; ``usual``: their mean number for each role when it is on turn.

    ``waiting``: the number of the move by which each role waits. ``direction``: 1 for many moves, -1 for few.
    ``constant``: everybody always had the usual number of moves in random games.
    """

    usual: tuple[float, ...]
    waiting: tuple[int, ...]
    scale: Scale = field(default_factory=Scale)
    direction: int = 1
    cost: int = 1
    constant: bool = False

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        try:
            legal = engine.legal(rows)
        except NoLegalMoveError:
            return np.full((len(rows), len(engine.roles)), UNFINISHED)
        return self.scale(self.direction * self.surplus(legal))

    def surplus(self, legal: list[NDArray[np.bool_]]) -> Values:
        """How many more moves than usual each role has, in parts of what is usual, against the others' mean."""
        return against_others(self.relative(legal))

    def relative(self, legal: list[NDArray[np.bool_]]) -> Values:
        """How many more moves than usual each role has, in parts of what is usual."""
        found = np.zeros((len(legal[0]), len(legal)))
        for role, table in enumerate(legal):
            numbers = table.sum(axis=1)
            more = numbers / self.usual[role] - 1
            found[:, role] = np.where(waits(table, numbers, self.waiting[role]), 0.0, more)
        return found


def waits(table: NDArray[np.bool_], numbers: NDArray[np.integer], move: int) -> NDArray[np.bool_]:
    """Where the move by which a role waits is its only legal one."""
    if move == NO_WAITING or move >= table.shape[1]:
        return np.zeros(len(table), dtype=np.bool_)
    return np.asarray(table[:, move] & (numbers == 1))


def mobility(game: LoadedGame[Any], seed: int = 0, direction: int = 1) -> Mobility:
    """The evaluation of a game by its numbers of moves, with what is usual taken from random games."""
    rows = random_positions(game, POSITIONS, seed).rows
    roles = len(game.info.roles)
    try:
        legal = game.engine.legal(rows) if len(rows) else []
    except NoLegalMoveError:
        legal = []
    if not legal:
        return Mobility((1.0,) * roles, (NO_WAITING,) * roles, direction=direction)
    numbers = np.stack([table.sum(axis=1) for table in legal], axis=1)
    waiting = tuple(_waiting_move(legal, numbers, role) for role in range(roles))
    usual = []
    for role, table in enumerate(legal):
        on_turn = numbers[~waits(table, numbers[:, role], waiting[role]), role]
        usual.append(max(1.0, float(on_turn.mean())) if len(on_turn) else 1.0)
    surplus = Mobility(tuple(usual), waiting).surplus(legal)
    constant = not surplus.any()
    return Mobility(tuple(usual), waiting, scale_of(surplus, 0.0), direction, constant=constant)


def focus(game: LoadedGame[Any], seed: int = 0) -> Mobility:
    """The opposite of mobility."""
    return mobility(game, seed, -1)


def _waiting_move(legal: list[NDArray[np.bool_]], numbers: NDArray[np.integer], role: int) -> int:
    """The only move that a role has most often while another has a choice."""
    others = np.delete(numbers, role, axis=1)
    idle = (numbers[:, role] == 1) & (others > 1).any(axis=1)
    counts = legal[role][idle].sum(axis=0)
    return int(counts.argmax()) if counts.any() else NO_WAITING
