"""Whether what we found agrees with what a document states: one rule, no judgement.

A published figure **agrees** when it lies in our 95 % interval and that is at most 20 points wide. It agrees **in
direction** when it does not, but our interval leaves no doubt who is ahead, and it is whom the document has ahead; a
claim without a figure can agree in direction only. It **differs** when our interval leaves no doubt that somebody else
is ahead, or that the score is another one, and the document's own number of games does not explain that. In all other
cases nobody **can tell**, and ``games_to_tell`` says how many games would.
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
    side = _side(found, even)
    if side == 0:
        return Verdict.UNCLEAR
    return Verdict.DIRECTION if side == claimed else Verdict.DIFFERS


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
