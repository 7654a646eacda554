"""How a role chooses among its moves at a node, in the three ways that the lessons compare."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from ludens.players.options import Options, option
from ludens.studio.frames.learn import Score


@dataclass(slots=True)
class Figures:
    """What a node has written down about one move of one role: sums of goals, scaled to 1."""

    visits: int = 0
    total: float = 0.0
    amaf_visits: int = 0
    amaf_total: float = 0.0

    @property
    def mean(self) -> float | None:
        return self.total / self.visits if self.visits else None

    @property
    def amaf(self) -> float | None:
        return self.amaf_total / self.amaf_visits if self.amaf_visits else None


@dataclass(frozen=True)
class UctKnobs(Options):
    """The knob of UCT."""

    exploration: float = option(0.7, "how much the search prefers moves it knows little about", lowest=0, highest=3)


@dataclass(frozen=True)
class RaveKnobs(Options):
    """The knobs of RAVE."""

    exploration: float = option(0.2, "how much the search prefers moves it knows little about", lowest=0, highest=3)
    equivalence: float = option(30.0, "visits of a node after which a move's own mean "
    "counts as much as what later moves show", lowest=0, highest=1000)  # fmt: skip


Named = list[tuple[Score, Figures]]
Select = Callable[[Named, int, Options, Random], tuple[Score, ...]]


def by_bounds(moves: Named, visits: int, knobs: Options, random: Random) -> tuple[Score, ...]:
    """UCB1 (Auer, Cesa-Bianchi and Fischer 2002; in trees Kocsis and Szepesvári 2006): the highest bound is taken."""
    assert isinstance(knobs, UctKnobs)
    found = []
    for score, figures in moves:
        if figures.mean is None:
            found.append(score)
            continue
        bonus = knobs.exploration * math.sqrt(math.log(max(1, visits)) / figures.visits)
        found.append(replace(score, mean=figures.mean, bonus=bonus, total=figures.mean + bonus))
    return _highest(found, random)


def by_rave(moves: Named, visits: int, knobs: Options, random: Random) -> tuple[Score, ...]:
    """Means blended with what moves were worth whenever they were made later (Gelly and Silver 2007)."""
    assert isinstance(knobs, RaveKnobs)
    weight = math.sqrt(knobs.equivalence / (3 * visits + knobs.equivalence)) if knobs.equivalence else 0.0
    found = []
    for score, figures in moves:
        mean, amaf = figures.mean, figures.amaf
        if mean is None and amaf is None:
            found.append(score)
            continue
        bonus = knobs.exploration * math.sqrt(math.log(max(1, visits)) / max(1, figures.visits))
        blend = amaf if mean is None else mean if amaf is None else (1 - weight) * mean + weight * amaf
        assert blend is not None
        found.append(replace(score, mean=mean, amaf=amaf, bonus=bonus, total=blend + bonus))
    return _highest(found, random)


def by_roulette(moves: Named, visits: int, knobs: Options, random: Random) -> tuple[Score, ...]:
    """A wheel with a slice for each move in proportion to its mean (Tong 2013); untried moves come first."""
    if any(figures.mean is None for _, figures in moves):
        return _highest([replace(score, mean=figures.mean, total=figures.mean) for score, figures in moves], random)
    means = [figures.mean or 0.0 for _, figures in moves]
    whole = sum(means)
    chances = [mean / whole for mean in means] if whole else [1 / len(means)] * len(means)
    (place,) = random.choices(range(len(means)), chances)
    return tuple(
        replace(score, mean=mean, chance=chance, total=chance, chosen=number == place)
        for number, ((score, _), mean, chance) in enumerate(zip(moves, means, chances, strict=True))
    )


def _highest(found: list[Score], random: Random) -> tuple[Score, ...]:
    """Marks the highest total, any of them where several are; a move without one is higher than all others."""
    totals = [math.inf if score.total is None else score.total for score in found]
    place = random.choice([number for number, total in enumerate(totals) if total == max(totals)])
    return tuple(replace(score, chosen=number == place) for number, score in enumerate(found))
