"""Ratings of agents and roles together: by hand, and found again from simulated games."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ludens.arena.ratings.agon import AgonTable, SeatedResult, agon_ratings
from ludens.arena.ratings.elo import expected_score


def by_name(table: AgonTable) -> dict[str, float]:
    return {each.name: each.elo for each in (*table.agents, *table.roles)}


def test_an_unfair_game_rates_the_role_and_not_the_agents() -> None:
    """White always wins, whoever sits there."""
    games = [
        SeatedResult("unfair", ("white", "black"), seats, (100, 0), number)
        for number, seats in enumerate([("a", "b"), ("b", "a")] * 10)
    ]
    found = by_name(agon_ratings(games))
    assert found["a"] == pytest.approx(found["b"], abs=1e-6)
    assert found["unfair/white"] > 150
    assert found["unfair/black"] == pytest.approx(-found["unfair/white"])


def test_a_role_that_was_favoured_does_not_count_for_its_agent() -> None:
    """One who won only from the better seat is not better, although it won more."""
    games = [SeatedResult("g", ("white", "black"), ("a", "b"), (100, 0), number) for number in range(30)]
    games += [SeatedResult("g", ("white", "black"), ("c", "d"), (100, 0), 100 + number) for number in range(30)]
    games += [SeatedResult("g", ("white", "black"), ("b", "a"), (100, 0), 200 + number) for number in range(30)]
    found = by_name(agon_ratings(games))
    assert found["a"] == pytest.approx(found["b"], abs=1e-6)
    assert found["g/white"] - found["g/black"] > 3 * (found["c"] - found["a"])


def test_alone_a_goal_is_a_result_against_the_role() -> None:
    games = [SeatedResult("puzzle", ("robot",), ("a",), (75,), number) for number in range(400)]
    games += [SeatedResult("puzzle", ("robot",), ("b",), (25,), 400 + number) for number in range(400)]
    found = by_name(agon_ratings(games))
    assert found["a"] - found["b"] == pytest.approx(2 * 190.8, abs=3)  # odds of 3 to 1 and 1 to 3
    assert found["puzzle/robot"] == pytest.approx(0, abs=1)


def test_simulated_strengths_of_agents_and_roles_are_found_again() -> None:
    agents = {"a": 200.0, "b": 50.0, "c": -80.0, "d": -170.0}
    roles = {("chess", "white"): 40.0, ("chess", "black"): -40.0, ("siege", "in"): 150.0, ("siege", "out"): -150.0}
    rng, games = np.random.default_rng(6), []
    for number, (one, other) in itertools.product(range(150), itertools.permutations(agents, 2)):
        for game in ("chess", "siege"):
            first, second = (role for name, role in roles if name == game)
            lead = agents[one] + roles[game, first] - agents[other] - roles[game, second]
            won = rng.random() < expected_score(lead)
            games.append(SeatedResult(game, (first, second), (one, other), (100, 0) if won else (0, 100), number))
    found = agon_ratings(games)
    true = {**agents, **{"/".join(role): elo for role, elo in roles.items()}}
    ratings = (*found.agents, *found.roles)
    assert [each.name for each in found.agents] == ["a", "b", "c", "d"]
    for each in ratings:
        assert each.elo == pytest.approx(true[each.name], abs=30)
    held = sum(each.interval.low <= true[each.name] <= each.interval.high for each in ratings)
    assert held >= len(ratings) - 1


def test_three_at_a_table() -> None:
    seats = ("x", "y", "z")
    games = [SeatedResult("trio", seats, order, (100, 0, 0), 0) for order in itertools.permutations("abc")]
    found = by_name(agon_ratings(games))
    assert found["a"] == pytest.approx(found["b"], abs=1e-6)
    assert found["trio/x"] > 0 > found["trio/y"] == pytest.approx(found["trio/z"])
    with pytest.raises(ValueError, match="at least one"):
        agon_ratings([])
