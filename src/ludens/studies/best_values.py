"""The value of an option that a document found best, beside where our curve is highest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens.arena.statistics import wilson_interval
from ludens.studies.rows import Row
from ludens.studies.tallies import Tally
from ludens.studies.verdicts import Verdict, fewest
from ludens.studies.words import number


def best_value(experiment: str, what: str, published: float) -> Callable[[Sequence[Tally]], Sequence[Row]]:
    """What makes a row from a curve: the document's best value, and ours.

    It agrees when ours is highest there and clearly higher than somewhere: intervals do not touch. It agrees in
    direction when ours is highest elsewhere, but not clearly, and theirs is clearly higher than somewhere: it lies on
    the plateau on which climbing a hill ends. It differs when ours is clearly higher elsewhere. Otherwise nobody can
    tell.
    """

    def conclude(tallies: Sequence[Tally]) -> Sequence[Row]:
        played = [tally for tally in tallies if tally.score is not None and tally.comparison.place is not None]
        if not played:
            return ()
        best = max(played, key=lambda tally: tally.score or 0.0)
        theirs = [tally for tally in played if tally.comparison.place == published]
        return [
            Row(
                experiment=experiment,
                what=what,
                document=number(published),
                ours=f"highest at {number(best.comparison.place or 0.0)}",
                verdict=_verdict(best, theirs[0], played) if theirs else Verdict.NOT_PLAYED,
                needed=_needed(best, theirs[0], played) if theirs else None,
                games=sum(tally.games for tally in played),
                planned=sum(tally.planned for tally in tallies),
            )
        ]

    return conclude


def _verdict(best: Tally, theirs: Tally, played: Sequence[Tally], times: int = 1) -> Verdict:
    """The verdict if every game had been played so many times with the same result."""
    if _clearly_higher(best, theirs, times):
        return Verdict.DIFFERS
    if not any(_clearly_higher(theirs, other, times) for other in played):
        return Verdict.UNCLEAR
    return Verdict.AGREES if theirs.score == best.score else Verdict.DIRECTION


def _needed(best: Tally, theirs: Tally, played: Sequence[Tally]) -> int | None:
    """The games that would tell, all values together; None where those that were played do, or none would."""
    times = fewest(lambda times: _verdict(best, theirs, played, times) is not Verdict.UNCLEAR, 1)
    return times * sum(tally.games for tally in played) if times is not None and times > 1 else None


def _clearly_higher(one: Tally, other: Tally, times: int) -> bool:
    assert one.score is not None
    assert other.score is not None
    return wilson_interval(one.score, times * one.games).low > wilson_interval(other.score, times * other.games).high
