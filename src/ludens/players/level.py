"""Opponents for people: ten levels, from somebody who has just read the rules to a player who seldom errs.

A level searches as the champion does without evidence, but with a fixed number of playouts, and then lets chance
choose among the moves it looked at: the better a move seems, the likelier it is made (a softmax of the values). So a
weak level overlooks what is hard to see and still plays what is plainly best; it does not throw games away on purpose.
``benchmarks/levels.py`` measures what each level scores against the one below.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Limit, MoveReport
from ludens.players.agent import Agent, random_numbers
from ludens.players.kind import AgentKind
from ludens.players.options import Options, option

LOWEST, HIGHEST = 1, 10


@dataclass(frozen=True, slots=True)
class Skill:
    """How well somebody plays: playouts for a move, and how far moves may be apart in value and still be mistaken."""

    playouts: int
    temperature: float


SKILLS = (
    Skill(16, 30.0),
    Skill(32, 20.0),
    Skill(64, 14.0),
    Skill(128, 10.0),
    Skill(256, 7.0),
    Skill(512, 5.0),
    Skill(800, 4.0),
    Skill(1250, 3.2),
    Skill(1900, 2.6),
    Skill(3000, 1.9),
)
"""Of the levels from the lowest to the highest."""

RATINGS = (0, 63, 151, 260, 384, 495, 576, 695, 747, 846)
"""Points of Elo above the lowest level, over five games, as ``benchmarks/levels.py`` measures them."""

DOUBT = 3
"""A move's value counts as if so many more playouts had come to what the position is worth."""


@dataclass(frozen=True)
class LevelOptions(Options):
    """Options of a level."""

    level: int = option(3, "how well it plays", lowest=LOWEST, highest=HIGHEST)


class LevelAgent:
    """Plays as another agent does, at a level."""

    def __init__(self, base: Agent[Any], level: int, seed: int | None = None) -> None:
        self.base, self.skill, self._random = base, SKILLS[level - 1], random_numbers(seed)

    def decide(self, state: Any, limit: Limit) -> Decision:
        """A legal move in a position that is not terminal."""
        playouts = min(self.skill.playouts, limit.playouts or self.skill.playouts)
        found = self.base.decide(state, replace(limit, playouts=playouts))
        seen = [report for report in found.moves if report.value is not None]
        if len(seen) < 2 or _is_won(seen, found):
            return found
        mixed = [report.chance for report in seen]
        weights = self._weights(seen, found) if None in mixed else [chance or 0.0 for chance in mixed]
        chosen = seen[int(self._random.choice(len(seen), p=[weight / sum(weights) for weight in weights]))]
        line = found.line if chosen.move == found.move else ()
        return replace(found, move=chosen.move, value=chosen.value, line=line)

    def _weights(self, seen: Sequence[MoveReport], found: Decision) -> list[float]:
        """How likely moves are made, up to a factor; those known to be lost count with what they are worth."""
        middle = 50.0 if found.value is None else found.value
        values = [
            report.value if report.proven else (report.value * report.visits + middle * DOUBT) / (report.visits + DOUBT)
            for report in seen
            if report.value is not None
        ]
        best = max(values)
        return [math.exp((value - best) / self.skill.temperature) for value in values]


def _is_won(seen: Sequence[MoveReport], found: Decision) -> bool:
    """Whether the move chosen wins for certain, which nobody passes by."""
    return any(report.move == found.move and report.proven and (report.value or 0) >= 100 for report in seen)


def make_level(game: LoadedGame[Any], role: int, options: LevelOptions, seed: int | None = None) -> LevelAgent:
    """An agent that plays any game at a level."""
    from ludens.players import make_agent  # noqa: PLC0415  (the table of agents holds this one)
    from ludens.players.plans.candidates import family_of  # noqa: PLC0415

    plan = "ismcts" if game.info.hidden else family_of(game).default
    return LevelAgent(make_agent("uct" if plan == "planner" else plan, game, role, seed), options.level, seed)


def as_level(stand_in: Agent[Any], options: LevelOptions, seed: int | None) -> LevelAgent:
    """Somebody who plays until an agent is ready, at its level."""
    return LevelAgent(stand_in, options.level, seed)


AGENT = AgentKind(
    name="level",
    summary="plays for people, at ten levels from a beginner's to an expert's",
    source="a softmax of the values of UCT",
    agent=make_level,
    options=LevelOptions,
    chance=True,
    hidden=True,
    like=as_level,
)
