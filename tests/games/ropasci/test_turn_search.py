"""Turns as matrix games: beside the whole matrix of all legal moves, one turn ahead and two."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.engine.rows import Rows
from ludens.games.ropasci import Ropasci, position, turn_search
from ludens.games.ropasci.styles import Style, StyledValue
from ludens.games.ropasci.threats import Threats
from ludens.games.ropasci.turn_search import GAINED, LIKELY, Budget, TurnSearch, without_past
from ludens.search.matrix.game import solve

GAME = Ropasci()
SEARCH = TurnSearch(GAME.engine, Threats())
POSITIONS = [
    position("r 0 0, p 1 0", "r -2 0, s 0 2"),
    position("r 3 -3, r 4 -3, s 0 0", "s 4 -4, p 1 1"),
    position("p 0 0", "r 1 0", (1, 1)),
    position("s 0 0, r 0 1", "r 1 0, p -1 0", (2, 3)),
]


def whole_matrix(row: Rows) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """All legal moves of both sides, pair by pair."""
    upper, lower = (np.flatnonzero(table[0]) for table in GAME.engine.legal(row))
    rows = [GAME.engine.step(row, np.array([[one, other]])) for one in upper for other in lower]
    return np.asarray(Threats()(np.concatenate(rows)).reshape(len(upper), len(lower)))


@pytest.mark.parametrize("place", range(len(POSITIONS)))
def test_one_turn_ahead_nothing_legal_is_left_out(place: int) -> None:
    row = GAME.pack([POSITIONS[place]])
    turn, exact = SEARCH.one_turn(row, Budget()), solve(whole_matrix(row))
    assert turn.found.value == pytest.approx(exact.value, abs=GAINED + LIKELY)
    assert turn.matrix.shape == (len(turn.moves[0]), len(turn.moves[1]))
    assert turn.positions > turn.matrix.size
    assert turn.worth(0) @ turn.chances(0) == pytest.approx(turn.found.value)
    assert turn.worth(1) @ turn.chances(1) == pytest.approx(1 - turn.found.value)


def test_two_turns_ahead_each_pair_is_a_matrix_game() -> None:
    row = GAME.pack([POSITIONS[1]])
    first = SEARCH.one_turn(row, Budget())
    turn = SEARCH.two_turns(row, first, 4, Budget())
    assert turn.depth == 2
    assert turn.matrix.shape == (4, 4)
    likeliest = first.moves[0][first.chances(0).argmax()]
    assert likeliest in turn.moves[0]
    for i, upper in enumerate(turn.moves[0]):
        for j, lower in enumerate(turn.moves[1]):
            child = GAME.engine.step(row, np.array([[upper, lower]]))
            if GAME.engine.outcome(child)[0][0]:
                expected = Threats()(child)[0]
            else:
                expected = SEARCH.candidates_only(child, Budget()).found.value
            assert turn.matrix[i, j] == pytest.approx(expected)


def test_a_repetition_is_seen_two_turns_ahead() -> None:
    """A position that came before is nearer to a draw, by as much as it is one turn ahead."""
    state = POSITIONS[1]
    row = GAME.pack([state])
    first = SEARCH.one_turn(row, Budget())
    plain = SEARCH.two_turns(row, first, 4, Budget())
    joint = np.array([[plain.moves[0][1], plain.moves[1][2]]])
    child = GAME.unpack(GAME.engine.step(row, joint))[0]
    value = StyledValue(Style(repeated=0.5), 0, [child.tokens])
    near = SEARCH.two_turns(row, first, 4, Budget(), value)
    changed = np.argwhere(~np.isclose(near.matrix, plain.matrix))
    assert changed.tolist() == [[1, 2]]


def test_batches_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    row = GAME.pack([POSITIONS[3]])
    whole = SEARCH.candidates_only(row, Budget()).matrix
    monkeypatch.setattr(turn_search, "BATCH", 7)
    assert SEARCH.candidates_only(row, Budget()).matrix == pytest.approx(whole)


def test_a_budget_ends_the_search_for_answers() -> None:
    row = GAME.pack([POSITIONS[3]])
    budget = Budget(positions=10)
    assert SEARCH.one_turn(row, budget).matrix.size == budget.used
    late = Budget(until=0.0)
    assert SEARCH.one_turn(row, late).matrix.size == late.used


def test_positions_without_a_past_are_the_same_otherwise() -> None:
    state = GAME.initial_state()
    for moves in (("(throw r 4 -2)", "(throw s -4 2)"), ("(slide 4 -2 3 -2)", "(slide -4 2 -3 2)")):
        state = GAME.next_state(state, moves)
    assert state.earlier
    (found,) = GAME.unpack(without_past(GAME.pack([state])))
    assert (found.tokens, found.throws, found.turn, found.earlier) == (state.tokens, state.throws, state.turn, ())
