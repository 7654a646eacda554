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
from ludens.game import Game, LudensError, SourceError

SCHEME = "python:"


def python_game(name: str) -> LoadedGame[Any]:
    """The game of a class that needs no arguments; raises SourceError when there is none. Runs the code it names."""
    place, _, made = name.rpartition(":")
    if not place:
        raise SourceError(f"{SCHEME}{name} names no class: a game is written {SCHEME}FILE.py:CLASS.")
    try:
        make = getattr(_from_file(Path(place)) if place.endswith(".py") else import_module(place), made, None)
        game = make() if callable(make) else make
    except LudensError:
        raise
    except Exception as error:
        raise SourceError(f"{place} cannot be used: {type(error).__name__}: {error}.") from error
    if make is None:
        raise SourceError(f"There is no class {made} in {place}.")
    if not isinstance(game, Game):
        raise SourceError(f"{made} in {place} is no game: some of the methods of ludens.Game are missing.")
    return with_engine(game)


def _from_file(path: Path) -> ModuleType:
    """The module in a file, run once."""
    known = str(path.resolve())
    if known not in sys.modules:
        spec = spec_from_file_location(known, path)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[known] = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[known]
            raise
    return sys.modules[known]
