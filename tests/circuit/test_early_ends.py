"""Games judged otherwise: every changed end and goal against the rules themselves, position by position."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.circuit.added_gates import AddedGates
from ludens.circuit.analysis import Structure, possible_goals, structure
from ludens.circuit.early_ends import as_given, coerced, ended_early, ends_early, for_one_role
from ludens.circuit.network import FALSE, TRUE, Circuit, evaluate, inverted, value_of
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.rows import unpack_rows
from ludens.games.rules_game import RulesGame
from ludens.testing import random_game
from tests.circuit.latch_games import LAMP, LEAVING
from tests.search.table_game import table_game

LATCHED = {
    "minefield": "minefield",
    "minefield(size=4)": "minefield(size=4)",
    "free_for_all": "free_for_all",
    "prisoners_dilemma": "prisoners_dilemma",
    "sheep": "sheep",
    "lamp": LAMP,
    "leaving": LEAVING,
}
"""Every built-in game with goal latches, and the small ones."""

OTHERS = {"connect_four(players=3)": "connect_four(players=3)", "hex": "hex", "table": table_game(1)}


@functools.cache
def loaded(source: str) -> tuple[RulesGame[Any], Circuit, Structure]:
    game = ludens.load(source)
    assert isinstance(game, RulesGame)
    circuit = game.compiled.circuit
    return game, circuit, structure(circuit)


def states(game: RulesGame[Any], name: str, games: int) -> Iterator[Any]:
    rng = random.Random(name)
    for _ in range(games):
        yield from random_game(game, rng)[0]


def judge(goals: tuple[int, ...], role: int) -> int:
    """The coercion of the document, word for word."""
    others = [goal for other, goal in enumerate(goals) if other != role]
    if not others:
        return goals[role]
    if goals[role] > max(others):
        return 100
    return 50 if goals[role] == max(others) else 0


def expected(game: RulesGame[Any], state: Any, left: list[tuple[int, ...]], role: int, coerce: bool) -> int | None:
    """What the role gets for certain in a position in which these goals are possible, or ``None``."""
    combinations = [game.goals(state)] if game.is_terminal(state) else list(itertools.product(*left))
    results = {judge(goals, role) if coerce else goals[role] for goals in combinations}
    return results.pop() if len(results) == 1 else None


@pytest.mark.parametrize("name", [*LATCHED, *OTHERS])
@pytest.mark.parametrize("coerce", [False, True])
def test_one_role_sees_an_end_exactly_where_its_result_is_certain(name: str, coerce: bool) -> None:
    game, circuit, found = loaded((LATCHED | OTHERS)[name])
    latches = found.goal_latches
    certain = 0
    for role in range(len(circuit.roles)):
        judged = for_one_role(circuit, role, latches, coerced if coerce else as_given)
        engine = Engine(judged, Backend.TABLE)
        seen = list(states(game, name, 4))
        rows = game.pack(seen)
        over, goals = engine.outcome(rows)
        for state, row, ended, given in zip(seen, rows, over, goals, strict=True):
            values = evaluate(circuit, unpack_rows(row[None], len(circuit.fluents))[0])
            left = possible_goals(circuit, found, lambda literal, values=values: value_of(values, literal))  # type: ignore[misc]
            result = expected(game, state, left, role, coerce)
            assert ended == (result is not None)
            if result is not None:
                assert given[role] == result
                assert all(given[other] == 100 - result for other in range(len(given)) if other != role)
                certain += not game.is_terminal(state)
    assert (certain > 0) == any(
        ends_early(circuit, role, latches, coerced if coerce else as_given) for role in range(len(circuit.roles))
    )


@pytest.mark.parametrize("name", LATCHED)
def test_early_ends_give_what_the_plain_game_gives_in_the_end(name: str) -> None:
    game, circuit, found = loaded(LATCHED[name])
    latches = found.goal_latches
    assert latches
    engine, rng, early = Engine(ended_early(circuit, latches), Backend.TABLE), random.Random(name), 0
    for _ in range(60):
        seen, _ = random_game(game, rng)
        over, goals = engine.outcome(game.pack(seen))
        assert over[-1]
        for place in np.flatnonzero(over):
            assert tuple(goals[place]) == game.goals(seen[-1])
        early += int(over[:-1].sum())
    assert early > 0 or name in ("free_for_all", "prisoners_dilemma", "sheep")


@pytest.mark.parametrize("name", ["minefield(size=4)", "lamp", "leaving"])
def test_nothing_that_follows_an_early_end_changes_the_result(name: str) -> None:
    """Every position that can be reached, by induction: what follows a decided one is decided, and in the same way."""
    _, circuit, found = loaded(LATCHED[name])
    latches = found.goal_latches
    plain, early = Engine(circuit, Backend.TABLE), Engine(ended_early(circuit, latches), Backend.TABLE)
    rows, decided = plain.initial(), 0
    for _ in range(16):
        rows = rows[~plain.outcome(rows)[0]]
        if not len(rows):
            break
        over, goals = early.outcome(rows)
        owner, joint = every_joint_move(plain.legal(rows))
        after = plain.step(rows[owner], joint)
        over_after, goals_after = early.outcome(after)
        assert over_after[over[owner]].all()
        assert (goals_after[over[owner]] == goals[owner][over[owner]]).all()
        decided += int(over.sum())
        rows = np.unique(after, axis=0)
    assert decided > 0


def every_joint_move(legal: list[Any]) -> tuple[Any, Any]:
    owners, moves = [], []
    for row in range(len(legal[0])):
        for joint in itertools.product(*(np.flatnonzero(table[row]) for table in legal)):
            owners.append(row)
            moves.append(joint)
    return np.array(owners), np.array(moves)


@pytest.mark.parametrize("name", ["minefield", "lamp", "connect_four(players=3)", "hex"])
@pytest.mark.parametrize("backend", Backend)
def test_random_games_end_in_the_same_results(name: str, backend: Backend) -> None:
    """The same games, lane by lane, as long as nothing ends early, and the same results where something does."""
    _, circuit, found = loaded((LATCHED | OTHERS)[name])
    latches = found.goal_latches
    plain = Engine(circuit, backend).games(Engine(circuit, Backend.TABLE).initial(), 512, 7)
    early = Engine(ended_early(circuit, latches), backend)
    played = early.games(early.initial(), 512, 7)
    assert (played.goals == plain.goals).all()
    assert (played.lengths <= plain.lengths).all()
    assert (played.lengths < plain.lengths).any() == bool(latches)


def test_the_rules_stay_as_they_are() -> None:
    game, circuit, found = loaded("minefield")
    latches = found.goal_latches
    judged = ended_early(circuit, latches)
    assert judged.gates > circuit.gates
    for state in itertools.islice(states(game, "rules", 3), 40):
        if game.is_terminal(state):
            continue
        row = unpack_rows(game.pack([state]), len(circuit.fluents))[0]
        moves = [
            [n for n, literal in enumerate(legal) if value_of(evaluate(circuit, row), literal)]
            for legal in circuit.legal
        ]
        for joint in itertools.product(*moves):
            before, after = evaluate(circuit, row, joint), evaluate(judged, row, joint)
            for old, new in zip(circuit.following, judged.following, strict=True):
                assert value_of(before, old) == value_of(after, new)
            for old_legal, new_legal in zip(circuit.legal, judged.legal, strict=True):
                assert [value_of(before, x) for x in old_legal] == [value_of(after, x) for x in new_legal]


def test_constants_are_folded() -> None:
    _, circuit, _ = loaded("tic_tac_toe")
    gates = AddedGates(circuit)
    x, y = 2, 4
    assert gates.both(x, TRUE) == gates.both(x, x) == x
    assert gates.both(x, FALSE) == gates.both(x, inverted(x)) == FALSE
    assert gates.all(()) == TRUE
    assert gates.any(()) == FALSE
    assert gates.both(x, y) == gates.both(y, x) > 2 * circuit.first_gate
    assert gates.circuit().gates == circuit.gates  # what no output rests on is left out
    assert gates.circuit(terminal=gates.both(2, 4)).gates <= circuit.gates + 1


def test_a_game_without_latches_has_no_early_ends() -> None:
    _, circuit, found = loaded("connect_four")
    latches = found.goal_latches
    assert latches == ()
    assert not ends_early(circuit, 0, latches)
