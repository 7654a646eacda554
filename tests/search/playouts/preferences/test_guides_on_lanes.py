"""Guides in machine code against those that step through the engine: the same chances of moves, as far as possible."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ludens
from ludens.engine.code.log import Histories
from ludens.engine.contract import LoadedGame
from ludens.engine.engine import Engine
from ludens.engine.preference import Preference
from ludens.engine.rows import unpack_rows
from ludens.game import UnsuitableGameError
from ludens.search.playouts import guides
from ludens.search.playouts.by_name import PLAYOUTS, playouts_by_name
from ludens.search.playouts.guided import NO_MOVE, Guide, Situation, Step
from ludens.search.playouts.on_lanes import LanePlayouts, watch
from ludens.search.playouts.on_lanes import moves_of as counts_of
from ludens.search.playouts.preferences.guide import LaneGuide, Watched, by_value, in_proportion
from ludens.search.playouts.preferences.mast import History, Mast, Softmax
from ludens.search.playouts.preferences.ngrams import Ngrams
from ludens.search.playouts.preferences.proximity import Proximity
from tests.engine.slow_preference import move_chances, remembered


def moves_of(engine: Engine) -> list[int]:
    return [len(engine.moves(role)) for role in range(len(engine.roles))]


def engine_of(game: LoadedGame[Any]) -> Engine:
    assert isinstance(game.engine, Engine)
    return game.engine


def taught(engine: Engine, fast: LaneGuide, slow: Guide, games: int = 200) -> Histories:
    """Teaches both guides the same random games."""
    watched = watch(engine, engine.initial(), games, 7, max_steps=300, preference=None)
    fast.learn(watched)
    found = watched.histories
    assert found is not None
    before = np.full((games, len(engine.roles), 2), NO_MOVE, dtype=np.int64)
    steps = []
    for number in range(found.moves.shape[1]):
        joint = found.moves[:, number].astype(np.int64)
        going = np.flatnonzero(joint[:, 0] >= 0)
        steps.append(Step(going, joint[going], before[going]))
        before[going] = np.stack([joint[going], before[going][:, :, 0]], axis=2)
    slow.learn(steps, np.maximum(0, found.games.goals[0]) / 100)
    return found


def both_chances(
    engine: Engine, preference: Preference, slow: Guide, history: NDArray[np.int16], number: int
) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """The chances of each role's moves at one step of a game, by the preference and by the slow guide."""
    row, features = engine.initial(), np.zeros(preference.features, dtype=np.bool_)
    before = np.full((1, len(engine.roles), 2), NO_MOVE, dtype=np.int64)
    firsts = np.cumsum([0, *moves_of(engine)])
    for joint in history[:number].astype(np.int64):
        row = engine.step(row, joint[None])
        features = remembered(preference, features, {int(move) for move in firsts[:-1] + joint})
        before = np.stack([joint[None], before[:, :, 0]], axis=2)
    legal = engine.legal(row)
    situation = Situation(engine, row, legal, before)
    fluents = unpack_rows(row, len(engine.circuit.fluents))[0]
    found = []
    for role, table in enumerate(legal):
        weights = np.where(table, slow.weigh(situation, role), 0.0)[0]
        fast = move_chances(preference.roles[role], table[0], fluents, features, [])
        found.append((fast, weights / weights.sum()))
    return found


def preference_of(guide: LaneGuide) -> Preference:
    found = guide.preference()
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_mast_is_the_twin_where_every_move_has_a_level(name: str) -> None:
    engine = engine_of(ludens.load(name))
    fast, slow = Mast(moves_of(engine), 0.25), guides.Mast(2, 0.25)
    history = taught(engine, fast, slow)
    for number in range(5):
        for one, other in both_chances(engine, preference_of(fast), slow, history.moves[number], number):
            assert one == pytest.approx(other)


def test_softmax_is_the_twin_but_for_powers_of_two() -> None:
    engine = engine_of(ludens.load("cephalopod"))
    fast, slow = Softmax(moves_of(engine), 0.1), guides.Softmax(2, 0.1)
    history = taught(engine, fast, slow)
    for number in range(4):
        for one, other in both_chances(engine, preference_of(fast), slow, history.moves[number], number):
            likely = other > 1e-3
            # Two weights, each rounded by at most the root of two, and a sum of such.
            assert (np.abs(np.log2(one[likely] / other[likely])) <= 1.01).all()


def test_history_is_the_twin_but_for_powers_of_two() -> None:
    engine = engine_of(ludens.load("cephalopod"))
    fast, slow = History(moves_of(engine)), guides.History(2)
    history = taught(engine, fast, slow)
    for one, other in both_chances(engine, preference_of(fast), slow, history.moves[0], 3):
        assert (np.abs(np.log2(one[one > 0] / other[one > 0])) <= 1.01).all()


def test_proximity_is_the_twin() -> None:
    game = ludens.load("hex")
    engine = engine_of(game)
    for distance in (1, 2):
        preference = Proximity(engine, distance).preference()
        slow = guides.Proximity(engine, distance)
        history = engine.histories(engine.initial(), 4, 5).moves
        for number in (0, 1, 4, 9):
            for one, other in both_chances(engine, preference, slow, history[number % 4], number):
                assert one == pytest.approx(other)


def test_sequences_lift_moves_above_the_level_they_have_alone() -> None:
    """In a game where one reply always wins, the guide learns that it is a reply."""
    engine = engine_of(ludens.load("tic_tac_toe"))
    guide = Ngrams(moves_of(engine), 0.0)
    found = engine.histories(engine.initial(), 4000, 2)
    first, reply = engine.moves(0).index("(mark 2 2)"), engine.moves(1).index("(mark 1 1)")
    answered = (found.moves[:, 0, 0] == first) & (found.moves[:, 1, 1] == reply)
    found.games.goals[0, answered] = [0, 100]
    found.games.goals[0, ~answered] = [50, 50]
    # Alone the reply is the worst of moves: after other first moves it has always lost.
    lost = (found.moves[:, 1, 1] == reply) & ~answered
    found.games.goals[0, lost] = [100, 0]
    guide.learn(Watched(counts_of(found, moves_of(engine)), found))
    preference = preference_of(guide)
    row = engine.step(engine.initial(), np.array([[first, len(engine.moves(1)) - 1]]))
    legal = engine.legal(row)[1][0]
    features = remembered(preference, np.zeros(preference.features, dtype=np.bool_), {first})
    chances = move_chances(preference.roles[1], legal, np.zeros(0, dtype=np.bool_), features, [])
    assert chances[reply] == 1.0
    other = engine.moves(0).index("(mark 3 3)")
    features = remembered(preference, np.zeros(preference.features, dtype=np.bool_), {other})
    assert move_chances(preference.roles[1], legal, np.zeros(0, dtype=np.bool_), features, [])[reply] < 1.0


def test_levels_by_value() -> None:
    levels, lowest = by_value(np.array([0.1, 0.9, 0.5, 0.9]))
    assert levels.tolist() == [2, 0, 1, 0]
    assert lowest.tolist() == [0.9, 0.5, 0.1]
    levels, lowest = by_value(np.linspace(0, 1, 100), 10)
    assert np.bincount(levels).tolist() == [10] * 10
    assert (np.diff(lowest) < 0).all()


@pytest.mark.parametrize("moves", [7, 200])
def test_weights_are_rounded_to_powers(moves: int) -> None:
    weights = np.exp(np.random.default_rng(1).normal(size=moves))
    found = in_proportion(weights).weights
    assert found is not None
    assert len(np.unique(found)) <= (4 if moves <= 32 else 8)
    errors = np.abs(np.log2(weights / weights.max()) - (found - 7))
    assert errors[found > 1].max() <= (1.0 if moves <= 32 else 0.5)


@pytest.mark.parametrize("name", [name for name in PLAYOUTS if name != "policy"])
def test_every_kind_of_playouts_values_positions_and_repeats_itself(name: str) -> None:
    game = ludens.load("tic_tac_toe")
    rows = game.engine.initial(4)
    found = []
    for _ in range(2):
        try:
            evaluation = playouts_by_name(game, name)
        except UnsuitableGameError:
            assert "captures" in name
            return
        batches = [evaluation(game.engine, rows, 16, seed, amaf=True, deadline=math.inf) for seed in range(3)]
        found.append(np.stack([batch.values for batch in batches]))
        assert found[-1].sum(axis=2) == pytest.approx(16)
        assert len(batches[0].played) == 2
    assert (found[0] == found[1]).all()


def test_playouts_learn() -> None:
    game = ludens.load("breakthrough")
    engine = engine_of(game)
    playouts = LanePlayouts(engine, Mast(moves_of(engine)), 300)
    assert playouts.preference is None
    uniform = playouts._playouts(engine.initial(8), 64, 1).steps.sum()
    for seed in range(6):
        playouts(engine, engine.initial(8), 64, seed, amaf=False, deadline=math.inf)
    assert playouts.preference is not None
    # Whoever has learnt to run for the last row is there much sooner.
    assert engine.playouts(engine.initial(8), 64, 1, preference=playouts.preference).steps.sum() < 0.6 * uniform
