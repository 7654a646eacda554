"""Games that somebody has written in Python: classes, functions that make one, or objects.

They are checked when they are first used: what is missing of the contract, ``ludens.Game``, is told with the line that
would add it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from ludens.engine.any_game import with_engine
from ludens.engine.contract import LoadedGame
from ludens.game import Game, GameInfo, LudensError, ParameterError, SourceError, UnknownNameError
from ludens.own.known import is_made
from ludens.own.references import failing_line

LINES = {
    "info": 'info = ludens.GameInfo("my_game", ("first", "second"))',
    "initial_state": "def initial_state(self): ...",
    "is_terminal": "def is_terminal(self, state): ...",
    "legal_moves": "def legal_moves(self, state, role): ...",
    "next_state": "def next_state(self, state, moves): ...",
    "goals": "def goals(self, state): ...",
    "text": "def text(self, state): return str(state)",
}
"""What a game must have, and how its author begins to write it."""

ARGUMENTS = {"initial_state": 0, "is_terminal": 1, "legal_moves": 2, "next_state": 2, "goals": 1, "text": 1}

_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


def own_game(thing: object, name: str, given: Mapping[str, str] | None = None) -> LoadedGame[Any]:
    """The game that something is or makes, with an engine; raises LudensError when it is none, with what to add."""
    game = thing if is_made(thing) else _make(thing, name, given or {})
    if is_made(thing) and given:
        raise ParameterError(f"{name} has no parameters: it is an object, and not a class.")
    check_game_contract(game, name)
    assert isinstance(game, Game)
    return with_engine(game)


def check_game_contract(game: object, name: str) -> None:
    """Raises SourceError when something is missing of the contract, with the lines to add."""
    missing = [line for part, line in LINES.items() if not hasattr(game, part)]
    if missing:
        lines = "".join(f"\n    {line}" for line in missing)
        raise SourceError(f"{name} is not a game yet. Add to {_class_name(game)}:{lines}")
    if not isinstance(getattr(game, "info", None), GameInfo):
        raise SourceError(f"{name} is not a game yet: its info must be a ludens.GameInfo:\n    {LINES['info']}")
    for part, count in ARGUMENTS.items():
        if not _takes(getattr(game, part), count):
            raise SourceError(f"{name} is not a game yet: {part} takes other arguments. Write:\n    {LINES[part]}")


def _make(make: object, name: str, given: Mapping[str, str]) -> object:
    assert callable(make)
    values = _values(make, name, given)
    try:
        return make(**values)
    except LudensError:
        raise
    except Exception as error:
        where = failing_line(error, name.rpartition(":")[0])
        raise SourceError(f"{name} cannot be made: {type(error).__name__}{where}: {error}.") from error


def _values(make: Callable[..., object], name: str, given: Mapping[str, str]) -> dict[str, object]:
    """The arguments that were typed; each is read as its default value is."""
    known = {each.name: each for each in _parameters(make)}
    needed = [each.name for each in known.values() if each.default is each.empty and each.name not in given]
    if needed:
        raise ParameterError(
            f"{name} needs a value for {', '.join(needed)}: write '{name}({needed[0]}=…)', or give it a default value."
        )
    values: dict[str, object] = {}
    for key, text in given.items():
        if key not in known:
            raise UnknownNameError(f"parameter of {name}", key, known)
        values[key] = _read(name, key, text, known[key].default)
    return values


def _read(name: str, key: str, text: str, default: object) -> object:
    try:
        if isinstance(default, bool):
            return _TRUTH[text.lower()]
        return type(default)(text) if isinstance(default, (int, float)) else text
    except (ValueError, KeyError):
        kind = "true or false" if isinstance(default, bool) else "a number"
        raise ParameterError(f"{name}: {key} cannot be {text!r}; it may be {kind}.") from None


def _parameters(make: Callable[..., object]) -> list[inspect.Parameter]:
    try:
        found = inspect.signature(make).parameters.values()
    except (ValueError, TypeError):
        return []
    return [each for each in found if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]


def _takes(method: object, count: int) -> bool:
    """Whether a method can be called with so many arguments; True where that is not known."""
    try:
        inspect.signature(method).bind(*range(count))  # type: ignore[arg-type]
    except ValueError:
        return True
    except TypeError:
        return False
    return True


def _class_name(game: object) -> str:
    return game.__name__ if inspect.isclass(game) else type(game).__name__
