"""What a role does when it looks one move ahead: the network's values of all its moves, made into chances.

Where others choose at the same time, they are taken to move as the network expects them to. The new chances are a step
from the old ones towards what the values say, and a little back towards even ones (magnetic mirror descent: Sokota et
al. 2023), which finds equilibria where several choose at once. Where one role chooses there is nothing to balance: the
chances follow the values alone.

Where there are very many moves, only some are looked at: drawn by the network's chances, without any twice (Gumbel
top-k: Kool et al. 2019), and all that end the game. These cost no look at the network, and a win that it does not
expect would not be found otherwise. The chances of the others stay what they are beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.evaluations.static import Values
from ludens.search.networks.evaluation import Chances, NetworkEvaluation
from ludens.search.networks.inputs import Bits

Moves = NDArray[np.int64]

LEAST = 1e-6
"""No chance is taken for less."""

MOST_FOLLOWING = 100_000
"""Positions that are made at a time, to see which moves end the game."""

STEP, PULL = 4.0, 0.02
"""How far chances move by what moves are worth where several choose at once, and how strongly back to even ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Ahead:
    """``chances`` of each role's moves, all 0 where it has no choice; ``worth`` of the positions to each role, by them.

    ``values``: of each role's moves to itself, -1 where they are not legal or not looked at, or it has no choice.
    """

    chances: Chances
    worth: Values
    values: list[Values]

    def playable(self, role: int) -> NDArray[np.floating]:
        """The chances of a role's moves that were looked at."""
        return np.where(self.values[role] >= 0, self.chances[role], 0)


def look_ahead(
    engine: BatchEngine,
    network: NetworkEvaluation,
    rows: Rows,
    legal: Sequence[Bits],
    *,
    heat: float,
    random: np.random.Generator,
    replies: int = 0,
    most: int = 0,
) -> Ahead:
    """Looks one move ahead in many positions.

    ``heat``: a move that is worth so much less than another is e times less likely. ``replies``: so many of the best
    moves are valued by looking ahead after them once more. ``most``: moves that are looked at where one role chooses,
    0 for all. The chances of others are told, too, but only those that were looked at are
    playable.
    """
    choices = np.stack([table.sum(axis=1) for table in legal], axis=1) > 1
    several = choices.sum(axis=1) > 1
    some = bool(most) and any((table.sum(axis=1) > most).any() for table in legal)
    expected = network.look(rows, legal)[1] if several.any() or some else None
    chances: Chances = []
    values: list[Values] = []
    worth, known = np.zeros((len(rows), len(legal))), np.zeros((len(rows), len(legal)))
    for role, table in enumerate(legal):
        found = np.full(table.shape, -1.0)
        likely = np.zeros(table.shape, dtype=np.float32)
        places = np.flatnonzero(choices[:, role])
        if len(places):
            looked = table[places]
            if some and expected is not None:
                alone = ~several[places]
                asked = places[alone]
                looked[alone] = _drawn_moves(expected[role][asked], table[asked], most, random)
                looked[alone] |= _ending_moves(engine, rows, legal, asked, role, most=most, random=random)
            owner, own = np.nonzero(looked)
            joint = _joint(legal, expected if several.any() else None, places[owner], role, own, random=random)
            following, over, after = _after(engine, network, rows[places[owner]], joint)
            if replies:
                best = _best(after[:, role], owner, replies) & ~over
                tables = engine.legal(following[best])
                after[best] = look_ahead(engine, network, following[best], tables, heat=heat, random=random).worth
            found[places[owner], own] = after[:, role]
            old = None if expected is None else expected[role][places]
            likely[places] = _chances(found[places], looked, several[places], old, heat)
            share = likely[places[owner], own]
            left_out = np.flatnonzero((looked != table[places]).any(axis=1))
            if len(left_out) and old is not None:
                chosen = places[left_out]
                likely[chosen] = _with_others(found[chosen], old[left_out], looked[left_out], table[chosen], heat=heat)
            sums = np.zeros((len(rows), len(legal)))
            np.add.at(sums, places[owner], share[:, None] * after)
            alone = places[~several[places]]
            worth[alone], known[alone] = sums[alone], 1
            together = places[several[places]]
            worth[together, role], known[together, role] = sums[together, role], 1
        chances.append(likely)
        values.append(found)
    _fill(engine, network, rows, legal, worth=worth, known=known)
    return Ahead(chances, worth, values)


def _drawn_moves(chances: NDArray[np.float32], legal: Bits, most: int, random: np.random.Generator) -> Bits:
    """At most so many moves of each position, drawn by their chances without any twice."""
    if not len(chances) or legal.shape[1] <= most:
        return legal
    keys = np.where(legal, np.log(np.maximum(chances, LEAST)) + random.gumbel(size=chances.shape), -np.inf)
    least = np.partition(keys, -most, axis=1)[:, -most, None]
    return np.asarray(legal & (keys >= least))


def _ending_moves(
    engine: BatchEngine,
    rows: Rows,
    legal: Sequence[Bits],
    places: Moves,
    role: int,
    *,
    most: int,
    random: np.random.Generator,
) -> Bits:
    """The moves of a role that end the game, at places where it alone chooses; none where it has no more than most."""
    table = legal[role][places]
    found = np.zeros(table.shape, dtype=np.bool_)
    many = np.flatnonzero(table.sum(axis=1) > most)
    together = max(1, MOST_FOLLOWING // table.shape[1])
    for first in range(0, len(many), together):
        some = many[first : first + together]
        owner, own = np.nonzero(table[some])
        joint = _joint(legal, None, places[some[owner]], role, own, random=random)
        found[some[owner], own] = engine.follow(rows[places[some[owner]]], joint)[1]
    return found


def _with_others(
    values: Values, old: NDArray[np.float32], looked: Bits, legal: Bits, *, heat: float
) -> NDArray[np.float32]:
    """Chances of all moves where some were looked at: the others are as likely beside them as they were before.

    Chances stand for values (log-chances times heat). So what was seen of some moves tells how much all of them are
    worth more, or less, than was thought.
    """
    logs = np.log(np.maximum(old, LEAST))
    weights = np.where(looked, np.maximum(old, LEAST), 0.0)
    better = (weights * (values / heat - logs)).sum(axis=1, keepdims=True) / weights.sum(axis=1, keepdims=True)
    logits = np.where(looked, values / heat, np.where(legal, logs + better, -np.inf))
    found = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(found / found.sum(axis=1, keepdims=True), dtype=np.float32)


def _joint(
    legal: Sequence[Bits],
    expected: Chances | None,
    places: Moves,
    role: int,
    own: Moves,
    *,
    random: np.random.Generator,
) -> Moves:
    """Joint moves in which a role makes moves of its own, and the others what they may be expected to do."""
    joint = np.empty((len(places), len(legal)), dtype=np.int64)
    for other, table in enumerate(legal):
        if other == role:
            joint[:, other] = own
        elif expected is None:
            joint[:, other] = table[places].argmax(axis=1)
        else:
            joint[:, other] = drawn(expected[other][places], random)
    return joint


def drawn(chances: NDArray[np.floating], random: np.random.Generator) -> Moves:
    """A move in each row, by its chances, which need not add up to one."""
    sums = np.cumsum(chances, axis=1, dtype=np.float64)
    marks = random.random(len(chances)) * sums[:, -1]
    return np.asarray(np.minimum((sums <= marks[:, None]).sum(axis=1), _last(chances)))


def _last(chances: NDArray[np.floating]) -> Moves:
    """The last move of each row that has a chance: rounding goes no further."""
    width = chances.shape[1]
    return np.asarray(width - 1 - (chances[:, ::-1] > 0).argmax(axis=1))


def _best(values: NDArray[np.floating], owners: Moves, most: int) -> Bits:
    """Which moves are among so many best ones of their position; the moves of a position lie together."""
    order = np.lexsort((-values, owners))
    first = np.searchsorted(owners, owners)
    found = np.zeros(len(values), dtype=np.bool_)
    found[order] = np.arange(len(values)) - first < most
    return found


def _after(engine: BatchEngine, network: NetworkEvaluation, rows: Rows, joint: Moves) -> tuple[Rows, Bits, Values]:
    """What follows joint moves, whether the game is over then, and what that is worth to each role."""
    following, over, goals = engine.follow(rows, joint)
    worth = np.maximum(goals, 0) / 100
    going = ~over
    if going.any():
        left = following[going]
        worth[going] = network.worth(left, engine.legal(left))
    return following, over, worth


def _chances(values: Values, legal: Bits, several: Bits, old: NDArray[np.float32] | None, heat: float) -> Values:
    logits = values / heat
    if old is not None and several.any():
        mixed = (np.log(old + 1e-6) + STEP * values) / (1 + STEP * PULL)
        logits = np.where(several[:, None], mixed, logits)
    logits = np.where(legal, logits, -np.inf)
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _fill(
    engine: BatchEngine,
    network: NetworkEvaluation,
    rows: Rows,
    legal: Sequence[Bits],
    *,
    worth: Values,
    known: Values,
) -> None:
    """Fills in what positions are worth where nobody had a choice, or a role had none: what comes next, or is seen."""
    forced = np.flatnonzero(known.sum(axis=1) == 0)
    if len(forced):
        joint = np.stack([table[forced].argmax(axis=1) for table in legal], axis=1)
        worth[forced], known[forced] = _after(engine, network, rows[forced], joint)[2], 1
    partly = np.flatnonzero(known.min(axis=1) == 0)
    if len(partly):
        seen = network.worth(rows[partly], [table[partly] for table in legal])
        worth[partly] = np.where(known[partly] > 0, worth[partly], seen)
    if network.inputs.opposed:
        both = np.flatnonzero(known.min(axis=1) > 0)
        first = (worth[both, 0] + 1 - worth[both, 1]) / 2
        worth[both] = np.stack([first, 1 - first], axis=1)
