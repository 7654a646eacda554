"""From what a user names to a game: a built-in name, a path to a rulesheet, or the text of one."""

from __future__ import annotations

import os
import re
from pathlib import Path

from ludens.game import Game, GameInfo, ParameterError, SourceError, UnknownNameError
from ludens.games import GAMES
from ludens.gdl import load_rules
from ludens.gdl.reader import MAX_CHARACTERS
from ludens.gdl.reasoner import State
from ludens.gdl.source import Source

NAME = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*(?:\(([^()]*)\))?\s*")


def load(what: str | os.PathLike[str]) -> Game[State]:
    """The game with this name, in the rulesheet at this path, or with these rules.

    A name may carry parameters: ``connect_four(columns=8, rows=6)``. Raises LudensError, with the reason, when
    there is no such game or its rules are wrong.
    """
    text = os.fspath(what)
    if isinstance(what, os.PathLike) or text.endswith(".kif") or _is_path(text):
        return load_rules(read_source(Path(text)))
    name = NAME.fullmatch(text)
    if name is None:
        if "(" not in text:
            raise UnknownNameError("game", text.strip()[:80], GAMES)
        return load_rules(Source(text))
    return load_built_in(name[1].lower(), _parameters(text, name[2] or ""))


def load_built_in(name: str, given: dict[str, str]) -> Game[State]:
    """The built-in game with some of its parameters given."""
    if name not in GAMES:
        raise UnknownNameError("game", name, GAMES)
    game = GAMES[name]
    values = game.values(given)
    facts = game.facts(**values)
    chosen = {key: value for key, value in values.items() if key in given}
    full_name = name + (f"({', '.join(f'{k}={_written(v)}' for k, v in chosen.items())})" if chosen else "")
    info = GameInfo(full_name, (), turns=facts.turns, goal_sum=facts.goal_sum, max_steps=facts.max_steps)
    return load_rules(Source(game.rules(**values), full_name), info)


def read_source(path: Path) -> Source:
    """The text of a rulesheet; raises SourceError for whatever is not one."""
    try:
        with path.open("rb") as file:
            data = file.read(4 * MAX_CHARACTERS + 1)
    except OSError as error:
        raise SourceError(f"Cannot read {path}: {(error.strerror or str(error)).lower()}.") from None
    if b"\0" in data:
        raise SourceError(f"{path} is not a rulesheet: it is not text.")
    try:
        return Source(data.decode("utf-8-sig"), str(path))
    except UnicodeDecodeError:
        return Source(data.decode("latin-1"), str(path))


def _parameters(text: str, inside: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in inside.split(","))):
        key, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or not key or not value:
            raise ParameterError(f"{text.strip()}: {part!r} should have the form name=value.")
        if key in given:
            raise ParameterError(f"{text.strip()}: {key} is given twice.")
        given[key] = value
    return given


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_path(text: str) -> bool:
    return "\n" not in text and "(" not in text and ("/" in text or os.sep in text or Path(text).is_file())
