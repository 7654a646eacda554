"""The best way to play a network is found in games, and kept with it; one that loses is not used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens.arena.measuring.measured_pairs import MeasuredPair, PairJob
from ludens.learning import ways
from ludens.learning.ways import BLENDS, FEWEST, SECONDS, Way, best_of, best_way, plan_without, with_way
from ludens.players import make_agent
from ludens.players.champion import ChampionAgent
from ludens.search.networks.inputs import inputs_of
from ludens.search.networks.network import Shape, new_weights
from ludens.search.networks.store import own_path
from ludens.search.networks.trained import BY_NETWORK, Trained, read_trained, write_trained
from ludens.search.rules_digest import rules_digest

NAME = "connect_four(columns=4,rows=4)"


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trained:
    """A network that has learnt nothing."""
    monkeypatch.setenv("LUDENS_NETWORKS", str(tmp_path))
    game = ludens.load(NAME)
    inputs = inputs_of(game)
    weights = new_weights(Shape(inputs.size, 8, 2, inputs.values, inputs.widths), np.random.default_rng(1))
    return Trained(game.info.name, rules_digest(game), inputs.digest, 8, 2, {}, weights)


def test_games_tell_the_best_way(fresh: Trained) -> None:
    game = ludens.load(NAME)
    write_trained(own_path(game), fresh)
    way = best_way(NAME, game, 1)
    assert way is not None
    assert way.blend in BLENDS
    assert way.opponent == plan_without(game)
    assert len(way.scores) == 1


def test_a_few_games_are_played_however_long_they_take(fresh: Trained, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load(NAME)
    played: list[PairJob] = []

    def play(jobs: Iterable[PairJob], processes: int) -> Iterator[MeasuredPair]:
        for job in jobs:
            played.append(job)
            yield MeasuredPair(job, 1.0 if "0.5" in job.challenger else 0.5, 1.0, 1.0, 1.0, "2026-01-01")

    monkeypatch.setattr(ways, "play_pairs", play)
    way = best_way(NAME, game, 20, seconds=-1.0)
    assert way == Way(0.5, plan_without(game), (1.0,) * FEWEST), "the best of all"
    assert len(played) == FEWEST * len(BLENDS)
    assert [job.number for job in played] == [number for number in range(FEWEST) for _ in BLENDS]
    played.clear()
    assert best_way(NAME, game, 5) == Way(0.5, plan_without(game), (1.0,) * 5)


@pytest.mark.parametrize(
    ("alone", "half", "advice", "best"),
    [
        ((1.0, 1.0, 0.5, 1.0), (0.5, 0.0, 0.5, 0.0), (0.5, 0.5, 0.0, 0.5), 0.0),
        ((1.0, 0.0, 0.5, 1.0), (0.5, 0.0, 0.5, 0.0), (0.5, 0.5, 0.0, 1.0), 1.0),  # better by chance
        ((0.5, 0.5, 0.5, 0.5), (0.5, 1.0, 0.5, 1.0), (0.5, 0.5, 0.5, 0.5), 0.5),
        ((0.5, 1.0, 1.0, 1.0), (0.5, 1.0, 0.5, 1.0), (0.5, 0.0, 0.5, 0.0), 0.5),
        ((0.5,), (0.5,), (0.5,), 1.0),
    ],
)
def test_more_random_games_are_better_unless_the_difference_is_larger_than_its_error(
    alone: tuple[float, ...], half: tuple[float, ...], advice: tuple[float, ...], best: float
) -> None:
    ways = [Way(blend, "uct", own) for blend, own in zip(BLENDS, (alone, half, advice), strict=True)]
    assert best_of(ways).blend == best


def test_the_best_way_is_kept_and_a_network_that_loses_is_not_used(fresh: Trained) -> None:
    game = ludens.load(NAME)
    good = with_way(fresh, Way(0.5, "uct", (1.0, 0.75)))
    assert good.blend == 0.5
    write_trained(own_path(game), with_way(good, Way(0.0, "uct", (0.0, 0.5))))
    bad = read_trained(own_path(game))
    assert bad.blend == 0.0
    ((opponent, seconds, score),) = [(match.opponent, match.seconds, match.score) for match in bad.matches]
    assert (opponent, seconds, score) == ("uct", SECONDS, 0.25)
    champion = make_agent("champion", game, 0, 1)
    assert isinstance(champion, ChampionAgent)
    assert champion.plan != BY_NETWORK


def test_the_champion_can_do_without_a_network(fresh: Trained) -> None:
    game = ludens.load(NAME)
    write_trained(own_path(game), with_way(fresh, Way(0.0, "uct", (1.0,) * 200)))
    plans = []
    for name in ("champion", "champion(network=false)"):
        champion = make_agent(name, game, 0, 1)
        assert isinstance(champion, ChampionAgent)
        plans.append(champion.plan)
    assert plans[0] == BY_NETWORK
    assert plans[1] == plan_without(game) != BY_NETWORK
