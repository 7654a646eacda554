"""The table of agents: names, options as text, and what is refused."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import pytest

import ludens
from ludens import Limit, ParameterError, UnknownNameError
from ludens.engine.any_game import AnyGameEngine, GameWithEngine, with_engine
from ludens.players import AGENTS, check_agent, make_agent
from ludens.players.flat.roulette import RouletteOptions
from ludens.players.options import Options, described, option, read_options


@dataclass(frozen=True)
class Every(Options):
    """Options of every type."""

    whole: int = option(3, "a count", lowest=1, highest=9)
    part: float = option(0.5, "a share", lowest=0)
    flag: bool = option(False, "a switch")
    word: str = option("mean", "how", choices=("mean", "best"))
    free: str = option("x", "anything")


def test_names_are_those_of_the_entries() -> None:
    assert all(name == kind.name for name, kind in AGENTS.items())
    for kind in AGENTS.values():
        assert kind.summary
        assert kind.source
        assert all(about.meaning for about in described(kind.options)), kind.name
        kind.options()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, Every()),
        ({"whole": "9", "part": "1e3"}, Every(whole=9, part=1000.0)),
        ({"flag": "TRUE", "word": "best"}, Every(flag=True, word="best")),
        ({"flag": "no", "free": "a b"}, Every(free="a b")),
    ],
)
def test_options_are_read_from_text(given: dict[str, str], expected: Every) -> None:
    assert read_options(Every, "every", given) == expected


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"whole": "2.5"}, "every: whole cannot be '2.5'; it may be a whole number from 1 to 9."),
        ({"whole": "10"}, "every: whole cannot be 10; it may be a whole number from 1 to 9."),
        ({"part": "-1"}, "every: part cannot be -1.0; it may be a number, at least 0."),
        ({"part": "nan"}, "every: part cannot be nan; it may be a number, at least 0."),
        ({"part": "inf"}, "every: part cannot be inf; it may be a number, at least 0."),
        ({"flag": "maybe"}, "every: flag cannot be 'maybe'; it may be true or false."),
        ({"word": "worst"}, "every: word cannot be 'worst'; it may be mean or best."),
    ],
)
def test_values_that_are_refused(given: dict[str, str], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        read_options(Every, "every", given)
    assert str(caught.value) == message


def test_options_given_in_python_are_checked_too() -> None:
    bad: list[dict[str, Any]] = [{"whole": 0}, {"whole": True}, {"part": "1"}, {"flag": 1}, {"word": "x"}]
    for values in bad:
        with pytest.raises(ParameterError):
            Every(**values)
    with pytest.raises(FrozenInstanceError):
        Every().whole = 4  # type: ignore[misc]


def test_misspelt_names_and_options() -> None:
    with pytest.raises(UnknownNameError, match=r"no agent called 'roulete'\. Did you mean roulette"):
        check_agent("roulete")
    with pytest.raises(UnknownNameError, match=r"no option of roulette called 'treshold'\. Did you mean threshold"):
        check_agent("roulette(treshold=3)")
    with pytest.raises(ParameterError, match="random has no options"):
        check_agent("random(a=1)")
    with pytest.raises(ParameterError, match="form name=value"):
        check_agent("roulette(basic)")
    with pytest.raises(UnknownNameError):
        check_agent("((")
    assert check_agent(" Roulette( basic = true ) ")[1] == RouletteOptions(basic=True)


def test_roles_that_do_not_exist() -> None:
    game = ludens.load("tic_tac_toe")
    for role in (-1, 2):
        with pytest.raises(ParameterError, match="no role number"):
            make_agent("monte_carlo", game, role)


def test_a_finished_game_is_refused() -> None:
    game = ludens.load("nim(heaps=1)")
    over = game.next_state(game.initial_state(), ("(reduce a 0)", "noop"))
    with pytest.raises(ValueError, match="is over"):
        make_agent("monte_carlo", game, 0).decide(over, Limit(playouts=1))


def test_only_games_without_an_engine_are_given_one() -> None:
    game = ludens.load("nim(heaps=1-1)")
    assert with_engine(game) is game
    wrapped: GameWithEngine[Any] = GameWithEngine(game)
    assert with_engine(wrapped) is wrapped
    assert isinstance(wrapped.engine, AnyGameEngine)
    start = game.initial_state()
    assert wrapped.unpack(wrapped.pack([start])) == [start]
    assert wrapped.text(start) == game.text(start)
