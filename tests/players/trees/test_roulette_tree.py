"""The wheel in a tree: what each of its options does, and that it does nothing by default."""

from __future__ import annotations

from collections import Counter

import pytest

from ludens import Limit
from ludens.players import make_agent
from ludens.players.tree_agent import TreeAgent, TreePlan
from ludens.players.trees.roulette_tree import RouletteTreeOptions
from ludens.search.tree.policy import ROULETTE, Policy
from tests.players.positions import tic_tac_toe

FEW = Limit(playouts=2_000)


def test_by_default_it_is_the_plain_tree() -> None:
    game, state, role = tic_tac_toe("x.. .o. ...")
    plain = TreeAgent(game, role, RouletteTreeOptions(), TreePlan(Policy(ROULETTE)), 3).decide(state, FEW)
    assert make_agent("roulette_tree", game, role, 3).decide(state, FEW).moves == plain.moves


def test_looking_ahead_takes_a_win_and_gives_none() -> None:
    game, state, role = tic_tac_toe("xo. .xo ...")
    agent = make_agent("roulette_tree(solver=false, lookahead=true)", game, role, 1)
    assert agent.decide(state, Limit(playouts=1)).move == "(mark 3 3)"
    game, state, role = tic_tac_toe("xx. o.. ...")
    agent = make_agent("roulette_tree(solver=false, lookahead=true, wheel=true)", game, role, 1)
    assert {agent.decide(state, Limit(playouts=64)).move for _ in range(20)} == {"(mark 1 3)"}


def test_no_mean_below_the_lowest_is_visited_often() -> None:
    game, state, role = tic_tac_toe("... ... ...")
    visits = {}
    for lowest in (0, 63):
        agent = make_agent(f"roulette_tree(lowest={lowest}, lanes=1, solver=false)", game, role, 1)
        visits[lowest] = {report.move: report.visits for report in agent.decide(state, FEW).moves}
    assert visits[63]["(mark 2 2)"] > 2 * visits[0]["(mark 2 2)"]


def test_the_wheel_draws_the_move_in_proportion_to_means() -> None:
    game, state, role = tic_tac_toe("... ... ...")
    agent = make_agent("roulette_tree(wheel=true, solver=false)", game, role, 1)
    counts = Counter(agent.decide(state, Limit(playouts=300)).move for _ in range(60))
    assert len(counts) > 4
    assert len({make_agent("roulette_tree", game, role, 1).decide(state, FEW).move for _ in range(5)}) == 1


def test_longer_simulations_bring_less() -> None:
    game, state, role = tic_tac_toe("... ... ...")
    plain = make_agent("roulette_tree(solver=false)", game, role, 1).decide(state, FEW)
    less = make_agent("roulette_tree(solver=false, depth=true)", game, role, 1).decide(state, FEW)
    assert plain.value is not None
    assert less.value is not None
    # A game takes five to nine moves, and a lost one brings nothing to be taken away.
    assert 2 < plain.value - less.value < 9


@pytest.mark.parametrize("options", ["depth=true", "lowest=50", "lookahead=true", "wheel=true"])
def test_the_same_seed_decides_the_same(options: str) -> None:
    game, state, role = tic_tac_toe("x.. .o. ...")
    found = [make_agent(f"roulette_tree({options})", game, role, 5).decide(state, FEW) for _ in range(2)]
    assert found[0].moves == found[1].moves
    assert found[0].move == found[1].move
