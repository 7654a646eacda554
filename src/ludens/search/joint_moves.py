"""All joint moves of many positions at once, in an order that keeps what one role chooses apart from the others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class JointMoves:
    """Joint moves, shape (rows, roles), of several positions.

    They are grouped by position, then by reply: the joint move of the others. Within a reply the role's own moves
    stand in ascending order. ``owner``: the position of each row. ``replies``: how many replies of each position are
    listed, ``own``: how many moves the role has there. ``complete``: every reply of every position is listed.
    """

    moves: Numbers
    owner: Numbers
    replies: Numbers
    own: Numbers
    complete: bool

    @property
    def reply_starts(self) -> Numbers:
        """The first row of every reply."""
        sizes = np.repeat(self.own, self.replies)
        return np.cumsum(sizes) - sizes

    @property
    def position_starts(self) -> Numbers:
        """The first reply of every position, counted through all positions."""
        return np.cumsum(self.replies) - self.replies


def count_joint_moves(legal: list[NDArray[np.bool_]]) -> NDArray[np.float64]:
    """How many joint moves each position has; a float, for there may be more than fit into a word."""
    counts = np.ones(len(legal[0]), dtype=np.float64)
    for table in legal:
        counts *= table.sum(axis=1)
    return counts


def joint_moves(
    legal: list[NDArray[np.bool_]], role: int, most: int, random: np.random.Generator | None = None
) -> JointMoves:
    """The joint moves of positions in which every role has a legal move.

    Where a position has more than ``most``, as many replies as fit, at least one, are drawn at random, without
    repetition; without a generator, the first ones are taken.
    """
    counts = np.stack([table.sum(axis=1) for table in legal], axis=1).astype(np.int64)
    own = counts[:, role]
    all_replies = count_joint_moves(legal) / own
    replies = np.minimum(all_replies, np.maximum(1, most // own)).astype(np.int64)
    numbers = np.concatenate(
        [_replies(int(n), float(total), random) for n, total in zip(replies, all_replies, strict=True)]
        if (replies < all_replies).any()
        else [np.arange(n) for n in replies]
    )
    sizes = np.repeat(own, replies)
    owner = np.repeat(np.repeat(np.arange(len(own)), replies), sizes)
    digit = np.arange(len(owner)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    places = _digits(counts, role, owner, np.repeat(numbers, sizes))
    places[:, role] = digit
    return JointMoves(_named(legal, counts, owner, places), owner, replies, own, bool((replies == all_replies).all()))


def _replies(wanted: int, total: float, random: np.random.Generator | None) -> Numbers:
    """The numbers of the replies of one position that are listed."""
    if wanted == total or random is None:
        return np.arange(wanted)
    bound = int(min(total, float(2**62)))
    if bound <= 4 * wanted:
        return np.sort(random.permutation(bound)[:wanted])
    drawn = np.unique(random.integers(bound, size=wanted))
    while len(drawn) < wanted:
        drawn = np.unique(np.concatenate([drawn, random.integers(bound, size=wanted)]))
    return np.sort(random.permutation(drawn)[:wanted])


def _digits(counts: Numbers, role: int, owner: Numbers, reply: Numbers) -> Numbers:
    """The number of each row's reply, written with the others' moves as digits, the first role's lowest."""
    places = np.zeros((len(owner), counts.shape[1]), dtype=np.int64)
    for other in range(counts.shape[1]):
        if other != role:
            reply, places[:, other] = np.divmod(reply, counts[owner, other])
    return places


def _named(legal: list[NDArray[np.bool_]], counts: Numbers, owner: Numbers, places: Numbers) -> Numbers:
    """The numbers of the moves that stand at these places among the legal ones."""
    moves = np.empty_like(places)
    for role, table in enumerate(legal):
        listed = np.nonzero(table)[1]
        first = np.cumsum(counts[:, role]) - counts[:, role]
        moves[:, role] = listed[first[owner] + places[:, role]]
    return moves
