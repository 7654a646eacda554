"""The built-in games, one file each, and the one way to load any game."""

from __future__ import annotations

from importlib import import_module

from ludens.games.catalogue import BuiltIn, Native

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
"""The file or folder here that has each game, called as the game is."""

GAMES: dict[str, BuiltIn | Native] = {name: import_module(f"ludens.games.{name}").GAME for name in NAMES}

RULESHEETS: dict[str, BuiltIn] = {name: game for name, game in GAMES.items() if isinstance(game, BuiltIn)}
"""Those of them that are given by a rulesheet."""
