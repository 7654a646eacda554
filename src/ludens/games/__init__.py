"""The built-in games, one file or package each, and the one way to load any game.

``ludens.games()`` lists them.
"""

from __future__ import annotations

import sys
from collections.abc import MutableMapping
from importlib import import_module
from types import ModuleType
from typing import Any

from ludens.games.catalogue import BuiltIn, Native
from ludens.names import LazyTable

NAMES = (
    "bidding_tic_tac_toe",
    "blocker",
    "blocks",
    "breakthrough",
    "cephalopod",
    "checkers_small",
    "connect_four",
    "double_tic_tac_toe",
    "eight_puzzle",
    "free_for_all",
    "goofspiel",
    "hex",
    "kuhn_poker",
    "liars_dice",
    "lights_on",
    "minefield",
    "monty_hall",
    "nim",
    "odd",
    "oshi_zumo",
    "pentago",
    "pentago_swap",
    "prisoners_dilemma",
    "reversi",
    "rock_paper_scissors",
    "ropasci",
    "sheep",
    "tic_tac_toe",
    "tron",
)
"""Of the games, and of their files."""

GAMES: MutableMapping[str, BuiltIn | Native] = LazyTable("ludens.games", "GAME", {"": NAMES})

RULESHEETS: MutableMapping[str, BuiltIn]
"""Those of them that are given by a rulesheet; it takes all of them to know which."""


def __getattr__(name: str) -> MutableMapping[str, BuiltIn]:
    if name != "RULESHEETS":
        raise AttributeError(f"module 'ludens.games' has no attribute {name!r}")
    found = globals()[name] = {name: game for name, game in GAMES.items() if isinstance(game, BuiltIn)}
    return found


class _Games(ModuleType):
    """This package, which can be called."""

    def __call__(self) -> Any:
        """The games that have a name, as a table that shows itself: see ``ludens.api.listing``."""
        return import_module("ludens.api.listing").games()


sys.modules[__name__].__class__ = _Games
