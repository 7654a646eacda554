"""RoPaSci 360 between Ludens and the players written for the course it comes from, COMP30024 of Melbourne."""

from __future__ import annotations

from ludens.adapters.ropasci_course.ours import course_player
from ludens.adapters.ropasci_course.players import (
    CourseAgent,
    CoursePlayer,
    CourseResult,
    load_course_player,
    play_course_game,
)

__all__ = [
    "CourseAgent",
    "CoursePlayer",
    "CourseResult",
    "course_player",
    "load_course_player",
    "play_course_game",
]
