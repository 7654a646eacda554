"""What a network sees, against the plain way to work out features, and symmetries against positions turned by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens.circuit.findings import Symmetry
from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows, pack_rows, unpack_rows
from ludens.rules.ground_rules import Ground
from ludens.search.evaluations.learnt.columns import feature_values
from ludens.search.evaluations.learnt.feature import BOTH, LEGAL, TRUE, Feature
from ludens.search.evaluations.learnt.game_features import features_of
from ludens.search.evaluations.sample import random_positions
from ludens.search.facts import facts_of
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.forms import form_of
from ludens.search.networks.inputs import MOST_IMAGES, MOST_INPUTS, few, inputs_of

GAMES = ["tic_tac_toe", "nim", "connect_four(columns=5,rows=4)", "goofspiel(cards=3)"]


def turned(game: LoadedGame[Any], symmetry: Symmetry, rows: Rows) -> Rows:
    """Positions as a symmetry has them, fluent by fluent."""
    circuit = game.engine.circuit
    assert circuit is not None
    bits = unpack_rows(rows, len(circuit.fluents))
    found = np.zeros_like(bits)
    for fluent, literal in enumerate(symmetry.fluents):
        found[:, (literal >> 1) - 1] = bits[:, fluent] ^ bool(literal & 1)
    return pack_rows(found)


@pytest.mark.parametrize("name", GAMES)
def test_inputs_are_the_features_of_the_rules(name: str) -> None:
    game = ludens.load(name)
    inputs, rows = inputs_of(game), random_positions(game, 300, 1).rows
    plain = feature_values(features_of(game), rows)
    wanted = [number for number, feature in enumerate(features_of(game).features) if feature.key[0] != BOTH]
    seen = inputs.see(rows, np.zeros(len(rows), dtype=np.bool_))
    assert (seen[:, :-1] == plain[:, wanted]).all()
    assert not seen[:, -1].any()


@pytest.mark.parametrize("name", GAMES)
def test_symmetries_turn_inputs_and_moves_as_they_turn_positions(name: str) -> None:
    game = ludens.load(name)
    inputs, rows, structure = inputs_of(game), random_positions(game, 300, 1).rows, facts_of(game).structure
    assert structure is not None
    nobody, everybody = np.zeros(len(rows), dtype=np.bool_), np.ones(len(rows), dtype=np.bool_)
    legal = game.engine.legal(rows)
    for symmetry in structure.symmetries:
        other = turned(game, symmetry, rows)
        seen = inputs.see(other, nobody)
        if symmetry.roles == tuple(range(len(symmetry.roles))):
            images = [turn.turned(inputs.see(rows, nobody)) for turn in inputs.images]
            assert any((image == seen).all() for image in images)
        elif inputs.exchanges:
            assert (inputs.see(rows, everybody)[:, :-1] == seen[:, :-1]).all()
            assert (inputs.allowed(legal, everybody) == game.engine.legal(other)[0]).all()


def test_outputs_go_back_to_the_moves_they_stand_for() -> None:
    game = ludens.load("connect_four(columns=5,rows=4)")
    inputs, rows = inputs_of(game), random_positions(game, 300, 1).rows
    legal = game.engine.legal(rows)
    second = inputs.second_moves(legal)
    assert inputs.exchanges
    assert 0 < second.sum() < len(second)
    back = inputs.of_roles(inputs.allowed(legal, second).astype(np.float32), second)
    assert (back[1][second] == legal[1][second]).all()
    assert (back[0][~second] == legal[0][~second]).all()


def test_worth_and_what_is_wanted_are_opposites() -> None:
    inputs = inputs_of(ludens.load("nim"))
    worth, second = np.array([[0.2, 0.8], [0.3, 0.7]]), np.array([False, True])
    wanted = inputs.wanted(worth, second)
    assert wanted.tolist() == [[0.2], [0.7]]
    assert inputs.worth(wanted.astype(np.float32), second) == pytest.approx(worth, abs=1e-6)


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four(columns=5,rows=4)"])
def test_what_is_averaged_over_images_is_the_same_for_all_of_them(name: str) -> None:
    game = ludens.load(name)
    inputs, rows, structure = inputs_of(game), random_positions(game, 100, 1).rows, facts_of(game).structure
    assert structure is not None
    random = np.random.default_rng(1)
    form = form_of("dense", inputs, 8, 2)
    weights = {key: own + random.normal(0, 0.3, own.shape) for key, own in form.fresh(random).items()}
    network = NetworkEvaluation(inputs, form.answers(weights))
    checked = 0
    for symmetry in structure.symmetries:
        if symmetry.roles != (0, 1):
            continue
        other = turned(game, symmetry, rows)
        one = network.look(rows, game.engine.legal(rows), images=MOST_IMAGES)
        same = network.look(other, game.engine.legal(other), images=MOST_IMAGES)
        np.testing.assert_allclose(one[0], same[0], atol=1e-6)
        for role, moves in enumerate(symmetry.moves):
            np.testing.assert_allclose(one[1][role], same[1][role][:, list(moves)], atol=1e-5)
        alone = network.look(rows, game.engine.legal(rows)), network.look(other, game.engine.legal(other))
        checked += bool(np.abs(alone[0][0] - alone[1][0]).max() > 1e-3)
    assert checked, "seen once, an image is valued otherwise"


def test_large_families_of_fluents_are_left_out_where_there_are_too_many() -> None:
    links: list[Ground] = [("link", str(n), str(n + 1)) for n in range(MOST_INPUTS)]
    cells: list[Ground] = [("cell", str(n), "x") for n in range(100)]
    fluents = [*cells, *links, "turn"]
    features = [Feature((TRUE, number), 2 * number + 2) for number in range(len(fluents))]
    moves = [Feature((LEGAL, 0, number), 2 * number) for number in range(50)]
    assert few([*features, *moves], fluents) == [*features[:100], features[-1], *moves]
    assert few([*features[:100], *moves], fluents) == [*features[:100], *moves]
    assert few(features[100:-1], fluents) == features[100:-1], "all that there is"
