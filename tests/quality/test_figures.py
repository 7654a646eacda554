"""Figures of known games: random play, first moves, proofs, whole games, players who think, skill."""

from __future__ import annotations

from typing import Any

import pytest

from ludens.arena.pairs import PlayedGame
from ludens.circuit.analysis import structure
from ludens.circuit.stages import CompiledCircuit
from ludens.game import BudgetError
from ludens.games.loading import load, load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.quality.figures import measured
from ludens.quality.first_moves import FirstMoveGames, alike
from ludens.quality.proof import proof
from ludens.quality.report import Effort, Reporting
from ludens.quality.skill import Ladder, levels_for
from ludens.quality.thinking import ThinkingGames
from ludens.quality.whole import Room, whole_game
from ludens.rules.contract import Sheet

PATIENT = Room(seconds=60.0)
QUICK = Effort(
    room=PATIENT, flaws_seconds=0.01, structure_seconds=0.0, proof_seconds=0.0, thinking_seconds=0.0, idle_seconds=0.0,
    skill_seconds=0.0,
)  # fmt: skip


def reported(game: Any, effort: Effort = QUICK) -> Reporting:
    found = Reporting(game, effort)
    list(found.parts())
    return found


def test_the_known_figures_of_tic_tac_toe_are_exact() -> None:
    found = reported(load("tic_tac_toe")).figures
    assert found.random is not None
    assert found.random.goals[0].exact
    assert found.random.wins[0].mean == pytest.approx(0.58492, abs=1e-5)
    assert found.random.wins[1].mean == pytest.approx(0.28810, abs=1e-5)
    assert found.random.draws.mean == pytest.approx(0.12698, abs=1e-5)
    assert found.lengths is not None
    assert found.lengths.bounds == (5, 9)
    assert found.choices is not None
    assert found.choices.by_step == (9, 8, 7, 6, 5, 4, 3, 2, 1)
    assert found.first is not None
    assert max(found.first.worth, key=lambda move: found.first.worth[move].mean) == "(mark 2 2)"  # type: ignore[union-attr]


def test_measured_figures_agree_with_exact_ones() -> None:
    small = load("tic_tac_toe")
    exact = reported(small).figures.first
    games = FirstMoveGames(small, max_steps=100)
    games.play(1 << 14, 1)
    sampled = games.found()
    assert exact is not None
    assert sampled is not None
    for move, worth in sampled.worth.items():
        assert worth.low <= exact.worth[move].mean <= worth.high
        assert worth.high - worth.low < 3


def test_first_moves_that_are_alike_share_their_games() -> None:
    game = load_rulesheet("connect_four")
    games = FirstMoveGames(game, max_steps=100)
    circuit = game.compiled.circuit
    groups = alike(circuit, structure(circuit), games.joints)
    assert len(set(groups)) == 4
    games.join(groups)
    games.play(1 << 12, 1)
    found = games.found()
    assert found is not None
    for one, other in ((1, 7), (2, 6), (3, 5)):
        assert found.worth[f"(drop {one})"] == found.worth[f"(drop {other})"]
    assert found.worth["(drop 4)"].low > found.worth["(drop 1)"].high


def test_a_large_game_is_not_whole() -> None:
    assert whole_game(load("connect_four"), Room(1_000, 10_000, 60.0)) is None


def test_whole_games_of_every_kind() -> None:
    rock = whole_game(load("rock_paper_scissors"), PATIENT)
    assert rock is not None
    assert not rock.turn_based
    assert rock.random is not None
    assert [goal.mean for goal in rock.random.goals] == pytest.approx([50, 50])
    hall = whole_game(load("monty_hall"), PATIENT)
    assert hall is not None
    assert len(hall.random.goals) == 1  # type: ignore[union-attr]


def test_proofs() -> None:
    nim = proof(load("nim"), 60.0)
    assert not isinstance(nim, str)
    assert nim.goals == (100.0, 0.0)
    assert [move for move, value in nim.moves.items() if value == 100] == ["(reduce d 0)"]
    for name, reason in (("rock_paper_scissors", "one role moves at a time"), ("monty_hall", "chance")):
        found = proof(load(name), 60.0)
        assert isinstance(found, str)
        assert reason in found


def test_players_who_think_beat_none_and_tell_of_the_course() -> None:
    found = ThinkingGames(load("connect_four"), {}, max_steps=100).play(600.0, lambda: False, games=32)
    assert found is not None
    assert found.games == 32
    assert len(found.by_first) == 7
    assert found.decisive.mean > 0.8
    assert 7 <= found.length <= 42
    assert sum(goal.mean for goal in found.goals) == pytest.approx(100)


def test_intervals_are_honest_for_few_games() -> None:
    alike_ones = measured(1.0, 4)
    assert alike_ones is not None
    assert alike_ones.low == pytest.approx(0.025**0.25)
    assert measured(0.0, 4).high == pytest.approx(1 - 0.025**0.25)  # type: ignore[union-attr]
    assert measured(1.0, 0) is None


def test_a_game_that_cannot_be_compiled_is_reported_on_all_the_same() -> None:
    def too_large(sheet: Sheet) -> CompiledCircuit:
        raise BudgetError("too large")

    game = RulesGame(load_rulesheet("tic_tac_toe").single, compiler=too_large)
    assert not game.engine.batch
    found = reported(game).figures
    assert found.random is not None
    assert found.random.ended >= 4
    assert found.choices is not None
    assert found.choices.by_step[0] == 9
    assert found.first is None


def test_thought_beats_random_moves_in_connect_four() -> None:
    ladder = Ladder(load("connect_four"))
    assert [level.playouts for level in ladder.levels] == [None, 64, 1024]
    *_, last = ladder.play(0.0, lambda: False)
    assert last.final
    assert [step.share.games for step in last.steps] == [2, 2]
    assert last.steps[0].share.mean == 1.0
    assert sum(goal.mean for goal in last.goals) == 100


@pytest.mark.parametrize(
    ("name", "agent"),
    [("nim", "uct"), ("rock_paper_scissors", "duct"), ("kuhn_poker", "ismcts"), ("eight_puzzle", "uct")],
)
def test_levels_search_as_suits_the_game(name: str, agent: str) -> None:
    assert [level.agent.partition("(")[0] for level in levels_for(load(name))] == ["random", agent, agent]


def test_points_count_against_each_opponent() -> None:
    ladder = Ladder(load("rock_paper_scissors"))
    outcomes = [PlayedGame(0, (60, 40), 1), PlayedGame(1, (60, 40), 1), PlayedGame(1, (50, 50), 1)]
    assert [ladder._points(game) for game in outcomes] == [1.0, 0.0, 0.5]
