"""The value of an option that a document found best, beside where our curve is highest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens.studies.rows import Row, Tally, number
from ludens.studies.verdicts import Verdict


def best_value(experiment: str, what: str, published: float) -> Callable[[Sequence[Tally]], Sequence[Row]]:
    """What makes a row from a curve: the document's best value, and ours.

    It agrees when ours is highest there and clearly higher than somewhere: intervals do not touch. It differs when ours
    is clearly higher elsewhere. Otherwise nobody can tell.
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
                games=sum(tally.games for tally in played),
                planned=sum(tally.planned for tally in tallies),
            )
        ]

    return conclude


def _verdict(best: Tally, theirs: Tally, played: Sequence[Tally]) -> Verdict:
    if theirs.score == best.score:
        return Verdict.AGREES if any(_clearly_higher(theirs, other) for other in played) else Verdict.UNCLEAR
    return Verdict.DIFFERS if _clearly_higher(best, theirs) else Verdict.UNCLEAR


def _clearly_higher(one: Tally, other: Tally) -> bool:
    return one.interval is not None and other.interval is not None and one.interval.low > other.interval.high
