"""One game with several values of a number: a parameter of a built-in game, or a slider of a rulesheet.

The rules of a built-in game, as a designer begins with them, name it in their first line. As long as they are what that
game writes, its parameters are sliders too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import LudensError, ParameterError
from ludens.games import RULESHEETS
from ludens.games.catalogue import BuiltIn, Whole
from ludens.games.loading import built_in_source, find, load
from ludens.gdl import Source
from ludens.gdl.sliders import Slider, sliders, with_values
from ludens.names import join_name, split_name

AROUND = 5
"""How far from its usual value a parameter of a built-in game is tried."""

HEADING = re.compile(r"^; built-in (\w+\([^()]*\))\n")


def heading(name: str, text: str) -> str:
    """The rules of a built-in game with a first line that names it and its parameters, if it has any with numbers."""
    entry = RULESHEETS[name]
    given = {key: str(value) for key, value in _numbers(entry).items()}
    return f"; built-in {join_name(name, given)}\n{text}" if given else text


def sliders_of(text: str) -> list[Slider]:
    """What can be turned in a rulesheet."""
    found = _built_in(text)
    if found is None:
        return sliders(text)
    name, values = found
    listed = []
    for key, value in values.items():
        allowed = [number for number in _near(name, key) if _text(name, {**values, key: number}) is not None]
        if len(allowed) > 1:
            listed.append(Slider(key, value, min(allowed), max(allowed)))
    return listed


def with_slider(text: str, name: str, value: int) -> str:
    """The rules with another value of a slider; raises ParameterError where that cannot be."""
    found = _built_in(text)
    if found is None:
        return with_values(text, {name: value})
    game, values = found
    if name not in values:
        raise ParameterError(f"There is no slider {name}.")
    written = _text(game, {**values, name: value})
    if written is None:
        raise ParameterError(f"{game} cannot have {name}={value}.")
    return written


def game_with(game: str, parameter: str, value: int) -> LoadedGame[Any]:
    """A game, named as ``load`` does, with a value of one of its numbers."""
    found = find(game)
    if isinstance(found, Source):
        return load(with_values(found.text, {parameter: value}))
    name, given = found
    return load(join_name(name, {**given, parameter: str(value)}))


def values_of(game: str, parameter: str) -> list[int]:
    """The values that a number of a game is tried with where nobody says."""
    found = find(game)
    if isinstance(found, Source):
        for slider in sliders(found.text):
            if slider.name == parameter:
                step = max(1, (slider.high - slider.low) // 8)
                return list(range(slider.low, slider.high + 1, step))
        raise ParameterError(f"There is no slider {parameter} in {found.name}.")
    name, _ = found
    usual = _numbers(RULESHEETS[name]) if name in RULESHEETS else {}
    if parameter not in usual:
        raise ParameterError(f"{name} has no parameter {parameter} that is a number.")
    return [value for value in _near(name, parameter) if _text(name, {**usual, parameter: value}) is not None]


def _built_in(text: str) -> tuple[str, dict[str, int]] | None:
    """The built-in game that rules are of, with its parameters, if they are exactly what it writes."""
    match = HEADING.match(text)
    named = None if match is None else split_name(match[1])
    if named is None or named[0] not in RULESHEETS:
        return None
    try:
        values = {key: int(value) for key, value in named[1].items()}
    except ValueError:
        return None
    return (named[0], values) if _text(named[0], values) == text else None


def _text(name: str, values: Mapping[str, int]) -> str | None:
    given = {key: str(value) for key, value in values.items()}
    try:
        rules = built_in_source(name, given).text.strip() + "\n"
    except (LudensError, ValueError):
        return None
    return f"; built-in {join_name(name, given)}\n{rules}"


def _numbers(entry: BuiltIn) -> dict[str, int]:
    return {
        parameter.name: parameter.default
        for parameter in entry.parameters
        if isinstance(parameter.default, int) and not isinstance(parameter.default, bool)
    }


def _near(game: str, parameter: str) -> range:
    """The values of a parameter from its lowest on, as far as is worth looking at."""
    found = next(each for each in RULESHEETS[game].parameters if each.name == parameter)
    usual = _numbers(RULESHEETS[game])[parameter]
    if isinstance(found, Whole):
        return range(max(found.lowest, usual - AROUND), min(found.highest, usual + AROUND) + 1)
    return range(max(1, usual - AROUND), usual + AROUND + 1)
