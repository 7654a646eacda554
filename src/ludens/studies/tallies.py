"""What was played of a comparison: results, score and work, from the outcomes of its games."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludens.arena.record import MatchRecord
from ludens.arena.statistics import Interval, wilson_interval
from ludens.arena.store import Outcome
from ludens.game import HIGHEST_GOAL
from ludens.studies.plan import GameTask
from ludens.studies.study import Comparison

WORK = ("simulations", "positions")
"""Search facts of a decision that tell how much an agent did."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What was played of a comparison: the agent's results, and those of its opponents' seats.

    ``score``: the mean goal of the agent from 0 to 1, a draw being half; None without games. ``work``: simulations or
    positions of the median decision of the agent and of the opponent, None where they count none.
    """

    comparison: Comparison
    wins: int
    draws: int
    losses: int
    planned: int
    score: float | None
    seconds: float
    forfeits: tuple[tuple[str, int], ...] = ()
    work: tuple[float | None, float | None] = (None, None)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval of the score, in which every game counts as independent."""
        return None if self.score is None else wilson_interval(self.score, self.games)


def tally(comparison: Comparison, outcomes: Sequence[Outcome], planned: int) -> Tally:
    """The results of a comparison from the outcomes of its games.

    Where an agent sits in several seats its result is the mean of their goals.
    """
    results, scores, forfeits = Counter[int](), list[float](), Counter[str]()
    for outcome in outcomes:
        seats = list(zip(outcome.agents, outcome.goals, strict=True))
        mine = [goal for agent, goal in seats if agent == comparison.agent]
        others = [goal for agent, goal in seats if agent != comparison.agent]
        forfeits.update(f"{outcome.agents[role]} by {cause}:" for role, cause in outcome.forfeits)
        if mine and others:
            own, other = statistics.fmean(mine), statistics.fmean(others)
            results[(own > other) - (own < other)] += 1
            scores.append(((own > other) - (own < other) + 1) / 2 if comparison.by_wins else own / HIGHEST_GOAL)
    return Tally(
        comparison, results[1], results[0], results[-1], planned,
        statistics.fmean(scores) if scores else None,
        sum(outcome.seconds for outcome in outcomes), tuple(sorted(forfeits.items())),
    )  # fmt: skip


def work_of(agent: str, records: Sequence[MatchRecord]) -> float | None:
    """The simulations, or positions, of the agent's median decision; None where it counts none.

    Decisions without any, such as those of a role that only waits, are left out.
    """
    counts = [
        float(thought.notes[kind])
        for record in records
        for turn in record.thoughts
        for card, thought in zip(record.agents, turn, strict=True)
        if card.name == agent and thought.notes
        for kind in WORK
        if float(thought.notes.get(kind, 0)) > 0
    ]
    return statistics.median(counts) if counts else None


def whole_meetings(tasks: Sequence[GameTask], outcomes: Mapping[str, Outcome]) -> list[Outcome]:
    """The outcomes of those meetings of which every game has been played, so that all seats count alike."""
    left_over = {task.job.number for task in tasks if task.id not in outcomes}
    return [outcomes[task.id] for task in tasks if task.job.number not in left_over]
