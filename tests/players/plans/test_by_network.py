"""A trained network as a plan of the champion: played where it was measured to help, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

import ludens
from ludens import Limit
from ludens.players import make_agent
from ludens.players.champion import ChampionAgent
from ludens.players.plans.by_network import with_network
from ludens.players.plans.candidates import family_of
from ludens.search.networks.store import own_path
from ludens.search.networks.trained import BY_NETWORK, read_trained, with_match, write_trained
from tests.networks import give_network

GAME = "connect_four(columns=4, rows=4)"


@pytest.fixture(autouse=True)
def own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_NETWORKS", str(tmp_path / "networks"))
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path / "cache"))


def champion(
    scores: list[float] | None = None,
    opponent: str = "uct",
    by_options: Mapping[str, list[float]] = MappingProxyType({}),
) -> ChampionAgent:
    """The champion where there is a network that scored so, if there is one at all.

    ``by_options``: what the same network scored with other options against itself.
    """
    game = ludens.load(GAME)
    if scores is not None:
        give_network(game)
        path = own_path(game)
        trained = read_trained(path)
        trained = with_match(trained, opponent, 0.3, scores) if scores else trained
        for options, own in by_options.items():
            trained = with_match(trained, BY_NETWORK, 0.3, own, BY_NETWORK + options)
        write_trained(path, trained)
    found = make_agent("champion", game, 0, 1)
    assert isinstance(found, ChampionAgent)
    return found


def test_without_a_network_there_is_no_such_plan() -> None:
    family = family_of(ludens.load(GAME))
    assert with_network(family, ludens.load(GAME)) == (family, ())
    assert champion().plan != BY_NETWORK


def test_a_network_that_was_measured_to_help_is_played_and_why_is_told() -> None:
    found = champion([1.0] * 20)
    assert found.plan == BY_NETWORK
    assert "against plain UCT in 40 trial games" in found.seat.notes["evidence"]
    state = found.game.initial_state()
    assert found.decide(state, Limit(playouts=20)).move in found.game.legal_moves(state, 0)


@pytest.mark.parametrize("scores", [[], [0.0] * 20, [0.5] * 20, [1.0]])
def test_one_that_was_not_is_not(scores: list[float]) -> None:
    assert champion(scores).plan != BY_NETWORK


def test_a_match_against_nobody_that_is_known_says_nothing() -> None:
    assert champion([1.0] * 20, "a friend").plan != BY_NETWORK


def test_options_with_which_the_network_scored_more_are_played() -> None:
    assert champion([1.0] * 20, by_options={"(share=0.5)": [0.75] * 40}).plan == "apprentice(share=0.5)"


@pytest.mark.parametrize(
    "by_options", [{"(share=0.5)": [0.25] * 40}, {"(no_such_option=1)": [1.0] * 40}, {"(share=9)": [1.0] * 40}]
)
def test_options_that_do_not_help_or_do_not_exist_are_not(by_options: Mapping[str, list[float]]) -> None:
    assert champion([1.0] * 20, by_options=by_options).plan == BY_NETWORK


def test_a_network_that_does_not_help_is_not_played_with_any_options() -> None:
    assert not champion([0.25] * 20, by_options={"(share=0.5)": [0.6] * 40}).plan.startswith(BY_NETWORK)


def test_games_of_another_network_do_not_count() -> None:
    found = champion([0.5] * 4)
    found._contest.kept.add(BY_NETWORK, "uct", 0.1, 1.0)
    found._contest.kept.keep()
    assert champion([0.5] * 4)._contest.kept.all
    assert not champion([0.25] * 4)._contest.kept.all
