"""Tuning as a bandit: sequential halving (Karnin, Koren and Somekh 2013, "Almost Optimal Exploration in Multi-Armed
Bandits").

The budget is divided evenly among the rounds and each round's part evenly among the candidates that are left; the
better half goes on. All candidates of a round have played the same pairs, and a mean counts all of its pairs.

Nothing is modelled: a score in games jumps with the seed, choices have no order, and a few dozen candidates are all
that a budget of games affords. That is why this, and not a library for expensive smooth functions, does the work.
"""

from __future__ import annotations

import math
import statistics

from ludens.arena.tuning.parameters import Values
from ludens.arena.tuning.trials import Trials
from ludens.game import ParameterError


def sequential_halving(trials: Trials, number: int, seed: int) -> Values:
    """The candidate left of about ``number`` spread over the space; raises ParameterError when pairs are few."""
    standing = trials.space.spread(number, seed)
    rounds = math.ceil(math.log2(len(standing)))
    part = trials.budget // rounds
    if part < len(standing):
        needed = rounds * len(standing)
        raise ParameterError(
            f"{trials.budget} pairs are too few for {len(standing)} candidates: give {needed} or more."
        )
    pairs = 0
    for _ in range(rounds):
        pairs += part // len(standing)
        trials.reach(standing, pairs)  # never beyond the budget: the parts of all rounds are rounded down
        standing.sort(key=lambda values: -statistics.fmean(trials.scores(values)))
        del standing[math.ceil(len(standing) / 2) :]
    return standing[0]
