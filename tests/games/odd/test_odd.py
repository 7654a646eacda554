"""Odd: game and engine against plain Python, and the facts of its rules."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest

import ludens
from ludens.engine.kernels.bits import count, lowest, nth
from ludens.game import GoalError, IllegalMoveError
from ludens.games.hexagon.cells import FULL, SYMMETRIES
from ludens.games.odd import Odd, OddState, canonical, cell_number, groups, symmetric
from tests.games.odd import twin

GAME = Odd()


def state_of(board: twin.Board) -> OddState:
    white, black = (sum(1 << cell_number(*cell) for cell in board if board[cell] == c) for c in ("white", "black"))
    return OddState(white, black)


def random_states(number: int, rng: random.Random) -> list[OddState]:
    return [state_of(twin.random_board(rng.randrange(62), rng)) for _ in range(number)]


def test_random_positions_agree_with_the_twin() -> None:
    rng = random.Random(1)
    boards = [twin.random_board(rng.choice((*range(62), 61, 61)), rng) for _ in range(2_000)]
    for board in boards:
        state = state_of(board)
        assert GAME.text(state) == twin.text(board)
        assert GAME.is_terminal(state) == (len(board) == 61)
        assert len(groups(state)) == twin.groups(board)
        for role in (0, 1):
            assert GAME.legal_moves(state, role) == tuple(sorted(twin.legal(board, role)))
        if len(board) == 61:
            assert GAME.goals(state) == twin.goals(board)


@pytest.mark.parametrize("positions", [1_500, pytest.param(10_000, marks=pytest.mark.slow)])
def test_the_engine_agrees_with_the_twin_on_many_positions(positions: int) -> None:
    rng = random.Random(2)
    boards = [twin.random_board(61 if rng.random() < 0.6 else rng.randrange(61), rng) for _ in range(positions)]
    rows = GAME.pack([state_of(board) for board in boards])
    terminal, goals = GAME.engine.outcome(rows)
    legal = GAME.engine.legal(rows)
    for number, board in enumerate(boards):
        assert terminal[number] == (len(board) == 61)
        assert tuple(goals[number]) == (twin.goals(board) if len(board) == 61 else (-1, -1))
        for role in (0, 1):
            names = [GAME.engine.moves(role)[move] for move in np.flatnonzero(legal[role][number])]
            assert sorted(names) == sorted(twin.legal(board, role))


def test_steps_of_the_engine_agree_with_the_game() -> None:
    rng = random.Random(3)
    states = [state for state in random_states(3_000, rng) if not GAME.is_terminal(state)]
    texts = [[rng.choice(GAME.legal_moves(state, role)) for role in (0, 1)] for state in states]
    names = [GAME.engine.moves(role) for role in (0, 1)]
    joint = np.array([[names[role].index(move) for role, move in enumerate(moves)] for moves in texts])
    following = GAME.engine.step(GAME.pack(states), joint)
    assert GAME.unpack(following) == [GAME.next_state(s, moves) for s, moves in zip(states, texts, strict=True)]
    assert GAME.unpack(GAME.pack(states)) == states


@pytest.mark.parametrize(
    ("moves", "named"),
    [
        (("(white 0 0)", "noop"), "(white 0 0)"),
        (("(black 0 0)", "noop"), "(black 0 0)"),
        (("noop", "noop"), "noop"),
        (("(white 5 5)", "noop"), "(white 5 5)"),
        (("(white 1 1)", "(white 2 2)"), "(white 2 2)"),
    ],
)
def test_illegal_moves_are_named(moves: tuple[str, str], named: str) -> None:
    two = GAME.next_state(GAME.next_state(OddState(), ("(white 0 0)", "noop")), ("noop", "(black 4 4)"))
    with pytest.raises(IllegalMoveError) as caught:
        GAME.next_state(two, moves)
    assert caught.value.move == named
    names = [GAME.engine.moves(role) for role in (0, 1)]
    if all(move in names[role] for role, move in enumerate(moves)):
        with pytest.raises(IllegalMoveError) as caught:
            GAME.engine.step(GAME.pack([two]), np.array([[names[role].index(move) for role, move in enumerate(moves)]]))
        assert caught.value.move == named


def test_nothing_is_legal_at_the_end_and_there_are_no_goals_before_it() -> None:
    end = OddState(FULL, 0)
    with pytest.raises(IllegalMoveError, match="Legal: none"):
        GAME.next_state(end, ("(white 0 0)", "noop"))
    with pytest.raises(IllegalMoveError, match="Legal: none"):
        GAME.engine.step(GAME.pack([end]), np.array([[0, 122]]))
    with pytest.raises(GoalError):
        GAME.goals(OddState())
    with pytest.raises(ValueError, match="2 roles"):
        GAME.next_state(OddState(), ("(white 0 0)",))


def test_the_final_boards_of_the_rules() -> None:
    one_colour = state_of(twin.full(twin.CELLS))
    rows = state_of(twin.full((a, b) for a, b in twin.CELLS if b % 2 == 0))
    halves = state_of(twin.full((a, b) for a, b in twin.CELLS if b >= 0))
    assert [len(groups(state)) for state in (one_colour, rows, halves)] == [1, 9, 2]
    assert sorted(group.bit_count() for group in groups(halves)) == [26, 35]
    assert [GAME.goals(state) for state in (one_colour, rows, halves)] == [(100, 0), (100, 0), (0, 100)]
    _, goals = GAME.engine.outcome(GAME.pack([one_colour, rows, halves]))
    assert goals[:, 0].tolist() == [100, 100, 0]


def test_choices_shrink_by_two_and_positions_are_counted() -> None:
    state = GAME.initial_state()
    rng = random.Random(4)
    for stones in range(61):
        moves = GAME.legal_moves(state, stones % 2)
        assert len(moves) == 122 - 2 * stones
        joint = [rng.choice(moves), "noop"]
        state = GAME.next_state(state, joint if stones % 2 == 0 else joint[::-1])
    assert GAME.is_terminal(state)
    firsts = {GAME.next_state(OddState(), (move, "noop")) for move in GAME.legal_moves(OddState(), 0)}
    seconds = {GAME.next_state(first, ("noop", move)) for first in firsts for move in GAME.legal_moves(first, 1)}
    assert (len(firsts), len(seconds)) == (122, 7_320)


def test_sequences_and_positions_to_the_third_ply_by_the_engine() -> None:
    rows = GAME.engine.initial()
    sequences = []
    for _ in range(3):
        legal = GAME.engine.legal(rows)
        sequences.append(int((legal[0].sum(axis=1) * legal[1].sum(axis=1)).sum()))
        places, first, second = (table for table in _joint(legal))
        rows = GAME.engine.step(rows[places], np.stack([first, second], axis=1))
    assert sequences == [122, 14_640, 1_727_520]
    assert len(np.unique(rows, axis=0)) == 287_920


def _joint(legal: list[np.typing.NDArray[np.bool_]]) -> tuple[np.typing.NDArray[np.int64], ...]:
    pairs = legal[0][:, :, None] & legal[1][:, None, :]
    return tuple(np.asarray(found) for found in np.nonzero(pairs))


def test_there_are_24_symmetries_that_change_nothing_that_matters() -> None:
    rng = random.Random(5)
    assert len(set(SYMMETRIES)) == 12
    for state in random_states(150, rng):
        images = symmetric(state)
        assert len(images) == 24
        assert images[0] == state
        assert {canonical(image) for image in images} == {canonical(state)}
        for image in images:
            assert len(groups(image)) == len(groups(state))
            for role in (0, 1):
                assert len(GAME.legal_moves(image, role)) == len(GAME.legal_moves(state, role))
    generic = next(state for state in random_states(50, rng) if 20 < state.stones < 40)
    assert len(set(symmetric(generic))) == 24


def test_symmetric_boards_end_alike_in_the_engine() -> None:
    rng = random.Random(6)
    boards = [state_of(twin.random_board(61, rng)) for _ in range(100)]
    _, goals = GAME.engine.outcome(GAME.pack([image for board in boards for image in symmetric(board)]))
    assert (goals.reshape(100, 24, 2) == goals.reshape(100, 24, 2)[:, :1]).all()


def test_random_play_has_the_known_distribution() -> None:
    engine, number = GAME.engine, 400_000
    found = engine.playouts(engine.initial(), number, 7)
    assert found.finished[0] == number
    assert found.steps[0] == 61 * number
    share = found.reached[0][0, 1] / number
    assert abs(share - 0.539) < 0.002
    assert (found.goals.sum(axis=1) == 100 * number).all()


def test_random_fillings_have_the_known_numbers_of_groups() -> None:
    rng = random.Random(8)
    number = 6_000
    whites = [rng.getrandbits(61) for _ in range(number)]
    counts = Counter(len(groups(OddState(white, FULL & ~white))) for white in whites)
    for groups_there, share in zip(range(1, 7), (0.0017, 0.1474, 0.4934, 0.3131, 0.0436, 0.0009), strict=True):
        assert abs(counts[groups_there] / number - share) < 4 * (share * (1 - share) / number) ** 0.5 + 1e-3


def test_playouts_fill_the_board_fairly_and_count_moves() -> None:
    engine, number = GAME.engine, 60_000
    start = GAME.pack([state_of({(0, 0): "white"})])
    found = engine.playouts(start, number, 9, amaf=True)
    assert found.played is not None
    for role, stones in ((0, 30), (1, 30)):
        made, gained = (table[0] for table in found.played[role])
        assert made[:122].sum() == number * stones
        assert made[122] == number
        assert made[cell_number(0, 0)] == made[61 + cell_number(0, 0)] == 0
        usual = number * stones / 120
        used = np.delete(made[:122], [cell_number(0, 0), 61 + cell_number(0, 0)])
        assert np.abs(used - usual).max() < 6 * usual**0.5
        assert gained[122] == found.goals[0, role]
        assert (gained <= 100 * made).all()


def test_playouts_can_be_cut() -> None:
    engine = GAME.engine
    found = engine.playouts(engine.initial(), 100, 1, max_steps=60, amaf=True)
    assert (found.finished[0], found.cut[0], found.steps[0]) == (0, 100, 6_000)
    assert found.goals.tolist() == [[0, 0]]
    assert found.played is not None
    assert found.played[0][0][0, :122].sum() == 3_000
    assert engine.playouts(engine.initial(), 100, 1, max_steps=61).finished[0] == 100


def test_bits_are_counted_and_found() -> None:
    rng = random.Random(11)
    with np.errstate(over="ignore"):
        for bits in (rng.getrandbits(64) & rng.getrandbits(64) | 1 << rng.randrange(64) for _ in range(300)):
            places = [place for place in range(64) if bits >> place & 1]
            assert count(np.uint64(bits)) == len(places)
            assert lowest(np.uint64(bits)) == places[0]
            assert [nth(np.uint64(bits), n) for n in range(len(places))] == places
        assert count(np.uint64(0)) == 0


def test_loading() -> None:
    game = ludens.load("odd")
    assert isinstance(game, Odd)
    assert all(a != b for a, b in itertools.pairwise(game.engine.moves(0)))
    with pytest.raises(ludens.UnknownNameError):
        ludens.load("odd(size=5)")
