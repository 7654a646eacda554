"""The agents that search to a fixed depth with every evaluation that they can be asked to use."""

from __future__ import annotations

import pytest

import ludens
from ludens import Limit
from ludens.game import ParameterError, UnsuitableGameError
from ludens.games.odd import GAME
from ludens.players import make_agent
from ludens.players.evaluations import NAMES, OWNERS
from ludens.players.trees.proving_tree import ProvingOptions, ProvingTree
from tests.clocks import Still, put_up
from tests.players.positions import tic_tac_toe

FAMILY = ("negamax", "negascout", "mtdf", "paranoid", "maxn")


@pytest.mark.parametrize("agent", FAMILY)
@pytest.mark.parametrize("evaluation", [name for name in NAMES if name not in {*OWNERS, "network"}])
def test_a_win_is_taken_and_a_loss_avoided(agent: str, evaluation: str) -> None:
    name = f"{agent}(evaluation={evaluation}, playouts=8)"
    game, state, turn = tic_tac_toe("xx. oo. ...")
    won = make_agent(name, game, turn, 1).decide(state, Limit(depth=3))
    assert (won.move, won.value) == ("(mark 1 3)", 100)
    game, state, turn = tic_tac_toe("xx. o.. ...")
    assert make_agent(name, game, turn, 1).decide(state, Limit(depth=2)).move == "(mark 1 3)"


@pytest.mark.parametrize("agent", FAMILY)
@pytest.mark.parametrize("evaluation", GAME.evaluations)
def test_odd_is_played_by_its_own_evaluations(agent: str, evaluation: str) -> None:
    game = ludens.load("odd")
    decision = make_agent(f"{agent}(evaluation={evaluation})", game, 0, 1).decide(game.initial_state(), Limit(depth=1))
    assert decision.value is not None
    if evaluation in {"odd_learnt", "odd_td"}:
        assert 0 < decision.value < 100
    else:
        assert decision.value in (25, 75)


@pytest.mark.parametrize("agent", FAMILY)
def test_what_cannot_be_valued_is_refused_with_a_reason(agent: str) -> None:
    for evaluation in GAME.evaluations:
        with pytest.raises(UnsuitableGameError, match=f"{evaluation} cannot play tic_tac_toe: .*game odd"):
            make_agent(f"{agent}(evaluation={evaluation})", ludens.load("tic_tac_toe"), 0)
    for evaluation in ("goal_proximity", "features"):
        with pytest.raises(UnsuitableGameError, match=f"{evaluation} cannot play odd: .*network"):
            make_agent(f"{agent}(evaluation={evaluation})", ludens.load("odd"), 0)
    with pytest.raises(ParameterError, match=r"evaluation cannot be 'wisdom'; it may be terminal, .* or best"):
        make_agent(f"{agent}(evaluation=wisdom)", ludens.load("odd"), 0)


@pytest.mark.parametrize("agent", FAMILY)
@pytest.mark.parametrize("evaluation", [name for name in NAMES if name not in (*OWNERS, "learnt", "network")])
def test_a_limit_of_playouts_ends_the_search(agent: str, evaluation: str) -> None:
    """Valuing a position must use the limit up; where it cost nothing, the search went on for ever."""
    game = ludens.load("connect_four")
    player = make_agent(f"{agent}(evaluation={evaluation}, playouts=1)", game, 0, 1)
    decision = player.decide(game.initial_state(), Limit(playouts=300))
    assert int(decision.notes["simulations"]) < 300 + 64
    assert int(decision.notes["depth"]) < 12


@pytest.mark.parametrize("agent", ["mtdf", "maxn"])
def test_what_was_learnt_is_told_and_repeatable(agent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put_up(Still(), monkeypatch)  # with a real clock a busy machine learns from less
    game = ludens.load("breakthrough")
    decisions = [
        make_agent(f"{agent}(evaluation=features)", game, 0, 7).decide(game.initial_state(), Limit(depth=2))
        for _ in range(2)
    ]
    assert float(decisions[0].notes["explained"]) > 0.4
    assert decisions[0].notes["samples"] == 3_072
    assert decisions[0].moves == decisions[1].moves


@pytest.mark.parametrize("options", ["", ",cut=3", ",cut=50,decided=0.7"])
@pytest.mark.parametrize("agent", ["uct", "grave"])
def test_trees_value_leaves_by_a_learnt_evaluation(agent: str, options: str) -> None:
    game = ludens.load("tic_tac_toe")
    decision = make_agent(f"{agent}(evaluation=learnt{options})", game, 0, 1).decide(
        game.initial_state(), Limit(playouts=300)
    )
    assert decision.move in game.legal_moves(game.initial_state(), 0)
    assert 300 <= int(decision.notes["simulations"]) < 300 + 64


def test_a_tree_with_alphabeta_beside_it_values_leaves_by_a_learnt_evaluation() -> None:
    game = ludens.load("tic_tac_toe")
    agent = ProvingTree(game, 0, ProvingOptions(evaluation="learnt", share=0.0), 1)
    assert int(agent.decide(game.initial_state(), Limit(playouts=300)).notes["simulations"]) == 300


def test_trees_take_the_evaluations_of_native_games_too() -> None:
    game = ludens.load("odd")
    name = next(name for name, owner in OWNERS.items() if owner == "odd")
    agent = make_agent(f"uct(evaluation={name},cut=2,lanes=4)", game, 0, 1)
    assert agent.decide(game.initial_state(), Limit(playouts=40)).move


def test_alphabeta_searches_with_a_learnt_evaluation() -> None:
    game = ludens.load("tic_tac_toe")
    decision = make_agent("negamax(evaluation=learnt)", game, 0, 1).decide(game.initial_state(), Limit(depth=2))
    assert decision.notes["evaluation"] == "learnt"
