"""Ludens: give it the rules of any game and it plays that game.

>>> import ludens
>>> game = ludens.load("tic_tac_toe")
>>> game.info.roles
('xplayer', 'oplayer')
>>> len(game.legal_moves(game.initial_state(), 0))
9
>>> ludens.play("tic_tac_toe", ["uct", "random"], playouts=500).goals
(100, 0)

``games()`` and ``agents()`` list what there is; ``play``, ``match`` and ``tournament`` let agents play; ``suggest``,
``solve`` and ``analyse`` say what a position or a game is worth; ``show`` returns a ``Position`` to play moves in.

The import takes no time: each part is imported when you first use it.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""As in ``typing``, which is not imported for it."""

if TYPE_CHECKING:
    from typing import Any

    from ludens.api.analysing import analyse, variants
    from ludens.api.contests import match, tournament
    from ludens.api.listing import agents, games
    from ludens.api.playing import make_agent, play
    from ludens.api.position import Position, show
    from ludens.api.solving import solve
    from ludens.api.suggesting import suggest
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
    "agents",
    "analyse",
    "games",
    "load",
    "make_agent",
    "match",
    "play",
    "show",
    "solve",
    "suggest",
    "tournament",
    "variants",
]

_HOMES = {
    "Position": "api.position",
    "agents": "api.listing",
    "analyse": "api.analysing",
    "load": "games.loading",
    "make_agent": "api.playing",
    "match": "api.contests",
    "play": "api.playing",
    "show": "api.position",
    "solve": "api.solving",
    "suggest": "api.suggesting",
    "tournament": "api.contests",
    "variants": "api.analysing",
}
"""Where the public names are defined that are not those of the contract, ``ludens.game``."""


def __getattr__(name: str) -> Any:
    from importlib import import_module  # noqa: PLC0415

    if name not in __all__:
        raise AttributeError(f"module 'ludens' has no attribute {name!r}")
    if name == "games":  # a package that can be called: importing it sets the name
        return import_module("ludens.games")
    value = getattr(import_module(f"ludens.{_HOMES.get(name, 'game')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
