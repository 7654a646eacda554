"""The planner: it plays its plan, plans anew off the line, and answers within any limit."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import ludens
from ludens import Limit
from ludens.engine.any_game import GameWithEngine
from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.players import make_agent
from ludens.players.planner import PlannerAgent
from tests.corpus import SHEETS, needs_corpus
from tests.search.planning.puzzles import LATIN_SQUARE, PUZZLES, lock

SOON = Limit(playouts=2_000)


@functools.cache
def loaded(sheet: str) -> LoadedGame[Any]:
    return ludens.load(sheet)


def planner(game: LoadedGame[Any], options: str = "") -> PlannerAgent[Any]:
    agent = make_agent(f"planner{options}", game, 0, 1)
    assert isinstance(agent, PlannerAgent)
    return agent


def finished(game: LoadedGame[Any], agent: PlannerAgent[Any], state: Any, limit: Limit) -> int:
    while not game.is_terminal(state):
        state = game.next_state(state, [agent.decide(state, limit).move])
    return game.goals(state)[0]


@pytest.mark.parametrize("name", PUZZLES)
def test_what_is_found_before_the_first_move_is_played(name: str) -> None:
    game = loaded(PUZZLES[name])
    agent = planner(game)
    agent.prepare(game.initial_state(), Limit(seconds=60))
    assert agent.line is not None
    assert agent.line.goal == 100
    assert finished(game, agent, game.initial_state(), Limit(playouts=1)) == 100


@pytest.mark.parametrize(
    ("method", "name"),
    [("clingo", "latin square"), ("clingo", "queens"), ("breadth_first", "river"), ("breadth_first", "sliding")],
)
def test_one_method_is_enough(method: str, name: str) -> None:
    game = loaded(PUZZLES[name])
    agent = planner(game, f"(method={method})")
    agent.prepare(game.initial_state(), Limit(seconds=60))
    assert finished(game, agent, game.initial_state(), Limit(playouts=1)) == 100


def test_off_the_line_it_plans_anew() -> None:
    game = loaded(PUZZLES["sliding"])
    agent = planner(game)
    state = game.initial_state()
    decision = agent.decide(state, Limit(playouts=50_000))
    assert decision.value == 100
    other = next(move for move in game.legal_moves(state, 0) if move != decision.move)
    assert finished(game, agent, game.next_state(state, [other]), Limit(playouts=50_000)) == 100


def test_the_goal_never_falls_below_that_of_the_line() -> None:
    game = loaded(lock(10))
    agent = planner(game, "(method=nrpa)")
    state, values = game.initial_state(), []
    while not game.is_terminal(state):
        decision = agent.decide(state, SOON)
        values.append(decision.value or 0.0)
        state = game.next_state(state, [decision.move])
    assert values == sorted(values)
    assert game.goals(state)[0] == values[-1]


@pytest.mark.parametrize("limit", [Limit(seconds=0.0), Limit(seconds=0.001), Limit(playouts=0), Limit(playouts=1)])
def test_there_is_a_move_within_any_limit(limit: Limit) -> None:
    game = loaded(LATIN_SQUARE)
    state = game.initial_state()
    assert planner(game).decide(state, limit).move in game.legal_moves(state, 0)


@pytest.mark.parametrize("name", ["river", "sliding"])
def test_rules_that_are_not_compiled_are_planned_for_too(name: str) -> None:
    game = GameWithEngine(loaded(PUZZLES[name]))
    agent = planner(game)
    agent.prepare(game.initial_state(), Limit(playouts=20_000))
    assert agent.line is not None
    assert agent.line.goal == 100
    assert finished(game, agent, game.initial_state(), Limit(playouts=1)) == 100


def test_who_is_not_alone_is_not_planned_for() -> None:
    with pytest.raises(UnsuitableGameError, match="it has 2 roles, not one"):
        planner(ludens.load("tic_tac_toe"))


def test_the_champion_plans_for_one_player() -> None:
    game = ludens.load("eight_puzzle")
    agent = make_agent("champion", game, 0, 1)
    assert isinstance(agent, PlannerAgent)
    assert finished(game, agent, game.initial_state(), Limit(playouts=200_000)) == 100


@needs_corpus
@pytest.mark.slow
@pytest.mark.parametrize("name", ["sudokuGrade1", "futoshiki6", "queens08ug", "hanoi7_bugfix", "peg", "asteroids"])
def test_public_puzzles(name: str) -> None:
    sheet = next((sheet for sheet in SHEETS if sheet.stem == name), None)
    if sheet is None:
        pytest.skip(f"no rulesheet {name}")
    game = ludens.load(str(sheet))
    agent = planner(game)
    agent.prepare(game.initial_state(), Limit(seconds=120))
    assert finished(game, agent, game.initial_state(), SOON) == 100
