"""RoPaSci 360 on rows: the kernels an engine needs, around the rules in ``ropasci``, with and without heuristics."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Whole, lowest
from ludens.engine.kernels.compiling import kernel
from ludens.engine.kernels.random_stream import begin
from ludens.engine.rows import Rows
from ludens.games.hexagon.cells import CELLS
from ludens.games.ropasci import layout
from ludens.games.ropasci.board import (
    FIRST_WALK,
    KEYS,
    NONE,
    SEEN_BITS,
    Board,
    add,
    advance,
    choose,
    copy_tokens,
    is_legal,
    new_board,
    occupied,
    write_legal,
)
from ludens.games.ropasci.heuristics import (
    GREEDY,
    MOST_CANDIDATES,
    MOST_GREEDY,
    MOST_WIDE,
    WIDE,
    candidates,
    choose_candidate,
    write_candidates,
)

Row = NDArray[np.uint64]

UNIFORM = -1
"""In place of a set of moves: all are as likely."""

_BYTE, _LOG_MASK = np.uint64(0xFF), np.uint64((1 << layout.LOG_BITS) - 1)
_BOTH = 2 * layout.LOG_BITS
_SOURCES = np.array([source for source, _ in layout.WALKS], dtype=np.int64)
_TARGETS = np.array([target for _, target in layout.WALKS], dtype=np.int64)


@kernel
def _number(row: Row, place: Whole, mask: Whole) -> Whole:
    return np.int64(row[layout.NUMBERS] >> np.uint64(place)) & mask


@kernel
def read(row: Row, board: Board) -> None:
    """Sets the board up as the row says, with its past."""
    board.cells[:] = NONE
    board.stacks[:] = 0
    board.tokens[:] = 0
    board.key[0] = NONE
    for side in range(2):
        for number in range(layout.THROWS):
            word = row[2 * side + number // 8]
            token = np.int64((word >> np.uint64(number % 8 * 8)) & _BYTE)
            if token > 0:
                add(board, 3 * side + (token - 1) % 3, (token - 1) // 3)
    board.throws[0] = _number(row, layout.UPPER_THROWS, 0xFF)
    board.throws[1] = _number(row, layout.LOWER_THROWS, 0xFF)
    board.turn[0] = _number(row, layout.TURN, 0xFFFF)
    board.logged[0] = _number(row, layout.LOGGED, 0xFFFF)
    board.ending[0] = _number(row, layout.ENDING, 0xFF)
    _read_past(row, board)


@kernel
def _logged_move(row: Row, number: Whole, side: Whole) -> Whole:
    """The slide or swing of a side in a turn of the log, numbered without the throws."""
    word = row[layout.LOG + number // layout.TURNS_PER_WORD]
    place = number % layout.TURNS_PER_WORD * _BOTH + side * layout.LOG_BITS
    return np.int64((word >> np.uint64(place)) & _LOG_MASK)


@kernel
def _read_past(row: Row, board: Board) -> None:
    """Takes the moves of the log back, last first, for the keys of the configurations they came from.

    Nothing has died since, so the moved tokens are where they went to, and what is on one cell has one symbol.
    """
    board.mark[0] += 1
    key = board.key[0]
    board.keys[board.logged[0]] = key
    board.seen[np.int64(key & SEEN_BITS)] = board.mark[0]
    if board.logged[0] == 0:
        return
    symbols = np.zeros(CELLS, dtype=np.int64)
    for kind in range(6):
        left = board.cells[kind]
        while left:
            symbols[lowest(left)] = kind % 3
            left &= left - ONE
    for number in range(board.logged[0] - 1, -1, -1):
        upper, lower = _logged_move(row, number, 0), _logged_move(row, number, 1)
        first, second = symbols[_TARGETS[upper]], symbols[_TARGETS[lower]]
        symbols[_SOURCES[upper]] = first
        symbols[_SOURCES[lower]] = second
        key += KEYS[first, _SOURCES[upper]] - KEYS[first, _TARGETS[upper]]
        key += KEYS[3 + second, _SOURCES[lower]] - KEYS[3 + second, _TARGETS[lower]]
        board.keys[number] = key
        board.seen[np.int64(key & SEEN_BITS)] = board.mark[0]


@kernel
def write_position(board: Board, row: Row) -> None:
    """Writes all of the board but the log."""
    row[: layout.LOG] = NONE
    for side in range(2):
        number = 0
        left = occupied(board, side)
        while left:
            cell = lowest(left)
            left &= left - ONE
            for symbol in range(3):
                for _ in range(board.stacks[3 * side + symbol, cell]):
                    token = np.uint64(1 + 3 * cell + symbol)
                    row[2 * side + number // 8] |= token << np.uint64(number % 8 * 8)
                    number += 1
    row[layout.NUMBERS] = (
        np.uint64(board.throws[0]) << np.uint64(layout.UPPER_THROWS)
        | np.uint64(board.throws[1]) << np.uint64(layout.LOWER_THROWS)
        | np.uint64(board.turn[0]) << np.uint64(layout.TURN)
        | np.uint64(board.logged[0]) << np.uint64(layout.LOGGED)
        | np.uint64(board.ending[0]) << np.uint64(layout.ENDING)
    )


@kernel
def legal_rows(rows: Rows, table: NDArray[np.bool_]) -> None:
    """Marks the legal moves in an all-false table, Upper's in the first columns, then Lower's."""
    board = new_board()
    for row in range(len(rows)):
        read(rows[row], board)
        write_legal(board, 0, table[row, : layout.MOVES])
        write_legal(board, 1, table[row, layout.MOVES :])


@kernel
def _mark_candidates(rows: Rows, table: NDArray[np.bool_], chosen: Whole, most: Whole) -> None:
    board, found = new_board(), np.zeros((2, MOST_CANDIDATES), dtype=np.int64)
    for row in range(len(rows)):
        read(rows[row], board)
        write_candidates(board, 0, chosen, most, found, table[row, : layout.MOVES])
        write_candidates(board, 1, chosen, most, found, table[row, layout.MOVES :])


@kernel
def greedy_rows(rows: Rows, table: NDArray[np.bool_]) -> None:
    """Marks the moves of the GREEDY set as ``legal_rows`` marks legal ones."""
    _mark_candidates(rows, table, GREEDY, MOST_GREEDY)


@kernel
def wide_rows(rows: Rows, table: NDArray[np.bool_]) -> None:
    """Marks the moves of the WIDE set as ``legal_rows`` marks legal ones."""
    _mark_candidates(rows, table, WIDE, MOST_WIDE)


def urgent_moves(row: Row, side: int) -> NDArray[np.int64]:
    """The most urgent moves of a side in the GREEDY set, which may be empty; the game must be going on."""
    board, found = new_board(), np.zeros((2, MOST_CANDIDATES), dtype=np.int64)
    read(row, board)
    total = candidates(board, side, GREEDY, found)
    best = found[1, :total].min() if total else 0
    chosen: NDArray[np.int64] = found[0, :total][found[1, :total] == best]
    return chosen


@kernel
def outcome_rows(rows: Rows, terminal: NDArray[np.bool_], goals: NDArray[np.int16]) -> None:
    """Tells which games are over, and their goals; -1 before the end."""
    for row in range(len(rows)):
        ending = _number(rows[row], layout.ENDING, 0xFF)
        terminal[row] = ending != layout.GOING_ON
        _write_goals(ending, goals[row])


@kernel
def _write_goals(ending: Whole, goals: NDArray[np.int16]) -> None:
    goals[:] = -1 if ending == layout.GOING_ON else 50
    if ending in (layout.UPPER_WINS, layout.LOWER_WINS):
        goals[0] = 100 if ending == layout.UPPER_WINS else 0
        goals[1] = 100 - goals[0]


@kernel
def step_rows(rows: Rows, moves: NDArray[np.int64], following: Rows) -> Whole:
    """Writes the next positions; -1, or the first illegal move, as twice its row plus its role."""
    board = new_board()
    for row in range(len(rows)):
        read(rows[row], board)
        for side in range(2):
            if not is_legal(board, side, moves[row, side]):
                return 2 * row + side
        if advance(board, moves[row, 0], moves[row, 1]):
            _extend_log(rows[row], moves[row], board.logged[0] - 1, following[row])
        else:
            following[row, layout.LOG :] = NONE
        write_position(board, following[row])
    return -1


@kernel
def _extend_log(before: Row, moves: NDArray[np.int64], number: Whole, after: Row) -> None:
    """Copies the log and writes the turn's two moves to its end; there is room for all turns of a game."""
    for word in range(layout.LOG, len(after)):
        after[word] = before[word]
    both = np.uint64(moves[0] - FIRST_WALK) | np.uint64(moves[1] - FIRST_WALK) << np.uint64(layout.LOG_BITS)
    place = np.uint64(number % layout.TURNS_PER_WORD * _BOTH)
    after[layout.LOG + number // layout.TURNS_PER_WORD] |= both << place


@kernel
def copy_board(source: Board, target: Board) -> None:
    """Makes one board the same as another but for ``seen`` and ``mark``."""
    copy_tokens(source, target)
    target.turn[0], target.key[0], target.ending[0] = source.turn[0], source.key[0], source.ending[0]
    target.logged[0] = source.logged[0]
    target.mark[0] += 1
    for number in range(source.logged[0] + 1):
        target.keys[number] = source.keys[number]
        target.seen[np.int64(source.keys[number] & SEEN_BITS)] = target.mark[0]


@kernel
def _play_games(
    rows: Rows,
    per_row: Whole,
    seed: np.uint64,
    max_steps: Whole,
    first: Whole,
    lengths: NDArray[np.int64],
    goals: NDArray[np.int16],
    made: NDArray[np.int64],
    gained: NDArray[np.int64],
    chosen: Whole,
    most: Whole,
) -> None:
    """Plays random games number ``first`` and following, ``per_row`` from each row; a goal of -1 marks those cut.

    ``made`` and ``gained``, unless empty, get for each row and move (Upper's, then Lower's) the games with it and its
    role's goals in them. Moves are drawn from all (``chosen`` is UNIFORM), or from the ``most`` first of a set.
    """
    start, board = new_board(), new_board()
    moves = np.zeros((2, layout.TURNS), dtype=np.int64)
    last_game = np.full(2 * layout.MOVES, -1, dtype=np.int64)
    found = np.zeros((2, MOST_CANDIDATES), dtype=np.int64)
    known: Whole = -1
    for game in range(len(lengths)):
        row, playout = (first + game) // per_row, (first + game) % per_row
        if row != known:
            read(rows[row], start)
            known = row
        copy_board(start, board)
        stream = begin(seed, row, playout)
        if chosen == UNIFORM:
            length = _play(board, stream, max_steps, moves)
        else:
            length = play_candidates(board, stream, max_steps, moves, chosen, most, found)
        lengths[game] = length
        _write_goals(board.ending[0], goals[game])
        if len(made):
            _count_moves(moves[:, :length], game, last_game, goals[game], made[row], gained[row])


@kernel
def play_rows(
    rows: Rows,
    per_row: Whole,
    seed: np.uint64,
    max_steps: Whole,
    first: Whole,
    lengths: NDArray[np.int64],
    goals: NDArray[np.int16],
    made: NDArray[np.int64],
    gained: NDArray[np.int64],
) -> None:
    """Plays uniformly random games, see ``_play_games``."""
    _play_games(rows, per_row, seed, max_steps, first, lengths, goals, made, gained, UNIFORM, 0)


@kernel
def play_greedy_rows(
    rows: Rows,
    per_row: Whole,
    seed: np.uint64,
    max_steps: Whole,
    first: Whole,
    lengths: NDArray[np.int64],
    goals: NDArray[np.int16],
    made: NDArray[np.int64],
    gained: NDArray[np.int64],
) -> None:
    """Plays games of moves from the GREEDY set."""
    _play_games(rows, per_row, seed, max_steps, first, lengths, goals, made, gained, GREEDY, MOST_GREEDY)


@kernel
def play_wide_rows(
    rows: Rows,
    per_row: Whole,
    seed: np.uint64,
    max_steps: Whole,
    first: Whole,
    lengths: NDArray[np.int64],
    goals: NDArray[np.int16],
    made: NDArray[np.int64],
    gained: NDArray[np.int64],
) -> None:
    """Plays games of moves from the WIDE set."""
    _play_games(rows, per_row, seed, max_steps, first, lengths, goals, made, gained, WIDE, MOST_WIDE)


@kernel
def _play(board: Board, stream: np.uint64, max_steps: Whole, moves: NDArray[np.int64]) -> Whole:
    """Plays on to the end, or for as many turns as may be; the number of turns, whose moves are written down."""
    length = 0
    while board.ending[0] == layout.GOING_ON and (max_steps == 0 or length < max_steps):
        stream, moves[0, length] = choose(board, 0, stream)
        stream, moves[1, length] = choose(board, 1, stream)
        advance(board, moves[0, length], moves[1, length])
        length += 1
    return length


@kernel
def play_candidates(
    board: Board,
    stream: np.uint64,
    max_steps: Whole,
    moves: NDArray[np.int64],
    chosen: Whole,
    most: Whole,
    found: NDArray[np.int64],
) -> Whole:
    """Plays on by moves of a set, ``_play`` otherwise; ``found`` is room for candidates."""
    length = 0
    while board.ending[0] == layout.GOING_ON and (max_steps == 0 or length < max_steps):
        stream, moves[0, length] = choose_candidate(board, 0, chosen, most, found, stream)
        stream, moves[1, length] = choose_candidate(board, 1, chosen, most, found, stream)
        advance(board, moves[0, length], moves[1, length])
        length += 1
    return length


@kernel
def _count_moves(
    moves: NDArray[np.int64],
    game: Whole,
    last_game: NDArray[np.int64],
    goals: NDArray[np.int16],
    made: NDArray[np.int64],
    gained: NDArray[np.int64],
) -> None:
    """Counts every move of a game once; ``last_game`` remembers where each was counted last."""
    for side in range(2):
        for move in moves[side]:
            place = side * layout.MOVES + move
            if last_game[place] != game:
                last_game[place] = game
                made[place] += 1
                gained[place] += max(0, goals[side])
