"""Chances in nim that are worked out, beside slow twins and the agents themselves."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from ludens.arena.statistics import wilson_interval
from ludens.game import Limit
from ludens.games.loading import load
from ludens.players import make_agent
from ludens.studies.documents import nim_figures
from ludens.studies.documents.nim_chances import PLAYERS, Nim, by_perfect, by_random, by_wheel, more_often
from ludens.studies.study import Mode

Heaps = tuple[int, ...]


def after(heaps: Heaps) -> Iterator[Heaps]:
    for place, size in enumerate(heaps):
        for left in range(size):
            yield (*heaps[:place], left, *heaps[place + 1 :])


@functools.cache
def random_wins(heaps: Heaps) -> Fraction:
    """The chance of whoever is to move, if all moves are drawn by lot."""
    following = list(after(heaps))
    return (
        sum((1 - random_wins(each) for each in following), Fraction(0)) / len(following) if following else Fraction(0)
    )


def random_games(heaps: Heaps, mine: bool = True) -> Iterator[tuple[Fraction, int, bool]]:
    """Every random game: its chance, its moves, and whether whoever is to move wins it."""
    following = list(after(heaps))
    if not following:
        yield Fraction(1), 0, not mine
    for each in following:
        for chance, moves, won in random_games(each, not mine):
            yield chance / len(following), moves + 1, won


def wheel_wins(heaps: Heaps) -> float:
    """What the wheel wins against random play, moving first: by listing every random game from every position."""

    def scores(position: Heaps) -> list[float]:
        following = list(after(position))
        if any(not any(each) for each in following):
            return [float(not any(each)) for each in following]
        harmless = [sum(map(bool, each)) != 1 for each in following]
        if not any(harmless):
            return [1.0] * len(following)
        found = [
            sum(float(chance) * (100 - min(moves + 1, 50)) for chance, moves, won in random_games(each) if not won)
            for each in following
        ]
        kept = [score * alive for score, alive in zip(found, harmless, strict=True)]
        return kept if any(kept) else [float(alive) for alive in harmless]

    def wins(position: Heaps, mine: bool) -> float:
        following = list(after(position))
        if not following:
            return float(not mine)
        weights = scores(position) if mine else [1.0] * len(following)
        parts = zip(weights, following, strict=True)
        return sum(weight * wins(each, not mine) for weight, each in parts) / sum(weights)

    return wins(heaps, True)


@pytest.mark.parametrize("heaps", [(1,), (2, 2), (1, 2, 3), (1, 5, 4, 2)])
def test_random_play_is_as_by_fractions(heaps: Heaps) -> None:
    assert Nim(heaps).first_wins(by_random, by_random) == pytest.approx(float(random_wins(heaps)), abs=1e-12)


@pytest.mark.parametrize("heaps", [(2, 2), (1, 2, 2), (3, 2), (1, 1, 1, 1), (2, 3, 1)])
def test_the_wheel_is_as_by_listing_all_random_games(heaps: Heaps) -> None:
    assert Nim(heaps).first_wins(by_wheel, by_random) == pytest.approx(wheel_wins(heaps), abs=1e-12)


@pytest.mark.parametrize("heaps", [(1, 5, 4, 2), (1, 2, 3), (4, 4)])
def test_perfect_play_wins_unless_the_nim_sum_is_zero(heaps: Heaps) -> None:
    nim, lost = Nim(heaps), functools.reduce(int.__xor__, heaps) == 0
    assert nim.first_wins(by_perfect, by_perfect) == float(not lost)
    assert 1 - nim.first_wins(by_wheel, by_perfect) == pytest.approx(1.0 if lost else 0.9, abs=0.1)


@pytest.mark.parametrize("opponent", ["random", "search_light", "monte_carlo"])
def test_the_agents_win_as_often_as_is_worked_out(opponent: str) -> None:
    """A hundred games and intervals of 99.99 %; twelve comparisons of a full study are narrower."""
    game, limit = load("nim(heaps=1-3-2)"), Limit(playouts=2_000)
    expected, wins, games = Nim((1, 3, 2)).first_wins(by_wheel, PLAYERS[opponent]), 0, 100
    for seed in range(games):
        players = [make_agent(name, game, role, seed) for role, name in enumerate(("roulette", opponent))]
        state = game.initial_state()
        while not game.is_terminal(state):
            state = game.next_state(state, tuple(player.decide(state, limit).move for player in players))
        wins += game.goals(state)[0] == 100
    found = wilson_interval(wins / games, games, 0.9999)
    assert found.low <= expected <= found.high


def binomial(chance: float) -> Callable[[int, int], float]:
    return lambda wins, games: math.comb(games, wins) * chance**wins * (1 - chance) ** (games - wins)


def test_how_often_one_has_the_higher_rate() -> None:
    one, other = binomial(0.6), binomial(0.3)
    expected = sum(
        one(mine, 2) * other(theirs, 4) * (0.5 if 2 * mine == theirs else float(2 * mine > theirs))
        for mine in range(3)
        for theirs in range(5)
    )
    assert more_often(0.6, 2, 0.3, 4) == pytest.approx(expected)
    assert more_often(0.5, 7, 0.5, 7) == pytest.approx(0.5)


def test_the_seat_hardly_matters_to_these_players_and_decides_between_perfect_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nim_figures, "NIMS", ((1, 5, 4, 2), (2, 3, 4)))
    seats = nim_figures.measure_seats(Mode.QUICK, 0)
    assert len(seats) == 6
    assert all(abs(figure.value) < 5 for figure in seats[:3])
    curve = nim_figures.measure_small_heaps(Mode.QUICK, 0)
    values = [figure.value for figure in curve]
    assert values == sorted(values)
    assert values[0] < 5
    assert values[-1] == pytest.approx(100)
