"""From what a user names to a game: a built-in name, a path or an address, the text of rules, or the user's own."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.boards.description import Description
from ludens.engine.contract import LoadedGame
from ludens.game import Game, GameInfo, SourceError, UnknownNameError
from ludens.games import GAMES
from ludens.games.catalogue import BuiltIn, Native
from ludens.games.own_game import own_game
from ludens.games.rules_game import RulesGame
from ludens.gdl import Reasoner, Source, load_rules
from ludens.gdl.other_languages import ENDINGS as OTHER_LANGUAGES
from ludens.gdl.reader import MAX_CHARACTERS
from ludens.gdl.terms import RuleSheet
from ludens.names import join_name, split_name
from ludens.own.known import GAMES as OWN
from ludens.own.known import given_names, own_object
from ludens.own.references import split_reference

if TYPE_CHECKING:
    from ludens.boards.drawings import Drawing

READERS = {
    ".kif": "ludens.games.loading:rulesheet_game",
    "open_spiel:": "ludens.adapters.open_spiel_games:open_spiel_game",
}
"""Who makes a game, by how its file ends or what its name begins with; as ``module:function``, imported when needed.

For an ending, that is for a language of rules, the function takes the text as a Source; for a beginning, the rest of
the name.
"""

ADDRESS = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]*://")

USUAL_LANGUAGE = ".kif"
"""What rules are written in that are given as text, or in a file with another ending."""


def load(what: str | os.PathLike[str] | Game[Any] | type[Game[Any]]) -> LoadedGame[Any]:
    """The game with this name, in the rulesheet at this path or address, with these rules, or of this class.

    ``what``: a name, which may have parameters (``"connect_four(columns=8, rows=6)"``); the path of a rulesheet, or its
    text; your own game, as ``"my_games.py:Countdown"``, ``"my_package.games:Countdown"`` or the name of an entry
    point; or the class or object itself.

    Returns a game that keeps the contract, ``ludens.Game``, and has an ``engine`` that plays many positions at once.
    Raises LudensError, with the reason, when there is no such game or its rules are wrong.

    >>> game = ludens.load("connect_four(columns=8)")
    >>> game.info.roles
    ('red', 'yellow')
    >>> len(game.legal_moves(game.initial_state(), 0))
    8
    """
    if not isinstance(what, (str, os.PathLike)):
        return own_game(what, getattr(what, "__name__", type(what).__name__))
    text = os.fspath(what)
    scheme = scheme_of(text)
    if scheme:
        return _reader(scheme)(text.removeprefix(scheme))
    found = find(what)
    if isinstance(found, Source):
        return _reader(_language(found))(found)
    if found[0] not in GAMES:
        own = own_object(OWN, text)
        assert own is not None
        return own_game(*own)
    entry = GAMES[found[0]]
    return entry.make(**entry.values(found[1])) if isinstance(entry, Native) else _built_in_rulesheet(*found)


def load_rulesheet(what: str | os.PathLike[str]) -> RulesGame[RuleSheet]:
    """Like ``load``, for games that have a rulesheet in GDL; raises SourceError for the others."""
    found = find(what)
    return rulesheet_game(_in_gdl(found)) if isinstance(found, Source) else _built_in_rulesheet(*found)


def find_rulesheet(what: str | os.PathLike[str], *, again: bool = False) -> Source:
    """The rulesheet in GDL that is meant, which may have mistakes; raises SourceError where there is none.

    ``again``: one at an address is fetched anew.
    """
    found = _fetched(what, again=again) if isinstance(what, str) and is_address(what) else find(what)
    return _in_gdl(found) if isinstance(found, Source) else built_in_source(*found)


def _in_gdl(source: Source) -> Source:
    if _language(source) != USUAL_LANGUAGE:
        raise SourceError(f"{source.name} is not written in GDL.")
    return source


def with_rules(game: LoadedGame[Any], what: str) -> RulesGame[Any]:
    """The game that was loaded under this name, if it has rules in any language; raises SourceError otherwise."""
    return game if isinstance(game, RulesGame) else load_rulesheet(what)


def rulesheet_game(source: Source) -> RulesGame[RuleSheet]:
    """The game of a rulesheet in GDL; raises RulesError with every mistake in it."""
    return RulesGame(load_rules(source))


def _built_in_rulesheet(name: str, given: dict[str, str]) -> RulesGame[RuleSheet]:
    entry = _with_rulesheet(name)
    single = load_rules(built_in_source(name, given), built_in_info(name, given))
    drawing = None if entry.drawing is None else partial(_described, single, entry.drawing)
    return RulesGame(single, drawing=drawing, cells=entry.cells)


def _described(game: Reasoner, description: Description) -> Drawing:
    from ludens.boards.drawings import drawing_of_rulesheet  # noqa: PLC0415  (whoever plays for others draws nothing)

    return drawing_of_rulesheet(game, description)


def scheme_of(text: str) -> str:
    """The beginning in READERS that a name has; nothing where it has none."""
    return next((sign for sign in READERS if sign.endswith(":") and text.startswith(sign)), "")


def is_address(text: str) -> bool:
    """Whether a text is an address of the web, or of anything else with ``://``."""
    return ADDRESS.match(text) is not None


def _fetched(address: str, *, again: bool = False) -> Source:
    from ludens.games.fetching import fetched_source  # noqa: PLC0415  (it takes long to import, and few games need it)

    return fetched_source(address, again=again)


def _language(source: Source) -> str:
    """The ending in READERS that a source has."""
    return next((sign for sign in READERS if sign[0] == "." and source.name.endswith(sign)), USUAL_LANGUAGE)


def _reader(sign: str) -> Callable[[Any], LoadedGame[Any]]:
    module, _, function = READERS[sign].partition(":")
    make: Callable[[Any], LoadedGame[Any]] = getattr(import_module(module), function)
    return make


def find(what: str | os.PathLike[str]) -> Source | tuple[str, dict[str, str]]:
    """The rules that are meant, or the built-in name with its parameters; of other games, all of it."""
    text = os.fspath(what)
    if isinstance(what, str) and is_address(text):
        return _fetched(text)
    if scheme_of(text) or (isinstance(what, str) and split_reference(text) is not None):
        return text, {}
    if isinstance(what, os.PathLike) or _is_path(text):
        return read_source(Path(text))
    named = split_name(text)
    if named is None:
        if "(" in text:
            return Source(text)
        raise UnknownNameError("game", text.strip()[:80], GAMES)
    if named[0] in GAMES:
        return named
    if named[0] in given_names(OWN):
        return text, {}
    raise UnknownNameError("game", named[0], (*GAMES, *given_names(OWN)))


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
        why = "it is a game of another library" if scheme_of(name) else "its rules are written in Python"
        raise SourceError(f"{name} has no rulesheet: {why}.")
    if not isinstance(entry, BuiltIn):
        where = inspect.getsourcefile(entry.make) if isinstance(entry, Native) else name
        raise SourceError(
            f"{name} has no rulesheet: its rules are written in Python ({where}). 'ludens rules {name}' explains them."
        )
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
    if text.endswith((*(sign for sign in READERS if sign[0] == "."), *OTHER_LANGUAGES)):
        return True
    if text.endswith(".py"):
        raise SourceError(f"{text} is a Python file, and may hold several games. Say which: {text}:CLASS.")
    return "\n" not in text and "(" not in text and ("/" in text or os.sep in text or Path(text).is_file())
