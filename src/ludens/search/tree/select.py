"""Selection: how a role chooses among its moves at a node, by the score that the policy gives to each edge.

The highest score is taken; among equal ones the first from a random place on.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.dispatch import one_of
from ludens.engine.kernels.random_stream import Random, random_word
from ludens.search.tree.arrays import EXACT, Tree
from ludens.search.tree.policies.selection import EXPLORATION, Candidate, as_it_is, inverse_root, root_log, same_move
from ludens.search.tree.policies.ucb1 import bound
from ludens.search.tree.policies.ucb1 import score as ucb1_score
from ludens.search.tree.policy import PROVEN_SCORES, SCORES, KernelPolicy, parameters_of

PLAIN_UCB1, AS_IT_IS = SCORES.index(ucb1_score), PROVEN_SCORES.index(as_it_is)

score_of = one_of(SCORES)
score_of_proven = one_of(PROVEN_SCORES)


class Earlier(NamedTuple):
    """Nodes on the way: the one whose AMAF values GRAVE uses (Cazenave 2015), and the one two steps above, or -1."""

    reference: Whole
    grandfather: Whole


@bare_part
def choose(
    tree: Tree, policy: KernelPolicy, node: Whole, earlier: Earlier, role: Whole, first: Whole, random: Random
) -> Whole:
    """The edge that the role takes from a node whose edges of the role begin at ``first``."""
    count = np.int64(tree.counts[node, role])
    if count == 1:
        return first
    visits = np.int64(max(1, tree.nodes[node]["visits"]))
    offset = np.int64(((random_word(random) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))
    if policy.score == PLAIN_UCB1 and policy.proven == AS_IT_IS and not policy.grandfather:
        return _choose_by_ucb1(tree, policy, visits, role, np.int64(first), count, offset)
    log_visits, root, parameters = math.log(visits), root_log(visits), parameters_of(policy)
    best, best_score = first, -math.inf
    for number in range(count):
        edge = first + (offset + number if offset + number < count else offset + number - count)
        record = tree.edges[edge]
        if record["kind"] == EXACT:
            score = score_of_proven(policy.proven, tree.exact[record["child"], role] / 100.0, random)
        else:
            own: Whole = np.int64(record["visits"])
            total = record["total"] if own else untried(tree, policy, earlier, role, edge)
            candidate = Candidate(
                edge, own, total, role, np.float64(visits), log_visits, earlier.reference, inverse_root(own), root
            )
            score = score_of(policy.score, tree, parameters, candidate, random)
        if score > best_score:
            best, best_score = edge, score
        if score == math.inf:
            break
    return best


@bare_part
def _choose_by_ucb1(
    tree: Tree, policy: KernelPolicy, visits: Whole, role: Whole, first: Whole, count: Whole, offset: Whole
) -> Whole:
    """The same for UCB1, written out: most of the time that a search spends in its tree, it spends here."""
    exploration, urgency = policy.parameters[EXPLORATION] * root_log(visits), policy.urgency
    best, best_score = first, -math.inf
    begin, end = first + offset, first + count
    for _ in range(2):
        for edge in range(begin, end):
            record = tree.edges[np.uint64(edge)]
            own = record["visits"]
            if record["kind"] == EXACT:
                score = tree.exact[np.uint64(record["child"]), role] / 100.0
            elif own == 0:
                score = bound(urgency, 1.0, exploration)
                if score == math.inf:
                    return edge
            else:
                score = bound(record["total"], inverse_root(own), exploration)
            if score > best_score:
                best, best_score = edge, score
        begin, end = first, first + offset
    return best


@bare_part
def untried(tree: Tree, policy: KernelPolicy, earlier: Earlier, role: Whole, edge: Whole) -> float:
    """What a move is taken to be worth that nobody has made: what it was two steps above, where that is wanted."""
    if policy.grandfather and earlier.grandfather >= 0:
        source = same_move(tree, earlier.grandfather, role, edge)
        if tree.edges[source]["visits"] > 0:
            return tree.edges[source]["total"] / tree.edges[source]["visits"]  # type: ignore[no-any-return]
    return policy.urgency
