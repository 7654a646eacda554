"""In which way the code for very many games is written for a device: the one that takes the least by count.

What does not fit into registers waits in near or far memory, and far memory is what holds large games up. So code is
written in several ways, and for each the instructions of a step and its accesses of memory are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ludens.circuit.counting import Counted, counted
from ludens.circuit.kept_findings import exact_sets_of
from ludens.circuit.network import Literal
from ludens.circuit.told import told_fluents
from ludens.engine.code.bulk import PLAIN, Variant, Way, bulk_function
from ludens.engine.code.counting_code import operations
from ludens.engine.code.ordering import ordered
from ludens.engine.code.spilling import Near, Plan, most_live, spilled
from ludens.engine.layout import Layout
from ludens.engine.target import Target

LOOK_FOR_WAYS = True
"""Whether anything but the code that the gates alone give is tried."""

MANY_GATES = 20_000
"""Gates from which on only one way is tried, and no counting is looked for: that takes seconds where there are few."""

HALF = Target(1, 32)
"""Half of a 64-bit word a thread: what such a processor computes with, and twice as many values find room."""

THREADS = 32
"""Threads of a block: the fewest that run together, so that as many blocks as possible find room."""

MOST_LIVE = 210
"""Planes in registers at a time. A thread has 255 of these, and needs some for addresses, counters and the like."""

MOST_LIVE_ORDERED = 190
"""The same for code that is reordered. NVIDIA's assembler moves instructions as well, and with more values than this it
let some wait by itself, or took ten times as long (reversi, version 13.0)."""

PLACE_BYTES = HALF.word_bits // 8 * THREADS
"""Of a place in near memory, for all threads of a block."""

BLOCK_BYTES = 1024
"""Near memory that the driver itself needs for each block, on processors that have it."""

FEWEST_BLOCKS = 4
"""Blocks of a processor, whatever near memory has room for: it has as many parts, each of which runs one at a time."""

FEW_FAR = 100
"""Places of a thread that may lie elsewhere, if more blocks find room then. On one H200 it made breakthrough 1.7 times,
hex 1.5 times and pentago_swap 1.3 times as fast (benchmarks/gpu.py)."""

MOST_BLOCKS = 8
"""Blocks of a processor for whose registers there is room if each thread has all that it may have."""

SHARED = (1, 2)
"""Orders that are tried: by how many values a term counts for that others need as well."""

FAR_COST = 20
"""Instructions that take as long as an access of far memory: what a processor waits for such a value, as far as it has
nothing else to do."""


@dataclass(frozen=True, slots=True)
class Planned:
    """Code with values that wait.

    ``instructions``: of a step; ``live``: the most values at a time; ``blocks``: that a processor has room for.
    """

    way: Way
    instructions: int
    live: int
    plan: Plan
    near: Near
    blocks: int

    @property
    def cost(self) -> float:
        """What a step takes, in instructions, for each of the blocks that a processor plays at once."""
        taken = self.instructions + self.plan.accesses + FAR_COST * self.plan.far(self.near)
        return taken / self.blocks


def planned(layout: Layout, variant: Variant, near_bytes: int) -> Planned:
    """The code that takes the least; ``near_bytes``: what a processor has of near memory."""
    return min(tried(layout, variant, near_bytes), key=lambda each: each.cost)


def tried(layout: Layout, variant: Variant, near_bytes: int) -> Iterator[Planned]:
    """The plain code if it fits into registers; otherwise with fewer values at a time, as written and reordered."""
    way = _known(layout) if LOOK_FOR_WAYS else PLAIN
    lines = bulk_function(layout, HALF, variant, way).split("\n")
    if most_live(lines, HALF.plane) <= MOST_LIVE:
        yield _planned(lines, way, near_bytes)
        return
    way = replace(way, thrifty=True)
    yield _planned(bulk_function(layout, HALF, variant, way).split("\n"), way, near_bytes)
    if LOOK_FOR_WAYS and layout.circuit.gates < MANY_GATES:
        way = replace(way, again=True)
        lines = bulk_function(layout, HALF, variant, way).split("\n")
        yield _planned(lines, way, near_bytes)
        for shared in SHARED:
            yield _planned(ordered(lines, HALF.plane, shared), way, near_bytes, MOST_LIVE_ORDERED)


def _known(layout: Layout) -> Way:
    """With all that is known about the positions of the game."""
    sets = exact_sets_of(layout.circuit)
    return Way(told=told_fluents(layout.circuit, sets), counted=_counted_goals(layout, sets))


def _counted_goals(layout: Layout, sets: tuple[tuple[Literal, ...], ...]) -> dict[Literal, Counted]:
    """The goals that depend on numbers, if to count takes fewer operations than there are gates for goals alone."""
    circuit, literals = layout.circuit, [literal for values in layout.circuit.goals for _, literal in values]
    blocks = circuit.blocks[layout.first_goal_block : circuit.state_blocks]
    if not blocks or any(block.loops for block in blocks) or circuit.gates >= MANY_GATES:
        return {}
    gates = range(blocks[0].first, blocks[-1].last)
    tables = counted(circuit, literals, gates, sets)
    taken = operations(tables)
    return {} if taken is None or taken >= len(gates) else dict(zip(literals, tables, strict=True))


def _planned(lines: list[str], way: Way, near_bytes: int, most: int | None = None) -> Planned:
    plan = spilled(lines, HALF.plane, most or MOST_LIVE)
    blocks, places = _room(plan.places, near_bytes)
    return Planned(way, len(lines), most_live(lines, HALF.plane), plan, Near(places, THREADS), blocks)


def _room(wanted: int, near_bytes: int) -> tuple[int, int]:
    """Blocks of a processor, and places of a thread in near memory: all, or nearly all, if enough blocks find room."""
    for blocks in range(MOST_BLOCKS, FEWEST_BLOCKS - 1, -1):
        places = max(0, (near_bytes // blocks - BLOCK_BYTES) // PLACE_BYTES)
        if places + FEW_FAR >= wanted:
            break
    return blocks, places
