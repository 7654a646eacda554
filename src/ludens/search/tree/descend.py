"""Descent: selection from the root on, many times at once; lanes end at different leaves, as far as there are any.

Visits are counted on the way down, values added on the way up: a lane that is still under way looks like a loss
to those that follow it (virtual loss: Chaslot, Winands and van den Herik 2008), and nothing need be taken back, unless
less than a loss is wanted (``virtual_loss.py``).

Lanes that have gone the same way so far are one group (``lanes.py``). At a node they are shared out among its edges,
one after the other, and those that take the same edge are a group again.
"""

from __future__ import annotations

import numpy as np

from ludens.engine.kernels.bits import ONE, Whole
from ludens.engine.kernels.calling import address_of, prefetch
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.engine.kernels.hashing import GAMMA
from ludens.engine.kernels.random_stream import Random
from ludens.search.tree.arrays import (
    EDGE,
    EXACT,
    NO_CHILD,
    NODE,
    NOT_EXPANDED,
    PENDING,
    ROOT,
    SEVERAL,
    Tree,
    child_of_edge,
    first_edge_of,
)
from ludens.search.tree.joint_children import add_joint, enter_joint, find_joint
from ludens.search.tree.lanes import (
    AT_ROOT,
    BUSY,
    CLOSED,
    KNOWN,
    NEW,
    NO_STEP,
    SAME,
    SETTLED,
    Lanes,
    Visit,
    joint_key,
    node_before,
    step_before,
)
from ludens.search.tree.mixed_strategies import draw, learn_from
from ludens.search.tree.policy import NOT_MIXED, KernelPolicy
from ludens.search.tree.select import Earlier, choose, counts_ucb1_alone
from ludens.search.tree.sharing import scores_stay, share_out, share_out_by_scores
from ludens.search.tree.totals import add_value
from ludens.search.tree.virtual_loss import lend

NODE_BYTES, EDGE_BYTES, COUNT_BYTES = NODE.itemsize, EDGE.itemsize, 2

LINE_BYTES, LEAST_LINES, MOST_LINES = 64, 3, 8
"""What is fetched of a node's edges, by what the root has: more follow by themselves when they are read in order."""

SIX_BITS = np.uint64(58)
"""By so much a hash is shifted to number one of 64 bits."""


@bare_kernel
def descend(
    tree: Tree, policy: KernelPolicy, lanes: Lanes, batch: Whole, weight: Whole, room: bool, random: Random
) -> None:
    """Takes the lanes that are AT_ROOT or CLOSED on from their leaf, each visit counted ``weight`` times.

    All go a level down, in turn, before the first goes on: so what they need can be fetched from memory beforehand.
    Where strategies are mixed, each goes all the way alone, since the next is to learn from what it found.
    """
    mixed = policy.mixed != NOT_MIXED
    lane = np.int64(0)
    while lane < batch:
        going = np.int64(0)
        while lane < batch and not (mixed and going):
            if lanes.status[lane] == AT_ROOT or lanes.status[lane] == CLOSED:
                going = np.int64(_join(tree, policy, lanes, lane, going))
            lane += 1
        side = np.int64(0)
        while going:
            _fetch(tree, lanes, side, going)
            left = np.int64(0)
            for number in range(going):
                left = np.int64(_step(tree, policy, lanes, side, number, left, weight, room, random))
            going, side = left, 1 - side
        one = lane - 1
        if mixed and lanes.status[one] == KNOWN and tree.nodes[lanes.leaf[one]]["kind"] == EXACT:
            _settle(tree, policy, lanes, one, weight)


@bare_part
def _join(tree: Tree, policy: KernelPolicy, lanes: Lanes, lane: Whole, groups: Whole) -> Whole:
    """Adds a lane to the last group, if it has come the same way, or makes one of it; returns how many there are."""
    node, step = lanes.leaf[lane], lanes.step[lane]
    if groups:
        last = lanes.groups[0, groups - 1]
        if last["step"] == step and last["node"] == node and last["first"] + last["lanes"] == lane:
            last["lanes"] += 1
            return groups
    reference, way = np.int64(node), np.int64(step)
    while way != NO_STEP:  # the last node on the way, or the first, that has enough visits
        reference = np.int64(lanes.steps[way]["node"])
        way = step_before(lanes, way) if tree.nodes[reference]["visits"] < policy.reference else np.int64(NO_STEP)
    _add_group(lanes, 0, groups, np.int64(node), np.int64(step), lane, 1, reference)
    return groups + 1


@bare_part
def _add_group(
    lanes: Lanes, side: Whole, number: Whole, node: Whole, step: Whole, first: Whole, count: Whole, reference: Whole
) -> None:
    group = lanes.groups[side, number]
    group["node"], group["step"], group["reference"] = node, step, reference
    group["first"], group["lanes"] = first, count


@bare_part
def _fetch(tree: Tree, lanes: Lanes, side: Whole, going: Whole) -> None:
    """Has the edges of the nodes where groups are fetched from memory."""
    edges, counts = address_of(tree.edges), address_of(tree.counts)
    of_root = np.int64(0)
    for role in range(tree.counts.shape[1]):
        of_root += tree.counts[ROOT, role]
    lines = max(np.int64(LEAST_LINES), min(np.int64(MOST_LINES), np.int64(1 + of_root * EDGE_BYTES // LINE_BYTES)))
    for number in range(going):
        node = np.int64(lanes.groups[side, number]["node"])
        first = np.int64(tree.nodes[node]["first_edge"])
        if first != NOT_EXPANDED:
            prefetch(counts + node * COUNT_BYTES * tree.counts.shape[1])
            for line in range(lines):
                prefetch(edges + first * EDGE_BYTES + line * LINE_BYTES)


@bare_part
def _settle(tree: Tree, policy: KernelPolicy, lanes: Lanes, lane: Whole, weight: Whole) -> None:
    """Carries up an exact value at once: mixed strategies are learnt faster if the next lane knows of it."""
    for role in range(tree.counts.shape[1]):
        value = weight * (tree.exact[lanes.leaf[lane], role] / 100.0)
        step = np.int64(lanes.step[lane])
        while step != NO_STEP:
            add_value(tree, np.int64(lanes.edges[step, role]), value)
            step = step_before(lanes, step)
        learn_from(tree, policy, lanes, lane, role, value, weight)
    lanes.status[lane] = SETTLED


@bare_part
def _step(
    tree: Tree,
    policy: KernelPolicy,
    lanes: Lanes,
    side: Whole,
    number: Whole,
    made: Whole,
    weight: Whole,
    room: bool,
    random: Random,
) -> Whole:
    """Takes a group one level down. Returns how many groups there are then on the other side, where ``made`` were."""
    visit, node = _visit(lanes, side, number), np.int64(lanes.groups[side, number]["node"])
    nodes = tree.nodes
    if lanes.status[visit.first] != CLOSED:  # otherwise it has been counted here before
        nodes[node]["visits"] += visit.lanes * weight
    if nodes[node]["kind"] == EXACT or _has_no_room(lanes, visit) or _been_there(tree, lanes, visit):
        _stop(lanes, KNOWN, visit, visit.first, visit.lanes)
        return made
    if nodes[node]["first_edge"] == NOT_EXPANDED:
        late = (np.int64(nodes[node]["visits"]) + weight - 1) // weight - policy.ripe
        closed = visit.lanes if visit.depth == 0 else min(visit.lanes, max(np.int64(0), np.int64(late)))
        _stop(lanes, KNOWN, visit, visit.first, visit.lanes - closed)
        _stop(lanes, CLOSED, visit, visit.first + visit.lanes - closed, closed)
        return made
    reference = node if nodes[node]["visits"] >= policy.reference else visit.reference
    earlier = Earlier(np.int64(reference), np.int64(node_before(lanes, step_before(lanes, visit.step))))
    together = visit.lanes > 1 and nodes[node]["mover"] != SEVERAL and len(lanes.loans) == 0
    mover, shares = np.int64(nodes[node]["mover"]), lanes.shares
    first = first_edge_of(tree, node, mover)
    alone = visit.lanes
    if together and counts_ucb1_alone(tree, policy, node, mover):
        share_out(tree, policy, node, mover, first, visit.lanes, weight, shares, lanes.scores, random)
        alone = np.int64(0)
    elif together and scores_stay(tree, policy, node, mover):
        share_out_by_scores(
            tree, policy, node, earlier, mover, first, visit.lanes, weight, shares, lanes.scores, random
        )
        alone = np.int64(0)
    for lane in range(visit.first, visit.first + alone):
        child = _choose(tree, policy, lanes, node, earlier, random)
        if together:
            edge = np.int64(lanes.edges[lanes.used[0], mover])
            shares[edge - first] += 1
            tree.edges[edge]["visits"] += weight
        elif child == NO_CHILD and not room:
            _stop(lanes, KNOWN, visit, lane, 1)
        else:
            if len(lanes.loans):
                lend(tree, lanes, np.int64(lanes.used[0]), weight, policy.lent)
            made = np.int64(_go(tree, lanes, side, made, visit, earlier, lane, 1, child, weight))
    if together:
        for place in range(tree.counts[node, mover] if alone else 0):  # they will be counted where steps are made
            tree.edges[first + place]["visits"] -= shares[place] * weight
        made = np.int64(_go_together(tree, lanes, side, made, visit, earlier, weight, room))
    return made


@bare_part
def _visit(lanes: Lanes, side: Whole, number: Whole) -> Visit:
    group = lanes.groups[side, number]
    step = np.int64(group["step"])
    depth = np.int64(lanes.steps[step]["depth"]) if step != NO_STEP else np.int64(0)
    first, count = np.int64(group["first"]), np.int64(group["lanes"])
    return Visit(np.int64(group["node"]), step, depth, first, count, np.int64(group["reference"]))


@bare_part
def _stop(lanes: Lanes, status: Whole, visit: Visit, first: Whole, count: Whole) -> None:
    """Has lanes of a group end where they are."""
    for lane in range(first, first + count):
        lanes.status[lane], lanes.leaf[lane] = status, visit.node
        lanes.step[lane], lanes.depth[lane] = visit.step, visit.depth


@bare_part
def _has_no_room(lanes: Lanes, visit: Visit) -> bool:
    """Whether the way of a group is as long as it may be, or there may be too many steps in all."""
    return bool(visit.depth == lanes.longest[0] or lanes.used[0] + visit.lanes > len(lanes.steps))


@bare_part
def _bit(node: Whole) -> np.uint64:
    """The bit that stands for a node among those that were seen."""
    return ONE << (np.uint64(node) * GAMMA >> SIX_BITS)


@bare_part
def _been_there(tree: Tree, lanes: Lanes, visit: Visit) -> bool:
    """Whether the group has passed the node before: where positions are shared, a game may come back to one."""
    step, bit = visit.step, _bit(visit.node)
    if len(tree.state_slots) > 1:
        while step != NO_STEP and lanes.steps[step]["seen"] & bit:
            if lanes.steps[step]["node"] == visit.node:
                return True
            step = step_before(lanes, step)
    return False


@bare_part
def _choose(tree: Tree, policy: KernelPolicy, lanes: Lanes, node: Whole, earlier: Earlier, random: Random) -> Whole:
    """Lets every role choose for one lane, whose step will be the next; returns the child, or what is in its place."""
    first, step = np.int64(tree.nodes[node]["first_edge"]), np.int64(lanes.used[0])
    mover = tree.nodes[node]["mover"]
    for role in range(tree.counts.shape[1]):
        if mover == SEVERAL and policy.mixed != NOT_MIXED:
            edge, chance = draw(tree, policy, node, role, first, random)
            lanes.edges[step, role], lanes.chances[step, role] = edge, chance
        else:
            lanes.edges[step, role] = choose(tree, policy, node, earlier, role, first, random)
        first += tree.counts[node, role]
    if mover != SEVERAL:
        return child_of_edge(tree, np.int64(lanes.edges[step, mover]))
    lanes.steps[step]["node"] = node
    entry = find_joint(tree, joint_key(tree, lanes, step))
    return np.int64(tree.joints[entry]["child"]) if entry != NO_CHILD else np.int64(NO_CHILD)


@bare_part
def _go_together(
    tree: Tree, lanes: Lanes, side: Whole, made: Whole, visit: Visit, earlier: Earlier, weight: Whole, room: bool
) -> Whole:
    """Has lanes take the edges among which they are shared out; returns how many groups there are then."""
    node, lane, shares = visit.node, visit.first, lanes.shares
    mover = np.int64(tree.nodes[node]["mover"])
    for place in range(tree.counts[node, mover]):
        count = np.int64(shares[place])
        if count == 0:
            continue
        shares[place] = 0
        edge = np.int64(tree.nodes[node]["first_edge"])
        for role in range(tree.counts.shape[1]):  # all but one have a single edge
            lanes.edges[lanes.used[0], role] = edge + (place if role == mover else 0)
            edge += tree.counts[node, role]
        child = child_of_edge(tree, np.int64(lanes.edges[lanes.used[0], mover]))
        if child == NO_CHILD and not room:
            _stop(lanes, KNOWN, visit, lane, count)
        else:
            made = np.int64(_go(tree, lanes, side, made, visit, earlier, lane, count, child, weight))
        lane += count
    return made


@bare_part
def _go(
    tree: Tree,
    lanes: Lanes,
    side: Whole,
    made: Whole,
    visit: Visit,
    earlier: Earlier,
    first: Whole,
    count: Whole,
    child: Whole,
    weight: Whole,
) -> Whole:
    """Makes the step whose edges have been entered as those of the next one; returns how many groups there are then."""
    step, roles = np.int64(lanes.used[0]), tree.counts.shape[1]
    lanes.used[0] += 1
    record = lanes.steps[step]
    seen = lanes.steps[visit.step]["seen"] if visit.step != NO_STEP else np.uint64(0)
    record["node"], record["before"], record["depth"], record["lanes"] = visit.node, visit.step, visit.depth + 1, 0
    record["seen"] = seen | _bit(visit.node)
    for role in range(roles):
        tree.edges[lanes.edges[step, role]]["visits"] += count * weight
        lanes.values[step, role] = 0.0
        if len(lanes.squares):
            lanes.squares[step, role] = 0.0
    if child >= 0:
        _add_group(lanes, 1 - side, made, child, step, first, count, earlier.reference)
        lanes.status[first] = AT_ROOT
        prefetch(address_of(tree.nodes) + child * NODE_BYTES)
        return made + 1
    other = PENDING - child - lanes.ticket[0]
    for lane in range(first, first + count):
        lanes.leaf[lane], lanes.status[lane] = other if child != NO_CHILD else first, SAME
        lanes.step[lane], lanes.depth[lane] = step, visit.depth + 1
    if child == NO_CHILD:
        lanes.leaf[first], lanes.status[first] = visit.node, NEW
        _reserve(tree, lanes, step, first)
    elif other < 0 or other >= len(lanes.leaf):
        _give_up(tree, lanes, step, first, count, weight)
    return made


@bare_part
def _give_up(tree: Tree, lanes: Lanes, step: Whole, first: Whole, count: Whole, weight: Whole) -> None:
    """Takes back what was counted for lanes that have come to a position which another batch makes."""
    for lane in range(first, first + count):
        lanes.status[lane], lanes.depth[lane], lanes.step[lane], lanes.leaf[lane] = BUSY, 0, NO_STEP, ROOT
    while step != NO_STEP:
        tree.nodes[lanes.steps[step]["node"]]["visits"] -= count * weight
        for role in range(tree.counts.shape[1]):
            tree.edges[lanes.edges[step, role]]["visits"] -= count * weight
        step = step_before(lanes, step)


@bare_part
def _reserve(tree: Tree, lanes: Lanes, step: Whole, lane: Whole) -> None:
    """Notes that this lane makes the child."""
    ticket, mover = lanes.ticket[0] + lane, tree.nodes[lanes.steps[step]["node"]]["mover"]
    if mover != SEVERAL:
        tree.edges[lanes.edges[step, mover]]["child"] = PENDING - ticket
    else:
        enter_joint(tree, add_joint(tree, joint_key(tree, lanes, step), PENDING - ticket))
