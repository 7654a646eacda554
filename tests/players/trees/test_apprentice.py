"""The apprentice plays legal moves by any network, the same with the same seed, and begins with what it expects."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import Limit
from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.players import make_agent
from ludens.players.tree_agent import TreeAgent
from ludens.search.evaluations.sample import random_positions
from ludens.search.networks.beside import Beside
from ludens.search.networks.inputs import MOST_IMAGES, inputs_of
from ludens.search.networks.leaves import NetworkLeaves
from ludens.search.networks.network import Shape, new_weights
from ludens.search.networks.store import network_for, own_path
from ludens.search.networks.trained import Trained, write_trained
from ludens.search.rules_digest import rules_digest
from ludens.search.tree.arrays import EXACT, NODES, NOT_EXPANDED
from ludens.search.tree.evaluate import RandomPlayouts
from ludens.search.tree.policy import UCB1, Policy
from ludens.search.tree.search import SearchSettings, TreeSearch
from ludens.testing import random_game
from tests.learning.minimax import minimax_of

GAMES = ["tic_tac_toe", "goofspiel(cards=3)", "connect_four(columns=4,rows=4,players=3)"]


@pytest.fixture
def with_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Loads a game that has a network of random weights."""
    monkeypatch.setenv("LUDENS_NETWORKS", str(tmp_path))

    def loaded(name: str, **known: Any) -> LoadedGame[Any]:
        game, numbers = ludens.load(name), np.random.default_rng(1)
        inputs = inputs_of(game)
        weights = new_weights(Shape(inputs.size, 8, 2, inputs.values, inputs.widths), numbers)
        noise = {key: numbers.normal(0, 0.5, own.shape).astype(np.float32) for key, own in weights.items()}
        trained = Trained(game.info.name, rules_digest(game), inputs.digest, 8, 2, {}, noise, **known)
        write_trained(own_path(game), trained)
        return game

    return loaded


@pytest.mark.parametrize(
    "options",
    ["", "(search=false)", "(prior=0)", "(lanes=4, shared=false)", "(share=0.5)", "(blend=1)", "(blend=1, share=0.5)"],
)
@pytest.mark.parametrize("name", GAMES)
def test_moves_are_legal_and_repeatable(name: str, options: str, with_network: Any) -> None:
    game = with_network(name)
    state = game.initial_state()
    for role in range(len(game.info.roles)):
        decisions = [
            make_agent(f"apprentice{options}", game, role, 3).decide(state, Limit(playouts=64)) for _ in range(2)
        ]
        assert decisions[0].move in game.legal_moves(state, role)
        assert decisions[0].move == decisions[1].move
        assert decisions[0].moves == decisions[1].moves


def test_without_a_search_it_makes_the_likeliest_move(with_network: Any) -> None:
    game = with_network("tic_tac_toe")
    row = game.engine.initial()
    likely = network_for(game).look(row, game.engine.legal(row), images=MOST_IMAGES)[1][0][0].argmax()
    decision = make_agent("apprentice(search=false)", game, 0, 1).decide(game.initial_state(), Limit(playouts=1))
    assert decision.move == game.engine.moves(0)[likely]
    assert sum(report.chance or 0.0 for report in decision.moves) == pytest.approx(1)


def test_alphabeta_beside_it_corrects_what_the_network_says(with_network: Any) -> None:
    game = with_network("tic_tac_toe")
    minimax, rng, wrong = minimax_of("tic_tac_toe"), random.Random(5), 0
    for _ in range(20):
        state = rng.choice([state for state in random_game(game, rng)[0][2:] if not game.is_terminal(state)])
        role = max((0, 1), key=lambda role: len(game.legal_moves(state, role)))
        alone = make_agent("apprentice(search=false)", game, role, 1).decide(state, Limit(playouts=1))
        proving = make_agent("apprentice(share=0.9, least=0.9)", game, role, 1).decide(state, Limit(playouts=20_000))
        wrong += alone.move not in minimax.right(state)
        assert proving.move in minimax.right(state)
    assert wrong > 3


def test_it_wins_and_loses_by_proof_whatever_the_network_says(with_network: Any) -> None:
    game = with_network("tic_tac_toe")
    state = game.initial_state()
    for move in ("(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)"):
        role = next(r for r in range(2) if len(game.legal_moves(state, r)) > 1)
        joint = ["noop", "noop"]
        joint[role] = move
        state = game.next_state(state, tuple(joint))
    decision = make_agent("apprentice", game, 0, 1).decide(state, Limit(playouts=500))
    assert decision.move == "(mark 1 3)"
    assert decision.value == 100


def test_new_nodes_begin_with_what_the_network_expects_of_their_moves(with_network: Any) -> None:
    game = with_network("tic_tac_toe")
    leaves = NetworkLeaves(game.engine, network_for(game), 5)
    search = TreeSearch(game.engine, SearchSettings(Policy(UCB1), lanes=1, playouts=1, evaluation=leaves))
    row = game.engine.initial()
    search.start(row)
    expected = leaves.expected(row).values[0][0][game.engine.legal(row)[0][0]]
    assert (search.tree.edges["visits"][:9] == 5).all()
    assert search.tree.edges["total"][:9] == pytest.approx(5 * expected, abs=1e-5)
    search.think(Limit(playouts=20))
    nodes = search.tree.nodes[: search.tree.sizes[NODES]]
    assert (nodes["first_edge"][nodes["kind"] != EXACT] != NOT_EXPANDED).all()


def test_random_games_have_their_part_in_what_leaves_are_worth(with_network: Any) -> None:
    game = with_network("tic_tac_toe")
    engine, games = game.engine, RandomPlayouts()
    rows = random_positions(game, 9, 1).rows[:9]
    alone, half = (
        NetworkLeaves(engine, network_for(game), 5, beside)(engine, rows, 2, 5, amaf=False, deadline=float("inf"))
        for beside in (None, Beside(games, 0.5, 64))
    )
    played = games(engine, rows, 64, 5, amaf=False, deadline=float("inf")).values / 64
    assert half.values == pytest.approx(2 * (alone.values / 2 + played) / 2)
    assert half.squares == pytest.approx(half.values**2 / 2)


def test_a_network_is_played_as_training_found_best(with_network: Any) -> None:
    half = make_agent("apprentice", with_network("tic_tac_toe", blend=0.5), 0, 1)
    assert isinstance(half, TreeAgent)
    assert isinstance(half.search.evaluation, NetworkLeaves)
    assert half.search.evaluation.beside is not None
    assert half.search.evaluation.beside.part == 0.5
    alone = make_agent("apprentice(blend=0)", half.game, 0, 1)
    assert isinstance(alone, TreeAgent)
    assert isinstance(alone.search.evaluation, NetworkLeaves)
    assert alone.search.evaluation.beside is None, "whoever wants it may have it"


def test_a_network_may_advise_a_search_by_playouts(with_network: Any) -> None:
    game = with_network("tic_tac_toe", blend=1.0)
    found = make_agent("apprentice", game, 0, 1)
    assert isinstance(found, TreeAgent)
    assert isinstance(found.search.evaluation, RandomPlayouts)
    found.decide(game.initial_state(), Limit(playouts=10_000))
    assert found.search.adviser is not None
    assert found.search.adviser.nodes > 1
    explorations = {
        options: make_agent(f"apprentice({options})", game, 0, 1).search.settings.policy.parameters[0]  # type: ignore[attr-defined]
        for options in ("blend=1", "blend=0.5", "blend=1, exploration=0.7")
    }
    assert explorations == {"blend=1": 0.4, "blend=0.5": 0.2, "blend=1, exploration=0.7": 0.7}


def test_without_a_network_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_NETWORKS", str(tmp_path))
    with pytest.raises(UnsuitableGameError, match="ludens train"):
        make_agent("apprentice", ludens.load("nim(heaps=3-4)"), 0, 1)


def test_other_evaluations_are_refused(with_network: Any) -> None:
    with pytest.raises(UnsuitableGameError, match="by its network"):
        make_agent("apprentice(evaluation=mobility)", with_network("tic_tac_toe"), 0, 1)


def test_other_agents_take_the_network_as_an_evaluation(with_network: Any) -> None:
    game = with_network("tic_tac_toe")
    for agent in ("uct(evaluation=network)", "negamax(evaluation=network)"):
        decision = make_agent(agent, game, 0, 1).decide(game.initial_state(), Limit(playouts=200))
        assert decision.move in game.legal_moves(game.initial_state(), 0)


def test_where_several_choose_at_once_the_move_is_drawn(with_network: Any) -> None:
    game = with_network("goofspiel(cards=3)")
    agent = make_agent("apprentice(threshold=0)", game, 0, 1)
    decisions = [agent.decide(game.initial_state(), Limit(playouts=200)) for _ in range(30)]
    assert len({decision.move for decision in decisions}) > 1
    assert sum(report.chance or 0.0 for report in decisions[0].moves) == pytest.approx(1)
    alone = make_agent("apprentice", with_network("tic_tac_toe"), 0, 1)
    assert alone.decide(alone.game.initial_state(), Limit(playouts=200)).moves[0].chance is None  # type: ignore[attr-defined]
    fixed = make_agent("apprentice(choice=visits)", with_network("goofspiel(cards=3)"), 0, 1)
    assert fixed.decide(game.initial_state(), Limit(playouts=200)).moves[0].chance is None
