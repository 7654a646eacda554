"""Every position that can be reached, and the value of each: a strong solution.

Positions are made forwards, in the order in which they are found, in batches; then values go backwards from the ends of
the game. Where play can go on for ever, that is a draw between two, 50 to each, and worth nothing to one role alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.minimax.expand import Expanding
from ludens.search.minimax.graph import (
    MOVES,
    MOVES_UNKNOWN,
    POSITIONS,
    WHOLE_POSITION,
    Graph,
    add_position,
    end_here,
    fill_slots,
    new_graph,
)
from ludens.search.minimax.retrograde import retrograde_pass

BATCH = 1024
FIRST_ROOM = 1 << 16


@dataclass(slots=True)
class Enumeration:
    """Positions as far as they have been made; the first ``done`` nodes have been expanded."""

    graph: Graph
    done: int = 0

    @property
    def complete(self) -> bool:
        return self.done == self.size

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return int(self.graph.sizes[POSITIONS])


def begin(engine: BatchEngine, row: Rows) -> Enumeration:
    """The enumeration of what follows a position, given as one row."""
    expanding = Expanding(engine, 0)
    graph = new_graph(FIRST_ROOM, 4 * FIRST_ROOM, row.shape[1], expanding.moves)
    over, goals = engine.outcome(row)
    root = add_position(graph, row[0], WHOLE_POSITION)
    if over[0]:
        end_here(graph, root, int(expanding.worth_of(goals)[0]))
    return Enumeration(graph)


def enumerate_positions(engine: BatchEngine, enumeration: Enumeration, most: int) -> Iterator[int]:
    """Makes positions until there are no new ones, or more than ``most``; yields their number from time to time."""
    expanding = Expanding(engine, 0)
    while not enumeration.complete and enumeration.size <= most:
        graph = enumeration.graph
        last = min(enumeration.size, enumeration.done + BATCH)
        numbers = np.arange(enumeration.done, last)
        nodes = graph.nodes[numbers]
        unsettled = (nodes["certain_low"] < nodes["certain_high"]) & (nodes["first_edge"] == MOVES_UNKNOWN)
        numbers = numbers[unsettled]
        if len(numbers):
            prepared = expanding.prepare(graph, numbers)
            graph = enumeration.graph = with_room(graph, prepared.nodes, prepared.edges)
            expanding.finish(graph, prepared)
        enumeration.done = last
        yield enumeration.size


def evaluate(enumeration: Enumeration) -> None:
    """Gives every position of a complete enumeration its value: equal bounds, unless play can go on for ever."""
    while retrograde_pass(enumeration.graph):
        pass


def value_of(graph: Graph, number: int, endless: int = 0) -> int:
    """The value of a node whose bounds are as narrow as they can be, given what endless play is worth."""
    node = graph.nodes[number]
    return max(int(node["certain_low"]), min(int(node["certain_high"]), endless))


def is_endless(enumeration: Enumeration) -> bool:
    """Whether play can come back to a position: what is left of a graph without its ends, again and again, if any."""
    nodes = enumeration.graph.nodes[: enumeration.size]
    left = np.where(nodes["first_edge"] == MOVES_UNKNOWN, 0, nodes["edges"]).astype(np.int64)
    before = np.repeat(np.arange(len(nodes)), left)
    first = np.where(left > 0, nodes["first_edge"], 0).astype(np.int64)
    places = np.repeat(first - (np.cumsum(left) - left), left) + np.arange(len(before))
    after = enumeration.graph.edges["child"][places]
    order = np.argsort(after, kind="stable")
    before, starts = before[order], np.searchsorted(after[order], np.arange(len(nodes) + 1))
    ends = np.flatnonzero(left == 0)
    while len(ends):
        counts = starts[ends + 1] - starts[ends]
        edges = np.repeat(starts[ends] - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
        left -= np.bincount(before[edges], minlength=len(nodes))
        ends = np.unique(before[edges][left[before[edges]] == 0])
    return bool((left > 0).any())


def with_room(graph: Graph, nodes: int, edges: int) -> Graph:
    """The same graph with room for so many more nodes and edges."""
    used_nodes, used_edges = int(graph.sizes[POSITIONS]), int(graph.sizes[MOVES])
    if used_nodes + nodes <= len(graph.nodes) and used_edges + edges <= len(graph.edges):
        return graph
    room = max(2 * len(graph.nodes), used_nodes + nodes), max(2 * len(graph.edges), used_edges + edges)
    return resized(graph, *room)


def resized(graph: Graph, nodes: int, edges: int) -> Graph:
    """The same graph with arrays of this size, which must be enough."""
    new = new_graph(nodes, edges, graph.states.shape[1], len(graph.history))
    used_nodes, used_edges = int(graph.sizes[POSITIONS]), int(graph.sizes[MOVES])
    new.nodes[:used_nodes], new.states[:used_nodes] = graph.nodes[:used_nodes], graph.states[:used_nodes]
    new.edges[:used_edges] = graph.edges[:used_edges]
    new.history[:], new.sizes[:] = graph.history, graph.sizes
    fill_slots(new)
    return new
