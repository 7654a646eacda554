"""Candidates at play: which pairs are needed, what is known of them, and how many may still be played.

Methods of tuning ask for scores and never see where these come from: a pair that a log knows is not played again.
So a run that was interrupted goes on by making the same decisions from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ludens.arena.tuning.parameters import Space, Values

FRESH = 1_000_000
"""The number of the first pair that no method of tuning plays: those from here on confirm what was found."""


@dataclass(frozen=True, slots=True)
class Job:
    """A pair to be played: by the agent with these values, and its number."""

    agent: str
    values: Values
    number: int


class Trials:
    """The scores of candidates, pair by pair, within a budget of pairs."""

    def __init__(self, space: Space, budget: int, play: Callable[[Sequence[Job]], Iterator[tuple[Job, float]]]) -> None:
        self.space, self.budget = space, budget
        self._play = play
        self._scores: dict[Values, dict[int, float]] = {}
        self._fresh: dict[Values, list[float]] = {}
        self.spent = 0

    @property
    def left(self) -> int:
        """Pairs that may still be played."""
        return self.budget - self.spent

    @property
    def candidates(self) -> tuple[Values, ...]:
        """All values that have been tried, in the order of their first pair."""
        return tuple(self._scores)

    def scores(self, values: Values) -> list[float]:
        """What the candidate has scored, by the number of the pair."""
        found = self._scores[values]
        return [found[number] for number in range(len(found))]

    def fresh_scores(self, values: Values) -> list[float]:
        """What the candidate has scored in confirmation."""
        return self._fresh.get(values, [])

    def reach(self, candidates: Sequence[Values], pairs: int) -> bool:
        """Gives each candidate the pairs up to this number; False, and nothing is played, if the budget forbids it."""
        jobs = [
            Job(self.space.named(values), values, number)
            for number in range(pairs)
            for values in candidates
            if number not in self._scores.get(values, {})
        ]
        if len(jobs) > self.left:
            return False
        self.spent += len(jobs)
        for values in candidates:
            self._scores.setdefault(values, {})
        for job, score in self._play(jobs):
            self._scores[job.values][job.number] = score
        return True

    def confirm(self, values: Values, pairs: int) -> None:
        """Plays pairs that had no part in the choice, beyond the budget."""
        jobs = [Job(self.space.named(values), values, FRESH + number) for number in range(pairs)]
        found = {job.number: score for job, score in self._play(jobs)}
        self._fresh[values] = [found[job.number] for job in jobs]
