"""Ludens: give it the rules of any game and it plays that game.

>>> import ludens
>>> game = ludens.load("tic_tac_toe")
>>> game.info.roles
('xplayer', 'oplayer')
>>> len(game.legal_moves(game.initial_state(), 0))
9
"""

from __future__ import annotations

from ludens.adapters.open_spiel_games import SCHEME as _OPEN_SPIEL
from ludens.adapters.open_spiel_games import open_spiel_game as _open_spiel_game
from ludens.boards import Position, show
from ludens.boards.notebook import pictures_in_notebooks as _pictures_in_notebooks
from ludens.game import (
    BudgetError,
    Decision,
    Game,
    GameInfo,
    GoalError,
    IllegalMoveError,
    IllFormedGameError,
    JointMove,
    Limit,
    LudensError,
    Move,
    NoLegalMoveError,
    Observation,
    ParameterError,
    Role,
    RulesError,
    SourceError,
    Turns,
    UnknownNameError,
    View,
)
from ludens.games.loading import FOREIGN as _FOREIGN
from ludens.games.loading import load

__version__ = "0.1.0"

__all__ = [
    "BudgetError",
    "Decision",
    "Game",
    "GameInfo",
    "GoalError",
    "IllFormedGameError",
    "IllegalMoveError",
    "JointMove",
    "Limit",
    "LudensError",
    "Move",
    "NoLegalMoveError",
    "Observation",
    "ParameterError",
    "Position",
    "Role",
    "RulesError",
    "SourceError",
    "Turns",
    "UnknownNameError",
    "View",
    "load",
    "show",
]

_pictures_in_notebooks()
_FOREIGN[_OPEN_SPIEL] = _open_spiel_game
