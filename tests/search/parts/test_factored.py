"""Games played by their parts: the values of the whole game, and plans that work in it."""

from __future__ import annotations

import functools
import math
import operator
import random
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.circuit.analysis import structure
from ludens.engine.contract import LoadedGame
from ludens.game import Limit
from ludens.games.rules_game import RulesGame
from ludens.search.minimax.solve import Effort, solve
from ludens.search.parts.bounds import goal_bound, plan_by_parts
from ludens.search.parts.classes import classes_of
from ludens.search.parts.counts import plan_by_counts
from ludens.search.parts.factored import FactoredSearch
from ludens.search.parts.graph import TooLargeError
from ludens.search.parts.nim_sums import nim_sums
from ludens.search.parts.product_values import Room, best_plan, minimax_table
from ludens.search.parts.taken_apart import TakenApart, take_apart
from ludens.testing import random_game
from tests.circuit.analysis.sheets import (
    ONE_AFTER_THE_OTHER,
    OR_END,
    RIGHT_STARTS_LATE,
    TURN_BY_TURN,
    pair_of_jumps,
    pair_of_walks,
    three_switches,
    walks,
)
from tests.clocks import LateAtLook, Still, put_up
from tests.corpus import FOLDER, needs_corpus
from tests.search.minimax.plain_minimax import minimax
from tests.search.parts.slow_parts import best_goal, fewest_steps, slow_classes

STEP_LIMIT = """
    (init (step 0))
    (count 0 1) (count 1 2) (count 2 3) (count 3 4) (count 4 5) (count 5 6) (count 6 7)
    (<= (next (step ?m)) (true (step ?n)) (count ?n ?m))
    (<= terminal (true (step 5)))
"""

PUZZLES = {
    "lights_on": "lights_on",
    "lights_on, three lamps, spare": "lights_on(lamps=3, spare=1)",
    "lights_on, two boards": "lights_on(lamps=3, boards=2)",
    "lights_on, six boards": "lights_on(lamps=2, boards=6)",
    "blocks": "blocks",
    "blocks, three tables": "blocks(tables=3, spare=0)",
    "blocks on all tables": "blocks(blocks=3, tables=2, series=false)",
    "blocks, no move to waste": "blocks(blocks=3, tables=2, spare=0)",
    "walks": walks(),
    "walks, one is enough": walks(end=OR_END),
    "walks, within five steps": walks(more=STEP_LIMIT),
    "walks, the right one late": walks(legal=RIGHT_STARTS_LATE, more=STEP_LIMIT),
    "walks, one after the other": walks(legal=ONE_AFTER_THE_OTHER),
    "walks, one after the other, in five steps": walks(legal=ONE_AFTER_THE_OTHER, more=STEP_LIMIT),
    "walks, turn by turn": walks(legal=TURN_BY_TURN, more=STEP_LIMIT),
    "walks at the same time": pair_of_walks(),
    "jumps": pair_of_jumps(),
    "switches": three_switches(""),
}

TWO_RACES = """
; Two tracks of four places; whose turn it is moves a piece of either track by one or two, or passes once both are far.
(role white) (role black)
(opponent white black) (opponent black white)
(track left) (track right)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (way ?n ?m) (succ ?n ?m))
(<= (way ?n ?l) (succ ?n ?m) (succ ?m ?l))
(init (at left 0)) (init (at right 0)) (init (control white)) (init (owner left nobody)) (init (owner right nobody))
(<= (legal ?r (go ?t ?n ?m)) (true (control ?r)) (true (at ?t ?n)) (way ?n ?m))
(<= (legal ?r noop) (opponent ?r ?o) (true (control ?o)))
(<= (moved ?t) (does ?r (go ?t ?n ?m)))
(<= (next (at ?t ?m)) (does ?r (go ?t ?n ?m)))
(<= (next (at ?t ?n)) (true (at ?t ?n)) (not (moved ?t)))
(<= (next (owner ?t ?r)) (does ?r (go ?t ?n 4)))
(<= (next (owner ?t ?w)) (true (owner ?t ?w)) (not (arrives ?t)))
(<= (arrives ?t) (does ?r (go ?t ?n 4)))
(<= (next (control ?r)) (opponent ?r ?o) (true (control ?o)))
(<= terminal (true (at left 4)) (true (at right 4)))
(worth left 70) (worth right 30)
(<= (goal ?r 100) (role ?r) (true (owner left ?r)) (true (owner right ?r)))
(<= (goal ?r 70) (role ?r) (true (owner left ?r)) (not (true (owner right ?r))))
(<= (goal ?r 30) (role ?r) (true (owner right ?r)) (not (true (owner left ?r))))
(<= (goal ?r 0) (role ?r) (not (true (owner right ?r))) (not (true (owner left ?r))))
"""

DUELS = {
    "nim": "nim(heaps=2-3-1)",
    "nim with heaps alike": "nim(heaps=2-2-3)",
    "misere nim": "nim(heaps=3-2-2, misere=true)",
    "races of different worth": TWO_RACES,
    "races, one is enough": TWO_RACES.replace(
        "(<= terminal (true (at left 4)) (true (at right 4)))",
        "(<= terminal (true (at left 4)))\n(<= terminal (true (at right 4)))",
    )
    .replace("(goal ?r 0)", "(goal ?r 15)")
    .replace("(goal ?r 70)", "(goal ?r 85)")
    .replace("(goal ?r 30)", "(goal ?r 85)"),
}


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches by parts have twenty seconds: what they find must not depend on how busy the machine is."""
    put_up(Still(), monkeypatch)


def positions(game: LoadedGame[Any], games: int, seed: str) -> list[Any]:
    """Positions of random games that are not over, each once."""
    rng = random.Random(seed)
    return list(dict.fromkeys(state for _ in range(games) for state in random_game(game, rng)[0][:-1]))


@functools.cache
def prepared(name: str) -> tuple[LoadedGame[Any], FactoredSearch]:
    game = ludens.load({**PUZZLES, **DUELS}.get(name, name))
    search = FactoredSearch(game)
    assert search.reason == ""
    return game, search


def apart(name: str) -> TakenApart:
    game = prepared(name)[0]
    assert isinstance(game, RulesGame)
    circuit = game.compiled.circuit
    factors = structure(circuit).factors
    assert factors is not None
    return take_apart(circuit, factors, 100_000, math.inf)


def played(game: LoadedGame[Any], state: Any, line: tuple[tuple[str, ...], ...]) -> Any:
    """The position after a line, every move of which must be legal."""
    for joint in line:
        assert not game.is_terminal(state)
        state = game.next_state(state, joint)
    return state


@pytest.mark.parametrize("name", PUZZLES)
def test_plans_of_puzzles_reach_the_best_goal_by_the_fewest_steps(name: str) -> None:
    game, search = prepared(name)
    for state in positions(game, 4, name)[:12]:
        fresh = FactoredSearch(game) if name in ("walks", "lights_on") else search
        expected = best_goal(game, state)
        found = fresh.decide(game.pack([state]), 0, Limit())
        assert expected is not None
        assert found is not None
        assert found.value == expected
        assert found.move == found.line[0][0]
        end = played(game, state, found.line)
        assert game.is_terminal(end)
        assert game.goals(end) == (expected,)
        if fresh is not search:
            assert len(found.line) == fewest_steps(game, state, expected)


@pytest.mark.parametrize("name", [*DUELS, "double_tic_tac_toe"])
def test_values_of_two_roles_are_those_of_the_whole_game(name: str) -> None:
    game, search = prepared(name)
    late = positions(game, 6, name)
    if name == "double_tic_tac_toe":
        late = [state for state in late if sum(fluent[-1] == "b" for fluent in state) <= 9]
    for state in late[:20]:
        whole = solve(game, state, Effort(positions=200_000))
        for role in (0, 1):
            found = search.decide(game.pack([state]), role, Limit())
            assert found is not None
            assert found.value == whole.goals[role]
            assert game.goals(played(game, state, found.line)) == whole.goals
        if whole.mover is not None:
            found = search.decide(game.pack([state]), whole.mover, Limit())
            assert found is not None
            assert {one.move: one.value for one in found.moves} == {one.move: one.value for one in whole.moves}
            assert found.moves[0].move == found.move == found.line[0][whole.mover]
            assert all(one.proven for one in found.moves)


@pytest.mark.parametrize("name", ["nim", "misere nim", "races of different worth"])
def test_values_are_those_of_plain_minimax(name: str) -> None:
    game, search = prepared(name)
    values = set()
    for state in positions(game, 5, name)[-12:]:
        value = search.value(game.pack([state]), 0)
        assert value == minimax(game, state, 0, 20)
        values.add(value)
    assert len(values) > 1


def test_double_tic_tac_toe_is_a_draw() -> None:
    game, search = prepared("double_tic_tac_toe")
    found = search.decide(game.engine.initial(), 0, Limit())
    assert found is not None
    assert found.value == 50
    assert {one.value for one in found.moves} == {50}
    assert game.goals(played(game, game.initial_state(), found.line)) == (50, 50)


@pytest.mark.parametrize("heaps", ["30-29-28-27-26-25", "30-20-10-30-20-10", "1-5-4-2"])
def test_heaps_of_any_size_are_solved_by_their_nim_sum(heaps: str) -> None:
    game = ludens.load(f"nim(heaps={heaps})")
    found = FactoredSearch(game).decide(game.engine.initial(), 0, Limit())
    sizes = [int(size) for size in heaps.split("-")]
    total = functools.reduce(operator.xor, sizes)
    assert found is not None
    assert found.notes["combined"] == "nim sum"
    winning = {
        f"(reduce {'abcdef'[heap]} {size ^ total})" for heap, size in enumerate(sizes) if total and size ^ total < size
    }
    assert {report.move for report in found.moves if report.value == 100} == winning
    assert found.value == (100 if total else 0)


@pytest.mark.parametrize("name", ["nim", "nim with heaps alike"])
def test_nim_sums_agree_with_the_table_of_combinations(name: str) -> None:
    product = apart(name).product
    sums = nim_sums(product)
    assert sums is not None
    start = apart(name).combinations(apart(name).circuit.initial[None])
    table = minimax_table(product, start, 0, Room(100_000, math.inf))
    compared = 0
    for step in table.steps:
        for code, value in zip(step.codes, step.values, strict=True):
            combination = product.combinations(np.array([code]))
            first_wins = sums.first_to_move_wins(combination[0])
            assert (value == sums.win) == (first_wins == (product.clock.ticks[step.tick].role == 0))
            compared += 1
    assert compared > 30


@pytest.mark.parametrize("name", ["misere nim", "races of different worth", "double_tic_tac_toe"])
def test_other_games_are_no_nim_sums(name: str) -> None:
    assert nim_sums(apart(name).product) is None


@pytest.mark.parametrize("name", [*PUZZLES, *DUELS])
def test_classes_are_those_that_are_refined_one_by_one(name: str) -> None:
    taken = apart(name)
    found = classes_of(taken.graphs, taken.classes.kinds)
    expected = slow_classes(taken.graphs, taken.classes.kinds)
    pairs = {
        pair
        for ours, theirs in zip(found.of, expected, strict=True)
        for pair in zip(ours.tolist(), theirs, strict=True)
    }
    assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})


def test_mirror_images_fall_together() -> None:
    """A board of tic-tac-toe has eight symmetries: far fewer classes than positions."""
    taken = apart("double_tic_tac_toe")
    left, right = taken.classes.of
    assert len(left) == len(right) > 18_000
    assert taken.classes.count < len(left) / 8
    assert set(left.tolist()) == set(right.tolist())
    assert taken.product.alike == ([0, 1],)


def test_parts_of_different_worth_do_not_change_places() -> None:
    assert apart("races of different worth").product.alike == ()
    assert apart("nim with heaps alike").product.alike != ()


@pytest.mark.parametrize("name", PUZZLES)
def test_bounds_are_bounds_and_plans_within_them_are_best(name: str) -> None:
    game, _ = prepared(name)
    taken = apart(name)
    start = taken.combinations(taken.circuit.initial[None])
    best = max(value for value, _ in taken.circuit.goals[0])
    bound = goal_bound(taken.product, start, 0, best, Room(100_000, math.inf))
    expected = best_goal(game, game.initial_state())
    assert bound is not None
    assert expected is not None
    assert bound.goal >= expected
    plan = plan_by_parts(taken.product, start, 0, best, Room(100_000, math.inf))
    if plan is not None:
        assert plan.goal == expected
        exact = best_plan(taken.product, start, 0, best, Room(100_000, math.inf))
        assert exact is not None
        assert exact.goal == expected


@pytest.mark.parametrize("name", PUZZLES)
def test_plans_by_counting_moves_are_best(name: str) -> None:
    """Lamps burn down when left alone, and moves of tables in series rest on the time: nothing can be counted there.

    Where one walk is enough the bound, both at their ends, cannot be reached: the game is over before.
    """
    game, _ = prepared(name)
    taken = apart(name)
    start = taken.combinations(taken.circuit.initial[None])
    best = max(value for value, _ in taken.circuit.goals[0])
    plan = plan_by_counts(taken.product, start, 0, best, Room(100_000, math.inf))
    if plan is not None:
        assert plan.goal == best_goal(game, game.initial_state())
        assert len(plan.codes) - 1 == fewest_steps(game, game.initial_state(), plan.goal)
    counted = ("walks", "walks, within five steps", "blocks on all tables")
    assert (plan is not None) == (name in counted)


def test_large_puzzles_are_planned_part_by_part() -> None:
    """Too many combinations to go through: by counting moves, and by the turns of the tables."""
    for name, steps in (("blocks(blocks=5, tables=4, spare=0, series=false)", 20), ("blocks(blocks=5, tables=4)", 23)):
        game = ludens.load(name)
        found = FactoredSearch(game, most_combinations=1_000).decide(game.engine.initial(), 0, Limit())
        assert found is not None
        assert len(found.line) == steps
        assert game.goals(played(game, game.initial_state(), found.line)) == (100,)


def test_too_little_room_or_time_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = prepared("double_tic_tac_toe")
    search = FactoredSearch(game, most_combinations=100)
    assert search.decide(game.engine.initial(), 0, Limit()) is None
    hasty = FactoredSearch(game)
    with monkeypatch.context() as patch:
        put_up(LateAtLook(3), patch)
        assert hasty.decide(game.engine.initial(), 0, Limit(seconds=1.0)) is None
    taken = apart("misere nim")
    with pytest.raises(TooLargeError, match="combinations and more"):
        minimax_table(taken.product, taken.combinations(taken.circuit.initial[None]), 0, Room(10, math.inf))
    assert "positions and more" in FactoredSearch(game, most_positions=50).reason


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("tic_tac_toe", "it is one piece"),
        ("odd", "it is for games with a rulesheet"),
        ("connect_four(players=3)", "it is for one or two roles, and there are 3"),
    ],
)
def test_what_cannot_be_played_by_parts(name: str, reason: str) -> None:
    game = ludens.load(name)
    search = FactoredSearch(game)
    assert search.reason == reason
    assert search.decide(game.engine.initial(), 0, Limit()) is None


def test_a_position_that_cannot_come_up_is_not_decided() -> None:
    game, search = prepared("nim")
    impossible = game.pack([frozenset()])
    assert search.decide(impossible, 0, Limit()) is None


@needs_corpus
@pytest.mark.parametrize(
    ("sheet", "goal"),
    [
        ("lightsOnParallel", 100),
        ("lightsOnSimul4", 100),
        ("blocksWorldParallel", 100),
        ("blocksWorldSerial", 100),
        ("factoringEasyTurtleBrain", 100),
        ("factoringImpossibleTurtleBrain", 100),
        ("incredible", 100),
    ],
)
def test_public_puzzles_are_solved(sheet: str, goal: int) -> None:
    game = ludens.load(FOLDER / f"{sheet}.kif")
    found = FactoredSearch(game).decide(game.engine.initial(), 0, Limit())
    assert found is not None
    assert found.value == goal
    assert game.goals(played(game, game.initial_state(), found.line)) == (goal,)
