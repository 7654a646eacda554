"""Best responses against what is known of Kuhn poker, and against trying every pure strategy."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping

import pytest

import ludens
from ludens.game import BudgetError, View
from ludens.search.hidden.best_response import HiddenGame, Strategy
from tests.players import kuhn


def by_table(table: kuhn.Strategy) -> Strategy:
    known = {kuhn.view(situation): chance for situation, chance in table.items()}

    def strategy(view: View) -> Mapping[str, float]:
        assert view.legal is not None
        return {view.legal[0]: known[view], view.legal[1]: 1 - known[view]}

    return strategy


def random_table(seed: int) -> kuhn.Strategy:
    rng = random.Random(seed)
    return {situation: rng.choice((0.0, rng.random(), 1.0)) for role in (0, 1) for situation in kuhn.situations(role)}


def test_an_equilibrium_of_kuhn_poker_gives_away_nothing() -> None:
    listed = HiddenGame(kuhn.game())
    for bluff in (0.0, 0.2, 1 / 3):
        both = dict.fromkeys((0, 1), by_table(kuhn.equilibrium(bluff)))
        assert math.isclose(listed.value(both, 0), 50 + 25 * kuhn.VALUE)
        assert math.isclose(listed.value(both, 1), 50 - 25 * kuhn.VALUE)
        assert math.isclose(listed.exploitability(both), 0.0, abs_tol=1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_agrees_with_all_pure_answers_in_kuhn_poker(seed: int) -> None:
    table = random_table(seed)
    both = dict.fromkeys((0, 1), by_table(table))
    listed = HiddenGame(kuhn.game())
    assert math.isclose(listed.value(both, 0), 50 + 25 * kuhn.worth(table, table))
    assert math.isclose(listed.exploitability(both), 25 * kuhn.exploitability(table), abs_tol=1e-9)


@pytest.mark.parametrize("name", ["liars_dice(faces=2)", "kuhn_poker(cards=4)"])
@pytest.mark.parametrize("role", [0, 1])
def test_agrees_with_improving_one_choice_after_the_other(name: str, role: int) -> None:
    """From the last choices to the first, each by the value of the whole game; all are reached until they are made."""
    listed = HiddenGame(ludens.load(name))
    rng = random.Random(role)
    table: dict[View, Mapping[str, float]] = {}
    for view in listed.views:
        weights = [rng.random() if view.role != role else 1.0 for _ in view.legal or ()]
        table[view] = {move: weight / sum(weights) for move, weight in zip(view.legal or (), weights, strict=True)}
    both = dict.fromkeys((0, 1), table.__getitem__)
    expected = listed.best_response(both, role)
    assert expected > listed.value(both, role) + 1
    for view in sorted(listed.views, key=lambda view: -len(view.observations)):
        if view.role == role:
            values = {}
            for move in view.legal or ():
                table[view] = {move: 1.0}
                values[move] = listed.value(both, role)
            table[view] = {max(values, key=values.__getitem__): 1.0}
    assert math.isclose(listed.value(both, role), expected)


def test_monty_hall_is_worth_two_thirds() -> None:
    listed = HiddenGame(ludens.load("monty_hall"))
    assert math.isclose(listed.best_response({}, 0), 200 / 3)
    assert math.isclose(listed.value({}, 0), 50)
    assert len(listed.views) == 1 + 6


def test_large_games_are_refused() -> None:
    with pytest.raises(BudgetError, match="more than 100 different games"):
        HiddenGame(ludens.load("liars_dice"), most=100)
