"""Our players of RoPaSci 360 at the referee of the course it comes from.

A package for the referee is a folder with this ``__init__.py``::

    from ludens.adapters.ropasci_course import course_player

    Player = course_player()

The course allows a side 60 s of processor time and 100 MB of memory beyond its imports in a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludens.adapters.ropasci_course.players import COURSE_SECONDS, CoursePlayer
from ludens.game import Limit
from ludens.games.ropasci.layout import TURNS
from ludens.games.ropasci.rules import Ropasci
from ludens.names import join_name, split_name
from ludens.players import check_agent, make_agent
from ludens.players.agent import Agent
from ludens.players.game_clock import Clocked, GameClock
from ludens.players.game_lengths import GameLengths
from ludens.players.options import described
from ludens.players.ropasci.ropasci_agent import KNOWN_LENGTHS
from ludens.search.matrix.game import by_linear_programming

FOR_MAKING = 3.0
"""Seconds of a game's time for making the player and for what the referee counts besides decisions."""


def course_player(agent: str = "ropasci_best", seconds: float = COURSE_SECONDS) -> CoursePlayer:
    """What the course calls a Player, of any agent; one without a clock for a whole game is given one.

    Call it where the package is imported: compiled code is loaded now, before the referee counts time and memory.
    """
    game_seconds = max(seconds / 2, seconds - FOR_MAKING)
    own_clock = any(about.name == "game_seconds" for about in described(check_agent(agent)[0].options))
    name, given = split_name(agent) or (agent, {})
    text = join_name(name, {**given, "game_seconds": str(game_seconds)} if own_clock else given)

    def make(game: Ropasci, role: int) -> Agent[Any]:
        made = make_agent(text, game, role)
        return made if own_clock else Clocked(made, GameClock(game_seconds, GameLengths(KNOWN_LENGTHS, TURNS)))

    warm = Ropasci()
    make(warm, 0).decide(warm.initial_state(), Limit(playouts=64))
    by_linear_programming(np.eye(2))  # some matrix of a long game needs it, when there is no memory left to load it
    return CoursePlayer(make, Limit())
