"""Puzzles are what they claim to be: few moves are good, all others are worse, by brute force."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from ludens.game import Decision, JointMove, MoveReport, random_joint_move
from ludens.games.loading import load
from ludens.teaching.passing import passed
from ludens.teaching.puzzles import (
    CLEARLY,
    MOST_STEPS,
    NoPuzzles,
    Puzzle,
    PuzzleMaker,
    by_search,
    puzzles,
    searched,
    sole_actor,
)
from ludens.teaching.words import task
from tests.brute_force import Paranoid
from tests.random_games import random_table_game


def check(game: Any, puzzle: Puzzle, paranoid: Paranoid) -> None:
    """Compares a proven puzzle with the value of every move in it."""
    state = game.initial_state()
    for joint in puzzle.moves:
        state = game.next_state(state, joint)
    assert 1 <= len(puzzle.steps) <= MOST_STEPS
    for number, step in enumerate(puzzle.steps):
        assert sole_actor(game, state) == puzzle.role
        worth = {move: paranoid.after_move(state, move) for move in game.legal_moves(state, puzzle.role)}
        assert {move for move, points in worth.items() if points >= puzzle.points} == set(step.good)
        assert all(worth[move] == puzzle.points for move in step.good)
        if number == 0:
            assert max(points for move, points in worth.items() if move not in step.good) <= puzzle.worse
            assert puzzle.worse < puzzle.points
        else:
            assert len(step.good) == 1
        assert step.line[0][puzzle.role] == step.good[0]
        for joint in step.line:
            state = game.next_state(state, joint)
            assert paranoid.value(state) >= puzzle.points, "the line keeps what the move makes sure of"


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim"])
def test_puzzles_of_games_have_the_solutions_that_brute_force_finds(name: str) -> None:
    game = load(name)
    paranoid = [Paranoid(game, role) for role in range(len(game.info.roles))]
    found = [puzzle for puzzle in islice(puzzles(game, seed=4), 12) if puzzle is not None]
    assert len(found) > 4
    for puzzle in found:
        check(game, puzzle, paranoid[puzzle.role])
        assert "proven" in task(puzzle, game.info)


def test_positions_of_random_games_are_puzzles_where_brute_force_says_so() -> None:
    numbers, found = random.Random(5), 0
    for seed in range(80):
        game = random_table_game(seed, open_start=True)
        maker, state, moves = PuzzleMaker(game), game.initial_state(), list[JointMove]()
        while not game.is_terminal(state):
            role = sole_actor(game, state)
            puzzle = None if role is None else maker.of_position(moves, role)
            if role is not None:
                paranoid = Paranoid(game, role)
                worth = [paranoid.after_move(state, move) for move in game.legal_moves(state, role)]
                good = worth.count(max(worth))
                assert (puzzle is not None) == (max(worth) > 0 and good < len(worth))
                if puzzle is not None:
                    check(game, puzzle, paranoid)
                    found += 1
            joint = random_joint_move(game, state, numbers)
            moves.append(joint)
            state = game.next_state(state, joint)
    assert found > 10


def test_a_mistake_becomes_a_puzzle_and_its_refutation_is_on_the_board() -> None:
    game = load("tic_tac_toe")
    maker = PuzzleMaker(game)
    moves = [("(mark 1 1)", "noop"), ("noop", "(mark 1 2)"), ("(mark 2 2)", "noop")]
    puzzle = maker.of_position(moves, 1)
    assert puzzle is None, "every move loses"
    puzzle = maker.of_position(moves[:1], 1)
    assert puzzle is not None
    assert puzzle.steps[0].good == ("(mark 2 2)",)
    state = game.next_state(game.initial_state(), moves[0])
    after = game.next_state(state, maker.worst_case(state, 1, "(mark 1 2)"))
    (reply,) = maker.replies(after, 1)
    assert Paranoid(game, 1).value(game.next_state(after, reply)) == 0, "the answer is one that punishes the move"


def test_a_searched_puzzle_needs_one_move_that_is_clearly_better() -> None:
    def reports(*values: float) -> Decision:
        return Decision(
            "a", moves=tuple(MoveReport(name, 10, value) for name, value in zip("abcd", values, strict=False))
        )

    found = searched([], 0, reports(80, 40, 30))
    assert found is not None
    assert found.steps[0].good == ("a",)
    assert not found.proven
    assert found.worse == 40
    assert searched([], 0, reports(80, 70, 30)) is None
    assert searched([], 0, reports(80, 78, 30)) is None
    assert searched([], 0, reports(80, 20)) is None


def test_there_are_no_puzzles_where_something_is_hidden() -> None:
    poker = load("kuhn_poker")
    assert list(puzzles(poker)) == []
    assert PuzzleMaker(poker).reason is NoPuzzles.HIDDEN


def test_there_are_no_puzzles_where_all_choose_at_once() -> None:
    maker = PuzzleMaker(game := load("rock_paper_scissors"))
    assert [puzzle for puzzle in puzzles(game, 0, maker) if puzzle is not None] == []
    assert maker.reason is NoPuzzles.AT_ONCE


def test_the_position_with_another_role_to_move_differs_in_one_fact() -> None:
    game = load("tic_tac_toe")
    state = game.next_state(game.initial_state(), ("(mark 2 2)", "noop"))
    turned = passed(game, state, 1, 0)
    assert turned is not None
    assert state - turned == {("control", "oplayer")}
    assert turned - state == {("control", "xplayer")}
    assert passed(game, state, 0, 1) is None, "it is not the turn of x"
    both = load("rock_paper_scissors")
    assert passed(both, both.initial_state(), 0, 1) is None


def test_puzzles_by_search_are_what_the_search_found_clearly_best() -> None:
    """The search here is exact, so that its puzzles can be compared with brute force."""
    game = load("tic_tac_toe")
    paranoid = [Paranoid(game, role) for role in range(2)]

    def decide(role: int, state: Any) -> Decision:
        worth = {move: paranoid[role].after_move(state, move) for move in game.legal_moves(state, role)}
        best = max(worth, key=lambda move: worth[move])
        return Decision(best, moves=tuple(MoveReport(move, value=points, margin=0.0) for move, points in worth.items()))

    tried = list(islice(by_search(game, decide, random.Random(1)), 60))
    found = [puzzle for puzzle in tried if puzzle is not None]
    assert 5 < len(found) < 60
    for puzzle in found:
        state = game.initial_state()
        for joint in puzzle.moves:
            state = game.next_state(state, joint)
        assert sole_actor(game, state) == puzzle.role
        worth = {move: paranoid[puzzle.role].after_move(state, move) for move in game.legal_moves(state, puzzle.role)}
        assert {move for move, points in worth.items() if points == max(worth.values())} == set(puzzle.steps[0].good)
        assert puzzle.points - puzzle.worse >= CLEARLY
        assert not puzzle.proven
