"""What is solved, whole games and endings, against a minimax of a few lines on states."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.contract import LoadedGame
from ludens.learning.solved import Solved, endings, solvable, whole_game
from ludens.search.evaluations.sample import random_positions
from tests.learning.minimax import minimax_of

GAMES = ["nim(heaps=1-2-3)", "tic_tac_toe"]


def layers(game: LoadedGame[Any], games: int) -> list[Any]:
    """Positions of random games, move by move."""
    engine, random = game.engine, np.random.default_rng(1)
    rows, found = engine.initial(games), []
    while len(rows):
        found.append(rows)
        legal = engine.legal(rows)
        moves = [[random.choice(np.flatnonzero(row)) for row in table] for table in legal]
        rows, over, _ = engine.follow(rows, np.array(moves).T)
        rows = rows[~over]
    return found


def check(solved: Solved, most: int) -> int:
    """Compares what is said of positions of random games; how many of them were known."""
    game = solved.game
    minimax, rows = minimax_of(game.info.name), random_positions(game, most, 3).rows
    legal = game.engine.legal(rows)
    worth, chances = solved.judged(rows, legal)
    for place, state in enumerate(game.unpack(rows)):
        if np.isnan(worth[place]):
            continue
        assert 100 * worth[place] == minimax.value(state)
        for role in range(2):
            names = game.engine.moves(role)
            likely = {names[number] for number in np.flatnonzero(chances[role][place])}
            assert not likely or likely == minimax.right(state)
    return int(np.isfinite(worth).sum())


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_solved(name: str) -> None:
    game = ludens.load(name)
    solved = whole_game(game, 10_000)
    assert solved is not None
    assert check(solved, 60) == len(random_positions(game, 60, 3).rows)
    assert whole_game(game, len(solved) // 2) is None


@pytest.mark.parametrize("most", [300, 100_000])
def test_endings_say_nothing_wrong_however_few_positions_are_made(most: int) -> None:
    game = ludens.load("tic_tac_toe")
    met = layers(game, 16)
    solved = endings(game, met, most)
    assert solved is not None
    assert check(solved, 60) > 0
    late = [np.isfinite(solved.worth(layer)).mean() for layer in met]
    assert late[-1] == 1
    assert (late[0] == 1) == (most > 10_000)


def test_samples_are_right_and_everything_of_them_is_known() -> None:
    game = ludens.load("tic_tac_toe")
    minimax, solved = minimax_of(game.info.name), endings(game, layers(game, 16), 500)
    assert solved is not None
    kept = solved.sample(50, np.random.default_rng(2))
    assert len(kept) > 20
    for place, state in enumerate(game.unpack(kept.rows)):
        names = game.engine.moves(int(kept.movers[place]))
        assert 100 * kept.worth[place] == minimax.value(state)
        assert kept.moves[place] == len(game.legal_moves(state, int(kept.movers[place])))
        assert {names[number] for number in np.flatnonzero(kept.right[place])} == minimax.right(state)


def test_only_goals_that_add_up_to_a_hundred_are_learnt_from_solutions() -> None:
    rules = """
    (role a) (role b) (init (step 1)) (succ 1 2) (succ 2 3) (way left) (way right)
    (<= (legal a (go ?x)) (way ?x) (true (step 1))) (<= (legal b noop) (true (step 1)))
    (<= (legal b (go ?x)) (way ?x) (true (step 2))) (<= (legal a noop) (true (step 2)))
    (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= (next (left ?r)) (does ?r (go left)))
    (<= terminal (true (step 3)))
    (<= (goal a 50) (true (left b))) (<= (goal a 0) (not (true (left b))))
    (<= (goal b 0) (true (left b))) (<= (goal b 50) (not (true (left b))))
    """
    assert not solvable(ludens.load(rules))
    assert solvable(ludens.load(rules.replace("50", "100")))
    assert not solvable(ludens.load("goofspiel(cards=3)"))
    assert not solvable(ludens.load("connect_four(columns=4,rows=4,players=3)"))


def test_nothing_follows_nothing() -> None:
    game = ludens.load("tic_tac_toe")
    assert endings(game, [game.engine.initial()[:0]], 100) is None
