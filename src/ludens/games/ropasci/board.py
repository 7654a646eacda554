"""RoPaSci 360 on words: the rules, on a board of six sets of cells with counters.

Between rows (see ``ropasci_layout``) a position lies in a Board, whose arrays are made once and used again for every
position. Sides are 0, Upper, and 1, Lower; symbols 0, 1, 2, each beaten by the next; a kind is 3 * side + symbol.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Truth, Whole, count, lowest, nth
from ludens.engine.kernels.compiling import kernel, part
from ludens.engine.kernels.random_stream import below, random_table
from ludens.games.hexagon.cells import CELLS, NEIGHBOUR_SETS
from ludens.games.ropasci import layout

NONE = np.uint64(0)
FIRST_WALK, THROWS = layout.FIRST_WALK, layout.THROWS
KEYS = random_table(6 * CELLS).reshape(6, CELLS)
"""Of a token of each kind on each cell. The key of a board is their sum, so that equal tokens on a cell count."""

_AROUND = np.array(NEIGHBOUR_SETS, dtype=np.uint64)
_SOURCES = np.array([source for source, _ in layout.WALKS], dtype=np.int64)
_TARGETS = np.array([target for _, target in layout.WALKS], dtype=np.int64)
ZONES = np.array([*layout.ZONES, 0], dtype=np.int64)
"""The cells that a throw may use, by throws made before."""


def _walk_table() -> NDArray[np.int64]:
    table = np.full((CELLS, CELLS), -1, dtype=np.int64)
    for number, (source, target) in enumerate(layout.WALKS):
        table[source, target] = FIRST_WALK + number
    return table


WALK = _walk_table()
"""The number of the slide or swing from a cell to another; -1 where there is none."""


class Board(NamedTuple):
    """A position.

    ``cells``: where each kind stands. ``stacks``: how many of each kind are on each cell. ``tokens``: how many of each
    kind there are. ``throws``: made by each side. ``turn``, ``key``, ``ending``: one number each.
    ``keys``: of the configurations since the last throw or battle, this one last; ``logged``: how many came before it.
    ``seen``: for the low bits of a key, the mark under which such a key was last met; ``mark``: the present one.
    """

    cells: NDArray[np.uint64]
    stacks: NDArray[np.int8]
    tokens: NDArray[np.int64]
    throws: NDArray[np.int64]
    turn: NDArray[np.int64]
    key: NDArray[np.uint64]
    ending: NDArray[np.int64]
    keys: NDArray[np.uint64]
    logged: NDArray[np.int64]
    seen: NDArray[np.int64]
    mark: NDArray[np.int64]


SEEN_BITS = np.uint64(0x3FF)


@part
def new_board() -> Board:
    """An empty board without a past."""
    return Board(
        np.zeros(6, dtype=np.uint64),
        np.zeros((6, CELLS), dtype=np.int8),
        np.zeros(6, dtype=np.int64),
        np.zeros(2, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.uint64),
        np.zeros(1, dtype=np.int64),
        np.zeros(layout.TURNS + 1, dtype=np.uint64),
        np.zeros(1, dtype=np.int64),
        np.zeros(SEEN_BITS + ONE, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@part
def copy_tokens(source: Board, target: Board) -> None:
    """Makes the tokens of one board, and the throws made, the same as another's."""
    for kind in range(6):
        target.cells[kind], target.tokens[kind] = source.cells[kind], source.tokens[kind]
        for cell in range(CELLS):
            target.stacks[kind, cell] = source.stacks[kind, cell]
    target.throws[0], target.throws[1] = source.throws[0], source.throws[1]


@part
def add(board: Board, kind: Whole, cell: Whole) -> None:
    """Puts a token down, without a battle."""
    board.cells[kind] |= ONE << np.uint64(cell)
    board.stacks[kind, cell] += 1
    board.tokens[kind] += 1
    board.key[0] += KEYS[kind, cell]


@part
def _remove(board: Board, kind: Whole, cell: Whole) -> None:
    board.stacks[kind, cell] -= 1
    if board.stacks[kind, cell] == 0:
        board.cells[kind] &= ~(ONE << np.uint64(cell))
    board.tokens[kind] -= 1
    board.key[0] -= KEYS[kind, cell]


@part
def occupied(board: Board, side: Whole) -> np.uint64:
    """The cells on which a side has a token."""
    found: np.uint64 = board.cells[3 * side] | board.cells[3 * side + 1] | board.cells[3 * side + 2]
    return found


@part
def targets(own: np.uint64, source: Whole) -> np.uint64:
    """Where a token on ``source`` can slide or swing to, over the cells of its own side."""
    around = _AROUND[source]
    pivots = around & own
    reached: np.uint64 = around
    while pivots:
        reached |= _AROUND[lowest(pivots)]
        pivots &= pivots - ONE
    return reached & ~(ONE << np.uint64(source))


@kernel
def is_legal(board: Board, side: Whole, move: Whole) -> Truth:
    """Whether a move by number is legal; also for numbers that are none."""
    if board.ending[0] != layout.GOING_ON or move < 0 or move >= layout.MOVES:
        return False
    if move < FIRST_WALK:
        zone, cell = ZONES[board.throws[side]], move % CELLS
        inside: np.bool_ = cell >= CELLS - zone if side == 0 else cell < zone
        return inside
    source, target = _SOURCES[move - FIRST_WALK], _TARGETS[move - FIRST_WALK]
    own = occupied(board, side)
    if (own >> np.uint64(source)) & ONE == NONE:
        return False
    reached: Truth = (targets(own, source) >> np.uint64(target)) & ONE != NONE
    return reached


@kernel
def write_legal(board: Board, side: Whole, table: NDArray[np.bool_]) -> None:
    """Marks a side's legal moves; ``table`` has a place for each move and is all false."""
    if board.ending[0] != layout.GOING_ON:
        return
    zone = ZONES[board.throws[side]]
    for number in range(zone):
        cell = CELLS - 1 - number if side == 0 else number
        for symbol in range(3):
            table[symbol * CELLS + cell] = True
    own = occupied(board, side)
    left = own
    while left:
        source = lowest(left)
        left &= left - ONE
        reached = targets(own, source)
        while reached:
            table[WALK[source, lowest(reached)]] = True
            reached &= reached - ONE


@part
def choose(board: Board, side: Whole, stream: np.uint64) -> tuple[np.uint64, Whole]:
    """The next state of the stream, and a legal move, each as likely as the others; the game must be going on."""
    own = occupied(board, side)
    zone = ZONES[board.throws[side]]
    total = 3 * zone
    left = own
    while left:
        total += count(targets(own, lowest(left)))
        left &= left - ONE
    stream, rank = below(stream, total)
    if rank < 3 * zone:
        cell = rank // 3 if side == 1 else CELLS - 1 - rank // 3
        return stream, (rank % 3) * CELLS + cell
    rank -= 3 * zone
    left = own
    while True:
        source = lowest(left)
        reached = targets(own, source)
        here = count(reached)
        if rank < here:
            return stream, WALK[source, nth(reached, rank)]
        rank -= here
        left &= left - ONE


@part
def advance(board: Board, upper: Whole, lower: Whole) -> Truth:
    """Makes two legal moves at once; whether it may still be undone, there having been no throw and no battle.

    ``ending`` says afterwards how the game ended.
    """
    kinds = (lift(board, 0, upper), lift(board, 1, lower))
    cells = (target_of(upper), target_of(lower))
    add(board, kinds[0], cells[0])
    add(board, kinds[1], cells[1])
    fought = fight(board, cells[0])
    fought = fight(board, cells[1]) or fought
    board.turn[0] += 1
    lasting = fought or upper < FIRST_WALK or lower < FIRST_WALK
    times = _occurrences(board, lasting)
    board.ending[0] = ending(board.tokens, board.throws, board.turn[0], times)
    return not lasting


@part
def lift(board: Board, side: Whole, move: Whole) -> Whole:
    """Takes the moving token up, or a new one for a throw; its kind."""
    if move < FIRST_WALK:
        board.throws[side] += 1
        return 3 * side + move // CELLS
    source = _SOURCES[move - FIRST_WALK]
    kind = 3 * side
    while board.stacks[kind, source] == 0:
        kind += 1
    _remove(board, kind, source)
    return kind


@part
def target_of(move: Whole) -> Whole:
    """The cell where a move ends."""
    return move % CELLS if move < FIRST_WALK else _TARGETS[move - FIRST_WALK]


@part
def fight(board: Board, cell: Whole) -> Truth:
    """Removes every token on the cell whose beater is there; whether there was any."""
    there0 = board.stacks[0, cell] + board.stacks[3, cell] > 0
    there1 = board.stacks[1, cell] + board.stacks[4, cell] > 0
    there2 = board.stacks[2, cell] + board.stacks[5, cell] > 0
    if not ((there0 and there1) or (there1 and there2) or (there2 and there0)):
        return False
    for symbol in range(3):
        beaten = (there1, there2, there0)[symbol]
        for kind in (symbol, symbol + 3):
            while beaten and board.stacks[kind, cell] > 0:
                _remove(board, kind, cell)
    return True


@part
def _occurrences(board: Board, lasting: Truth) -> Whole:
    """Enters the configuration into the past; how often it has occurred, this time included."""
    if lasting:
        board.logged[0] = 0
        board.mark[0] += 1
    else:
        board.logged[0] += 1
    key = board.key[0]
    board.keys[board.logged[0]] = key
    slot = np.int64(key & SEEN_BITS)
    if board.seen[slot] != board.mark[0]:
        board.seen[slot] = board.mark[0]
        return 1
    times = 1
    for number in range(board.logged[0]):
        times += board.keys[number] == key
    return times


@part
def ending(tokens: NDArray[np.int64], throws: NDArray[np.int64], turn: Whole, times: Whole) -> Whole:
    """How the game has ended, the first of the five conditions that holds; GOING_ON if none does."""
    upper, lower = tokens[0] + tokens[1] + tokens[2], tokens[3] + tokens[4] + tokens[5]
    upper_done, lower_done = throws[0] == THROWS, throws[1] == THROWS
    if upper_done and upper == 0:
        return layout.NOTHING_LEFT if lower_done and lower == 0 else layout.LOWER_WINS
    if lower_done and lower == 0:
        return layout.UPPER_WINS
    upper_safe, lower_safe = lower_done and _unbeaten(tokens, 0), upper_done and _unbeaten(tokens, 1)
    if upper_safe and lower_safe:
        return layout.BOTH_INVINCIBLE
    if upper_safe and lower == 1:
        return layout.UPPER_WINS
    if lower_safe and upper == 1:
        return layout.LOWER_WINS
    if times >= layout.OCCURRENCES:
        return layout.REPEATED
    return layout.TOO_LONG if turn >= layout.TURNS else layout.GOING_ON


@part
def _unbeaten(tokens: NDArray[np.int64], side: Whole) -> Truth:
    """Whether the side has a token of a symbol that no token of the other beats."""
    other = 3 - 3 * side
    for symbol in range(3):
        if tokens[3 * side + symbol] > 0 and tokens[other + (symbol + 1) % 3] == 0:
            return True
    return False
