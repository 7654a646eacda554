"""The agents that search to a fixed depth: what they play, what they report, and which games they refuse."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludens
from ludens import Decision, Limit
from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.games.loading import built_in_source
from ludens.players import make_agent
from tests.players.positions import tic_tac_toe
from tests.search.minimax.plain_minimax import minimax
from tests.search.minimax.test_alphabeta import positions

TWO_SIDED = ("negamax", "negascout", "mtdf")
FAMILY = (*TWO_SIDED, "paranoid", "maxn")


@pytest.mark.parametrize("agent", FAMILY)
def test_a_fork_is_found_and_proven(agent: str) -> None:
    game, state, turn = tic_tac_toe("x.. .o. ..x")
    # The middle of a side is the only answer: a corner loses to a fork.
    decision = make_agent(agent, game, turn).decide(state, Limit(depth=7))
    assert decision.move in {"(mark 1 2)", "(mark 2 1)", "(mark 2 3)", "(mark 3 2)"}
    assert decision.value == 50
    assert decision.notes["depth"] == 6
    assert len(decision.line) == 6
    assert decision.line[0][turn] == decision.move


@pytest.mark.parametrize("agent", FAMILY)
@pytest.mark.parametrize("evaluation", ["terminal", "monte_carlo"])
def test_a_win_is_taken_and_a_loss_avoided(agent: str, evaluation: str) -> None:
    name = f"{agent}(evaluation={evaluation})"
    game, state, turn = tic_tac_toe("xx. oo. ...")
    won = make_agent(name, game, turn, 1).decide(state, Limit(depth=3))
    assert (won.move, won.value) == ("(mark 1 3)", 100)
    game, state, turn = tic_tac_toe("xx. o.. ...")
    saved = make_agent(name, game, turn, 1).decide(state, Limit(depth=2))
    assert saved.move == "(mark 1 3)"


@pytest.mark.parametrize("agent", [*TWO_SIDED, "paranoid"])
def test_values_of_moves_are_exact_for_the_best_and_bounds_for_the_others(agent: str) -> None:
    game = ludens.load("connect_four(columns=4, rows=4)")
    better = 0
    for state in positions(game, 40, agent):
        role = next((role for role in (0, 1) if len(game.legal_moves(state, role)) > 1), None)
        if role is None:
            continue
        decision = make_agent(agent, game, role).decide(state, Limit(depth=4))
        depth = int(decision.notes["depth"])
        exact = {move: value_after(game, state, role, move, depth - 1) for move in game.legal_moves(state, role)}
        assert decision.value == exact[decision.move] == max(exact.values())
        for report in decision.moves[1:]:
            assert report.value is None or report.value >= exact[report.move]
            if report.proven:
                assert report.value == exact[report.move]
        better += min(exact.values()) < max(exact.values())
    assert better > 3


def value_after(game: LoadedGame[Any], state: Any, role: int, move: str, depth: int) -> float:
    joint = tuple(move if other == role else game.legal_moves(state, other)[0] for other in (0, 1))
    return minimax(game, game.next_state(state, joint), role, depth)


@pytest.mark.parametrize("agent", FAMILY)
def test_perfect_play_never_loses_at_tic_tac_toe(agent: str) -> None:
    game, rng = ludens.load("tic_tac_toe"), random.Random(agent)
    for number in range(6):
        seat, state = number % 2, game.initial_state()
        player = make_agent(agent, game, seat)
        while not game.is_terminal(state):
            other = rng.choice(game.legal_moves(state, 1 - seat))
            own = player.decide(state, Limit(depth=9)).move
            state = game.next_state(state, (own, other) if seat == 0 else (other, own))
        assert game.goals(state)[seat] >= 50


@pytest.mark.parametrize("agent", TWO_SIDED)
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("connect_four(players=3)", "two roles, and there are 3"),
        ("eight_puzzle", "two roles, and there is 1"),
        ("rock_paper_scissors", "one role moves at a time"),
        ("tron", "one role moves at a time"),
    ],
)
def test_games_of_another_kind_are_refused(agent: str, name: str, reason: str) -> None:
    with pytest.raises(UnsuitableGameError, match=f"{agent} cannot play .*{reason}"):
        make_agent(agent, ludens.load(name), 0)


def test_what_a_sheet_does_not_declare_is_found_in_random_games() -> None:
    def sheet(first: int, second: int) -> str:
        return f"""
        (role a) (role b) (init start) (init (control a)) (next done)
        (<= (legal a (choose 1)) (true start)) (<= (legal a (choose 2)) (true start)) (<= (legal b noop) (true start))
        (<= (next (chosen ?x)) (does a (choose ?x))) (<= terminal (true done))
        (<= (goal a 100) (true (chosen 1))) (<= (goal a 0) (true (chosen 2)))
        (<= (goal b {first}) (true (chosen 1))) (<= (goal b {second}) (true (chosen 2)))
        """

    with pytest.raises(UnsuitableGameError, match="one role moves at a time"):
        make_agent("negamax", ludens.load(built_in_source("tron", {}).text), 0)
    make_agent("negamax", ludens.load(built_in_source("nim", {"heaps": "2-1"}).text), 0)
    make_agent("negamax", ludens.load(sheet(0, 100)), 0)
    with pytest.raises(UnsuitableGameError, match="one role's gain is the other's loss"):
        make_agent("negamax", ludens.load(sheet(100, 0)), 0)


def test_paranoia_and_own_interest_differ() -> None:
    """The second role would rather have 60 for itself than spoil the first one's win."""
    game = ludens.load("""
        (role a) (role b) (init (stage 1)) (init (control a))
        (<= (legal a (go ?x)) (true (stage 1)) (way ?x)) (way left) (way right) (<= (legal b noop) (true (stage 1)))
        (<= (legal b kind) (true (stage 2))) (<= (legal b cruel) (true (stage 2))) (<= (legal a noop) (true (stage 2)))
        (<= (next (stage 2)) (true (stage 1))) (<= (next (stage 3)) (true (stage 2)))
        (<= (next (went ?x)) (does a (go ?x))) (<= (next (went ?x)) (true (went ?x)))
        (<= (next (was ?x)) (true (stage 2)) (does b ?x))
        (<= terminal (true (stage 3)))
        (<= (goal a 100) (true (went left)) (true (was kind))) (<= (goal a 0) (true (went left)) (true (was cruel)))
        (<= (goal a 30) (true (went right)))
        (<= (goal b 60) (true (was kind))) (<= (goal b 10) (true (was cruel)))
    """)
    state = game.initial_state()

    def asked(agent: str) -> Decision:
        return make_agent(agent, game, 0).decide(state, Limit(depth=4))

    assert (asked("paranoid").move, asked("paranoid").value) == ("(go right)", 30)
    assert (asked("maxn").move, asked("maxn").value) == ("(go left)", 100)
    assert asked("maxn").line == (("(go left)", "noop"), ("noop", "kind"))


@pytest.mark.parametrize("agent", FAMILY)
def test_a_position_without_moves_is_even(agent: str) -> None:
    """Left wins 60, right leads to a position in which the second role has no move although the game goes on."""
    game = ludens.load("""
        (role a) (role b) (init (stage 1)) (way left) (way right)
        (<= (legal a (go ?x)) (true (stage 1)) (way ?x)) (<= (legal b noop) (true (stage 1)))
        (<= (legal a noop) (true (stage 2)))
        (<= (next (stage 2)) (does a (go right))) (<= (next (stage 3)) (does a (go left)))
        (<= terminal (true (stage 3))) (goal a 60) (goal b 40)
    """)
    decision = make_agent(agent, game, 0, 1).decide(game.initial_state(), Limit(depth=3))
    assert (decision.move, decision.value) == ("(go left)", 60)
    values = {report.move: report.value for report in decision.moves}
    assert values["(go right)"] in (50, None)


@pytest.mark.parametrize("name", ["negamax", "negascout", "mtdf"])
@pytest.mark.parametrize("options", ["depth=3", "depth=3, table=false", "depth=3, ordering=false"])
def test_switches_change_no_value(name: str, options: str) -> None:
    game = ludens.load("connect_four(columns=5, rows=4)")
    state = game.initial_state()
    switched = make_agent(f"{name}({options}, evaluation=mobility)", game, 0, 1).decide(state, Limit(depth=9))
    plain = make_agent(f"{name}(evaluation=mobility, depth_first=false)", game, 0, 1).decide(state, Limit(depth=3))
    assert switched.notes["depth"] == plain.notes["depth"] == 3
    assert switched.value == pytest.approx(plain.value)
