"""Ludens: give it the rules of any game and it plays that game.

>>> import ludens
>>> game = ludens.load("tic_tac_toe")
>>> game.info.roles
('xplayer', 'oplayer')
>>> len(game.legal_moves(game.initial_state(), 0))
9

Importing it takes no time: what a name stands for is imported when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""As in ``typing``, which is not imported for it."""

if TYPE_CHECKING:
    from typing import Any

    from ludens.boards import Position, show
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

_HOMES = {"load": "ludens.games.loading", "Position": "ludens.boards", "show": "ludens.boards"}
"""Where the public names are defined that are not those of the contract, ``ludens.game``."""


def __getattr__(name: str) -> Any:
    from importlib import import_module  # noqa: PLC0415

    if name not in __all__:
        raise AttributeError(f"module 'ludens' has no attribute {name!r}")
    value = getattr(import_module(_HOMES.get(name, "ludens.game")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
