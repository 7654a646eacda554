"""What random games show of a game: they can only refute, so nothing that is called proven may rest on it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.playouts import Games
from ludens.game import HIGHEST_GOAL, LONGEST_GAME, GameInfo, NoLegalMoveError

SAMPLE = 512
"""Random games that show whether goals add up, and how long games are."""

WATCHED = 64
"""Random games in which every position is looked at for several roles with a choice."""


def longest(info: GameInfo) -> int:
    """Joint moves after which a game is cut, if it is not over before."""
    return info.max_steps or LONGEST_GAME


def cut_after(info: GameInfo) -> int:
    """The same for engines: 0, which is never, where games are declared to end by themselves."""
    return 0 if info.max_steps is not None else LONGEST_GAME


class RandomGames:
    """Random games of one game, always the same ones, played when they are first asked for; fewer where all is slow."""

    def __init__(self, game: LoadedGame[Any]) -> None:
        self._game = game

    @cached_property
    def sums(self) -> frozenset[int]:
        """What the goals of all roles added up to at the ends."""
        found = self._played
        return frozenset(found.goals[0][found.ended[0]].sum(axis=1, dtype=np.int64).tolist())

    @cached_property
    def spread(self) -> float:
        """The standard deviation of a player's goal, counted from 0 to 1, on average over the players: 0.5 at most."""
        found, players = self._played, list(self._game.info.players)
        goals = found.goals[0][found.ended[0]][:, players]
        goals = goals[(goals >= 0).all(axis=1)]  # whole numbers: 0 is exact where all are the same
        return float(goals.std(axis=0).mean()) / HIGHEST_GOAL if len(goals) else 0.0

    @cached_property
    def length(self) -> float:
        """Joint moves of a game, on average."""
        return float(np.mean(self._played.lengths))

    @cached_property
    def one_at_a_time(self) -> bool:
        """Whether never two roles had a choice in a position."""
        engine, random = self._game.engine, np.random.default_rng(1)
        rows = engine.initial(WATCHED if engine.batch else 2)
        for _ in range(LONGEST_GAME):
            rows = rows[~engine.outcome(rows)[0]]
            if not len(rows):
                return True
            try:
                legal = engine.legal(rows)
            except NoLegalMoveError:
                return True
            choices = np.stack([table.sum(axis=1) for table in legal], axis=1)
            if ((choices > 1).sum(axis=1) > 1).any():
                return False
            going = (choices > 0).all(axis=1)
            rows = rows[going]
            drawn = [(table[going] * random.random(table[going].shape)).argmax(axis=1) for table in legal]
            rows = engine.step(rows, np.stack(drawn, axis=1))
        return True

    @cached_property
    def _played(self) -> Games:
        engine = self._game.engine
        number = SAMPLE if engine.batch else 8
        return engine.games(engine.initial(), number, 1, max_steps=longest(self._game.info))
