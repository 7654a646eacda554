"""Everything that is found in random small games holds in all of their positions."""

from __future__ import annotations

import pytest

from ludens.circuit.analysis import structure, turns_and_sum
from tests.circuit.analysis.checks import assert_all_findings
from tests.circuit.analysis.plays import circuit_of, every_play
from tests.random_games import random_parts, random_table_game

TABLES = [pytest.param(range(12)), pytest.param(range(12, 600), marks=pytest.mark.slow)]
PARTS = [pytest.param(range(6)), pytest.param(range(6, 200), marks=pytest.mark.slow)]


@pytest.mark.parametrize("seeds", TABLES)
def test_what_is_found_in_tables_holds(seeds: range) -> None:
    for seed in seeds:
        game = random_table_game(seed, most_positions=15, open_start=True, deceptive=seed % 6 == 0)
        circuit = circuit_of(game.rules(steps=20 * (seed % 3), latches=seed % 2 == 1))
        plays = every_play(circuit)
        assert_all_findings(plays)
        turns, total = turns_and_sum(circuit)
        assert not turns.evidence.certain or (turns.turns is plays.found.turns.turns if plays.found.turns else False)
        assert total is None or not total.evidence.certain or game.sums == {total.total}


@pytest.mark.parametrize("seeds", PARTS)
def test_what_is_found_in_games_of_parts_holds(seeds: range) -> None:
    apart = 0
    for seed in seeds:
        plays = every_play(circuit_of(random_parts(seed)))
        assert_all_findings(plays)
        apart += plays.found.factors is not None
    assert apart > len(seeds) / 4


def test_a_sum_that_no_random_game_refutes_is_observed_not_proved() -> None:
    """Of forty games like this, with an end that only one way of many leads to."""
    observed = 0
    for seed in range(40):
        game = random_table_game(seed, roles=2, most_positions=40, deceptive=True)
        if len(game.sums) > 1 and seed % 4 == 0:
            found = structure(circuit_of(game.rules())).constant_sum
            observed += found is not None
            assert found is None or not found.evidence.certain
    assert observed
