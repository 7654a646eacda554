"""Methods of tuning on scores that are made up, so that it is known which value is best."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest

from ludens.arena.tuning.halving import sequential_halving
from ludens.arena.tuning.hill_climbing import LOOKS, hill_climb, is_better, neighbours
from ludens.arena.tuning.parameters import Values, read_space
from ludens.arena.tuning.trials import FRESH, Job, Trials
from ludens.game import ParameterError


class MadeUp:
    """Pairs that score 0, ½ or 1 by chance, with a mean that is a function of the values."""

    def __init__(self, truth: Callable[[Values], float], seed: int = 0) -> None:
        self.truth, self.seed = truth, seed
        self.played: list[Job] = []

    def __call__(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, float]]:
        for job in jobs:
            self.played.append(job)
            rng = random.Random(f"{self.seed}/{job.agent}/{job.number}")
            yield job, (sum(rng.random() < self.truth(job.values) for _ in range(2))) / 2


def trials(
    truth: Callable[[Values], float], budget: int, *texts: str, agent: str = "uct_mast", seed: int = 0
) -> tuple[Trials, MadeUp]:
    play = MadeUp(truth, seed)
    return Trials(read_space(agent, texts), budget, play), play


def hump(values: Values) -> float:
    """Best at an exploration of 0.4."""
    return 0.8 - 0.3 * abs(math.log10(float(values[0]) / 0.4))


def test_halving_finds_the_best_of_a_grid() -> None:
    found: Counter[object] = Counter()
    for seed in range(20):
        made, _ = trials(hump, 1024, "exploration=0.004..40", seed=seed)
        found[sequential_halving(made, 9, 0)[0]] += 1
    # The grid is 0.004, 0.0127, 0.04, 0.126, 0.4, 1.26, …: next to the best one a value scores 0.15 less.
    assert found[0.4] >= 18


def test_halving_gives_the_pairs_of_the_paper() -> None:
    """16 candidates, 512 pairs: four rounds of 128, so that 8, 16, 32 and 64 pairs are added to those left."""
    made, play = trials(hump, 512, "exploration=0.05..2")
    best = sequential_halving(made, 16, 0)
    counts = Counter(job.values for job in play.played)
    assert sorted(counts.values()) == [8] * 8 + [24] * 4 + [56] * 2 + [120] * 2
    assert counts[best] == 120
    assert made.spent == len(play.played) == 512
    assert all(sorted(job.number for job in play.played if job.values == values) == list(range(count))
               for values, count in counts.items())  # fmt: skip


@pytest.mark.parametrize("number", [2, 3, 5, 6, 7, 13])
def test_halving_keeps_the_budget_for_any_number(number: int) -> None:
    made, play = trials(hump, 211, "exploration=0.05..2")
    best = sequential_halving(made, number, 0)
    assert len(play.played) <= 211
    assert len(made.scores(best)) == max(len(made.scores(values)) for values in made.candidates)


def test_halving_tells_when_pairs_are_few() -> None:
    made, _ = trials(hump, 63, "exploration=0.05..2")
    with pytest.raises(ParameterError, match="63 pairs are too few for 16 candidates: give 64 or more"):
        sequential_halving(made, 16, 0)


def test_halving_over_several_kinds_of_parameters() -> None:
    def truth(values: Values) -> float:
        return 0.2 + 0.3 * (values[0] == "ngrams") + 0.4 * (values[1] is True)

    made, _ = trials(truth, 256, "guide=mast|ngrams", "shared=false|true")
    assert sequential_halving(made, 16, 0) == ("ngrams", True)


def test_hill_climbing_climbs() -> None:
    found = []
    for seed in range(10):
        made, _ = trials(hump, 20_000, "exploration=0.004..40", agent="uct_mast(exploration=0.01)", seed=seed)
        found.append(hill_climb(made)[0])
    # From 0.01, which scores 0.32, to within half a power of ten of the best, which scores 0.65 or more.
    assert sum(0.126 < float(value) < 1.27 for value in found) >= 9


def test_hill_climbing_on_a_plain_stays_almost_always() -> None:
    """At most 5 % of comparisons may be wrong; on a plain every step is."""
    wrong = 0
    for seed in range(200):
        made, _ = trials(lambda _: 0.5, 10_000, "exploration=0.1..1.6", seed=seed)
        wrong += is_better(made, (0.8,), (0.4,))
    assert wrong <= 10


def test_hill_climbing_ends_with_the_budget() -> None:
    made, play = trials(hump, 100, "exploration=0.004..40", agent="uct_mast(exploration=0.01)")
    best = hill_climb(made)
    assert len(play.played) <= 100
    assert len(made.scores(best)) >= LOOKS[0]
    made, _ = trials(hump, 31, "exploration=0.004..40")
    with pytest.raises(ParameterError, match="31 pairs are too few to compare two candidates: give 32 or more"):
        hill_climb(made)


def test_hill_climbing_compares_on_the_same_pairs() -> None:
    made, play = trials(hump, 2_000, "exploration=0.004..40")
    hill_climb(made)
    for values in made.candidates:
        numbers = sorted(job.number for job in play.played if job.values == values)
        assert numbers == list(range(len(numbers)))
        assert len(numbers) in LOOKS


def test_steps_of_every_kind() -> None:
    space = read_space(
        "uct_mast(exploration=0.1)",
        ["exploration=0.01..1", "decisive=0..2", "guide=mast|ngrams|history", "solver=no|yes"],
    )
    here = (0.1, 0, "mast", True)
    assert list(neighbours(space, here, 1 / 4)) == [
        (0.3162, 0, "mast", True), (0.03162, 0, "mast", True),
        (0.1, 1, "mast", True),
        (0.1, 0, "ngrams", True), (0.1, 0, "history", True),
        (0.1, 0, "mast", False),
    ]  # fmt: skip
    assert next(values[0] for values in neighbours(space, (1.0, 0, "mast", True), 1 / 4)) == 0.3162


def test_a_step_up_and_a_step_down_lead_back() -> None:
    space = read_space("uct_mast(exploration=0.0137)", ["exploration=0.004..40"])
    up = next(neighbours(space, space.start(), 1 / 4))
    assert list(neighbours(space, up, 1 / 4))[1] == space.start()
    finer = list(neighbours(space, up, 1 / 8))[1]
    assert list(neighbours(space, finer, 1 / 8)) == [up, space.start()]


def test_no_pair_is_played_twice_nor_beyond_the_budget() -> None:
    made, play = trials(hump, 10, "exploration=0.05..2")
    assert made.reach([(0.1,), (0.2,)], 4)
    assert made.reach([(0.1,), (0.2,)], 3)
    assert len(play.played) == 8
    assert not made.reach([(0.1,), (0.2,)], 6)
    assert (len(play.played), made.left, len(made.scores((0.1,)))) == (8, 2, 4)
    assert made.reach([(0.1,)], 6)
    assert made.left == 0


def test_confirmation_plays_pairs_of_its_own() -> None:
    made, play = trials(hump, 10, "exploration=0.05..2")
    made.reach([(0.1,)], 4)
    made.confirm((0.1,), 3)
    assert [job.number for job in play.played] == [0, 1, 2, 3, FRESH, FRESH + 1, FRESH + 2]
    assert (len(made.scores((0.1,))), len(made.fresh_scores((0.1,)))) == (4, 3)
