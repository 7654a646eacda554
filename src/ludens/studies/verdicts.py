"""What a document states, and whether what we found agrees with it: rules, not judgement."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from ludens.arena.statistics import Interval, wilson_interval

Bound = Literal["about", "at least", "at most"]

EVEN = 0.5
"""The score of equals between two."""

TELLING = 0.4
"""An interval wider than this says too little to agree with a figure inside it."""


class Verdict(Enum):
    """How ours relates to the document's, in words."""

    AGREES = "agrees"
    DIRECTION = "agrees in direction"
    DIFFERS = "differs"
    UNCLEAR = "cannot tell"
    NOT_PLAYED = "not played"
    NO_CLAIM = "not in the document"


@dataclass(frozen=True, slots=True)
class Published:
    """What a document states of a comparison.

    ``words``: as it is printed. ``score``: wins and half of the draws as a part of 1, None where the document only
    says who was ahead. ``games``: how many it rests on, None where the document does not tell. ``ahead``: with no
    score, whether the first agent was ahead.
    """

    words: str
    score: float | None = None
    games: int | None = None
    ahead: bool = True

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval of the published score; the score itself where nobody knows of how many games."""
        if self.score is None:
            return None
        return wilson_interval(self.score, self.games) if self.games else Interval(self.score, self.score)


def results(wins: int, draws: int, losses: int) -> Published:
    """A published count of wins, draws and losses."""
    games = wins + draws + losses
    words = f"{wins} of {games}"
    if draws:
        words = ", ".join(
            (_count(wins, "win", "wins"), _count(draws, "draw", "draws"), _count(losses, "loss", "losses"))
        )
    return Published(words, (wins + draws / 2) / games, games)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def rate(percent: float, games: int | None = None) -> Published:
    """A published percentage of wins in a game without draws."""
    return Published(f"{percent:g} %", percent / 100, games)


def score_verdict(found: Interval | None, published: Published | None, even: float = EVEN) -> Verdict:
    """Whether a score with its interval agrees with what was published.

    It agrees when the published score lies in our interval and that says something: it is at most 0.4 wide, or both
    intervals lie on the same side of even. It agrees in direction when only the latter holds. It differs when the
    intervals do not touch. Otherwise nobody can tell. A claim without a score is one of direction alone.
    """
    if published is None:
        return Verdict.NO_CLAIM
    if found is None:
        return Verdict.NOT_PLAYED
    theirs = published.interval
    if theirs is None or published.score is None:
        return _direction(found, published.ahead, even)
    same_side = _side(found, even) == _side(theirs, even) != 0
    if found.low <= published.score <= found.high:
        return Verdict.AGREES if same_side or found.high - found.low <= TELLING else Verdict.UNCLEAR
    if same_side:
        return Verdict.DIRECTION
    return Verdict.UNCLEAR if found.low <= theirs.high and theirs.low <= found.high else Verdict.DIFFERS


def figure_verdict(
    value: float, found: Interval | None, published: float | None, *, tolerance: float = 0.1, bound: Bound = "about"
) -> Verdict:
    """Whether a measured figure agrees: the published one lies in its interval, or they differ by at most this part.

    Where the document states a bound, all of the interval must keep it; one that the bound divides cannot tell.
    """
    if published is None:
        return Verdict.NO_CLAIM
    around = found or Interval(value, value)
    if bound != "about":
        kept = [edge >= published if bound == "at least" else edge <= published for edge in (around.low, around.high)]
        return Verdict.AGREES if all(kept) else Verdict.UNCLEAR if any(kept) else Verdict.DIFFERS
    close = abs(value - published) <= tolerance * abs(published)
    return Verdict.AGREES if close or around.low <= published <= around.high else Verdict.DIFFERS


def _direction(found: Interval, ahead: bool, even: float) -> Verdict:
    side = _side(found, even)
    if side == 0:
        return Verdict.UNCLEAR
    return Verdict.AGREES if (side > 0) == ahead else Verdict.DIFFERS


def _side(interval: Interval, even: float) -> int:
    """1 for above even, -1 for below, 0 for neither."""
    return int(interval.low > even) - int(interval.high < even)
