"""A game whose positions are checked as they come up: for whoever claims to have proved something."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import HIGHEST_GOAL, GoalError, NoLegalMoveError
from ludens.search.views.wrapped import Goals, Table, WrappedEngine


class CheckedEngine(WrappedEngine):
    """The same game; raises IllFormedGameError at an end without goals from 0 to 100, and where a role cannot move.

    Legal moves may be asked for only in positions that are not over.
    """

    def __init__(self, game: LoadedGame[Any]) -> None:
        super().__init__(game.engine)
        self._game = game

    def legal(self, states: Rows) -> list[Table]:
        tables = super().legal(states)
        for role, table in enumerate(tables):
            stuck = np.flatnonzero(~table.any(axis=1))
            if len(stuck):
                message = f"{self.roles[role]} has no legal move although the game is not over."
                raise NoLegalMoveError(message, self._text(states[stuck[0]]))
        return tables

    def _judge(self, states: Rows, over: Table, goals: Goals) -> tuple[Table, Goals]:
        wrong = np.flatnonzero(over & ((goals < 0) | (goals > HIGHEST_GOAL)).any(axis=1))
        if len(wrong):
            message = "At an end of the game a role has no goal, several goals, or one outside 0 to 100."
            raise GoalError(message, self._text(states[wrong[0]]))
        return over, goals

    def _text(self, row: Rows) -> str:
        return self._game.text(self._game.unpack(row[None])[0])
