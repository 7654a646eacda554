"""Figures of evaluations that were learnt: what they tell of results, and their scores."""

from __future__ import annotations

from collections.abc import Iterable

from ludens.arena.statistics import Interval, wilson_interval
from ludens.learning.temporal_difference.judging import Judged
from ludens.studies.study import Figure


def figures_of(judged: Iterable[tuple[str, Judged]]) -> list[Figure]:
    """For each way to learn what it tells of fresh games, and its score against each opponent."""
    figures = []
    for name, found in judged:
        figures.append(Figure(what=f"{name}: share of fresh results told", value=100 * found.told, unit="%"))
        for opponent, match in found.matches.items():
            interval = wilson_interval(match.score, match.games)
            figures.append(
                Figure(
                    what=f"{name}: score against {opponent}",
                    value=100 * match.score,
                    unit="%",
                    interval=Interval(100 * interval.low, 100 * interval.high),
                    samples=match.games,
                    note=f"{match.won}–{match.drawn}–{match.lost}",
                )
            )
    return figures
