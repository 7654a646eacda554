"""The reasoner against clingo: legal moves, successors, ends and goals on random walks."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludens.game import JointMove
from ludens.games import RULESHEETS
from ludens.games.loading import load_rulesheet, read_source
from ludens.gdl import load_rules
from ludens.gdl.terms import RuleSheet
from ludens.rules.contract import AnyReasoner
from ludens.rules.ground_rules import Ground, State
from ludens.testing import random_game
from tests.clingo_oracle import Oracle
from tests.corpus import SHEETS, SMALL_SHEETS, needs_corpus

POSITIONS = 8
TOO_MUCH_FOR_CLINGO = {
    "amazons",
    "amazonsTorus",
    "chess",
    "laikLee_hex",
    "merrills",
    "mummymaze1p",
    "slaughter",
    "sudoku",
}
"""Sheets that clingo cannot ground in a few seconds as they stand."""

NOT_PLAYED = ("base", "input")


def compare(game: AnyReasoner[RuleSheet], positions: int) -> None:
    rng = random.Random(11)
    states, history = random_game(game, rng, max_steps=300)
    oracle = Oracle(rule for rule in game.sheet.rules if rule.head.name not in NOT_PLAYED)
    walk: list[tuple[State, JointMove | None]] = [*zip(states, history, strict=False), (states[-1], None)]
    for state, moves in [*rng.sample(walk, min(positions, len(walk))), walk[-1]]:
        compare_position(game, oracle, state, None if game.is_terminal(state) else moves)


def compare_position(game: AnyReasoner[RuleSheet], oracle: Oracle, state: State, moves: JointMove | None) -> None:
    given: list[tuple[str, tuple[Ground, ...]]] = [("true", (fluent,)) for fluent in state]
    for role, move in zip(game.info.roles, moves or (), strict=False):
        given.append(("does", (role, *game.state_from_text(move))))
    facts = oracle.facts(given)
    assert game.is_terminal(state) == (("terminal", 0) in facts)
    if game.is_terminal(state):
        goals = facts.get(("goal", 2), set())
        if len(goals) == len(game.info.roles):  # otherwise the sheet is ill-formed, and the reasoner says so
            assert set(zip(game.info.roles, map(str, game.goals(state)), strict=True)) == goals
    elif moves is not None:
        for number, role in enumerate(game.info.roles):
            legal = {move for who, move in facts["legal", 2] if who == role}
            assert {term for text in game.legal_moves(state, number) for term in game.state_from_text(text)} == legal
        assert {(fluent,) for fluent in game.next_state(state, moves)} == facts.get(("next", 1), set())


@pytest.mark.parametrize("name", RULESHEETS)
def test_built_in_games(name: str) -> None:
    compare(load_rulesheet(name), POSITIONS)


@needs_corpus
@pytest.mark.parametrize("path", SMALL_SHEETS[::8], ids=lambda path: path.stem)
def test_a_sample_of_public_rulesheets(path: Path) -> None:
    if path.stem not in TOO_MUCH_FOR_CLINGO:
        compare(load_rules(read_source(path)), POSITIONS)


@pytest.mark.slow
@needs_corpus
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_all_public_rulesheets(path: Path) -> None:
    if path.stem not in TOO_MUCH_FOR_CLINGO:
        compare(load_rules(read_source(path)), 5 * POSITIONS)
