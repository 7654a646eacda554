"""The player of the document: what each half of its clock does, and that it plays small games without a mistake."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludens
from ludens import Decision, Limit
from ludens.engine.any_game import GameWithEngine
from ludens.engine.contract import LoadedGame
from ludens.players import make_agent
from ludens.players.agent import Prepares
from ludens.players.scissors import ScissorsAgent, ScissorsOptions
from tests.circuit.latch_games import LAMP, LEAVING
from tests.clocks import Ticking, put_up
from tests.players.positions import tic_tac_toe
from tests.search.minimax.plain_minimax import minimax


def asked(game: LoadedGame[Any], state: Any, role: int, limit: Limit, **options: Any) -> Decision:
    return ScissorsAgent(game, role, ScissorsOptions(**options), 1).decide(state, limit)


@pytest.mark.parametrize("split", [0.0, 0.5, 1.0])
def test_a_win_is_taken_and_a_loss_avoided(split: float) -> None:
    game, state, turn = tic_tac_toe("xx. oo. ...")
    won = asked(game, state, turn, Limit(playouts=4_000), split=split)
    assert won.move == "(mark 1 3)"
    game, state, turn = tic_tac_toe("x.x .o. ...")
    assert asked(game, state, turn, Limit(playouts=4_000), split=split).move == "(mark 1 2)"


def test_alpha_beta_overrules_a_uct_that_cannot_see() -> None:
    """One leaf tells UCT nothing; all but one move lose at once."""
    game, state, turn = tic_tac_toe("x.x .o. ...")
    found = asked(game, state, turn, Limit(playouts=500), split=0.0)
    assert found.move == "(mark 1 2)"
    assert int(found.notes["simulations"]) <= 64
    assert str(found.notes["proved"]).endswith("lost")
    assert sum(report.proven and report.value == 0 for report in found.moves) == 5
    overruled = [
        make_agent("scissors(split=0, lanes=1, playouts=1)", game, turn, seed)
        .decide(state, Limit(playouts=500))
        .notes["overruled"]
        for seed in range(8)
    ]
    assert set(overruled) == {"yes", "no"}


def test_without_alpha_beta_nothing_is_proved() -> None:
    game, state, turn = tic_tac_toe("xx. oo. ...")
    found = asked(game, state, turn, Limit(playouts=2_000), split=1.0)
    assert found.notes["proved"] == "nothing"
    assert found.notes["positions"] == 0
    assert not any(report.proven for report in found.moves[1:])


def test_the_clock_is_split_as_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("connect_four")
    for split in (0.25, 0.5):
        player = ScissorsAgent(game, 0, ScissorsOptions(split=split), 1)
        with monkeypatch.context() as patch:
            put_up(Ticking(0.01), patch)
            notes = player.decide(game.initial_state(), Limit(seconds=2.0)).notes
        trees, alphabeta = float(notes["uct_seconds"]), float(notes["alphabeta_seconds"])
        assert abs(trees / (trees + alphabeta) - split) < 0.05
        assert trees + alphabeta < 2.2


def test_one_legal_move_leaves_the_whole_clock_to_uct() -> None:
    game = ludens.load("connect_four")
    player = ScissorsAgent(game, 1, ScissorsOptions(), 1)
    state = game.initial_state()
    waited = player.decide(state, Limit(playouts=3_000))
    assert waited.move == "noop"
    assert 2_900 <= int(waited.notes["simulations"]) < 3_064
    assert "alphabeta_seconds" not in waited.notes
    assert waited.line[0][1] == "noop"
    # What was found while waiting is kept.
    state = game.next_state(state, ("(drop 4)", "noop"))
    decision = player.decide(state, Limit(playouts=64))
    assert sum(report.visits for report in decision.moves) > 200


def test_time_before_the_game_starts_the_tree() -> None:
    game = ludens.load("connect_four")
    player = make_agent("scissors", game, 0, 1)
    assert isinstance(player, Prepares)
    player.prepare(game.initial_state(), Limit(playouts=2_000))
    decision = player.decide(game.initial_state(), Limit(playouts=64))
    assert sum(report.visits for report in decision.moves) > 1_900
    assert not isinstance(make_agent("random", game, 0, 1), Prepares)


def test_latches_end_positions_for_the_role() -> None:
    game = ludens.load("minefield")
    for latches in (True, False):
        found = asked(game, game.initial_state(), 0, Limit(playouts=2_000), latches=latches)
        assert (int(found.notes["latches"]) > 0) == latches


def test_a_decided_game_is_played_on() -> None:
    """The lamp is lit: whatever is done, the result is known, and a legal move is still needed."""
    game = ludens.load(LAMP)
    state = game.next_state(game.initial_state(), ("light", "wait"))
    state = game.next_state(state, ("wait", "wait"))
    found = asked(game, state, 0, Limit(playouts=10))
    assert found.move in game.legal_moves(state, 0)
    assert found.value == 100
    assert asked(game, state, 0, Limit(playouts=10), coerce=False).value == 90
    assert asked(game, state, 1, Limit(playouts=10)).value == 0


def test_its_own_share_is_decided_before_that_of_the_others() -> None:
    game = ludens.load(LEAVING)
    state = game.next_state(game.initial_state(), ("leave", "stay", "leave"))
    found = asked(game, state, 1, Limit(playouts=400), coerce=False)
    assert found.move == "stay"
    left = ScissorsAgent(game, 0, ScissorsOptions(coerce=False), 1)
    assert left.decide(state, Limit(playouts=10)).value == 0


def test_coercion_makes_one_point_more_a_win() -> None:
    """Left: 30 against 20, for certain. Right: 60, but 80 for the other."""
    game = ludens.load("""
        (role a) (role b) (init start) (way left) (way right)
        (<= (legal a ?w) (true start) (way ?w)) (<= (legal b wait) (true start))
        (<= (next (went ?w)) (does a ?w)) (<= terminal (true (went ?w)))
        (<= (goal a 30) (true (went left))) (<= (goal b 20) (true (went left)))
        (<= (goal a 60) (true (went right))) (<= (goal b 80) (true (went right)))
    """)
    state = game.initial_state()
    assert asked(game, state, 0, Limit(playouts=200)).move == "left"
    assert asked(game, state, 0, Limit(playouts=200), coerce=False).move == "right"


def test_opponents_conspire() -> None:
    """Where two others could together take everything, the role expects it of them."""
    game = ludens.load("""
        (role a) (role b) (role c) (init (stage 1)) (way risky) (way safe)
        (<= (legal a ?w) (true (stage 1)) (way ?w)) (<= (legal a wait) (true (stage 2)))
        (<= (legal b wait) (true (stage 1))) (<= (legal c wait) (true (stage 1)))
        (<= (legal b ?x) (true (stage 2)) (hand ?x)) (<= (legal c ?x) (true (stage 2)) (hand ?x))
        (hand kind) (hand cruel)
        (<= (next (stage 2)) (true (stage 1))) (<= (next (stage 3)) (true (stage 2)))
        (<= (next (went ?w)) (does a ?w) (way ?w)) (<= (next (went ?w)) (true (went ?w)))
        (<= (next both) (does b cruel) (does c cruel))
        (<= terminal (true (stage 3)))
        (<= (goal a 100) (true (went risky)) (not (true both))) (<= (goal a 0) (true (went risky)) (true both))
        (<= (goal a 30) (true (went safe)))
        (goal b 10) (goal c 10)
    """)
    found = asked(game, game.initial_state(), 0, Limit(playouts=3_000), split=1.0, coerce=False)
    assert found.move == "safe"
    risky = next(report for report in found.moves if report.move == "risky")
    # Random others would leave it 75.
    assert risky.value is not None
    assert risky.value < 30


@pytest.mark.parametrize("options", ["", "(coerce=false, latches=false)", "(cache=on)", "(split=0, draws=true)"])
@pytest.mark.parametrize("role", [0, 1])
def test_tic_tac_toe_is_not_lost(role: int, options: str) -> None:
    game, rng = ludens.load("tic_tac_toe"), random.Random(options)
    for seed in range(8):
        player, state = make_agent(f"scissors{options}", game, role, seed), game.initial_state()
        while not game.is_terminal(state):
            own = player.decide(state, Limit(playouts=20_000)).move
            other = rng.choice(game.legal_moves(state, 1 - role))
            state = game.next_state(state, (own, other) if role == 0 else (other, own))
        assert game.goals(state)[role] >= 50


def test_won_heaps_are_won() -> None:
    """1 ⊕ 5 ⊕ 4 ⊕ 2 = 2, so the first player wins; whoever is in a won position stays there."""
    game, rng = ludens.load("nim"), random.Random(3)
    for seed in range(6):
        player, state = make_agent("scissors", game, 0, seed), game.initial_state()
        while not game.is_terminal(state):
            own = player.decide(state, Limit(playouts=40_000)).move
            state = game.next_state(state, (own, rng.choice(game.legal_moves(state, 1))))
        assert game.goals(state)[0] == 100


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim(heaps=1-2)", "rock_paper_scissors"])
def test_a_game_in_python_is_played_with_a_cache(name: str) -> None:
    game: GameWithEngine[Any] = GameWithEngine(ludens.load(name))
    found = asked(game, game.initial_state(), 0, Limit(playouts=60), cache="on")
    assert found.notes["cache"] == "on"
    plain = asked(game, game.initial_state(), 0, Limit(playouts=60), cache="off")
    assert plain.notes["cache"] == "off"
    assert found.moves == plain.moves


def test_a_certain_draw_is_preferred_when_asked_for() -> None:
    game, state, turn = tic_tac_toe("x.. .o. ..x")
    found = asked(game, state, turn, Limit(playouts=6_000), split=0.0, draws=True)
    joint = (found.move, "noop") if turn == 0 else ("noop", found.move)
    assert minimax(game, game.next_state(state, joint), turn, 9) == 50
