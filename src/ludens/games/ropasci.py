"""RoPaSci 360: the game, and the way to and from the players of the course it was made for."""

from __future__ import annotations

from ludens.games.catalogue import Native
from ludens.games.course_player import CourseAgent, CoursePlayer, CourseResult, load_course_player, play_course_game
from ludens.games.ropasci_rules import Configuration, Ending, Ropasci, RopasciState, Token, ending, position, symmetric

__all__ = [
    "GAME",
    "Configuration",
    "CourseAgent",
    "CoursePlayer",
    "CourseResult",
    "Ending",
    "Ropasci",
    "RopasciState",
    "Token",
    "ending",
    "load_course_player",
    "play_course_game",
    "position",
    "symmetric",
]

GAME = Native(
    name="ropasci",
    title="RoPaSci 360",
    summary="Rocks, papers and scissors are thrown and moved on a hexagon, by both sides at once.",
    make=Ropasci,
)
