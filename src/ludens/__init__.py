"""Ludens: give it the rules of any game and it plays that game.

>>> import ludens
>>> game = ludens.load("tic_tac_toe")
>>> game.info.roles
('xplayer', 'oplayer')
>>> len(game.legal_moves(game.initial_state(), 0))
9
"""

from __future__ import annotations

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
    ParameterError,
    Role,
    RulesError,
    SourceError,
    Turns,
    UnknownNameError,
)
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
    "ParameterError",
    "Position",
    "Role",
    "RulesError",
    "SourceError",
    "Turns",
    "UnknownNameError",
    "load",
    "show",
]

_pictures_in_notebooks()
