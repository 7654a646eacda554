"""Which games a page may name: the built-in ones, and what whoever started the studio has allowed by name.

A name from a page runs no other code, whatever it is: see ``own/references.py``.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping

from ludens.game import LudensError, UnknownNameError
from ludens.games import GAMES
from ludens.games.catalogue import Entry
from ludens.names import split_name
from ludens.own.references import Reference, allowed_games, load_object, split_reference


def check_offered_game(text: str) -> tuple[Entry, Mapping[str, str]]:
    """The game that a page names, and its parameters; raises LudensError when it is not offered or cannot be so."""
    named, reference = split_name(text), split_reference(text)
    if named is not None and named[0] in GAMES:
        entry = GAMES[named[0]]
        entry.values(named[1])
        return entry, named[1]
    if reference is not None and str(reference) in allowed_games():
        return _own(str(reference)), reference.given
    raise UnknownNameError("game", text.strip()[:80], (*GAMES, *allowed_games()))


def title_of(text: str) -> str:
    """What people call the game of a name: its title with what was given; of games not offered the name itself."""
    try:
        entry, given = check_offered_game(text)
    except LudensError:
        return text
    inside = ", ".join(f"{key} {value}" for key, value in given.items())
    return f"{entry.title} ({inside})" if inside else entry.title


def offered_games() -> dict[str, Entry]:
    """All of them, by name."""
    return {**GAMES, **{name: _own(name) for name in allowed_games()}}


@functools.cache
def _own(name: str) -> Entry:
    """What the gallery tells of a game in Python: the name of its class, and what that says of itself."""
    reference = split_reference(name)
    assert isinstance(reference, Reference)
    summary = (inspect.getdoc(load_object(reference)) or "A game of your own.").partition("\n")[0]
    return Entry(name=name, title=reference.name.replace("_", " "), summary=summary)
