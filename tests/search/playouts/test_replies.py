"""Answers to moves: who gives them, what they are worth, and which are left out."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ludens
from ludens.search.playouts.replies import NOBODY, Answers, answers, best_half, rounds
from ludens.search.tally import Tally
from ludens.testing import random_game


def table(giver: list[int], child: list[int], move: list[int], goals: list[tuple[int, int]]) -> Answers:
    """Answers with one playout each, for role 0."""
    tally = Tally(len(child))
    tally.visits += 1
    tally.sums += [own for own, _ in goals]
    tally.squares += [own**2 for own, _ in goals]
    rows = np.arange(len(child), dtype=np.uint64)[:, None]
    active = np.ones(len(child), dtype=np.bool_)
    return Answers(
        rows, np.array(move), np.array(child), np.array(giver), active, np.array(goals, dtype=float), tally, True
    )


def test_the_best_answer_is_that_of_its_giver() -> None:
    found = table([1, 1, 1, 0, 0], [0, 0, 1, 2, 2], [0, 0, 1, 2, 2], [(70, 30), (40, 60), (20, 80), (10, 90), (90, 10)])
    assert found.values(4)[0].tolist()[:3] == [40, 20, 90]
    assert np.isnan(found.values(4)[0][3])


def test_answers_of_nobody_are_averaged() -> None:
    found = table([NOBODY] * 4, [0, 0, 1, 1], [0, 0, 0, 0], [(10, 0), (30, 0), (60, 0), (100, 0)])
    assert found.values(1)[0].tolist() == [50]


def test_other_goals_than_ours_decide() -> None:
    """Not what is worst for us, but what is best for the others."""
    found = table([1, 1], [0, 0], [0, 0], [(0, 20), (100, 40)])
    assert found.values(1)[0].tolist() == [100]


def test_halving_keeps_the_better_answers_of_the_kept_moves() -> None:
    goals = [(0, 10), (0, 50), (0, 40), (0, 20), (0, 90), (0, 80), (0, 5)]
    found = table([1] * 7, [0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1, 1], goals)
    found.halve(np.array([0]))
    assert np.flatnonzero(found.active).tolist() == [1, 2]
    found.halve(np.array([0]))
    assert np.flatnonzero(found.active).tolist() == [1]


def test_blunders_are_left_out_unless_there_is_nothing_else() -> None:
    found = table([1] * 5, [0, 0, 1, 1, 2], [0, 0, 1, 1, 2], [(50, 50)] * 5)
    won = found.drop(np.array([True, False, True, True, False]), 3)
    assert won.tolist() == [1]
    assert found.active.tolist() == [False, True, True, True, True]


@pytest.mark.parametrize("name", ["tic_tac_toe", "bidding_tic_tac_toe", "lights_on", "nim(heaps=2-2)"])
def test_answers_are_the_positions_that_follow(name: str) -> None:
    game, rng = ludens.load(name), random.Random(2)
    states = [state for _ in range(4) for state in random_game(game, rng)[0]]
    found = answers(game.engine, game.pack(states), np.arange(len(states)), 10_000, np.random.default_rng(1))
    for number, state in enumerate(states):
        rows = np.flatnonzero(found.child == number)
        reached = sorted(map(game.text, game.unpack(found.rows[rows])))
        if game.is_terminal(state):
            assert reached == [game.text(state)]
            continue
        legal = [game.legal_moves(state, role) for role in range(len(game.info.roles))]
        expected = []
        for first in legal[0]:
            for rest in legal[1] if len(legal) > 1 else [None]:
                expected.append(game.text(game.next_state(state, (first,) if rest is None else (first, rest))))
        assert reached == sorted(expected)
        choosing = [role for role, moves in enumerate(legal) if len(moves) > 1]
        assert set(found.giver[rows]) == {choosing[0] if len(choosing) == 1 else NOBODY}


def test_rounds_halve_down_to_one() -> None:
    for moves in range(1, 40):
        kept = np.arange(moves)
        for _ in range(rounds(moves)):
            kept = best_half(np.arange(moves, dtype=float), kept)
        assert kept.tolist() == [moves - 1]
