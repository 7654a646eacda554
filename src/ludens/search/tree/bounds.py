"""Score bounds: what each role gets at least and at most (Cazenave and Saffidine 2010), for any number of roles.

Every role is taken to play for its own goal, and any of its best moves may be made. So whoever is to move gets at least
the best that a move guarantees, and at most the best that a move allows; moves that allow less than another guarantees
are not made, and everybody else gets what the other moves leave open. Where two roles share a constant sum, each gets
what the other leaves. Where several roles choose at once nothing is concluded.

Bounds begin at 0 and 100 and are only ever tightened, each time for a reason that holds by itself, so they are true
whatever was looked at, in which order, and by whatever moves a position was reached. Bounds that meet are a proof
(MCTS-Solver: Winands, Björnsson and Saito 2008).

They take up no memory of their own. ``tree.exact`` holds the goals of a node that is EXACT; of any other, for each
role, the lower bound and, times 256, by how much the upper one is below 100.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.search.tree.arrays import (
    BOUNDED,
    CHILD_BITS,
    EXACT,
    NOT_EXPANDED,
    OPEN,
    ROOT,
    SEVERAL,
    Tree,
    child_of_edge,
    kind_of_edge,
)
from ludens.search.tree.lanes import NO_STEP, Lanes, step_before

TOP = 100
"""The highest goal there is."""

NOT_CONSTANT, NOT_SEEN = -2, -1
"""In place of what the goals of two roles add up to: not always the same; always the same, but nobody has seen it."""

SHIFT = 8
LOW_BITS = (1 << SHIFT) - 1


@bare_part
def lowest(tree: Tree, node: Whole, role: Whole) -> Whole:
    """What the role gets at least."""
    packed = np.int64(tree.exact[node, role])
    return packed if tree.nodes[node]["kind"] == EXACT else packed & LOW_BITS


@bare_part
def highest(tree: Tree, node: Whole, role: Whole) -> Whole:
    """What the role gets at most."""
    packed = np.int64(tree.exact[node, role])
    return packed if tree.nodes[node]["kind"] == EXACT else TOP - (packed >> SHIFT)


def bounds_of(tree: Tree, node: int, role: int) -> tuple[int, int]:
    """What the role gets at least and at most; not for kernels."""
    packed = int(tree.exact[node, role])
    return (packed, packed) if tree.nodes["kind"][node] == EXACT else (packed & LOW_BITS, TOP - (packed >> SHIFT))


@bare_kernel
def best_is_settled(tree: Tree) -> bool:
    """Whether it is certain what the one who is to move at the root can get, and so which move gets it."""
    root = tree.nodes[ROOT]
    if root["first_edge"] == NOT_EXPANDED or root["mover"] == SEVERAL:
        return bool(root["kind"] == EXACT)
    mover = np.int64(root["mover"])
    return bool(lowest(tree, np.int64(ROOT), mover) == highest(tree, np.int64(ROOT), mover))


@bare_kernel
def tighten(tree: Tree, lanes: Lanes, batch: Whole, total: NDArray[np.int16]) -> None:
    """Follows from every leaf what it says of the nodes above, as far up as that is news.

    ``total`` (1): what the goals of two roles add up to, NOT_CONSTANT, or NOT_SEEN until an end has shown it.
    """
    for lane in range(batch):
        child, news = np.int64(lanes.leaf[lane]), False
        if tree.nodes[child]["kind"] == OPEN:
            continue
        step = np.int64(lanes.step[lane])
        while step != NO_STEP:
            node = np.int64(lanes.steps[step]["node"])
            mover = np.int64(tree.nodes[node]["mover"])
            if mover == SEVERAL or tree.nodes[node]["first_edge"] == NOT_EXPANDED:
                break
            edge = np.int64(lanes.edges[step, mover])
            if not news and kind_of_edge(tree, edge) == tree.nodes[child]["kind"]:
                break
            news = tree.nodes[node]["kind"] != EXACT and _tighten_node(tree, node, mover, total)
            child, step = node, step_before(lanes, step)


@bare_part
def _tighten_node(tree: Tree, node: Whole, mover: Whole, total: NDArray[np.int16]) -> bool:
    """Draws a node's bounds from its children's; whether that changed anything."""
    first = np.int64(tree.nodes[node]["first_edge"])
    for role in range(mover):
        first += tree.counts[node, role]
    last = first + tree.counts[node, mover]
    low, high, complete = np.int64(0), np.int64(0), True
    for edge in range(first, last):
        child = child_of_edge(tree, edge)
        kind = np.int64(tree.nodes[child]["kind"]) if child >= 0 else np.int64(OPEN)
        if child >= 0:
            tree.edges[edge]["child"] = child | kind << CHILD_BITS
        if kind == OPEN:
            high, complete = np.int64(TOP), False
        else:
            low = max(low, np.int64(lowest(tree, child, mover)))
            high = max(high, np.int64(highest(tree, child, mover)))
            if kind == EXACT and total[0] == NOT_SEEN:
                total[0] = tree.exact[child, 0] + tree.exact[child, 1]
    if total[0] >= 0:
        return _enter_opposed(tree, node, mover, low, high, np.int64(total[0]))
    changed = _enter(tree, node, mover, low, high)
    if complete:
        for role in range(tree.exact.shape[1]):
            if role != mover and _enter_left_open(tree, node, mover, role, first, last):
                changed = True
    _close(tree, node)
    return changed


@bare_part
def _enter_opposed(tree: Tree, node: Whole, mover: Whole, low: Whole, high: Whole, total: Whole) -> bool:
    """Enters the bounds of two roles, one of which gets what the other leaves."""
    low, high = max(low, total - TOP), min(high, total)
    changed = _enter(tree, node, mover, low, high)
    if _enter(tree, node, 1 - mover, max(np.int64(0), total - high), min(np.int64(TOP), total - low)):
        changed = True
    _close(tree, node)
    return changed


@bare_part
def _enter_left_open(tree: Tree, node: Whole, mover: Whole, role: Whole, first: Whole, last: Whole) -> bool:
    """Enters what the moves that the mover may make leave another role."""
    low, high, secure = np.int64(TOP), np.int64(0), lowest(tree, node, mover)
    for edge in range(first, last):
        child = child_of_edge(tree, edge)
        if highest(tree, child, mover) >= secure:
            low = min(low, np.int64(lowest(tree, child, role)))
            high = max(high, np.int64(highest(tree, child, role)))
    return _enter(tree, node, role, low, high)


@bare_part
def _enter(tree: Tree, node: Whole, role: Whole, low: Whole, high: Whole) -> bool:
    """Tightens the bounds of a role at a node that is not EXACT; whether that changed them."""
    low, high = max(low, lowest(tree, node, role)), min(high, highest(tree, node, role))
    packed = np.int16(low + ((TOP - high) << SHIFT))
    if packed == tree.exact[node, role]:
        return False
    tree.exact[node, role] = packed
    tree.nodes[node]["kind"] = BOUNDED
    return True


@bare_part
def _close(tree: Tree, node: Whole) -> None:
    """Makes a node EXACT where the bounds of all roles have met."""
    for role in range(tree.exact.shape[1]):
        if lowest(tree, node, role) != highest(tree, node, role):
            return
    for role in range(tree.exact.shape[1]):
        tree.exact[node, role] = lowest(tree, node, role)
    tree.nodes[node]["kind"] = EXACT
