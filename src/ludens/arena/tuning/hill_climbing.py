"""Tuning by hill climbing, which is how El Bouhali 2013 found its constants 0.4 and 50,000.

From the agent's own values, steps are tried in each direction of each parameter: a quarter of the range at first, on
its own scale. A step is made when its end scores better than where one stands, on the same pairs, beyond noise. Where
no step is better, steps are halved; of a list, every other value is a step. The document does not say more than "a hill
climbing approach"; the steps and the test are ours.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludens.arena.statistics import CONFIDENCE, difference_interval
from ludens.arena.tuning.parameters import Parameter, Space, Value, Values
from ludens.arena.tuning.trials import Trials
from ludens.game import ParameterError

STEPS = (1 / 4, 1 / 8, 1 / 16, 1 / 32)
"""Parts of a range, from the first steps to the last."""

LOOKS = (16, 32, 64, 128, 256)
"""Pairs after which a comparison may be decided; it is undecided, and the step not made, after the last."""

PATIENCE = 64
"""Pairs before a step is given up that is not ahead but may still be better."""


def hill_climb(trials: Trials) -> Values:
    """Where no step is better beyond noise, or where the budget ended; raises ParameterError when pairs are few."""
    if trials.budget < 2 * LOOKS[0]:
        raise ParameterError(
            f"{trials.budget} pairs are too few to compare two candidates: give {2 * LOOKS[0]} or more."
        )
    here = trials.space.start()
    refused: set[tuple[Values, Values]] = set()
    for step in STEPS:
        while (better := _first_better(trials, here, step, refused)) is not None:
            refused.add((better, here))
            here = better
    return here


def _first_better(trials: Trials, here: Values, step: float, refused: set[tuple[Values, Values]]) -> Values | None:
    for candidate in neighbours(trials.space, here, step):
        if (here, candidate) in refused:
            continue
        if is_better(trials, candidate, here):
            return candidate
        refused.add((here, candidate))
    return None


def is_better(trials: Trials, candidate: Values, here: Values) -> bool:
    """Whether the candidate scores more than where one stands, with 95 % confidence over all looks together.

    One that is worse, or still not ahead after ``PATIENCE`` pairs, is given up: that can cost an improvement but never
    makes a wrong step. The chance of a wrong step is shared evenly among the looks (Bonferroni).
    """
    confidence = 1 - (1 - CONFIDENCE) / len(LOOKS)
    for pairs in LOOKS:
        if not trials.reach([here, candidate], pairs):
            return False
        theirs, ours = (trials.scores(values)[:pairs] for values in (candidate, here))
        mean, interval = difference_interval(theirs, ours, confidence)
        if interval.low > 0:
            return True
        if interval.high < 0 or (mean <= 0 and pairs >= PATIENCE):
            return False
    return False


def neighbours(space: Space, here: Values, step: float) -> Iterator[Values]:
    """The values one step away in one parameter: up, then down; of a list, all others."""
    for place, (parameter, value, start) in enumerate(zip(space.parameters, here, space.start(), strict=True)):
        for other in _steps(parameter, value, start, step):
            yield (*here[:place], other, *here[place + 1 :])


def _steps(parameter: Parameter, value: Value, start: Value, step: float) -> Iterator[Value]:
    if parameter.ends is None:
        yield from (other for other in parameter.listed if other != value)
        return
    origin = parameter.place(start)
    from_start = parameter.place(value) - origin
    low, high = parameter.ends
    for sign in (1, -1):
        # In smallest steps from the start, so that a step up and a step down lead back to the very same value.
        whole = round((from_start + sign * step) / STEPS[-1]) * STEPS[-1]
        other = parameter.at(min(1.0, max(0.0, origin + whole)))
        if other == value and isinstance(value, int):
            # The next whole number is the smallest step there is.
            other = int(min(high, max(low, value + sign)))
        if other != value:
            yield other
