"""How a role chooses among its moves in the tree: one small function for each policy, all on the same numbers.

Every policy scores the edges and the highest score is taken; among equal ones the first from a random place on. Where
chance is meant to choose, as on a roulette wheel, the score is drawn so that the highest one is distributed as wanted.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.hashing import GAMMA, mixed
from ludens.search.tree.arrays import EXACT, Tree
from ludens.search.tree.policy import EXP3, GRAVE, GREEDY, HISTORY, RAVE, ROULETTE, THOMPSON, UCB1, UCB1_TUNED, Policy


class Earlier(NamedTuple):
    """Nodes on the way: the one whose AMAF values GRAVE uses (Cazenave 2015), and the one two steps above, or -1."""

    reference: Whole
    grandfather: Whole


@bare_part
def random_word(random: NDArray[np.uint64]) -> np.uint64:
    """The next word of splitmix64 (Steele, Lea and Flood 2014)."""
    random[0] += GAMMA
    return mixed(random[0])


@bare_part
def random_unit(random: NDArray[np.uint64]) -> float:
    """A number from 0 to 1, neither included."""
    return (np.float64(random_word(random) >> np.uint64(12)) + 0.5) / 4503599627370496.0


@bare_part
def choose(
    tree: Tree, policy: Policy, node: Whole, earlier: Earlier, role: Whole, first: Whole, random: NDArray[np.uint64]
) -> Whole:
    """The edge that the role takes from a node whose edges of the role begin at ``first``."""
    count = np.int64(tree.counts[node, role])
    if count == 1:
        return first
    nodes, edges, exact, kind = tree.nodes, tree.edges, tree.exact, policy.kind
    visits = np.float64(max(1, nodes[node]["visits"]))
    log_visits = math.log(visits)
    offset = np.int64(((random_word(random) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))
    best, best_score = first, -math.inf
    for number in range(count):
        edge = first + (offset + number if offset + number < count else offset + number - count)
        record = edges[edge]
        if record["kind"] == EXACT:
            score = exact[record["child"], role] / 100.0
            if kind == ROULETTE:
                score = roulette(score, random) if score < 1.0 else math.inf
        elif kind == RAVE or kind == GRAVE:
            source = edge if kind == RAVE else same_move(tree, earlier.reference, role, edge)
            other = tree.amaf[source]
            if record["visits"] == 0 and other["visits"] == 0:
                score = untried(tree, policy, earlier, role, edge)
            else:
                score = rave(
                    policy, record["total"], record["visits"], other["total"], other["visits"], visits, log_visits
                )
        elif record["visits"] == 0:
            score = untried(tree, policy, earlier, role, edge)
            if kind == ROULETTE and score < math.inf:
                score = roulette(score, random)
            elif kind != GREEDY:
                score += policy.exploration * math.sqrt(log_visits)
        else:
            part_of = 1.0 / record["visits"]
            mean, share = record["total"] * part_of, log_visits * part_of
            if kind == UCB1 or kind >= EXP3:
                score = mean + policy.exploration * math.sqrt(share)
            elif kind == UCB1_TUNED:
                score = mean + tuned(policy, tree.squares[edge] / record["visits"] - mean * mean, share)
            elif kind == HISTORY:
                past = tree.history[record["move"]]
                losses = (1.0 - mean) * record["visits"]
                score = mean + policy.exploration * math.sqrt(share)
                score += progressive_history(policy, past["total"], past["visits"], losses)
            elif kind == ROULETTE:
                score = roulette(mean, random)
            elif kind == THOMPSON:
                score = mean + policy.exploration * normal(random) / math.sqrt(record["visits"])
            else:
                score = mean
        if score > best_score:
            best, best_score = edge, score
    return best


@bare_part
def untried(tree: Tree, policy: Policy, earlier: Earlier, role: Whole, edge: Whole) -> float:
    """What a move is taken to be worth that nobody has made: what it was two steps above, where that is wanted."""
    if policy.grandfather and earlier.grandfather >= 0:
        source = same_move(tree, earlier.grandfather, role, edge)
        if tree.edges[source]["visits"] > 0:
            return tree.edges[source]["total"] / tree.edges[source]["visits"]  # type: ignore[no-any-return]
    return policy.urgency


@bare_part
def tuned(policy: Policy, variance: float, share: float) -> float:
    """UCB1-Tuned (Auer, Cesa-Bianchi and Fischer 2002): the variance bounds the exploration, with 1/4 at most."""
    bound = min(0.25, max(0.0, variance) + math.sqrt(2.0 * share))
    return policy.exploration * math.sqrt(share * bound)


@bare_part
def rave(
    policy: Policy,
    total: float,
    visits: Whole,
    amaf_total: float,
    amaf_visits: Whole,
    node_visits: float,
    log_visits: float,
) -> float:
    """UCT-RAVE with β = √(k / (3N + k)) (Gelly and Silver 2007), N the visits of the node; something must be known."""
    bonus = policy.exploration * math.sqrt(log_visits / max(1, visits))
    if amaf_visits == 0:
        return total / visits + bonus
    if visits == 0:
        return amaf_total / amaf_visits + bonus
    beta = math.sqrt(policy.equivalence / (3.0 * node_visits + policy.equivalence))
    return (1.0 - beta) * total / visits + beta * amaf_total / amaf_visits + bonus


@bare_part
def same_move(tree: Tree, other: Whole, role: Whole, edge: Whole) -> Whole:
    """The edge of the same move at another node, or the edge itself when there is none."""
    low = np.int64(tree.nodes[other]["first_edge"])
    for before in range(role):
        low += tree.counts[other, before]
    high = end = low + tree.counts[other, role]
    move = tree.edges[edge]["move"]
    while low < high:
        middle = (low + high) // 2
        if tree.edges[middle]["move"] < move:
            low = middle + 1
        else:
            high = middle
    return low if low < end and tree.edges[low]["move"] == move else np.int64(edge)


@bare_part
def progressive_history(policy: Policy, total: float, visits: float, losses: float) -> float:
    """Progressive history (Nijssen and Winands 2011): W · history / (losses + 1)."""
    return policy.weight * total / visits / (losses + 1.0) if visits > 0 else 0.0


@bare_part
def roulette(weight: float, random: NDArray[np.uint64]) -> float:
    """The highest of these is chosen in proportion to its weight: the first of races at exponential speeds."""
    return math.log(random_unit(random)) / max(1e-9, weight)


@bare_part
def normal(random: NDArray[np.uint64]) -> float:
    """A number of the normal distribution (Box and Muller 1958)."""
    radius = math.sqrt(-2.0 * math.log(random_unit(random)))
    return radius * math.cos(6.283185307179586 * random_unit(random))
