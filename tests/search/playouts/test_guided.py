"""Guided playouts: what guides prefer, and that a guide without preferences plays as the engine does."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.boards.cells import HasCells
from ludens.engine.contract import LoadedGame
from ludens.games.hexagon import cells as hexagon
from ludens.search.playouts.by_name import playouts_by_name
from ludens.search.playouts.guided import NO_MOVE, Guide, GuidedPlayouts, Situation, Step
from ludens.search.playouts.guides import (
    Decisive,
    History,
    Mast,
    Ngrams,
    Proximity,
    Uniform,
    distances,
    epsilon_greedy,
    places,
)
from ludens.search.playouts.rated import RatedPlayouts


def situation(game: LoadedGame[Any], state: Any, *last: tuple[str, ...]) -> Situation:
    rows = game.pack([state])
    roles = range(len(game.info.roles))
    before = np.full((1, len(roles), 2), NO_MOVE, dtype=np.int64)
    for step, joint in enumerate(reversed(last)):
        before[0, :, step] = [game.engine.moves(role).index(joint[role]) for role in roles]
    return Situation(game.engine, rows, game.engine.legal(rows), before)


def likely(game: LoadedGame[Any], guide: Guide, where: Situation, role: int) -> dict[str, float]:
    """The legal moves that have a weight, with their shares of the whole."""
    weights = np.where(where.legal[role], guide.weigh(where, role), 0)[0]
    names = game.engine.moves(role)
    return {names[int(move)]: float(weights[move] / weights.sum()) for move in np.flatnonzero(weights)}


def test_without_preferences_games_are_uniformly_random() -> None:
    game = ludens.load("tic_tac_toe")
    found = GuidedPlayouts(Uniform(), 9)(game.engine, game.engine.initial(), 6_000, 1, amaf=False, deadline=math.inf)
    # 58.49 % wins, 12.68 % draws; three standard deviations of the mean of 6,000 games are 0.017
    assert found.values[0, 0] / 6_000 == pytest.approx(0.5849 + 0.1268 / 2, abs=0.017)
    assert found.values.sum() == pytest.approx(6_000)


def test_moves_are_counted_as_the_engine_counts_them() -> None:
    game = ludens.load("tic_tac_toe")
    found = GuidedPlayouts(Uniform(), 9)(game.engine, game.engine.initial(2), 500, 1, amaf=True, deadline=math.inf)
    fast = game.engine.playouts(game.engine.initial(2), 500, 1, amaf=True)
    assert fast.played is not None
    for (counts, sums), (fast_counts, fast_sums) in zip(found.played, fast.played, strict=True):
        assert counts.shape == fast_counts.shape
        assert counts / 500 == pytest.approx(fast_counts / 500, abs=0.12)
        assert sums / 500 == pytest.approx(fast_sums / 50_000, abs=0.12)
    assert (found.played[0][0][:, :9].sum(axis=1) >= 3 * 500).all()


def test_games_are_cut() -> None:
    game = ludens.load("connect_four")
    found = GuidedPlayouts(Uniform(), 3)(game.engine, game.engine.initial(), 10, 1, amaf=False, deadline=math.inf)
    assert found.values.tolist() == [[5.0, 5.0]]
    late = GuidedPlayouts(Uniform(), 100)(game.engine, game.engine.initial(), 10, 1, amaf=False, deadline=-math.inf)
    assert late.values.tolist() == [[5.0, 5.0]]


def test_the_same_seed_plays_the_same_games() -> None:
    game = ludens.load("breakthrough")
    one, other = (
        GuidedPlayouts(Mast(2), 200)(game.engine, game.engine.initial(3), 5, 7, amaf=False, deadline=math.inf).values
        for _ in range(2)
    )
    assert (one == other).all()


def test_epsilon_greedy_by_hand() -> None:
    legal = np.array([[True, True, True, False]])
    means = np.array([[0.2, 0.9, 0.9, 1.0]])
    assert epsilon_greedy(means, legal, 0.3)[0].tolist() == pytest.approx([0.1, 0.45, 0.45, 0.0])


def learned(guide: Guide, game: LoadedGame[Any], *games: tuple[list[tuple[str, str]], float]) -> None:
    """Teaches a guide games of two roles, each with what it was worth for the first."""
    for moves, value in games:
        steps, before = [], np.full((1, 2, 2), NO_MOVE, dtype=np.int64)
        for joint in moves:
            numbers = np.array([[game.engine.moves(role).index(move) for role, move in enumerate(joint)]])
            steps.append(Step(np.array([0]), numbers, before))
            before = np.stack([numbers, before[:, :, 0]], axis=2)
        guide.learn(steps, np.array([[value, 1 - value]]))


def test_mast_prefers_what_was_good() -> None:
    game = ludens.load("tic_tac_toe")
    guide = Mast(2, epsilon=0.0)
    cells = [f"(mark {row} {column})" for row in (1, 2, 3) for column in (1, 2, 3)]
    learned(guide, game, *(([(cell, "noop")], 0.75 if cell == "(mark 2 3)" else 0.5) for cell in cells))
    assert likely(game, guide, situation(game, game.initial_state()), 0) == {"(mark 2 3)": 1.0}


def test_sequences_know_what_went_before() -> None:
    game = ludens.load("tic_tac_toe")
    guide = Ngrams(2, epsilon=0.0, enough=1)
    start = ("(mark 2 2)", "noop")
    after = game.next_state(game.initial_state(), start)
    replies = game.legal_moves(after, 1)
    for reply in replies:
        learned(guide, game, ([start, ("noop", reply)], 0.1 if reply == "(mark 1 1)" else 0.5))
        learned(guide, game, ([("(mark 3 3)", "noop"), ("noop", reply)], 0.9 if reply == "(mark 1 1)" else 0.5))
    assert list(likely(game, guide, situation(game, after, start), 1)) == ["(mark 1 1)"]


def test_history_prefers_the_frequent() -> None:
    game = ludens.load("connect_four")
    guide = History(2)
    learned(guide, game, ([("(drop 4)", "noop")] * 2, 1.0))
    shares = likely(game, guide, situation(game, game.initial_state()), 0)
    assert shares["(drop 4)"] == pytest.approx(3 / 9)
    assert shares["(drop 1)"] == pytest.approx(1 / 9)


def test_proximity_stays_near_the_last_move() -> None:
    game = ludens.load("hex")
    state = game.next_state(game.initial_state(), ("(place 5 5)", "noop"))
    assert isinstance(game, HasCells)
    guide = Proximity(game.engine, cells=game.cells)
    near = likely(game, guide, situation(game, state, ("(place 5 5)", "noop")), 1)
    assert len(near) == 6
    assert "(place 6 6)" not in near
    assert len(likely(game, Proximity(game.engine), situation(game, game.initial_state()), 0)) == 81


@pytest.mark.parametrize(("name", "kind"), [("odd", "white"), ("ropasci", "throw r")])
def test_what_is_near_on_a_hexagon_is_next_to_it(name: str, kind: str) -> None:
    """All 312 pairs of neighbours; Odd counts its coordinates another way than RoPaSci 360."""
    game = ludens.load(name)
    assert isinstance(game, HasCells)
    guide, moves = Proximity(game.engine, cells=game.cells), game.engine.moves(0)
    where = {hexagon.NUMBERS[(b, -a) if name == "odd" else (a, b)]: move for a in range(-4, 5) for b in range(-4, 5)
             if (move := f"({kind} {a} {b})") in moves}  # fmt: skip
    found = places(tuple(where[cell] for cell in range(hexagon.CELLS)))
    near = distances(found[:, None] - found[None], guide.cells)
    apart = [[hexagon.distance(one, other) for other in range(hexagon.CELLS)] for one in range(hexagon.CELLS)]
    assert near.tolist() == apart
    assert (near == 1).sum() == 312


def test_places_of_moves() -> None:
    found = places(("(move a 2 b 3)", "(white -1 4)", "noop", "(drop 3)"))
    assert found[:2].tolist() == [[2.0, 3.0], [-1.0, 4.0]]
    assert np.isnan(found[2:]).all()


def position(game: LoadedGame[Any], *moves: str) -> Any:
    state = game.initial_state()
    for number, move in enumerate(moves):
        state = game.next_state(state, (move, "noop") if number % 2 == 0 else ("noop", move))
    return state


def test_decisive_moves_are_made_and_losing_ones_avoided() -> None:
    game = ludens.load("tic_tac_toe")
    two_in_a_row = position(game, "(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)")
    assert likely(game, Decisive(Uniform()), situation(game, two_in_a_row), 0) == {"(mark 1 3)": 1.0}
    threatened = position(game, "(mark 1 1)", "(mark 2 2)", "(mark 1 2)")
    assert len(likely(game, Decisive(Uniform(), depth=1), situation(game, threatened), 1)) == 6
    assert likely(game, Decisive(Uniform(), depth=2), situation(game, threatened), 1) == {"(mark 1 3)": 1.0}


def test_where_all_choose_at_once_nothing_is_decisive() -> None:
    game = ludens.load("rock_paper_scissors")
    assert len(likely(game, Decisive(Uniform(), depth=2), situation(game, game.initial_state()), 0)) == 3


def test_history_of_a_game_without_a_circuit_ranks_by_won_games() -> None:
    game = ludens.load("odd")
    playouts = playouts_by_name(game, "history")
    assert isinstance(playouts, RatedPlayouts)
    playouts.watch(game.engine.initial(4), 3)
    won = playouts._means.sums[0]
    ranks = np.unique(won, return_inverse=True)[1]
    assert ranks.max() > 10
    assert ranks.argmax() == won.argmax()
    found = playouts(game.engine, game.engine.initial(2), 4, 1, amaf=True, deadline=np.inf)
    assert found.values.sum(axis=1) == pytest.approx(4.0)
    assert len(found.played) == 2


def test_proximity_of_a_game_without_a_circuit_is_played_step_by_step() -> None:
    game = ludens.load("odd")
    found = playouts_by_name(game, "proximity")(game.engine, game.engine.initial(2), 2, 1, amaf=True, deadline=np.inf)
    assert found.values.sum(axis=1) == pytest.approx(2.0)
    # Of 61 stones the first player places 31; each waits in every game.
    assert [counts.sum() for counts, _ in found.played] == [4 * (31 + 1), 4 * (30 + 1)]
