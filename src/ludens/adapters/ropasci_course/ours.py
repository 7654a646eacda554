"""Our players of RoPaSci 360 at the referee of the course it comes from.

A package for the referee is a folder with this ``__init__.py``::

    from ludens.adapters.ropasci_course import course_player

    Player = course_player()

The course allows a side 60 s of processor time and 100 MB of memory beyond its imports in a game.
"""

from __future__ import annotations

from typing import Any

from ludens.adapters.ropasci_course.players import COURSE_SECONDS, CoursePlayer
from ludens.game import Limit
from ludens.games.ropasci.rules import Ropasci
from ludens.players import make_agent
from ludens.players.agent import Agent

FOR_MAKING = 3.0
"""Seconds of a game's time for making the player and for what the referee counts besides decisions."""


def course_player(agent: str = "ropasci_best", seconds: float = COURSE_SECONDS) -> CoursePlayer:
    """What the course calls a Player, of an agent that has a clock for a whole game, without other options.

    Call it where the package is imported: compiled code is loaded now, before the referee counts time and memory.
    """
    game_seconds = max(seconds / 2, seconds - FOR_MAKING)

    def make(game: Ropasci, role: int) -> Agent[Any]:
        return make_agent(f"{agent}(game_seconds={game_seconds})", game, role)

    warm = Ropasci()
    make(warm, 0).decide(warm.initial_state(), Limit(playouts=64))
    return CoursePlayer(make, Limit())
