"""An engine as compiled loops call it: its code by addresses, its planes as an array, no Python in between.

What comes of it is the same as what the methods of ``Engine`` give, to the last bit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Whole, count
from ludens.engine.kernels.calling import address_of, call
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.hashing import GAMMA, mixed
from ludens.engine.rows import Rows

BATCH, ENTER, LEAVE, PLAYOUTS, TABLE, PLAN, LOOK, ADVANCE = range(8)
"""Places in ``addresses`` of an engine."""

ADD, ENTER_ROWS, LEAVE_SUMS = range(3)
"""Places in ``addresses`` of sums."""

FLUENTS, START, RANDOM, ACTIVE, REMAINING, RESULTS, TALLY, PLAYED, END = range(9)
"""Places in ``sections``: the number of fluents, and the first planes of sections of the layout. Those from RESULTS to
END are set to zero before games are played; REACHED, below, is where the goals that hold at ends are."""

REACHED = 9

TOGETHER = 512
"""Positions have several lanes each as long as all fit on so many."""

MOST_TALLIED = 64
"""Games from one position whose results are counted lane by lane; for more, whole words of lanes are better."""

TALLY_BITS = 7
"""Bits of a counter of such games."""

MOST_STEPS_RECORDED = (1 << 20) - 1
"""Where moves are recorded, games are cut after so many steps if there is no other limit."""

RECORD_MOVES, RECORD_TALLIES = 1, 2
FIELD = np.uint64((1 << TALLY_BITS) - 1)
Sums = NDArray[np.float64]


class CompiledEngine(NamedTuple):
    """The code of a circuit for one thread.

    ``goals`` (goals, 2): the role and the value of each goal output. ``moves`` (roles, 2): where a role's moves begin
    among the outputs of legal moves, and how many it has. ``workspace`` (planes, words). ``rows`` and ``tallies``: room
    for a row, and for the counters, of each lane. ``guidance``: the table of a preference that playouts follow, if any.
    Without ``addresses`` there is no such code.
    """

    addresses: NDArray[np.int64]
    sections: NDArray[np.int64]
    goals: NDArray[np.int64]
    moves: NDArray[np.int64]
    workspace: NDArray[np.uint64]
    rows: Rows
    tallies: Rows
    guidance: NDArray[np.int64]


def no_engine(moves: NDArray[np.int64]) -> CompiledEngine:
    """In place of an engine that cannot be called by compiled loops; ``moves`` as above."""
    none, empty = np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.uint64)
    return CompiledEngine(none, none, np.zeros((0, 2), dtype=np.int64), moves, empty, empty, empty, none)


class CompiledSums(NamedTuple):
    """The code of weighted sums (``sums.py``) for one thread, and what these are worth.

    ``fields`` (roles, 3): the first bit of the sum that counts for a role, how many bits it has, and what must be added
    to them for a row of ``worth`` (values, roles). ``sums`` and ``fluents``: planes. ``packed``: room for the sums of
    each lane. Without ``addresses`` there is no such code.
    """

    addresses: NDArray[np.int64]
    fields: NDArray[np.int64]
    worth: NDArray[np.float64]
    sums: NDArray[np.uint64]
    fluents: NDArray[np.uint64]
    packed: Rows


def no_sums() -> CompiledSums:
    """In place of sums, where there are none."""
    none, empty = np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.uint64)
    return CompiledSums(none, none.reshape(0, 3), np.zeros((0, 0)), empty, empty, empty)


@bare_part
def legal(engine: CompiledEngine, rows: Rows, n: Whole, bits: Rows) -> None:
    """Writes the outputs of legal moves of the first ``n`` rows as packed bits."""
    a = engine.addresses
    given = address_of(engine.workspace), a[TABLE], a[PLAN], a[LOOK], a[ADVANCE], address_of(rows)
    call(a[BATCH], (*given, 0, 0, 0, 0, address_of(bits), np.int64(n)))


@bare_part
def follow(
    engine: CompiledEngine,
    rows: Rows,
    moves: NDArray[np.int64],
    n: Whole,
    following: Rows,
    over: NDArray[np.bool_],
    goals: NDArray[np.int16],
) -> None:
    """Writes the positions after joint moves (n, roles), whether they are over, and their goals, -1 where none holds.

    Whether games are over is written for whole blocks of lanes.
    """
    for position in range(n):
        for role in range(goals.shape[1]):
            goals[position, role] = -1
    a = engine.addresses
    given = address_of(engine.workspace), a[TABLE], a[PLAN], a[LOOK], a[ADVANCE], address_of(rows)
    found = address_of(following), address_of(over), address_of(goals)
    call(a[BATCH], (*given, address_of(moves), *found, 0, np.int64(n)))


@bare_part
def lanes_each(positions: Whole, games: Whole) -> Whole:
    """The lanes on which the games of a position are played, one after the other on each: a power of two.

    A game more on a lane takes less time than a lane more, since who plays several in turn is seldom the last of all.
    """
    lanes = np.int64(1)
    while games % (2 * lanes) == 0 and positions * 2 * lanes <= TOGETHER:
        lanes *= 2
    return lanes


@bare_part
def playouts(
    engine: CompiledEngine,
    rows: Rows,
    n: Whole,
    games: Whole,
    seed: np.uint64,
    limit: Whole,
    values: Sums,
    squares: Sums,
) -> None:
    """Plays ``games``, at most MOST_TALLIED, from each of the first ``n`` rows.

    Written are sums over the games that ended, (n, roles) and one column more, which in ``values`` has the number of
    these games: of goals, and of their squares, from 0 to 100 and 10,000.
    """
    lanes, block = lanes_each(n, games), np.int64(64 * engine.workspace.shape[1])
    for first in range(0, n * lanes, block):
        here = min(block, n * lanes - first)
        _deal(engine, rows, first, here, lanes, games // lanes, seed, RECORD_TALLIES)
        _play(engine, games // lanes - 1, limit, RECORD_TALLIES)
        _add_tallies(engine, first, here, lanes, values, squares)


@bare_part
def playouts_with_moves(
    engine: CompiledEngine,
    rows: Rows,
    n: Whole,
    games: Whole,
    seed: np.uint64,
    limit: Whole,
    values: Sums,
    squares: Sums,
    played: NDArray[np.int64],
    gained: Sums,
    lane_of: NDArray[np.int64],
) -> None:
    """The same, each game on a lane of its own; ``games`` must be a power of two.

    ``played``, ``gained``, which must be zero: the games that made each move m of role r of R, and the sums of its
    goals in them, from 0 to 1, in column m·R + r of the row that ``lane_of`` tells.
    """
    block, record = np.int64(64 * engine.workspace.shape[1]), RECORD_MOVES + RECORD_TALLIES
    steps = limit if limit else MOST_STEPS_RECORDED
    for first in range(0, n * games, block):
        here = min(block, n * games - first)
        _deal(engine, rows, first, here, games, 1, seed, record)
        _play(engine, 0, steps, record)
        _add_tallies(engine, first, here, games, values, squares)
        _add_moves(engine, first, here, games, played, gained, lane_of)


@bare_part
def _deal(
    engine: CompiledEngine,
    rows: Rows,
    first: Whole,
    here: Whole,
    lanes: Whole,
    each: Whole,
    seed: np.uint64,
    record: Whole,
) -> None:
    """Lays positions on the lanes of a block, which are number ``first`` and following of all."""
    sections, space = engine.sections, engine.workspace
    words, width = np.int64(rows.shape[1]), np.int64(space.shape[1])
    source: Whole = address_of(rows) + 8 * words * first
    if lanes > 1:
        source = address_of(engine.rows)
        for lane in range(here):
            for word in range(words):
                engine.rows[lane, word] = rows[(first + lane) // lanes, word]
    call(engine.addresses[ENTER], (address_of(space) + 8 * width, source, here, words, sections[FLUENTS]))
    for plane in range(sections[FLUENTS]):
        for word in range(width):
            space[sections[START] + plane, word] = space[1 + plane, word]
    for plane in range(sections[RESULTS], sections[END] if record & RECORD_MOVES else sections[PLAYED]):
        for word in range(width):
            space[plane, word] = np.uint64(0)
    start = mixed(seed)
    for word in range(width):
        number = np.uint64(first // 64 + word) * np.uint64(2)
        space[sections[RANDOM], word] = mixed(start + number * GAMMA)
        space[sections[RANDOM] + 1, word] = mixed(start + (number + ONE) * GAMMA)
        left = here - 64 * word
        active = ~np.uint64(0) if left >= 64 else (ONE << np.uint64(max(0, left))) - ONE
        space[sections[ACTIVE], word] = active
        for bit in range(TALLY_BITS):
            space[sections[REMAINING] + bit, word] = active if (each - 1) >> bit & 1 else np.uint64(0)


@bare_part
def _play(engine: CompiledEngine, more: Whole, limit: Whole, record: Whole) -> None:
    """Plays the games that have been dealt, ``more`` than one on each lane."""
    bits = np.int64(0)
    while more >> bits:
        bits += 1
    a = engine.addresses
    guidance = address_of(engine.guidance) if len(engine.guidance) else np.int64(0)
    call(a[PLAYOUTS], (address_of(engine.workspace), a[TABLE], bits, np.int64(limit), np.int64(record), guidance))


@bare_part
def _add_tallies(engine: CompiledEngine, first: Whole, here: Whole, lanes: Whole, values: Sums, squares: Sums) -> None:
    sections, space, goals = engine.sections, engine.workspace, engine.goals
    tallies, roles = engine.tallies, values.shape[1] - 1
    planes = address_of(space) + 8 * space.shape[1] * sections[TALLY]
    bits = TALLY_BITS * (1 + len(goals))
    call(engine.addresses[LEAVE], (planes, address_of(tallies), here, np.int64(tallies.shape[1]), np.int64(bits)))
    for lane in range(here):
        position = (first + lane) // lanes
        if (first + lane) % lanes == 0:
            for column in range(roles + 1):
                values[position, column] = squares[position, column] = 0.0
        values[position, roles] += _tally(tallies, lane, 0)
        for goal in range(len(goals)):
            value = goals[goal, 1] * _tally(tallies, lane, 1 + goal)
            values[position, goals[goal, 0]] += value
            squares[position, goals[goal, 0]] += value * goals[goal, 1]


@bare_part
def _tally(tallies: Rows, lane: Whole, number: Whole) -> Whole:
    """A counter of a lane, from the words in which all lie one after the other."""
    word, shift = np.int64(number * TALLY_BITS // 64), np.uint64(number * TALLY_BITS % 64)
    bits = tallies[lane, word] >> shift
    if shift > np.uint64(64 - TALLY_BITS):
        bits |= tallies[lane, word + 1] << (np.uint64(64) - shift)
    return np.int64(bits & FIELD)


@bare_part
def _add_moves(
    engine: CompiledEngine,
    first: Whole,
    here: Whole,
    lanes: Whole,
    played: NDArray[np.int64],
    gained: Sums,
    lane_of: NDArray[np.int64],
) -> None:
    """Counts the moves that were recorded, for positions that each have so many lanes of one game."""
    sections, space, goals = engine.sections, engine.workspace, engine.goals
    roles = np.int64(len(engine.moves))
    mask = ~np.uint64(0) if lanes == 64 else (ONE << np.uint64(lanes)) - ONE
    for role in range(roles):
        for move in range(engine.moves[role, 1]):
            plane = sections[PLAYED] + engine.moves[role, 0] + move
            for lane in range(0, here, lanes):
                word, shift = lane >> 6, np.uint64(lane & 63)
                made = space[plane, word] >> shift & mask
                if made:
                    total = np.int64(0)
                    for goal in range(len(goals)):
                        if goals[goal, 0] == role:
                            total += goals[goal, 1] * count(made & space[sections[REACHED] + goal, word] >> shift)
                    row, column = lane_of[(first + lane) // lanes], move * roles + role
                    played[row, column], gained[row, column] = count(made), total / 100.0


@bare_part
def worth_of_sums(sums: CompiledSums, rows: Rows, n: Whole, values: Sums) -> None:
    """Writes what the sums of the first ``n`` rows are worth to each role."""
    words, block = np.int64(rows.shape[1]), np.int64(len(sums.packed))
    fluents, planes, packed = address_of(sums.fluents), address_of(sums.sums), address_of(sums.packed)
    last = len(sums.fields) - 1
    bits = sums.fields[last, 0] + sums.fields[last, 1]
    for first in range(0, n, block):
        here = min(block, n - first)
        call(
            sums.addresses[ENTER_ROWS],
            (fluents, address_of(rows) + 8 * words * first, here, words, np.int64(len(sums.fluents))),
        )
        call(sums.addresses[ADD], (fluents, planes))
        call(sums.addresses[LEAVE_SUMS], (planes, packed, here, np.int64(sums.packed.shape[1]), bits))
        for lane in range(here):
            for role in range(len(sums.fields)):
                found = _field(sums.packed, lane, sums.fields[role, 0], sums.fields[role, 1])
                values[first + lane, role] = sums.worth[found + sums.fields[role, 2], role]


@bare_part
def _field(packed: Rows, lane: Whole, first: Whole, bits: Whole) -> Whole:
    """A number of so many bits, at most 63, from the words in which all lie one after the other."""
    word, shift = first >> 6, np.uint64(first & 63)
    found = packed[lane, word] >> shift
    if (first & 63) + bits > 64:
        found |= packed[lane, word + 1] << (np.uint64(64) - shift)
    return np.int64(found & ((ONE << np.uint64(bits)) - ONE))
