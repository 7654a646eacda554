"""From what a user names to a game: a built-in name, a path to a rulesheet, or the text of one."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from ludens.engine.compiled_game import CompiledGame
from ludens.engine.contract import LoadedGame
from ludens.game import GameInfo, SourceError, UnknownNameError
from ludens.games import GAMES
from ludens.games.catalogue import BuiltIn, Native
from ludens.gdl import Source, right_rules
from ludens.gdl.reader import MAX_CHARACTERS
from ludens.names import join_name, split_name

FOREIGN = {"open_spiel": ("ludens.adapters.open_spiel_games", "open_spiel_game")}
"""Who makes games of other libraries, by what stands before the colon of their names.

By module and function, as entry points are: adapters are built on games, and imported only when they are needed.
"""


def load(what: str | os.PathLike[str]) -> LoadedGame[Any]:
    """The game with this name, in the rulesheet at this path, or with these rules.

    A name may carry parameters: ``connect_four(columns=8, rows=6)``. Raises LudensError, with the reason, when
    there is no such game or its rules are wrong.
    """
    scheme, _, name = os.fspath(what).partition(":")
    if scheme in FOREIGN:
        return _foreign(*FOREIGN[scheme])(name)
    found = find(what)
    if not isinstance(found, Source):
        entry = GAMES[found[0]]
        if isinstance(entry, Native):
            return entry.make(**entry.values(found[1]))
    return load_rulesheet(what)


def _foreign(module: str, function: str) -> Callable[[str], LoadedGame[Any]]:
    make: Callable[[str], LoadedGame[Any]] = getattr(import_module(module), function)
    return make


def load_rulesheet(what: str | os.PathLike[str]) -> CompiledGame:
    """Like ``load``, for games that have a rulesheet; raises SourceError for the others."""
    found = find(what)
    if isinstance(found, Source):
        return CompiledGame(right_rules(found))
    name, given = found
    return CompiledGame(right_rules(built_in_source(name, given)), built_in_info(name, given))


def find(what: str | os.PathLike[str]) -> Source | tuple[str, dict[str, str]]:
    """The rulesheet that is meant, or the built-in name with its parameters; of another library's game, all of it."""
    text = os.fspath(what)
    if text.partition(":")[0] in FOREIGN:
        return text, {}
    if isinstance(what, os.PathLike) or text.endswith(".kif") or _is_path(text):
        return read_source(Path(text))
    named = split_name(text)
    if named is None:
        if "(" in text:
            return Source(text)
        raise UnknownNameError("game", text.strip()[:80], GAMES)
    if named[0] not in GAMES:
        raise UnknownNameError("game", named[0], GAMES)
    return named


def built_in_source(name: str, given: dict[str, str]) -> Source:
    """The rulesheet of a built-in game with some of its parameters given; raises SourceError when it has none."""
    entry = _with_rulesheet(name)
    return Source(entry.rules(**entry.values(given)), join_name(name, given))


def built_in_info(name: str, given: dict[str, str]) -> GameInfo:
    """What is known of a built-in game with a rulesheet; its roles are left to its rules."""
    entry = _with_rulesheet(name)
    facts = entry.facts(**entry.values(given))
    return GameInfo(join_name(name, given), (), turns=facts.turns, goal_sum=facts.goal_sum, max_steps=facts.max_steps)


def _with_rulesheet(name: str) -> BuiltIn:
    entry = GAMES.get(name)
    if entry is None:
        raise SourceError(f"{name} has no rulesheet: it is a game of another library.")
    if not isinstance(entry, BuiltIn):
        raise SourceError(f"{name} has no rulesheet: its rules are written in Python. docs/games/{name}.md tells them.")
    return entry


def read_source(path: Path) -> Source:
    """The text of a rulesheet; raises SourceError for whatever is not one."""
    try:
        with path.open("rb") as file:
            data = file.read(4 * MAX_CHARACTERS + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise SourceError(f"Cannot read {path}: {reason.lower()}.") from None
    if b"\0" in data:
        raise SourceError(f"{path} is not a rulesheet: it is not text.")
    try:
        return Source(data.decode("utf-8-sig"), str(path))
    except UnicodeDecodeError:
        return Source(data.decode("latin-1"), str(path))


def _is_path(text: str) -> bool:
    return "\n" not in text and "(" not in text and ("/" in text or os.sep in text or Path(text).is_file())
