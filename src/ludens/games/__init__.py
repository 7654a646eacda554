"""The built-in games, one file each, and the one way to load any game."""

from __future__ import annotations

from ludens.games import tic_tac_toe
from ludens.games.catalogue import BuiltIn

GAMES: dict[str, BuiltIn] = {game.name: game for game in (tic_tac_toe.GAME,)}
