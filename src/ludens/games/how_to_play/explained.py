"""How any game is played: by its page, by its rules, or by what is known of it."""

from __future__ import annotations

import inspect
from pathlib import PurePath
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.games import GAMES
from ludens.games.catalogue import BuiltIn
from ludens.games.how_to_play.account import account_of_rules
from ludens.games.how_to_play.instructions import HowToPlay, Origin, turns_text
from ludens.games.how_to_play.page import from_page
from ludens.games.loading import built_in_source
from ludens.gdl.terms import RuleSheet
from ludens.names import split_name
from ludens.rules.contract import HasSheet


def how_to_play(game: LoadedGame[Any], title: str = "") -> HowToPlay:
    """How the game is played; ``title``: what it is called, where it has no title of its own."""
    info = game.info
    players = [role for number, role in enumerate(info.roles) if number != info.chance_role]
    sheet = game.sheet if isinstance(game, HasSheet) else None
    named = split_name(info.name)
    if named is not None and named[0] in GAMES and (sheet is None or _is_built_in(sheet, *named)):
        entry = GAMES[named[0]]
        return from_page(named[0], entry.title, players, entry.values(named[1]))
    if isinstance(sheet, RuleSheet):
        return account_of_rules(sheet.rules, info, title or PurePath(info.name).stem)
    return _from_game(game, title or PurePath(info.name).stem)


def _is_built_in(sheet: Any, name: str, given: dict[str, str]) -> bool:
    """Whether rules are those of the built-in game, and not others under its name."""
    return isinstance(GAMES[name], BuiltIn) and sheet.source.text == built_in_source(name, given).text


def _from_game(game: Any, title: str) -> HowToPlay:
    """What a game that is a program says of itself: the text at the head of its class."""
    told = inspect.cleandoc(type(getattr(game, "single", game)).__doc__ or "").split("\n\n")
    return HowToPlay(
        title=title,
        goal=" ".join(told[0].split()) or "Get as many points as you can.",
        turn=(*(" ".join(part.split()) for part in told[1:]), turns_text(game.info)),
        end=("The game's program says when it is over.",),
        roles={},
        origin=Origin.GAME,
    )
