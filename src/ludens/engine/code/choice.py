"""Choosing a legal move uniformly in every lane, without leaving bit-slices.

The legal moves are the leaves of a tree whose nodes know how many legal leaves they have. A random rank below the
root's count walks down: to the left while it is below the left count, otherwise to the right, less that count.
Every lane walks at once: each node gets a mask of the lanes that have come to it and their remaining ranks.
Groups of eight leaves are handled in registers, the levels above them in loops.

A rank is drawn as just enough random bits; where it is not below the count it is drawn once more, and where it still
is not, the lane makes no move in this step and tries again in the next one. So the choice is exactly uniform.

Where moves have weights, powers of two, leaves are grouped by weight, and a group counts as many times as its weight
says. Counts and ranks of a group are shifted as they are written and read, so that weights cost a few more bits in the
levels above the groups, and nothing below. Which move a leaf is, and what a group weighs, is read from a table.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ludens.engine.code.assembly import ZEROS, Function

GROUP = 8
DRAWS = 2

MOST_SHIFT = 7
"""The logarithm to base 2 of the largest weight."""

FEW_MOVES = 32
FEW_WEIGHTS = 4
"""Up to so many moves may have only so many different weights, or their groups would be nearly empty."""


def padded(moves: int) -> int:
    """The number of planes for a role's moves: whole groups."""
    return -(-moves // GROUP) * GROUP


class Choice:
    """Code that chooses among the planes of one role."""

    def __init__(self, moves: int, more_groups: int = 0, shift: int = 0) -> None:
        self.moves = moves
        self.levels = [padded(moves) // GROUP + more_groups]  # numbers of nodes, from the groups up to the root
        while self.levels[-1] > 1:
            self.levels.append(-(-self.levels[-1] // 2))
        most = moves << shift
        self.count_bits = [min(4 + level + shift, most.bit_length()) for level in range(len(self.levels))]
        self.rank_bits = [min(3 + level + shift, (most - 1).bit_length()) for level in range(len(self.levels))]
        self.counts, size = self._offsets(0, self.count_bits)
        self.ranks, self.scratch = self._offsets(size, [bits + 1 for bits in self.rank_bits])

    def _offsets(self, start: int, bits: list[int]) -> tuple[list[int], int]:
        """Where each level begins in the scratch planes, and where they end."""
        offsets = []
        for nodes, width in zip(self.levels, bits, strict=True):
            offsets.append(start)
            start += nodes * width
        return offsets, start

    def emit(self, f: Function, legal: str, does: str, scratch: str, draw: Callable[[], str]) -> tuple[str, str]:
        """Writes the chosen moves; returns the lanes in which a choice was made and those without a legal move."""
        if self.moves == 1:
            only = f.load(legal)
            f.store(only, does)
            return only, f.invert(only)
        return self._emit(f, legal, does, scratch, draw)

    def _emit(self, f: Function, legal: str, does: str, scratch: str, draw: Callable[[], str]) -> tuple[str, str]:
        self._count(f, legal, scratch)
        top = len(self.levels) - 1
        total = [f.load(scratch, self.counts[top] + bit) for bit in range(self.count_bits[top])]
        rank, chosen, none = self._draw_rank(f, total, draw)
        for bit, plane in enumerate(rank):
            f.store(plane, scratch, self.ranks[top] + 1 + bit)
        f.store(f.ones, scratch, self.ranks[top])
        self._walk(f, legal, does, scratch)
        return chosen, none

    def _walk(self, f: Function, legal: str, does: str, scratch: str) -> None:
        """All ways from the root, where everybody is, down to the leaves."""
        for level in range(len(self.levels) - 1, 0, -1):
            self._descend(f, scratch, level)
        self._each_group(f, lambda node: self._descend_group(f, legal, does, scratch, node))

    def _each_group(self, f: Function, body: Callable[[str], None]) -> None:
        f.repeat(self.levels[0], body)

    def _count(self, f: Function, legal: str, scratch: str) -> None:
        self._each_group(f, lambda node: self._count_group(f, legal, scratch, node))
        for level in range(1, len(self.levels)):
            below = self.levels[level - 1]
            f.repeat(below // 2, functools.partial(self._count_pair, f, scratch, level))
            if below % 2:
                self._count_lone(f, scratch, level)

    def _count_group(self, f: Function, legal: str, scratch: str, node: str) -> None:
        halves = self._group_counts(f, self._leaves(f, legal, node))[1]
        self._store_group(f, scratch, node, f.add(halves[0], halves[1]))

    def _count_pair(self, f: Function, scratch: str, level: int, node: str) -> None:
        left = self._load_count(f, scratch, level - 1, f.times(node, 2))
        right = self._load_count(f, scratch, level - 1, f.times(node, 2, 1))
        self._store_count(f, scratch, level, node, f.add(left, right))

    def _count_lone(self, f: Function, scratch: str, level: int) -> None:
        below = self.levels[level - 1]
        lone = self._load_count(f, scratch, level - 1, str(below - 1))
        self._store_count(f, scratch, level, str(below // 2), [*lone, ZEROS])

    def _leaves(self, f: Function, legal: str, node: str) -> list[str]:
        return [f.load(legal, f.times(node, GROUP, leaf)) for leaf in range(GROUP)]

    def _store_leaf(self, f: Function, does: str, node: str, leaf: int, lanes: str) -> None:
        f.store(lanes, does, f.times(node, GROUP, leaf))

    def _store_group(self, f: Function, scratch: str, node: str, planes: list[str]) -> None:
        self._store_count(f, scratch, 0, node, planes)

    def _group_rank(self, f: Function, scratch: str, node: str) -> list[str]:
        width, start = self.rank_bits[0] + 1, self.ranks[0]
        rank = [f.load(scratch, f.times(node, width, start + 1 + bit)) for bit in range(min(3, width - 1))]
        return rank + [ZEROS] * (3 - len(rank))

    @staticmethod
    def _group_counts(f: Function, leaves: list[str]) -> tuple[list[list[str]], list[list[str]]]:
        """The counts of the pairs and of the halves of a group."""
        pairs = [list(f.half_add(leaves[i], leaves[i + 1])) for i in range(0, GROUP, 2)]
        return pairs, [f.add(pairs[0], pairs[1]), f.add(pairs[2], pairs[3])]

    def _load_count(self, f: Function, scratch: str, level: int, node: str) -> list[str]:
        bits, start = self.count_bits[level], self.counts[level]
        return [f.load(scratch, f.times(node, bits, start + bit)) for bit in range(bits)]

    def _store_count(self, f: Function, scratch: str, level: int, node: str, planes: list[str]) -> None:
        bits, start = self.count_bits[level], self.counts[level]
        for bit, plane in enumerate(planes[:bits]):
            f.store(plane, scratch, f.times(node, bits, start + bit))

    def _draw_rank(self, f: Function, total: list[str], draw: Callable[[], str]) -> tuple[list[str], str, str]:
        """A rank below the total, the lanes in which one was found, and those whose total is zero."""
        some = total[0]
        for plane in total[1:]:
            some = f.either(some, plane)
        highest, _ = f.subtract(total, [f.ones])  # total - 1
        bits = self.rank_bits[-1]
        masks = [highest[bits - 1]]
        for plane in reversed(highest[: bits - 1]):
            masks.insert(0, f.either(plane, masks[0]))
        rank: list[str] = []
        chosen = ""
        for attempt in range(DRAWS):
            drawn = [f.both(draw(), mask) for mask in masks]
            _, below = f.subtract([*drawn, *[ZEROS] * (len(total) - bits)], total)
            rank = drawn if not attempt else [f.choose(chosen, a, b) for a, b in zip(rank, drawn, strict=True)]
            chosen = below if not attempt else f.either(chosen, below)
        return rank, chosen, f.invert(some)

    def _descend(self, f: Function, scratch: str, level: int) -> None:
        below = self.levels[level - 1]
        f.repeat(below // 2, lambda node: self._split(f, scratch, level, node))
        if below % 2:
            self._pass_on(f, scratch, level)

    def _split(self, f: Function, scratch: str, level: int, node: str) -> None:
        """From a node to the two below it."""
        here, *rank = self._arrived(f, scratch, level, node)
        left = self._load_count(f, scratch, level - 1, f.times(node, 2))
        rest, goes_left = f.subtract([*rank, *[ZEROS] * (len(left) - len(rank))], left)
        self._arrive(f, scratch, level - 1, f.times(node, 2), [f.both(here, goes_left), *rank])
        self._arrive(f, scratch, level - 1, f.times(node, 2, 1), [f.without(here, goes_left), *rest])

    def _pass_on(self, f: Function, scratch: str, level: int) -> None:
        """From the last node of a level to the only one below it."""
        below = self.levels[level - 1]
        self._arrive(f, scratch, level - 1, str(below - 1), self._arrived(f, scratch, level, str(below // 2)))

    def _arrived(self, f: Function, scratch: str, level: int, node: str) -> list[str]:
        """The lanes that have come to a node, and their ranks there."""
        width, start = self.rank_bits[level] + 1, self.ranks[level]
        return [f.load(scratch, f.times(node, width, start + bit)) for bit in range(width)]

    def _arrive(self, f: Function, scratch: str, level: int, node: str, planes: list[str]) -> None:
        width, start = self.rank_bits[level] + 1, self.ranks[level]
        for bit, plane in enumerate([*planes, *[ZEROS] * width][:width]):
            f.store(plane, scratch, f.times(node, width, start + bit))

    def _descend_group(self, f: Function, legal: str, does: str, scratch: str, node: str) -> None:
        width, start = self.rank_bits[0] + 1, self.ranks[0]
        here = f.load(scratch, f.times(node, width, start))
        rank = self._group_rank(f, scratch, node)
        leaves = self._leaves(f, legal, node)
        pairs, halves = self._group_counts(f, leaves)
        rest, goes_left = f.subtract(rank, halves[0])
        for half, (mask, within) in enumerate([(f.both(here, goes_left), rank), (f.without(here, goes_left), rest)]):
            rest, in_left = f.subtract(within[:2], pairs[2 * half])
            for pair, (lanes, last) in enumerate([(f.both(mask, in_left), within), (f.without(mask, in_left), rest)]):
                leaf = 4 * half + 2 * pair
                first = f.without(leaves[leaf], last[0])  # rank 0 falls on the left leaf if that is legal
                self._store_leaf(f, does, node, leaf, f.both(lanes, first))
                self._store_leaf(f, does, node, leaf + 1, f.without(lanes, first))


class WeightedChoice(Choice):
    """Code that chooses in proportion to weights, of which every move has one.

    In ``emit`` two addresses of numbers take the place of the planes: of the leaves, two planes of ``%w`` each, to read
    and to write; and of the groups, the logarithm of the weight of each.
    """

    def __init__(self, moves: int) -> None:
        self.kinds = FEW_WEIGHTS if moves <= FEW_MOVES else MOST_SHIFT + 1
        super().__init__(moves, self.kinds - 1, MOST_SHIFT)
        self.rank_bits[0] = 3 + MOST_SHIFT  # whatever the weight of a group, its rank lies within
        self.ranks, self.scratch = self._offsets(self.ranks[0], [bits + 1 for bits in self.rank_bits])

    def emit(self, f: Function, legal: str, does: str, scratch: str, draw: Callable[[], str]) -> tuple[str, str]:
        self._leaf_table, self._shifts = legal, does
        return self._emit(f, legal, does, scratch, draw)

    def _leaves(self, f: Function, legal: str, node: str) -> list[str]:
        return [f.load("%w", self._plane(f, node, leaf, 0)) for leaf in range(GROUP)]

    def _store_leaf(self, f: Function, does: str, node: str, leaf: int, lanes: str) -> None:
        f.store(lanes, "%w", self._plane(f, node, leaf, 1))

    def _plane(self, f: Function, node: str, leaf: int, column: int) -> str:
        return f.number(self._leaf_table, f.times(node, 2 * GROUP, 2 * leaf + column))

    def _store_group(self, f: Function, scratch: str, node: str, planes: list[str]) -> None:
        bits, start = self.count_bits[0], self.counts[0]
        first = f.times(node, bits, start)
        for bit in range(bits):
            f.store(ZEROS, scratch, f.times(first, 1, bit))
        shifted = f.value(f"add i64 {first}, {f.number(self._shifts, node)}")
        for bit, plane in enumerate(planes[: bits - MOST_SHIFT]):
            f.store(plane, scratch, f.times(shifted, 1, bit))

    def _group_rank(self, f: Function, scratch: str, node: str) -> list[str]:
        width, start = self.rank_bits[0] + 1, self.ranks[0]
        first = f.value(f"add i64 {f.times(node, width, start + 1)}, {f.number(self._shifts, node)}")
        return [f.load(scratch, f.times(first, 1, bit)) for bit in range(3)]
