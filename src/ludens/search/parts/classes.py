"""Positions of parts that are worth the same, put together: the coarsest bisimulation.

Two positions are in one class when they show the same signs and when, in every context, what follows if the part is
left alone, and the set of what can follow by a move in it, are in the same classes. By induction over the steps left,
the same can then be reached from both, whatever is played elsewhere: one may stand for the other. Signs tell all that
the end and the goals see, so values of whole games are the same, too. Names of moves do not count, so the mirror images
of a position fall together without anybody looking for symmetries, and so do alike positions of different parts.

Classes are refined until nothing changes (Moore 1956; Paige and Tarjan 1987 do it faster).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from ludens.circuit.planes import Bits
from ludens.search.minimax.layers import distinct_rows
from ludens.search.parts.graph import NOWHERE, Moves, Numbers, PartGraph


@dataclass(frozen=True, slots=True)
class Classes:
    """The classes of all parts, numbered through, with their moves by context.

    ``of[part]`` gives the class of each position of a part, ``signs[part]`` the signs by class, right for the classes
    of all parts of its kind. Parts with the same number in ``kinds`` may have classes in common.
    """

    count: int
    of: tuple[Numbers, ...]
    moves: tuple[Moves, ...]
    signs: tuple[Bits, ...]
    kinds: tuple[int, ...]

    def of_kind(self, kind: int) -> Numbers:
        """The classes of all parts of a kind."""
        return np.unique(np.concatenate([of for of, other in zip(self.of, self.kinds, strict=True) if other == kind]))


def classes_of(graphs: Sequence[PartGraph], kinds: Sequence[Hashable]) -> Classes:
    """The classes of the positions of all graphs; those of different kinds are never put together."""
    numbered = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
    kind_of = [numbered[kind] for kind in kinds]
    sizes = [len(graph.positions) for graph in graphs]
    firsts = np.concatenate([[0], np.cumsum(sizes)])
    joined = _joined(graphs, firsts)
    colours = _first_colours(graphs, kind_of)
    while True:
        refined = _refined(colours, joined)
        if refined.max() == colours.max():
            break
        colours = refined
    of = tuple(colours[first : first + size] for first, size in zip(firsts, sizes, strict=False))
    count = int(colours.max()) + 1
    chosen = np.zeros(count, dtype=np.int64)
    chosen[colours] = np.arange(len(colours))
    moves = tuple(_quotient(context, colours, chosen) for context in joined)
    signs = tuple(_signs_by_class(graphs, of, [k == kind for k in kind_of], count) for kind in kind_of)
    return Classes(count, of, moves, signs, tuple(kind_of))


def _joined(graphs: Sequence[PartGraph], firsts: Numbers) -> list[Moves]:
    """The moves of all graphs as if they were one; a part with fewer contexts stays as it is in the others."""
    found = []
    for context in range(max(len(graph.moves) for graph in graphs)):
        idle, targets, ends = [], [], [np.zeros(1, dtype=np.int64)]
        role = None
        for graph, first in zip(graphs, firsts.tolist(), strict=False):
            if context < len(graph.moves):
                moves = graph.moves[context]
                role = moves.role if role is None else role
                idle.append(np.where(moves.idle == NOWHERE, NOWHERE, moves.idle + first))
                targets.append(moves.targets + first)
                ends.append(moves.firsts[1:] + ends[-1][-1])
            else:
                idle.append(np.arange(len(graph.positions)) + first)
                ends.append(np.full(len(graph.positions), ends[-1][-1]))
        nothing = np.zeros(0, dtype=np.int64)
        found.append(Moves(np.concatenate(idle), np.concatenate(ends), np.concatenate([nothing, *targets]), role))
    return found


def _first_colours(graphs: Sequence[PartGraph], kinds: Sequence[int]) -> Numbers:
    """Positions of one kind with the same signs have the same colour."""
    width = max(graph.signs.shape[1] for graph in graphs)
    rows = []
    for graph, kind in zip(graphs, kinds, strict=True):
        row = np.zeros((len(graph.signs), width + 1), dtype=np.int64)
        row[:, 0], row[:, 1 : 1 + graph.signs.shape[1]] = kind, graph.signs
        rows.append(row)
    return distinct_rows(np.concatenate(rows).view(np.uint64))[1]


def _refined(colours: Numbers, contexts: Sequence[Moves]) -> Numbers:
    """Colours that also tell the colours of what follows; as many as before when nothing more is told."""
    columns = [colours[:, None]]
    for moves in contexts:
        idle = np.where(moves.idle == NOWHERE, NOWHERE, colours[moves.idle])
        columns += [idle[:, None], _sets(moves, colours)]
    return distinct_rows(np.ascontiguousarray(np.concatenate(columns, axis=1)).view(np.uint64))[1]


def _sets(moves: Moves, colours: Numbers) -> Numbers:
    """The set of colours that follow each position, ascending, as rows filled up with -1."""
    owners, found = _distinct_targets(moves, colours)
    counts = np.bincount(owners, minlength=len(moves.idle))
    rows = np.full((len(moves.idle), int(counts.max(initial=0))), -1, dtype=np.int64)
    starts = np.cumsum(counts) - counts
    rows[owners, np.arange(len(owners)) - starts[owners]] = found
    return rows


def _distinct_targets(moves: Moves, colours: Numbers) -> tuple[Numbers, Numbers]:
    """The colours that follow each position, each once, ascending, with the positions."""
    owners = np.repeat(np.arange(len(moves.idle)), np.diff(moves.firsts))
    pairs = np.unique(owners * (int(colours.max()) + 1) + colours[moves.targets])
    return pairs // (int(colours.max()) + 1), pairs % (int(colours.max()) + 1)


def _quotient(moves: Moves, colours: Numbers, chosen: Numbers) -> Moves:
    """The moves between classes, taken from one position of each."""
    owners, targets = _distinct_targets(moves, colours)
    firsts = np.searchsorted(owners, np.arange(len(moves.idle) + 1))
    counts = np.diff(firsts)[chosen]
    places = np.repeat(firsts[:-1][chosen] - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
    idle = np.where(moves.idle[chosen] == NOWHERE, NOWHERE, colours[moves.idle[chosen]])
    return Moves(idle, np.concatenate([[0], np.cumsum(counts)]), targets[places], moves.role)


def _signs_by_class(graphs: Sequence[PartGraph], of: Sequence[Numbers], alike: Sequence[bool], count: int) -> Bits:
    """The signs of the classes of all graphs of one kind; no signs for the others."""
    chosen = [(graph, numbers) for graph, numbers, is_alike in zip(graphs, of, alike, strict=True) if is_alike]
    signs = np.zeros((count, chosen[0][0].signs.shape[1]), dtype=np.bool_)
    for graph, numbers in chosen:
        signs[numbers] = graph.signs
    return signs
