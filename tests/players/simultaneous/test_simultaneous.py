"""The agents for simultaneous moves: chances, how moves are drawn by them, and what is refused."""

from __future__ import annotations

from collections import Counter

import pytest

import ludens
from ludens import Decision, Limit
from ludens.game import UnsuitableGameError
from ludens.players import make_agent
from tests.players.positions import tic_tac_toe
from tests.search.table_game import table_game

MIXING = ("duct", "duct(bound=ucb1_tuned)", "exp3", "regret_matching", "regret_matching(floor=true)")


def chances(decision: Decision) -> dict[str, float]:
    return {report.move: report.chance for report in decision.moves if report.chance is not None}


@pytest.mark.parametrize("agent", [*MIXING, "uct(choice=equilibrium)"])
def test_chances_are_reported_and_add_up(agent: str) -> None:
    game = ludens.load("rock_paper_scissors(rounds=1)")
    decision = make_agent(agent, game, 1, 3).decide(game.initial_state(), Limit(playouts=20_000))
    found = chances(decision)
    assert set(found) == {"rock", "paper", "scissors"}
    assert sum(found.values()) == pytest.approx(1)
    assert [report.chance for report in decision.moves] == sorted(found.values(), reverse=True)
    assert found[decision.move] > 0
    assert decision.value == next(report.value for report in decision.moves if report.move == decision.move)
    assert decision.line[0][1] == decision.move


@pytest.mark.parametrize("agent", ["exp3", "regret_matching", "duct(choice=equilibrium)"])
def test_rock_paper_and_scissors_are_mixed_evenly(agent: str) -> None:
    game = ludens.load("rock_paper_scissors(rounds=1)")
    decision = make_agent(agent, game, 0, 3).decide(game.initial_state(), Limit(playouts=2_000_000))
    assert list(chances(decision).values()) == pytest.approx([1 / 3] * 3, abs=0.04)


def test_moves_are_drawn_by_their_chances() -> None:
    game = ludens.load("rock_paper_scissors(rounds=1)")
    drawn, expected = Counter[str](), Counter[str]()
    for seed in range(150):
        decision = make_agent("duct", game, 0, seed).decide(game.initial_state(), Limit(playouts=100))
        drawn[decision.move] += 1
        expected.update(chances(decision))
    assert len(drawn) == 3
    for move, share in expected.items():
        assert abs(drawn[move] - share) < 25  # four standard deviations of a share of 0.5


def test_unlikely_moves_are_left_out_if_wanted() -> None:
    """The same search, so the same sums: what is below the threshold goes, and the rest keeps its proportions."""
    game = ludens.load("oshi_zumo")
    every, likely = (
        chances(make_agent(f"duct(threshold={part})", game, 0, 4).decide(game.initial_state(), Limit(playouts=20_000)))
        for part in (0, 0.5)
    )
    kept = {move: chance for move, chance in every.items() if chance >= 0.5 * max(every.values())}
    assert 0 < len(kept) < sum(chance > 0 for chance in every.values())
    assert {move: chance for move, chance in likely.items() if chance > 0} == pytest.approx(
        {move: chance / sum(kept.values()) for move, chance in kept.items()}
    )


@pytest.mark.parametrize("agent", MIXING)
def test_where_one_role_chooses_the_best_move_is_made(agent: str) -> None:
    game, state, turn = tic_tac_toe("xx. oo. ...")
    for seed in range(5):
        decision = make_agent(agent, game, turn, seed).decide(state, Limit(playouts=3_000))
        assert decision.move == "(mark 1 3)"
        assert chances(decision) == {}


@pytest.mark.parametrize("agent", [*MIXING, "sequential_uct"])
def test_three_roles_at_once(agent: str) -> None:
    game = ludens.load(table_game(2))
    for role in range(3):
        decision = make_agent(agent, game, role, 1).decide(game.initial_state(), Limit(playouts=2_000))
        assert decision.move in game.legal_moves(game.initial_state(), role)
        assert len(decision.line) == 1


@pytest.mark.parametrize("name", ["prisoners_dilemma", "connect_four(players=3)", "lights_on"])
def test_an_equilibrium_needs_opposite_interests(name: str) -> None:
    with pytest.raises(UnsuitableGameError, match="one of which gains what the other loses"):
        make_agent("duct(choice=equilibrium)", ludens.load(name), 0)


def test_a_known_move_is_a_lost_one() -> None:
    game = ludens.load("rock_paper_scissors(rounds=2)")
    decision = make_agent("sequential_uct", game, 0, 1).decide(game.initial_state(), Limit(playouts=5_000))
    assert decision.value == 0
    assert decision.line
    assert all(report.value == 0 for report in decision.moves)
    assert not any(report.proven for report in decision.moves)  # it is not known to the other, after all


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = ludens.load("blocker")
    for agent in ("regret_matching(playouts=1)", "sequential_uct(playouts=1)"):
        player = make_agent(agent, game, 0, 1)
        first = player.decide(game.initial_state(), Limit(playouts=4_000))
        state = game.next_state(game.initial_state(), first.line[0])
        second = player.decide(state, Limit(playouts=500))
        assert sum(report.visits for report in second.moves) > 500
