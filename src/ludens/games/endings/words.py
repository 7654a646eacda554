"""The result of a finished game in words: "You won", "You lost by 4 discs", "A draw". Chance is never a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludens.games.endings.margin import Margin

FULL = 100
"""The most points there are."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended. ``players``: the roles but for chance. ``you``: the role of the only person, if any."""

    roles: Sequence[str]
    players: Sequence[int]
    goals: Sequence[float]
    you: int | None = None
    margin: Margin | None = None
    resigned: int | None = None


def result_text(ending: Ending) -> str:
    """The result in a sentence without a full stop."""
    if ending.resigned is not None:
        return _resigned(ending)
    if len(ending.players) == 1:
        return _alone(ending)
    best = max(ending.goals[role] for role in ending.players)
    winners = [role for role in ending.players if ending.goals[role] == best]
    if len(winners) == len(ending.players):
        return f"A draw{_points(ending)}"
    if ending.you is None:
        return f"{_names(ending, winners)} won{_by(ending)}"
    if ending.you not in winners:
        who = f": {_names(ending, winners)} won" if len(ending.players) > 2 else ""
        return f"You lost{_by(ending)}{who}"
    if len(winners) == 1:
        return f"You won{_by(ending)}"
    return f"You share the win with {_names(ending, [role for role in winners if role != ending.you])}"


def _resigned(ending: Ending) -> str:
    who = ending.resigned
    assert who is not None
    if who == ending.you:
        return "You resigned"
    won = ": you won" if ending.you is not None and len(ending.players) == 2 else ""
    return f"{ending.roles[who]} resigned{won}"


def _alone(ending: Ending) -> str:
    """A puzzle is solved; a game against chance is won or lost."""
    goal = ending.goals[ending.players[0]]
    name = "You" if ending.you is not None else ending.roles[ending.players[0]]
    if 0 < goal < FULL:
        return f"{name} got {goal:g} of {FULL} points"
    if len(ending.roles) > 1:
        return f"{name} {'won' if goal else 'lost'}"
    return f"{name} solved it" if goal else "Not solved"


def _by(ending: Ending) -> str:
    if ending.margin is not None:
        ahead, unit = ending.margin.ahead, ending.margin.unit
        return f" by {ahead} {unit.removesuffix('s') if ahead == 1 else unit}"
    return _points(ending)


def _points(ending: Ending) -> str:
    """The points, where they are not just all, half or nothing."""
    goals = [ending.goals[role] for role in ending.players]
    shared = len(set(goals)) == 1 and goals[0] == FULL // len(goals)
    if shared or set(goals) <= {0, FULL / 2, FULL}:
        return ""
    if len(set(goals)) == 1:
        return f", {goals[0]:g} points each"
    if len(goals) == 2 and ending.you is not None:
        other = next(role for role in ending.players if role != ending.you)
        return f", {ending.goals[ending.you]:g} to {ending.goals[other]:g} points"
    return f", {' to '.join(f'{goal:g}' for goal in sorted(goals, reverse=True))} points" if len(goals) == 2 else ""


def _names(ending: Ending, roles: Sequence[int]) -> str:
    names = [ending.roles[role] for role in roles]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
