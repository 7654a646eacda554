"""What is missing of an agent of one's own is told with the line to add."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import ludens
from ludens.engine.any_game import with_engine
from ludens.game import Limit, SourceError
from ludens.players.kind import AgentKind
from ludens.players.options import described
from ludens.players.own_agent import own_kind
from tests.api.own_things import Countdown, Finisher


class Bare:
    pass


class Alone:
    def decide(self, state: Any, limit: Any) -> Any: ...


class Short:
    def __init__(self, game: Any, role: int) -> None: ...

    def decide(self, state: Any) -> Any: ...


class Greedy:
    def __init__(self, game: Any, role: int, depth: int) -> None: ...

    def decide(self, state: Any, limit: Any) -> Any: ...


def finisher(game: Any, role: int) -> Finisher:
    return Finisher(game, role)


def entered(game: Any, role: int, options: Any, seed: int | None) -> Finisher:
    return Finisher(game, role, seed)


def maker(game: Any, role: int) -> Any:
    return Bare()


@pytest.mark.parametrize(
    ("thing", "message"),
    [
        (Bare, r"Bare has no method decide. Add:\n    def decide\(self, state, limit\):"),
        (Alone, r"made for a game and a role. Write:\n    def __init__\(self, game, role\):"),
        (Short, r"decide takes other arguments. Write:\n    def decide\(self, state, limit\)"),
        (Greedy, "give depth a default value, such as depth=1"),
        (3, "int has no method decide"),
    ],
)
def test_what_is_missing_is_told(thing: Any, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        own_kind(thing, "it")


def test_what_a_function_makes_is_checked_when_it_is_made() -> None:
    kind = own_kind(maker, "it")
    with pytest.raises(SourceError, match="Bare has no method decide"):
        kind.agent(with_engine(Countdown()), 0, kind.options(), None)


def test_an_agent_that_cannot_be_made_says_why() -> None:
    class Broken(Finisher):
        def __init__(self, game: Any, role: int) -> None:
            raise ZeroDivisionError("half of nothing")

    kind = own_kind(Broken, "it")
    with pytest.raises(SourceError, match="it cannot be made: ZeroDivisionError: half of nothing"):
        kind.agent(with_engine(Countdown()), 0, kind.options(), None)


def test_arguments_with_defaults_are_options() -> None:
    kind = own_kind(Finisher, "it")
    assert [(about.name, about.default) for about in described(kind.options)] == [("wild", False)]
    assert kind.summary == "Ends the game with a win if it can; otherwise any move"
    agent: Any = kind.agent(with_engine(Countdown()), 1, kind.options(wild=True), 5)  # type: ignore[call-arg]
    assert (agent.role, agent.wild) == (1, True)


def test_seeds_are_passed_on() -> None:
    game = ludens.load("tic_tac_toe")
    chosen = {
        ludens.make_agent("tests.api.own_things:Finisher", game, 0, seed).decide(game.initial_state(), Limit()).move
        for seed in range(12)
    }
    assert len(chosen) > 3
    first = ludens.make_agent(Finisher, game, 0, 7).decide(game.initial_state(), Limit())
    assert first == ludens.make_agent(Finisher, game, 0, 7).decide(game.initial_state(), Limit())


def test_functions_entries_and_objects_are_agents_too() -> None:
    game = with_engine(Countdown())
    for thing in (finisher, functools.partial(Finisher, wild=True), Finisher(game, 0)):
        kind = own_kind(thing, "it")
        assert kind.agent(game, 0, kind.options(), 1).decide(game.initial_state(), Limit()).move in ("one", "two")
    entry = AgentKind(name="other", summary="", source="", agent=entered)
    assert own_kind(entry, "it").name == "it"


def test_an_agent_says_what_it_cannot_play() -> None:
    with pytest.raises(ludens.LudensError, match="cannot play kuhn_poker"):
        ludens.make_agent(Finisher, "kuhn_poker", 1)
    unlucky = type("Unlucky", (Finisher,), {"chance": False})
    assert (own_kind(Finisher, "it").chance, own_kind(unlucky, "it").chance) == (True, False)
