"""The solved endgame beside the rules: what a position is worth follows from all pairs of legal moves."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ludens.games.hexagon.cells import CELLS, PLACES
from ludens.games.ropasci import Ropasci, RopasciState, position
from ludens.games.ropasci.endgame import (
    SCALE,
    classes,
    endgame_table,
    endgames_among,
    prey_moves,
    turn_matrix,
)
from ludens.games.ropasci.layout import TURNS
from ludens.games.ropasci.styles import Style, StyledValue
from ludens.search.matrix.game import solve

GAME = Ropasci()
SYMBOLS = (("r", "s"), ("p", "r"), ("s", "p"))


def placed(cells: tuple[int, int, int], upper_hunts: bool, symbols: tuple[str, str], left: int) -> RopasciState:
    hunter, *others = (PLACES[cell] for cell in cells)
    one, two = f"{symbols[0]} {hunter[0]} {hunter[1]}", ", ".join(f"{symbols[1]} {r} {q}" for r, q in others)
    return position(*((one, two) if upper_hunts else (two, one)), turn=TURNS - left)


def random_cells(rng: random.Random) -> tuple[int, int, int]:
    """Close to each other, now and then on the same cell, never on the hunter's."""
    hunter = rng.randrange(CELLS)
    others = [cell for cell in range(CELLS) if cell != hunter]
    return hunter, rng.choice(others), rng.choice(others)


@pytest.mark.parametrize("left", [2, 4])
def test_each_position_is_a_matrix_game_of_those_that_follow(left: int) -> None:
    """By all legal moves of the rules, the table being asked for one turn less: from 2 to 1, and less than 4 from 2."""
    rng, table = random.Random(left), endgame_table()
    row = int(np.searchsorted(table.turns, left))
    for number in range(12):
        upper_hunts, symbols = number % 2 == 0, SYMBOLS[number % 3]
        state = placed(random_cells(rng), upper_hunts, symbols, left)
        hunter, other = (0, 1) if upper_hunts else (1, 0)
        matrix = []
        for own in GAME.legal_moves(state, hunter):
            line = []
            for theirs in GAME.legal_moves(state, other):
                following = GAME.next_state(state, (own, theirs) if upper_hunts else (theirs, own))
                if GAME.is_terminal(following):
                    line.append(float(GAME.goals(following)[hunter] == 100))
                else:
                    found = endgames_among(GAME.pack([following]))
                    line.append(float(table.chances[row - 1, *found.cells[0]]) / SCALE)
            matrix.append(line)
        cells = endgames_among(GAME.pack([state])).cells[0]
        exact, kept = solve(matrix).value, float(table.chances[row, *cells]) / SCALE
        assert exact == pytest.approx(kept, abs=1e-4) if left == 2 else exact <= kept + 1e-4


def test_the_moves_of_the_two_are_those_of_the_rules() -> None:
    rng = random.Random(3)
    for _ in range(30):
        _, one, other = cells = random_cells(rng)
        state = placed(cells, True, ("r", "s"), 9)
        after = set()
        for move in GAME.legal_moves(state, 1):
            words = move.strip("()").split()
            source, target = (PLACES.index((int(words[n]), int(words[n + 1]))) for n in (1, 3))
            left = [one, other]
            left.remove(source)
            after.add(tuple(sorted((*left, target))))
        assert after == set(prey_moves(one, other))


def test_classes_are_those_of_symmetric_positions() -> None:
    cells, numbers = classes()
    assert numbers.shape == (CELLS, CELLS, CELLS)
    assert (numbers[tuple(cells.T)] == np.arange(len(cells))).all()
    assert (numbers == numbers.transpose(0, 2, 1)).all()
    assert CELLS**3 / 24 < len(cells) < CELLS**3 / 24 * 1.3


def test_chances_grow_with_the_turns_and_a_capture_is_certain_where_none_can_flee() -> None:
    table = endgame_table()
    assert (np.diff(table.chances.astype(np.int64), axis=0) >= -1).all()  # they are rounded down
    assert table.chances.max() > 0.99 * SCALE
    matrix = turn_matrix(np.zeros((CELLS,) * 3), 30, 31, 31)
    assert matrix.max() == 1.0


def test_values_go_from_a_draw_to_a_win() -> None:
    state = placed((30, 31, 10), False, ("p", "r"), 100)
    value, found = StyledValue(Style(), 0), endgames_among(GAME.pack([state]))
    capture = float(endgame_table().capture(found.cells, found.left)[0])
    assert value(GAME.pack([state]))[0] == pytest.approx(0.5 - capture / 2)
    assert StyledValue(Style(draw=0.2), 0)(GAME.pack([state]))[0] == pytest.approx(0.2 * (1 - capture))
    assert StyledValue(Style(), 0, endgames=False)(GAME.pack([state]))[0] < 0.5


def test_other_positions_are_not_looked_up() -> None:
    states = [
        GAME.initial_state(),
        position("r 0 0, p 1 0", "r -2 0, s 0 2"),
        position("r 0 0", "s 2 0, s 3 0", (8, 9)),
        position("r 0 0", "r 2 0, s 3 0"),
    ]
    assert not len(endgames_among(GAME.pack(states)).places)
