"""Every built-in game keeps the contract, also with the extreme values of its parameters."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import pytest

import ludens
from ludens.games import GAMES, RULESHEETS
from ludens.games.catalogue import OneOf, Whole
from ludens.games.loading import load_rulesheet
from ludens.gdl.program import derive
from ludens.rules.ground_rules import ground_text
from ludens.testing import check_game, random_game


def extremes() -> Iterator[str]:
    """Every game with the lowest and the highest value of each of its numbers, one at a time."""
    for name, game in GAMES.items():
        for parameter in game.parameters:
            values: set[int] = set()
            if isinstance(parameter, Whole):
                values = {parameter.lowest, parameter.highest} - {parameter.default}
            elif isinstance(parameter, OneOf):
                values = set(parameter.values) - {parameter.default}
            yield from (f"{name}({parameter.name}={value})" for value in sorted(values))


@pytest.mark.parametrize("name", GAMES)
def test_default_game_keeps_the_contract(name: str) -> None:
    check_game(ludens.load(name), games=3)


@pytest.mark.parametrize("name", list(extremes()))
def test_extreme_game_keeps_the_contract(name: str) -> None:
    check_game(ludens.load(name), games=1)


@pytest.mark.parametrize("name", GAMES)
def test_facts_are_declared(name: str) -> None:
    info = ludens.load(name).info
    assert info.name == name
    assert info.turns is not None


@pytest.mark.parametrize("name", [*RULESHEETS, *(name for name in extremes() if name.partition("(")[0] in RULESHEETS)])
def test_base_and_input_cover_what_occurs(name: str) -> None:
    game = load_rulesheet(name)
    states, _ = random_game(game, random.Random(3))
    base = derive(game.sheet.rules, ("base", 1), lambda facts: None)
    assert frozenset[object]().union(*states) - base == set()
    inputs = {tuple(map(ground_text, fact)) for fact in derive(game.sheet.rules, ("input", 2), lambda facts: None)}
    legal = {
        (role, move)
        for state in states
        for number, role in enumerate(game.info.roles)
        for move in game.legal_moves(state, number)
    }
    assert legal - inputs == set()


@pytest.mark.parametrize("name", GAMES)
def test_pickled_game_plays_on_alike(name: str) -> None:
    game = ludens.load(name)
    states, history = random_game(game, random.Random(1), max_steps=30)
    copy = pickle.loads(pickle.dumps(game))
    assert copy.info == game.info
    state = pickle.loads(pickle.dumps(states[len(history) // 2]))
    for moves, expected in zip(history[len(history) // 2 :], states[len(history) // 2 + 1 :], strict=True):
        state = copy.next_state(state, moves)
        assert state == expected
        assert copy.text(state) == game.text(expected)
    assert copy.is_terminal(state) == game.is_terminal(states[-1])


@pytest.mark.parametrize("name", GAMES)
def test_games_loaded_separately_are_equal(name: str) -> None:
    first = random_game(ludens.load(name), random.Random(2), max_steps=30)
    second = random_game(ludens.load(name), random.Random(2), max_steps=30)
    assert first == second
