"""Features, their groups, and the fit: against slow twins, and what is learnt in games."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import ludens
from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows, pack_rows, unpack_rows
from ludens.game import UnsuitableGameError
from ludens.search.evaluations.byte_tables import add_up, byte_tables
from ludens.search.evaluations.features import Features, Fitted, fit_features, varying_fluents
from ludens.search.evaluations.groups import fluent_groups, memberships
from ludens.search.evaluations.ridge import Ridge, explained, factor_of
from ludens.search.evaluations.sample import random_positions
from ludens.search.evaluations.static import Values


@functools.cache
def fitted(name: str, seed: int = 1) -> Fitted:
    return fit_features(ludens.load(name), samples=1_500, seconds=1e6, seed=seed)


def test_groups_are_kinds_rows_and_columns() -> None:
    fluents = [("cell", x, y, piece) for x in "12" for y in "123" for piece in ("white", "black")]
    found = fluent_groups([*fluents, ("control", "white"), ("control", "black"), "dark"])
    named = [{fluents[number] for number in members if number < len(fluents)} for members in found]
    assert {fluent for fluent in fluents if fluent[3] == "white"} in named
    assert {fluent for fluent in fluents if fluent[2] == "3"} in named
    assert {fluent for fluent in fluents if fluent[2] == "3" and fluent[3] == "black"} in named
    assert (12, 13) in found
    assert all(14 not in members for members in found)
    assert len(set(found)) == len(found)
    assert all(len(members) > 1 for members in found)


@pytest.mark.parametrize("seed", range(5))
def test_shared_weights_are_those_of_columns_for_groups(seed: int) -> None:
    """The slow twin has a column for each group, the sum of its members, and solves by least squares with penalties."""
    rng = np.random.default_rng(seed)
    columns = rng.random((40, 6)).round()
    targets = rng.random((40, 2))
    groups = [(0, 1, 2), (2, 3), (0, 1, 2, 3, 4, 5)]
    shared, penalty = memberships(groups, 6), float(rng.random() * 5 + 0.1)
    line = Ridge(columns, targets, factor_of(shared)).line(penalty)
    wide = np.concatenate([columns, columns @ shared], axis=1)
    centred = wide - wide.mean(axis=0)
    tall = np.concatenate([centred, np.sqrt(penalty) * np.eye(wide.shape[1])])
    goals = np.concatenate([targets - targets.mean(axis=0), np.zeros((wide.shape[1], 2))])
    weights = np.linalg.lstsq(tall, goals)[0]
    assert np.allclose(line.weights, weights[:6] + shared @ weights[6:])
    assert np.allclose(line(columns), centred @ weights + targets.mean(axis=0))


def test_explained_is_one_for_the_truth_and_nothing_for_the_mean() -> None:
    targets = np.array([[0.0, 1.0], [1.0, 0.0], [0.5, 0.5]])
    assert explained(targets, targets) == 1
    assert explained(np.full((3, 2), 0.5), targets) == pytest.approx(0)
    assert explained(1 - targets, targets) == pytest.approx(-3)
    assert explained(targets + 1, np.ones((3, 2))) == 0


@pytest.mark.parametrize("bits", [1, 8, 61, 64, 65, 200])
def test_tables_add_up_to_the_matrix_product(bits: int) -> None:
    rng = np.random.default_rng(bits)
    values = rng.random((300, bits)) < 0.4
    weights = rng.normal(size=(bits, 3))
    found = np.ones((300, 3))
    add_up(pack_rows(values), byte_tables(weights), found)
    assert np.allclose(found, 1 + values @ weights, atol=1e-4)


def test_fluents_that_never_change_get_no_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    bits = np.array([[1, 0, 0, 1], [1, 0, 1, 0], [1, 0, 0, 0], [1, 0, 0, 1]], dtype=float)
    assert varying_fluents(bits).tolist() == [2, 3]
    monkeypatch.setattr("ludens.search.evaluations.features.MOST_FLUENTS", 1)
    assert varying_fluents(bits).tolist() == [3]


@pytest.mark.parametrize(("name", "least"), [("breakthrough", 0.4), ("checkers_small", 0.4), ("connect_four", 0.1)])
def test_what_random_games_bring_is_explained(name: str, least: float) -> None:
    found = fitted(name)
    assert found.samples == 1_500
    assert least < found.explained < 1


def test_pieces_further_ahead_are_worth_more() -> None:
    """White's men in breakthrough: each is worth something, and those near the goal more than those at home."""
    game, features = ludens.load("breakthrough"), fitted("breakthrough").features
    assert game.engine.circuit is not None
    fluents = game.engine.circuit.fluents
    bits = np.eye(len(fluents), dtype=np.bool_)
    worth = np.zeros((len(fluents), 2))
    add_up(pack_rows(bits), features.tables, worth)
    rows = {
        row: np.mean([w[0] for f, w in zip(fluents, worth, strict=True) if f[0] == "cell" and f[2:] == (row, "white")])
        for row in ("1", "2", "6", "7")
    }
    assert rows["7"] > rows["2"]
    assert rows["6"] > rows["1"]


@pytest.mark.parametrize("name", ["breakthrough", "checkers_small", "connect_four(players=3)", "eight_puzzle"])
def test_values_are_repeatable_and_those_of_the_weights(name: str) -> None:
    game = ludens.load(name)
    one, other = (fit_features(game, samples=600, seconds=1e6, seed=5).features for _ in range(2))
    rows = random_positions(game, 300, 9).rows
    values = one(game.engine, rows)
    assert (values == other(game.engine, rows)).all()
    assert ((values > 0) & (values < 1)).all()
    assert values.shape == (len(rows), len(game.info.roles))
    assert estimated(one, game.engine, rows) == pytest.approx(one.estimate(game.engine, rows), abs=1e-4)


def estimated(features: Features, engine: BatchEngine, rows: Rows) -> Values:
    """The slow twin: weights read off the tables, one product with the bits."""
    weights = np.array([features.tables[bit // 8, 1 << bit % 8] for bit in range(8 * len(features.tables))])
    found = features.offset + unpack_rows(rows, len(weights)) @ weights
    for other, matrix in features.others:
        found = found + other(engine, rows) @ matrix
    return np.asarray(found)


def test_games_that_cannot_be_learnt_are_refused() -> None:
    with pytest.raises(UnsuitableGameError, match=r"features cannot play odd: .*network of a rulesheet"):
        fit_features(ludens.load("odd"))
    with pytest.raises(UnsuitableGameError, match="too few positions"):
        fit_features(ludens.load("prisoners_dilemma"), samples=3)
