"""Instructions: what somebody must know to play a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from ludens.game import GameInfo, Turns


class Origin(Enum):
    """Where instructions come from."""

    PAGE = "page"
    RULES = "rules"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """The goal in one sentence, what a turn consists of, how the game ends, and what each role wants.

    ``turn``, ``end`` and ``words`` have a line for each thing to say; ``words`` explains what the others mention.
    ``roles`` leaves chance out, and roles of which there is nothing to say.
    """

    title: str
    goal: str
    turn: tuple[str, ...]
    end: tuple[str, ...]
    roles: Mapping[str, str]
    words: tuple[str, ...] = ()
    origin: Origin = field(default=Origin.PAGE)


def turns_text(info: GameInfo) -> str:
    """Who chooses when."""
    players = len(info.players)
    if players == 1:
        return "You play alone."
    if info.turns is Turns.SIMULTANEOUS:
        return f"All {players} players choose at the same time."
    return f"{players} players take turns."
