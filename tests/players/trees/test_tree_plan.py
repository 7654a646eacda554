"""A tree agent does what its plan says."""

from __future__ import annotations

from typing import Any

import pytest

import ludens
from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, ParameterError
from ludens.players import AGENTS, make_agent
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.players.trees.uct import UctOptions, uct_policy
from ludens.search.playouts import cost
from ludens.search.tree.evaluate import Evaluated, RandomPlayouts
from ludens.search.views.sequential_view import SequentialView

POLICY = uct_policy(UctOptions(), ludens.load("tic_tac_toe"))


class Counting:
    """Random playouts that are counted."""

    def __init__(self) -> None:
        self.leaves = 0

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        self.leaves += len(rows)
        return RandomPlayouts(0)(engine, rows, per_row, seed, amaf=amaf, deadline=deadline)


def decided(plan: TreePlan, played: tuple[str, ...] = (), playouts: int = 2_000) -> Decision:
    """What a plan chooses in tic-tac-toe, after the first role's and the second's marks in turn."""
    game = ludens.load("tic_tac_toe")
    state: Any = game.initial_state()
    for number, cell in enumerate(played):
        mark = f"(mark {cell})"
        state = game.next_state(state, ("noop", mark) if number % 2 else (mark, "noop"))
    return TreeAgent(game, 0, TreeOptions(), plan, 1).decide(state, Limit(playouts=playouts))


def test_leaves_are_valued_as_the_plan_says() -> None:
    counting = Counting()
    counted = decided(TreePlan(POLICY, counting))
    assert counting.leaves > 10
    assert counted.moves == decided(TreePlan(POLICY)).moves


@pytest.mark.parametrize("complete", [True, False])
def test_only_a_complete_tree_proves(complete: bool) -> None:
    found = decided(TreePlan(POLICY, complete=complete), ("1 1", "2 1", "3 2", "2 2"))
    assert found.move == "(mark 2 3)"
    assert any(report.proven and report.value == 0 for report in found.moves) == complete


def test_the_tree_grows_on_the_engine_of_the_plan() -> None:
    game = ludens.load("goofspiel(cards=3)")
    view = SequentialView(game.engine, 0)
    agent = TreeAgent(game, 0, UctOptions(), TreePlan(POLICY, engine=view, row=view.whole), 1)
    found, expected = (
        player.decide(game.initial_state(), Limit(playouts=500))
        for player in (agent, make_agent("sequential_uct", game, 0, 1))
    )
    assert [(report.move, report.visits) for report in found.moves] == [
        (report.move, report.visits) for report in expected.moves
    ]


@pytest.mark.parametrize("name", ["scissors", "sequential_uct", "uct"])
def test_a_role_that_there_is_not_is_refused_before_anything_is_made(name: str) -> None:
    with pytest.raises(ParameterError, match="no role number 7"):
        AGENTS[name].agent(ludens.load("tic_tac_toe"), 7, AGENTS[name].options(), 1)


def test_slow_games_are_searched_in_whole_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "SLOW_WORK", 0.0)
    game = ludens.load("breakthrough")
    for name, playouts, growth in (("uct", 64, 1), ("uct(growth=5)", 64, 5), ("uct(playouts=2)", 2, 8)):
        settings = make_agent(name, game, 0).search.settings  # type: ignore[attr-defined]
        assert (settings.playouts, settings.lanes_per_visit) == (playouts, growth)
    monkeypatch.undo()
    assert make_agent("uct", game, 0).search.settings.lanes_per_visit == 8  # type: ignore[attr-defined]
