"""What searches by parts find, in random small games of parts, against brute force on the whole game."""

from __future__ import annotations

import pytest

import ludens
from ludens.game import Limit
from ludens.search.parts.factored import FactoredSearch
from tests.brute_force import Rational
from tests.random_games import random_parts

SEEDS = [pytest.param(range(4)), pytest.param(range(4, 300), marks=pytest.mark.slow)]


@pytest.mark.parametrize("seeds", SEEDS)
def test_values_from_parts_are_those_of_the_whole_game(seeds: range) -> None:
    decided = 0
    for seed in seeds:
        game = ludens.load(random_parts(seed))
        search, rational = FactoredSearch(game), Rational(game)
        states = {game.initial_state()}
        while states:
            going = [state for state in states if not game.is_terminal(state)]
            for state in going[:4]:
                for role in range(len(game.info.roles)):
                    found = search.decide(game.pack([state]), role, Limit())
                    if found is None:
                        continue
                    decided += 1
                    assert {goals[role] for goals in rational.outcomes(state)} == {found.value}, seed
                    for report in found.moves:
                        assert report.proven
                        assert rational.after_move(state, role, report.move) == {report.value}, seed
                    after = state
                    for joint in found.line:
                        after = game.next_state(after, joint)
                    assert not found.line or {goals[role] for goals in rational.outcomes(after)} == {found.value}, seed
            states = {after for state in going for after in rational.after(state).values()}
    assert decided > len(seeds)
