"""Whether what we found agrees with what a document states: one rule, no judgement.

A published figure **agrees** when it lies in our 95 % interval and that is at most 20 points wide. It agrees **in
direction** when it does not, but our interval leaves no doubt who is ahead, and it is whom the document has ahead; a
claim without a figure can agree in direction only. It **differs** when our interval leaves no doubt that somebody else
is ahead, or that the score is another one, and the document's own number of games does not explain that; and when the
document has somebody ahead, but all of our interval is within 5 points of level. In all other cases nobody **can
tell**, and ``games_to_tell`` says how many games would.

A full study looks at its games again and again, and ends a comparison when it is ``settled``. Each look is a chance to
be wrong. So before all games are played, only a verdict that 99.9 % would give as well ends a comparison: that leaves
the error of the last look nearly what it was (Haybittle 1971, Peto and others 1976).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from typing import Literal

from ludens.arena.statistics import Interval, wilson_interval
from ludens.studies.published import Published

Bound = Literal["about", "at least", "at most"]

EVEN = 0.5
"""The score of equals between two."""

WIDEST = 0.20
"""An interval wider than this says too little to agree with a figure inside it: 20 points of 100."""

LEVEL = 0.05
"""Scores that are all within so much of even are those of equals: 5 points of 100."""

EARLY = 0.999
"""The confidence with which a comparison ends before all its games are played."""

FIGURE_GAMES = 200
"""The fewest games that settle a claim with a figure."""

ROUNDING = 1e-9
"""By how much computing an interval may miss its end: that of no wins at all begins at 0."""

MOST_GAMES = 1_000_000
"""Where so many games would not tell, none are asked for."""


class Verdict(Enum):
    """How ours relates to the document's, in words."""

    AGREES = "agrees"
    DIRECTION = "agrees in direction"
    DIFFERS = "differs"
    UNCLEAR = "cannot tell"
    NOT_PLAYED = "not played"
    NO_CLAIM = "not in the document"


def score_verdict(
    score: float | None, found: Interval | None, published: Published | None, even: float = EVEN
) -> Verdict:
    """Whether a score with its interval, both None before the first game, agrees with what was published."""
    if published is None:
        return Verdict.NO_CLAIM
    if score is None or found is None:
        return Verdict.NOT_PLAYED
    if published.score is None:
        return _direction(found, 1 if published.ahead else -1, even)
    if found.low - ROUNDING <= published.score <= found.high + ROUNDING and found.high - found.low <= WIDEST:
        return Verdict.AGREES
    ahead = _side(Interval(published.score, published.score), even)
    if _side(found, even) == ahead != 0:
        return Verdict.DIRECTION
    return Verdict.DIFFERS if _apart(score, found, published) else Verdict.UNCLEAR


def figure_verdict(
    value: float,
    found: Interval | None,
    published: float | None,
    *,
    tolerance: float = 0.1,
    bound: Bound = "about",
    threshold: float | None = None,
) -> Verdict:
    """Whether a measured figure agrees with a published one, and if not, whether it keeps the bound.

    It agrees when both differ by at most the tolerance, a part of the published figure, and so does all of our
    interval. The bound, on the published figure or on a ``threshold`` by which we read the document's words, is one of
    direction: all of the interval must keep it, and one that it divides cannot tell.
    """
    claimed = published if threshold is None else threshold
    if claimed is None:
        return Verdict.NO_CLAIM
    around = found or Interval(value, value)
    if published is not None:
        margin = tolerance * abs(published)
        near = [abs(edge - published) <= margin for edge in (around.low, around.high)]
        if all(near):
            return Verdict.AGREES
        if bound == "about":
            touches = around.low <= published + margin and published - margin <= around.high
            return Verdict.UNCLEAR if touches else Verdict.DIFFERS
    kept = [edge >= claimed if bound == "at least" else edge <= claimed for edge in (around.low, around.high)]
    return Verdict.DIRECTION if all(kept) else Verdict.UNCLEAR if any(kept) else Verdict.DIFFERS


def games_to_tell(score: float, games: int, published: Published, even: float = EVEN) -> int | None:
    """How many games would tell, if they went on with this score; None where the document's are too few for that."""
    return fewest(
        lambda count: score_verdict(score, wilson_interval(score, count), published, even) is not Verdict.UNCLEAR, games
    )


def settled(score: float, games: int, published: Published | None, even: float = EVEN) -> bool:
    """Whether a comparison may end after so many games, before all that were planned: its verdict is certain.

    One that no document claims anything of ends when its interval is narrow.
    """
    found = wilson_interval(score, games)
    if found.high - found.low > WIDEST:
        return False
    if published is None:
        return True
    if published.score is not None and games < FIGURE_GAMES:
        return False
    verdict = score_verdict(score, found, published, even)
    if verdict in (Verdict.AGREES, Verdict.UNCLEAR):
        return verdict is Verdict.AGREES
    return score_verdict(score, wilson_interval(score, games, EARLY), published, even) is verdict


def games_to_settle(score: float, games: int, published: Published | None, even: float = EVEN) -> int | None:
    """After how many games a comparison could end, if they went on with this score; None if never."""
    return fewest(lambda count: settled(score, count, published, even), games)


def fewest(tells: Callable[[int], bool], at_least: int) -> int | None:
    """About the smallest number that tells, to two figures and above ``at_least``; None beyond MOST_GAMES."""
    high = max(1, at_least)
    while not tells(high):
        high *= 2
        if high > MOST_GAMES:
            return None
    low = high // 2
    while high - low > max(1, low // 20):
        middle = (low + high) // 2
        low, high = (low, middle) if tells(middle) else (middle, high)
    return high


def _direction(found: Interval, claimed: int, even: float) -> Verdict:
    return side_verdict(Interval(found.low - even, found.high - even), claimed)


def side_verdict(lead: Interval, claimed: int) -> Verdict:
    """Whether a lead, as a part of 1, has the sign that a document claims, 1 or -1; one that is no lead differs."""
    side = _side(lead, 0.0)
    if side == claimed:
        return Verdict.DIRECTION
    level = lead.low >= -LEVEL and lead.high <= LEVEL
    return Verdict.DIFFERS if side or level else Verdict.UNCLEAR


def _side(interval: Interval, even: float) -> int:
    """1 for above even, -1 for below, 0 for neither."""
    return int(interval.low > even) - int(interval.high < even)


def _apart(score: float, found: Interval, published: Published) -> bool:
    """Whether the 95 % interval of the difference of both scores leaves out 0 (Newcombe 1998, method 10)."""
    theirs = published.interval
    assert theirs is not None
    assert published.score is not None
    if score >= published.score:
        return score - published.score > math.hypot(score - found.low, theirs.high - published.score)
    return published.score - score > math.hypot(found.high - score, published.score - theirs.low)
