"""RoPaSci 360: turns solved as matrix games in compiled code, one, two or three turns ahead.

``solve_turn`` looks one turn ahead and leaves nothing legal out: both sides begin with candidates, the game between
those is solved, and each side adds its best answers from all legal moves, until they gain nothing (a double oracle:
McMahan, Gordon and Blum 2003). ``pair_values`` says what given pairs of moves are worth: what the position that follows
is worth at once (depth 0), by an equilibrium of its candidates (1), or by one whose entries are such equilibria (2).
Where the rules are known to the past of a game, a position that comes for the second time is nearer to a draw, and the
third time ends the game; further ahead there is no past.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Truth, Whole, lowest
from ludens.engine.kernels.compiling import kernel, part
from ludens.games.ropasci import layout
from ludens.games.ropasci.board import (
    FIRST_WALK,
    Board,
    add,
    copy_tokens,
    ending,
    fight,
    lift,
    new_board,
    occupied,
    target_of,
)
from ludens.games.ropasci.heuristics import (
    MOST_CANDIDATES,
)
from ludens.games.ropasci.kernels import read
from ludens.games.ropasci.network import FIGURES, Judge, worth
from ludens.games.ropasci.turn_moves import GUESSES, MOST_LEGAL, legal_moves, some_moves
from ludens.search.matrix.simplex import equilibrium

Floats = NDArray[np.float64]
Moves = NDArray[np.int64]
Row = NDArray[np.uint64]

MOST_MOVES = 48
"""Moves of a side that one turn has room for."""

LIKELY = 1e-3
"""Moves of a smaller chance are left out where answers to a strategy are looked for."""

GAINED = 1e-3
"""An answer that gains less is none."""


class Solved(NamedTuple):
    """Room for a turn that is solved: both sides' moves, what each pair is worth to Upper, and chances of the moves."""

    moves: Moves
    matrix: Floats
    chances: Floats


@part
def new_solved(most: Whole) -> Solved:
    return Solved(np.zeros((2, most), dtype=np.int64), np.zeros((most, most)), np.zeros((2, most)))


@part
def _endgame(board: Board, turn: Whole, judge: Judge, draw: float) -> float:
    """What a position with one token against two and no throws is worth."""
    upper = board.tokens[0] + board.tokens[1] + board.tokens[2]
    hunter = 0 if upper == 1 else 1
    prey = occupied(board, 1 - hunter)
    first = lowest(prey)
    prey &= prey - ONE
    second = lowest(prey) if prey else first
    left, row = layout.TURNS - turn, -1
    while row + 1 < len(judge.turns) and judge.turns[row + 1] <= left:
        row += 1
    chance = judge.chances[row, lowest(occupied(board, hunter)), first, second] / 65535.0 if row >= 0 else 0.0
    return draw + chance * (1.0 - hunter - draw)


@part
def _after(board: Board, upper: Whole, lower: Whole, following: Board) -> Whole:
    """Makes both moves on another board; how often what follows has occurred by then, as far as the board knows."""
    copy_tokens(board, following)
    following.key[0] = board.key[0]
    kinds = (lift(following, 0, upper), lift(following, 1, lower))
    cells = (target_of(upper), target_of(lower))
    add(following, kinds[0], cells[0])
    add(following, kinds[1], cells[1])
    fought = fight(following, cells[0])
    fought = fight(following, cells[1]) or fought
    following.turn[0] = board.turn[0] + 1
    following.logged[0] = 0
    times = 1
    if not (fought or upper < FIRST_WALK or lower < FIRST_WALK) and board.logged[0] > 0:
        for number in range(board.logged[0] + 1):
            times += board.keys[number] == following.key[0]
    following.keys[0] = following.key[0]
    following.ending[0] = ending(following.tokens, following.throws, following.turn[0], times)
    return times


@part
def _at_the_end(end: Whole, draw: float) -> float:
    return 1.0 if end == layout.UPPER_WINS else 0.0 if end == layout.LOWER_WINS else draw


@part
def _at_once(board: Board, judge: Judge, figures: Floats) -> float:
    """What a position is worth without looking further."""
    end, draw = board.ending[0], judge.taste[0]
    if end != layout.GOING_ON:
        return _at_the_end(end, draw)
    if board.throws[0] == layout.THROWS and board.throws[1] == layout.THROWS:
        total = 0
        for kind in range(6):
            total += board.tokens[kind]
        if total == 3:
            return _endgame(board, board.turn[0], judge, draw)
    return worth(board, board.turn[0], figures, judge)


@part
def _again(value: float, times: Whole, judge: Judge) -> float:
    return value + judge.taste[1] * (judge.taste[0] - value) if times == 2 else value


@kernel
def pair_value(board: Board, upper: Whole, lower: Whole, following: Board, judge: Judge, figures: Floats) -> float:
    """What a pair of moves is worth to Upper at once."""
    times = _after(board, upper, lower, following)
    value = _at_once(following, judge, figures)
    return _again(value, times, judge) if following.ending[0] == layout.GOING_ON else value


@kernel
def mixed(matrix: Floats, row: Floats, column: Floats) -> float:
    """The value of a matrix game; writes both players' chances."""
    rows, columns = matrix.shape
    low, low_row, high, high_column = -1.0, 0, 2.0, 0
    for i in range(rows):
        least = matrix[i, 0]
        for j in range(1, columns):
            least = min(least, matrix[i, j])
        if least > low:
            low, low_row = least, i
    for j in range(columns):
        most = matrix[0, j]
        for i in range(1, rows):
            most = max(most, matrix[i, j])
        if most < high:
            high, high_column = most, j
    row[:] = 0.0
    column[:] = 0.0
    if low >= high:
        row[low_row], column[high_column] = 1.0, 1.0
        return low
    bounds = np.empty(2)
    tableau = np.empty((rows + 1, columns + 1))
    basic, free = np.empty(rows, dtype=np.int64), np.empty(columns, dtype=np.int64)
    equilibrium(matrix, tableau, basic, free, row, column, bounds)
    value: float = 0.5 * (bounds[0] + bounds[1])
    return value


@kernel
def _one_ahead(board: Board, following: Board, judge: Judge, figures: Floats, most: Whole, room: Moves) -> float:
    """What a position is worth by an equilibrium of candidates."""
    if board.ending[0] != layout.GOING_ON:
        return _at_the_end(board.ending[0], judge.taste[0])
    upper = some_moves(board, 0, most, room[0:2], room[2], room[3])
    lower = some_moves(board, 1, most, room[0:2], room[2], room[4])
    matrix = np.empty((upper, lower))
    for i in range(upper):
        for j in range(lower):
            matrix[i, j] = pair_value(board, room[3, i], room[4, j], following, judge, figures)
    return mixed(matrix, np.empty(upper), np.empty(lower))


@part
def _best(chances: Floats, worths: Floats, total: Whole, kept: Whole, places: Moves) -> Whole:
    """Writes the places of the likeliest moves, then of those that are worth most; how many."""
    taken = np.zeros(total, dtype=np.bool_)
    kept = min(total, kept)
    for number in range(kept):
        found = -1
        for place in range(total):
            if taken[place]:
                continue
            if found < 0:
                found = place
                continue
            here = chances[place] if chances[place] > LIKELY else 0.0
            there = chances[found] if chances[found] > LIKELY else 0.0
            if here > there or (here == there and worths[place] > worths[found]):
                found = place
        taken[found] = True
        places[number] = found
    return kept


@kernel
def _two_ahead(
    board: Board,
    boards: tuple[Board, Board],
    judge: Judge,
    figures: Floats,
    most: Whole,
    kept: Whole,
    room: Moves,
) -> float:
    """What a position is worth by an equilibrium of the best candidates, each pair of which is solved."""
    if board.ending[0] != layout.GOING_ON:
        return _at_the_end(board.ending[0], judge.taste[0])
    moves = np.empty((2, most + GUESSES), dtype=np.int64)
    upper = some_moves(board, 0, most, room[0:2], room[2], moves[0])
    lower = some_moves(board, 1, most, room[0:2], room[2], moves[1])
    matrix = np.empty((upper, lower))
    for i in range(upper):
        for j in range(lower):
            matrix[i, j] = pair_value(board, moves[0, i], moves[1, j], boards[0], judge, figures)
    row, column = np.empty(upper), np.empty(lower)
    mixed(matrix, row, column)
    places = np.empty((2, most + GUESSES), dtype=np.int64)
    worths = np.zeros((2, most + GUESSES))
    for i in range(upper):
        for j in range(lower):
            worths[0, i] += column[j] * matrix[i, j]
            worths[1, j] -= row[i] * matrix[i, j]
    upper, lower = _best(row, worths[0], upper, kept, places[0]), _best(column, worths[1], lower, kept, places[1])
    deeper = np.empty((upper, lower))
    for i in range(upper):
        for j in range(lower):
            _after(board, moves[0, places[0, i]], moves[1, places[1, j]], boards[0])
            deeper[i, j] = _one_ahead(boards[0], boards[1], judge, figures, most, room)
    return mixed(deeper, np.empty(upper), np.empty(lower))


@kernel
def pair_values(row: Row, pairs: Moves, depth: Whole, most: Whole, kept: Whole, judge: Judge, values: Floats) -> None:
    """Writes what pairs of legal moves, shape (pairs, 2), are worth to Upper.

    ``most``: candidates of a side further ahead. ``kept``: of those, with a depth of 2, how many are looked at deeper.
    """
    board, following, boards = new_board(), new_board(), (new_board(), new_board())
    figures, room = np.empty((2, FIGURES)), np.zeros((5, MOST_CANDIDATES + MOST_LEGAL), dtype=np.int64)
    read(row, board)
    for number in range(len(pairs)):
        if depth == 0:
            values[number] = pair_value(board, pairs[number, 0], pairs[number, 1], following, judge, figures)
            continue
        times = _after(board, pairs[number, 0], pairs[number, 1], following)
        if depth == 1:
            value = _one_ahead(following, boards[0], judge, figures, most, room)
        else:
            value = _two_ahead(following, boards, judge, figures, most, kept, room)
        values[number] = _again(value, times, judge) if following.ending[0] == layout.GOING_ON else value


@part
def _gain(
    board: Board,
    side: Whole,
    move: Whole,
    following: Board,
    judge: Judge,
    figures: Floats,
    solved: Solved,
    sizes: Moves,
) -> float:
    """What a move is worth to Upper against the chances of the other side."""
    total, weight = 0.0, 0.0
    for other in range(sizes[1 - side]):
        chance = solved.chances[1 - side, other]
        if chance > LIKELY:
            against = solved.moves[1 - side, other]
            upper, lower = (move, against) if side == 0 else (against, move)
            total += chance * pair_value(board, upper, lower, following, judge, figures)
            weight += chance
            sizes[2] += 1
    return total / max(weight, LIKELY)


@part
def _known(solved: Solved, side: Whole, total: Whole, move: Whole) -> Truth:
    for place in range(total):
        if solved.moves[side, place] == move:
            return True
    return False


@kernel
def solve_board(
    board: Board,
    following: Board,
    judge: Judge,
    figures: Floats,
    room: Moves,
    solved: Solved,
    sizes: Moves,
    limits: Moves,
) -> float:
    """The value of a turn to Upper; ``sizes`` gets how many moves each side has, and the positions looked at.

    ``limits``: candidates of a side, rounds of answers, and answers that a side adds at a time. ``figures`` and
    ``room`` are room to work in.
    """
    new, value = np.zeros(2, dtype=np.int64), 0.0
    gains, answers = np.empty(limits[2]), np.empty(limits[2], dtype=np.int64)
    sizes[0], sizes[1], sizes[2] = 0, 0, 0
    for side in range(2):
        new[side] = some_moves(board, side, limits[0], room[0:2], room[2], solved.moves[side])
    for number in range(limits[1] + 1):
        for i in range(new[0]):
            for j in range(new[1]):
                if i >= sizes[0] or j >= sizes[1]:
                    upper, lower = solved.moves[0, i], solved.moves[1, j]
                    solved.matrix[i, j] = pair_value(board, upper, lower, following, judge, figures)
                    sizes[2] += 1
        sizes[0], sizes[1] = new[0], new[1]
        value = _chances(solved, sizes)
        if number == limits[1]:
            break
        for side in range(2):
            sign = 1.0 - 2.0 * side
            gains[:] = GAINED
            answers[:] = -1
            for place in range(legal_moves(board, side, room[2])):
                move = room[2, place]
                if not _known(solved, side, sizes[side], move):
                    gain = sign * (_gain(board, side, move, following, judge, figures, solved, sizes) - value)
                    _insert(gains, answers, gain, move)
            for rank in range(len(answers)):
                if answers[rank] >= 0 and new[side] < MOST_MOVES:
                    solved.moves[side, new[side]] = answers[rank]
                    new[side] += 1
        if new[0] == sizes[0] and new[1] == sizes[1]:
            break
    return value


@part
def _chances(solved: Solved, sizes: Moves) -> float:
    """Solves the matrix of the moves so far."""
    matrix = np.empty((sizes[0], sizes[1]))
    row, column = np.empty(sizes[0]), np.empty(sizes[1])
    for i in range(sizes[0]):
        for j in range(sizes[1]):
            matrix[i, j] = solved.matrix[i, j]
    value = mixed(matrix, row, column)
    for i in range(sizes[0]):
        solved.chances[0, i] = row[i]
    for j in range(sizes[1]):
        solved.chances[1, j] = column[j]
    return value


@part
def _insert(gains: Floats, answers: Moves, gain: float, move: Whole) -> None:
    """Keeps the best answers, best first."""
    place = len(answers)
    while place > 0 and gain > gains[place - 1]:
        place -= 1
        if place + 1 < len(answers):
            gains[place + 1], answers[place + 1] = gains[place], answers[place]
    if place < len(answers):
        gains[place], answers[place] = gain, move


@kernel
def solve_turn(row: Row, judge: Judge, solved: Solved, sizes: Moves, limits: Moves) -> float:
    """``solve_board`` for a position in a row."""
    board, following = new_board(), new_board()
    figures, room = np.empty((2, FIGURES)), np.zeros((5, MOST_CANDIDATES + MOST_LEGAL), dtype=np.int64)
    read(row, board)
    return solve_board(board, following, judge, figures, room, solved, sizes, limits)
