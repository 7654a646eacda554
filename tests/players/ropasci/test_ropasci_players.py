"""The players of RoPaSci 360: what they refuse, how they use a game's time and memory, and that they know the game."""

from __future__ import annotations

import math
import textwrap
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import Limit
from ludens.adapters.ropasci_course.players import load_course_player, play_course_game
from ludens.arena.pairs import Conditions, Pairing
from ludens.game import UnknownNameError, UnsuitableGameError
from ludens.games.ropasci import Ropasci, position
from ludens.games.ropasci.evaluation import ShortPlayouts, SixFigures
from ludens.games.ropasci.layout import TURNS
from ludens.players import make_agent
from ludens.players.evaluations import Request, make_evaluation
from ludens.players.game_clock import GameClock
from ludens.players.game_lengths import GameLengths
from ludens.players.ropasci.opponents import TwoSets
from ludens.players.ropasci.ropasci_agent import KNOWN_LENGTHS
from ludens.studies.documents.ropasci_figures import random_turns
from tests.clocks import Ticking, put_up

GAME = Ropasci()
TREES = ("ropasci_document", "ropasci_best_1")
PARTNERS = (
    "ropasci_nash", "ropasci_patient", "ropasci_aggressive", "ropasci_repeater", "ropasci_steady", "ropasci_response",
)  # fmt: skip
SOLVERS = ("ropasci_best", "ropasci_best_2", *PARTNERS)
PLAYERS = ("ropasci_greedy", *TREES, *SOLVERS)


@pytest.mark.parametrize("agent", PLAYERS)
def test_other_games_are_refused(agent: str) -> None:
    with pytest.raises(UnsuitableGameError, match=f"{agent} cannot play tic_tac_toe"):
        make_agent(agent, ludens.load("tic_tac_toe"), 0)


def test_the_evaluation_refuses_other_games() -> None:
    with pytest.raises(UnsuitableGameError, match="it is made for the game ropasci"):
        make_evaluation("ropasci", Request(ludens.load("tic_tac_toe")))


def test_policies_are_refused_where_there_are_none() -> None:
    with pytest.raises(UnsuitableGameError, match="the game brings no policies"):
        make_agent("uct(pruning=greedy)", ludens.load("tic_tac_toe"), 0)
    with pytest.raises(UnknownNameError, match="no policy of the game called 'greedi'"):
        make_agent("duct(policy=greedi)", GAME, 0)


@pytest.mark.parametrize("agent", [name for name in PLAYERS if name != "ropasci_response"])
@pytest.mark.parametrize("role", [0, 1])
def test_a_won_game_is_won(agent: str, role: int) -> None:
    """The last token of the other side stands in a corner: it is taken there, or met where it can flee to."""
    hunters, corner = "r 3 -3, r 4 -3", "s 4 -4, s -4 4"
    sides = (hunters, corner) if role == 0 else (corner, hunters)
    state = position(*sides)
    move = make_agent(agent, GAME, role, 1).decide(state, Limit(playouts=2_000)).move
    met = ("(slide 3 -3 3 -4)", "(swing 4 -3 3 -4)") if agent in SOLVERS else ()
    assert move in ("(slide 3 -3 4 -4)", "(slide 4 -3 4 -4)", *met)


@pytest.mark.parametrize("agent", [*TREES, "ropasci_best"])
def test_a_whole_game_is_played_in_its_time(agent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that moves by a five hundredth of a second whenever it is looked at."""
    seconds, spent, clock = 10.0, 0.0, Ticking(0.002)
    player = make_agent(f"{agent}(game_seconds={seconds})", GAME, 0, 1)
    rng, state = np.random.default_rng(1), GAME.initial_state()
    put_up(clock, monkeypatch)
    monkeypatch.setattr(time, "process_time", lambda: 0.0)
    for _ in range(TURNS):
        if GAME.is_terminal(state):
            break
        begin = clock.looks
        own = player.decide(state, Limit()).move
        spent += (clock.looks - begin) * clock.step
        state = GAME.next_state(state, (own, str(rng.choice(GAME.legal_moves(state, 1)))))
    assert 0.5 < spent < seconds
    assert player.decide(GAME.initial_state(), Limit()).notes["left"] > 0  # type: ignore[operator]


@pytest.mark.parametrize("agent", TREES)
def test_with_no_time_left_moves_come_at_once(agent: str) -> None:
    """Without a search: there is nothing to report of it."""
    player = make_agent(f"{agent}(game_seconds=0.01)", GAME, 1, 1)
    state = GAME.initial_state()
    for _ in range(20):
        decision = player.decide(state, Limit())
        assert decision.move in GAME.legal_moves(state, 1)
        assert "simulations" not in decision.notes


@pytest.mark.parametrize("agent", [*TREES, *SOLVERS])
def test_a_limit_of_playouts_is_the_only_one(agent: str) -> None:
    """However little time the game has left: the same seed must make the same choices on any machine."""
    first, second = (
        make_agent(f"{agent}(game_seconds={seconds})", GAME, 1, 1).decide(GAME.initial_state(), Limit(playouts=200))
        for seconds in (0.01, 0)
    )
    assert first.moves == second.moves
    assert first.notes["simulations"] == second.notes["simulations"]


def test_a_clock_has_no_share_left_when_its_time_is_over() -> None:
    clock = GameClock(60.0, GameLengths(KNOWN_LENGTHS, TURNS))
    assert 0 < clock.share(0) < 1
    clock.left = -1.0
    assert clock.share(3) == 0.0


def test_a_clock_counts_the_longer_of_two_times(monkeypatch: pytest.MonkeyPatch) -> None:
    times = {"wall": 0.0, "processor": 0.0}
    monkeypatch.setattr(time, "perf_counter", lambda: times["wall"])
    monkeypatch.setattr(time, "process_time", lambda: times["processor"])
    clock = GameClock(100.0, GameLengths())
    before = clock.left
    clock.start()
    times["wall"], times["processor"] = 2.0, 5.0
    clock.stop()
    clock.start()
    times["wall"] = 3.0
    clock.stop()
    assert before - clock.left == pytest.approx(6.0)


@pytest.mark.parametrize("agent", TREES)
def test_the_tree_stays_within_its_memory(agent: str) -> None:
    player: Any = make_agent(f"{agent}(memory=12,game_seconds=0)", GAME, 0, 1)
    player.decide(GAME.initial_state(), Limit(playouts=30_000))
    assert sum(array.nbytes for array in player.search.tree) < 12 << 20


@pytest.mark.parametrize("agent", SOLVERS)
@pytest.mark.parametrize("limit", [Limit(playouts=0), Limit(0.0), Limit(playouts=6000), Limit(playouts=40_000)])
def test_players_that_solve_turns_always_have_a_move(agent: str, limit: Limit) -> None:
    state = position("s 0 0, r 0 1", "r 1 0, p -1 0", (4, 3), 20)
    decision = make_agent(agent, GAME, 1, 1).decide(state, limit)
    assert decision.move in GAME.legal_moves(state, 1)
    assert sum(report.chance or 0.0 for report in decision.moves) == pytest.approx(1)
    fewest = {"ropasci_response": 0, "ropasci_best_2": 6000, "ropasci_best": 40_000}.get(agent, math.inf)
    two = limit.playouts is not None and limit.playouts >= fewest
    assert decision.notes["depth"] == (2 if two else 1)


def test_the_same_seed_makes_the_same_choices() -> None:
    state, limit = position("s 0 0, r 0 1", "r 1 0, p -1 0", (4, 3), 20), Limit(playouts=3000)
    made = [[make_agent("ropasci_best", GAME, 0, 5) for _ in range(2)] for _ in range(2)]
    chosen = [[agent.decide(state, limit).move for agent in agents] for agents in made]
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("name", ["ropasci_patient", "ropasci_steady"])
def test_a_patient_one_throws_three_symbols_and_keeps_the_rest(name: str) -> None:
    for role in (0, 1):
        agent, state = make_agent(name, GAME, role, 3), GAME.initial_state()
        for _ in range(3):
            own = agent.decide(state, Limit(playouts=100)).move
            other = GAME.legal_moves(state, 1 - role)[0]
            state = GAME.next_state(state, (own, other) if role == 0 else (other, own))
        assert {token.symbol for token in state.tokens[role]} == set("rps")
        assert state.throws_left[role] == 6


def test_a_best_response_gains_at_least_what_the_equilibrium_does() -> None:
    """Against the probabilities of the other player, one move is best: one that loses no more than the mixture."""
    state = position("r 0 0, p 1 0", "r -2 0, s 0 2", (5, 4), 30)
    for role in (0, 1):
        other = make_agent("ropasci_best(game_seconds=0,turns=2)", GAME, 1 - role, 1)
        told = other.decide(state, Limit(playouts=9000))
        found = make_agent("ropasci_response", GAME, role, 1).decide(state, Limit(playouts=10**6))
        assert [report.chance for report in found.moves].count(1.0) == 1
        assert found.value == pytest.approx(max(report.value or 0.0 for report in found.moves))
        assert (found.value or 0.0) >= 100 - (told.value or 0.0) - 25


@pytest.mark.slow
def test_greed_beats_chance_and_search_beats_greed() -> None:
    pairing = Pairing(GAME, Conditions(Limit(playouts=600), opening=1))
    assert sum(pairing.play("ropasci_greedy", "random", number).score for number in range(6)) > 4
    assert sum(pairing.play("ropasci_best_1", "ropasci_greedy", number).score for number in range(4)) > 2.4


def test_the_evaluation_prefers_more_tokens() -> None:
    rows = GAME.pack([position("r 0 0, p 1 0, s 2 0", "r -2 0", (3, 3)), position("r 0 0", "r -2 0", (3, 3))])
    values = SixFigures()(GAME.engine, rows)
    assert values.sum(axis=1) == pytest.approx(1)
    assert values[0, 0] > 0.6
    assert values[1, 0] == pytest.approx(0.5)


def test_short_playouts_add_up() -> None:
    rows = GAME.pack([position("r 0 0, p 1 0", "r -2 0, s 0 -3", (3, 3))])
    found = ShortPlayouts(3)(GAME.engine, rows, 50, 7, amaf=False, deadline=0.0)
    assert found.values.sum() == pytest.approx(50)
    assert (found.squares <= found.values).all()
    single = [ShortPlayouts(3)(GAME.engine, rows, 1, seed, amaf=False, deadline=0.0) for seed in range(3)]
    assert all(one.squares == pytest.approx(one.values**2) for one in single)


def test_a_game_at_the_course_within_its_limits(tmp_path: Path) -> None:
    package = tmp_path / "submission"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from ludens.adapters.ropasci_course import course_player\nPlayer = course_player(seconds=2.0)\n", "utf-8"
    )
    stubborn = tmp_path / "stubborn.py"
    stubborn.write_text(
        textwrap.dedent("""
            class Player:
                def __init__(self, player):
                    self.row, self.thrown = (4 if player == "upper" else -4), 0
                def action(self):
                    self.thrown += 1
                    if self.thrown < 10:
                        return "THROW", "rps"[self.thrown % 3], (self.row, -self.row // 2)
                    return ("SLIDE", *self.ends())
                def ends(self):
                    here, there = (self.row, -self.row // 2), (self.row, -self.row // 2 + (1 if self.row < 0 else -1))
                    return (here, there) if self.thrown % 2 == 0 else (there, here)
                def update(self, opponent_action, player_action):
                    pass
        """),
        "utf-8",
    )
    ours = load_course_player(package, seconds=4.0, megabytes=100, patience=600)
    other = load_course_player(stubborn, patience=600)
    result = play_course_game(ours, other)
    assert result.forfeits[0] is None
    assert len(result.moves) > 5


def test_the_opponent_may_be_expected_to_make_other_moves() -> None:
    game = Ropasci()
    *_, rows = random_turns(game.engine, 3, 1, 12)
    for role in (0, 1):
        view = TwoSets(game.engine, role, "greedy", "none", "greedy")
        tables, everything = view.legal(rows), game.engine.legal(rows)
        greedy = game.engine.guided(moves="greedy").legal(rows)
        assert (tables[role] == greedy[role]).all()
        assert (tables[1 - role] == everything[1 - role]).all()
        assert tables[role].sum() < everything[role].sum()
    decision = make_agent("ropasci_document(opponent=none, game_seconds=0)", game, 1, 1).decide(
        game.initial_state(), Limit(playouts=50)
    )
    assert decision.move in game.legal_moves(game.initial_state(), 1)
