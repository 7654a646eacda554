"""Games that somebody has written in Python: ``python:my_games/nim.py:Nim``, a file or a module and a class in it."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from ludens.engine.any_game import with_engine
from ludens.engine.contract import LoadedGame
from ludens.game import Game, SourceError


def python_game(name: str) -> LoadedGame[Any]:
    """The game of a class that needs no arguments; raises SourceError when there is none. Runs what it names."""
    place, _, made = name.rpartition(":")
    make = getattr(_from_file(Path(place)) if place.endswith(".py") else _by_name(place), made, None)
    if make is None:
        raise SourceError(f"There is no class {made} in {place}.")
    game = make() if callable(make) else make
    if not isinstance(game, Game):
        raise SourceError(f"{made} in {place} is no game: some of the methods of ludens.Game are missing.")
    return with_engine(game)


def _by_name(name: str) -> ModuleType:
    try:
        return import_module(name)
    except (ImportError, ValueError, TypeError):
        raise SourceError(f"There is no Python module {name!r}; a game is written python:FILE.py:CLASS.") from None


def _from_file(path: Path) -> ModuleType:
    """The module in a file. It is known by its path, so that positions of its own classes can be sent to processes."""
    known = str(path.resolve())
    if known not in sys.modules:
        spec = spec_from_file_location(known, path)
        if not path.is_file() or spec is None or spec.loader is None:
            raise SourceError(f"Cannot read {path}: there is no such file.")
        module = sys.modules[known] = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[known]
            raise
    return sys.modules[known]
