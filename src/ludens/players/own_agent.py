"""Agents that somebody has written: classes, functions that make one, objects, or entries as the built-in ones have.

They are checked when they are first used: what is missing of the contract is told with the line that would add it.
Arguments beyond the game, the role and the seed are options, if they have default values::

    class Greedy:
        def __init__(self, game, role, seed=None, depth=2): ...
        def decide(self, state, limit): ...
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any

from ludens.game import LudensError, ParameterError, SourceError
from ludens.own.known import is_made
from ludens.own.references import failing_line
from ludens.players.kind import AgentKind
from ludens.players.options import Options

MAKING = "def __init__(self, game, role):\n        self.game, self.role = game, role"
DECIDING = "def decide(self, state, limit):\n        return ludens.Decision(self.game.legal_moves(state, self.role)[0])"

Parameters = dict[str, inspect.Parameter]


def own_kind(thing: object, name: str) -> AgentKind:
    """The kind of agent that something is or makes; raises SourceError when it is none, with what to add.

    An attribute ``hidden = True`` of a class says that it can decide on a View. Games of chance are given to all but
    those with ``chance = False``.
    """
    if isinstance(thing, AgentKind):
        return dataclasses.replace(thing, name=name)
    if is_made(thing) and not inspect.isclass(thing):
        return _kind_of_object(thing, name)
    assert callable(thing)
    if inspect.isclass(thing):
        _check_decides(thing, name)
    known = _parameters(thing, name)
    options = _options(known, name)

    def make(game: Any, role: int, options: Any, seed: int | None) -> Any:
        numbers = {"seed": seed} if "seed" in known else {}
        try:
            agent = thing(game, role, **numbers, **dataclasses.asdict(options))
        except LudensError:
            raise
        except Exception as error:
            raise _unusable(name, error) from error
        _check_decides(agent, name)
        return agent

    return AgentKind(
        name=name,
        summary=_summary(thing),
        source="your own",
        agent=make,
        options=options,
        chance=bool(getattr(thing, "chance", True)),
        hidden=bool(getattr(thing, "hidden", False)),
    )


def _kind_of_object(agent: object, name: str) -> AgentKind:
    """One agent for whatever it is asked: it plays in the seat for which it was made."""
    _check_decides(agent, name)
    chance, hidden = bool(getattr(agent, "chance", True)), bool(getattr(agent, "hidden", False))

    def same(game: Any, role: int, options: Any, seed: int | None) -> Any:
        return agent

    return AgentKind(name=name, summary=_summary(type(agent)), source="your own", agent=same, chance=chance,
                     hidden=hidden)  # fmt: skip


def _parameters(make: Callable[..., Any], name: str) -> Parameters:
    """What it takes beyond game and role; raises SourceError when it does not take these, or needs more."""
    try:
        signature = inspect.signature(make)
    except (ValueError, TypeError):
        return {}
    found = list(signature.parameters.values())
    places = [each for each in found if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    if any(each.kind is each.VAR_POSITIONAL for each in found) and len(places) < 2:
        return {}
    if len(places) < 2:
        raise SourceError(f"{name} is not an agent yet: it is made for a game and a role. Write:\n    {MAKING}")
    rest = {each.name: each for each in found if each not in places[:2] and each.kind != each.VAR_KEYWORD}
    for each in rest.values():
        if each.default is each.empty and each.name != "seed" and each.kind != each.VAR_POSITIONAL:
            raise SourceError(f"{name} is not an agent yet: give {each.name} a default value, such as {each.name}=1.")
    return {key: each for key, each in rest.items() if each.kind != each.VAR_POSITIONAL}


def _options(known: Parameters, name: str) -> type[Options]:
    """A class of options with those of the arguments that can be typed."""
    listed = [
        (key, type(each.default), each.default)
        for key, each in known.items()
        if key != "seed" and isinstance(each.default, (int, float, str))
    ]
    if not listed:
        return Options
    try:
        return dataclasses.make_dataclass("OwnOptions", listed, bases=(Options,), frozen=True)
    except (TypeError, ValueError) as error:
        raise ParameterError(f"{name}: {error}.") from None


def _check_decides(agent: object, name: str) -> None:
    decide = getattr(agent, "decide", None)
    if not callable(decide):
        what = agent.__name__ if inspect.isclass(agent) else type(agent).__name__
        raise SourceError(f"{name} is not an agent yet: {what} has no method decide. Add:\n    {DECIDING}")
    count = 3 if inspect.isclass(agent) and inspect.isfunction(decide) else 2
    try:
        inspect.signature(decide).bind(*range(count))
    except TypeError:
        raise SourceError(f"{name} is not an agent yet: decide takes other arguments. Write:\n    {DECIDING}") from None
    except ValueError:
        pass  # it is not known what it takes


def _unusable(name: str, error: Exception) -> SourceError:
    where = failing_line(error, name.rpartition(":")[0])
    return SourceError(f"{name} cannot be made: {type(error).__name__}{where}: {error}.")


def _summary(thing: object) -> str:
    """The first line of what its author says of it."""
    return (inspect.getdoc(thing) or "").partition("\n")[0].strip().rstrip(".")
