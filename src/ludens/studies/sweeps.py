"""Curves over a setting that a document does not state: for which values its figure is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens.studies.rows import Row
from ludens.studies.tallies import Tally
from ludens.studies.verdicts import WIDEST, Verdict

RANDOM_PLAY = 0.3
"""Where random play stands on an axis of simulations, left of 1."""


def fitting(what: str, score: float) -> Callable[[Sequence[Tally]], Sequence[Row]]:
    """What makes a row from a curve: where our interval holds the document's score, and is narrow enough."""

    def conclude(tallies: Sequence[Tally]) -> Sequence[Row]:
        places = [
            tally.comparison.what
            for tally in tallies
            if tally.interval is not None
            and tally.interval.low <= score <= tally.interval.high
            and tally.interval.high - tally.interval.low <= WIDEST
        ]
        return [
            Row(
                experiment="",
                what=what,
                document="–",
                ours=", ".join(places) or "none of these",
                verdict=Verdict.NO_CLAIM,
                games=sum(tally.games for tally in tallies),
                planned=sum(tally.planned for tally in tallies),
            )
        ]

    return conclude
