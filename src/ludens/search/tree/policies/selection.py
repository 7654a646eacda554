"""What a selection policy declares, and the numbers that its score is made of.

A policy scores each edge of the role that chooses, and the highest score is taken; among equal ones the first from a
random place on. Where chance is meant to choose, the score is drawn so that the highest one is distributed as wanted. A
policy may also have a mixed strategy, by which roles choose where several of them do at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.random_stream import Random
from ludens.search.tree.arrays import Tree, move_of_edge

Parameters = tuple[float, float, float, float]
"""The values of a policy's parameters, in the order in which it declares them; those it does not have are 0."""

MOST_PARAMETERS = 4


class Candidate(NamedTuple):
    """An edge that a role may take.

    ``visits``: of the edge (n). ``total``: the sum of its values; what it is taken to be worth if it has no visits.
    ``inverse_root``: 1/√n, or 1 while nobody has tried it. ``node_visits``: of the node where the role chooses (N).
    ``root_log``: √(ln N). ``reference``: the last node on the way that has enough
    visits for its AMAF values to be trusted, or the first.
    """

    edge: Whole
    visits: Whole
    total: float
    role: Whole
    node_visits: float
    log_visits: float
    reference: Whole
    inverse_root: float
    root_log: float


class Outcome(NamedTuple):
    """What came of a choice where several roles choose at once, for one of them.

    The ``role`` has so many ``edges`` at the ``node``, from ``first`` on; it made the move of the edge ``played``,
    which had this ``chance``. ``value``: what that gave it, the sum of ``weight`` playouts. The joint moves that differ
    in this role's move alone have the numbers ``base`` + place · ``stride``.
    """

    node: Whole
    role: Whole
    first: Whole
    edges: Whole
    played: Whole
    chance: float
    value: float
    weight: Whole
    base: np.uint64
    stride: np.uint64


Score = Callable[[Tree, Parameters, Candidate, Random], float]
"""The score of an edge whose value is not proven: (tree, parameters, candidate, random)."""

ProvenScore = Callable[[float, Random], float]
"""The score of an edge whose value, from 0 to 1, is proven: (value, random)."""

Weight = Callable[[Parameters, float, float, Whole], float]
"""How likely an edge is, compared with others: (parameters, what is known of it, the most of any, number of edges)."""

Learn = Callable[[Tree, Parameters, Outcome], None]
"""Enters what came of a choice into ``tree.mixed``."""


@bare_part
def as_it_is(value: float, random: Random) -> float:
    """A proven value without exploration."""
    return value


@dataclass(frozen=True, slots=True)
class MixedStrategy:
    """Learnt chances, with which roles choose where several of them do at once.

    The parameters of such a policy begin with MIXED_PARAMETERS.
    """

    weight: Weight
    learn: Learn


EXPLORATION, CHANCE = 0, 1
"""Places among the parameters: the constant c of UCB1 comes first wherever there is one."""

MIXED_PARAMETERS = {"exploration": 0.4, "chance": 0.1}
"""``exploration``: as in UCB1, where one role chooses. ``chance``: how often any move at all is chosen (γ)."""


@dataclass(frozen=True, slots=True, eq=False)
class Selection:
    """A selection policy: how it scores edges, and what it needs.

    ``parameters``: their names and usual values, in the order of ``Parameters``. What must be counted in the tree for
    its sake: ``variance``, the squares of values; ``amaf``, the moves of playouts, by edge and in the history of all
    the search; ``joint_sums``, the values of joint moves. ``drawn``: chance is in the score.
    """

    name: str
    score: Score
    parameters: Mapping[str, float] = field(default_factory=dict)
    proven: ProvenScore = as_it_is
    mixed: MixedStrategy | None = None
    variance: bool = False
    amaf: bool = False
    joint_sums: bool = False
    drawn: bool = False

    def __post_init__(self) -> None:
        names = list(self.parameters)
        assert len(names) <= MOST_PARAMETERS, f"{self.name} has more than {MOST_PARAMETERS} parameters"
        assert not self.mixed or names[:2] == list(MIXED_PARAMETERS), f"{self.name} must begin with {MIXED_PARAMETERS}"


COUNTS = np.maximum(1, np.arange(1 << 12, dtype=np.float64))
INVERSE_ROOTS, ROOT_LOGS = 1.0 / np.sqrt(COUNTS), np.sqrt(np.log(COUNTS))
"""1/√n and √(ln n) for counts of visits that are common: a look into a table takes less time than to work them out."""


@bare_part
def inverse_root(visits: Whole) -> float:
    """1/√n, or 1 for none."""
    if visits < len(INVERSE_ROOTS):
        return INVERSE_ROOTS[np.uint64(visits)]  # type: ignore[no-any-return]
    return 1.0 / math.sqrt(visits)


@bare_part
def root_log(visits: Whole) -> float:
    """√(ln n), or 0 for none."""
    if visits < len(ROOT_LOGS):
        return ROOT_LOGS[np.uint64(visits)]  # type: ignore[no-any-return]
    return math.sqrt(math.log(visits))


@bare_part
def value(candidate: Candidate) -> float:
    """The mean of an edge, or what it is taken to be worth while nobody has tried it; no branch, for speed."""
    return candidate.total * (candidate.inverse_root * candidate.inverse_root)


@bare_part
def width(candidate: Candidate) -> float:
    """√(ln N / n), or √(ln N) while nobody has tried the edge."""
    return candidate.root_log * candidate.inverse_root


@bare_part
def share(candidate: Candidate) -> float:
    """ln N / n, or ln N while nobody has tried the edge."""
    return candidate.log_visits * (candidate.inverse_root * candidate.inverse_root)


@bare_part
def same_move(tree: Tree, other: Whole, role: Whole, edge: Whole) -> Whole:
    """The edge of the same move at another node, or the edge itself when there is none."""
    low = np.int64(tree.nodes[other]["first_edge"])
    for before in range(role):
        low += tree.counts[other, before]
    high = end = low + tree.counts[other, role]
    move = move_of_edge(tree, edge)
    while low < high:
        middle = (low + high) // 2
        if move_of_edge(tree, middle) < move:
            low = middle + 1
        else:
            high = middle
    return low if low < end and move_of_edge(tree, low) == move else np.int64(edge)
