"""Slow twins of online adaptation: the n-tuple bandit as its paper has it, and UCT that asks it every simulation."""

from __future__ import annotations

import itertools
import math
from typing import Any

from ludens.engine.contract import LoadedGame
from tests.search.tree.textbook import Node, Textbook

Part = tuple[tuple[int, int], ...]
"""Places of parameters, each with the number of a value: one of them, or two."""


class TextbookBandit:
    """Keeps every reward, and works everything out from them."""

    def __init__(self, sizes: list[int]) -> None:
        self.combinations = list(itertools.product(*(range(size) for size in sizes)))
        self.rewards: list[tuple[tuple[int, ...], float, float]] = []

    def reward(self, combination: int, value: float) -> None:
        self.rewards.append((self.combinations[combination], value, 1.0))

    def forget(self, part: float) -> None:
        self.rewards = [(combination, value, weight * (1 - part)) for combination, value, weight in self.rewards]

    def choose(self) -> int:
        scores = [round(self.score(combination), 12) for combination in self.combinations]
        return scores.index(max(scores))

    def score(self, combination: tuple[int, ...]) -> float:
        parts = self.parts(combination)
        return sum(self.bound(part) for part in parts) / len(parts)

    def parts(self, combination: tuple[int, ...]) -> list[Part]:
        values = list(enumerate(combination))
        return [*((value,) for value in values), *itertools.combinations(values, 2)]

    def bound(self, part: Part) -> float:
        found = [(value, weight) for tried, value, weight in self.rewards if part in self.parts(tried)]
        trials, everything = sum(weight for _, weight in found), sum(weight for *_, weight in self.rewards)
        overall = sum(value * weight for _, value, weight in self.rewards) / everything if everything else 0.0
        mean = sum(value * weight for value, weight in found) / trials if trials else overall
        return mean + self.deviation(overall, everything) * math.sqrt(math.log(1 + everything) / (trials + 0.5))

    def deviation(self, mean: float, trials: float) -> float:
        squares = sum(weight * value * value for _, value, weight in self.rewards)
        variance = squares / trials - mean**2 if trials else 0.0
        return math.sqrt(variance) if variance > 1e-12 else 1.0


class AdaptiveTextbook(Textbook):
    """UCT whose constant is chosen by a bandit before each simulation, by what the others brought to one role."""

    def __init__(self, game: LoadedGame[Any], state: Any, values: list[float], role: int, seed: int) -> None:
        super().__init__(game, state, values[0], seed)
        self.values, self.role = values, role
        self.bandit, self.chosen = TextbookBandit([len(values)]), list[int]()
        self.results: list[float] = []

    def simulate(self) -> None:
        chosen = self.bandit.choose()
        self.exploration = self.values[chosen]
        before = sum(self.results) / len(self.results) if self.results else 0.5
        super().simulate()
        self.chosen.append(chosen)
        self.bandit.reward(chosen, self.results[-1] - before)

    def update(self, path: list[tuple[Node, tuple[Any, ...]]], values: list[float]) -> None:
        super().update(path, values)
        self.results.append(values[self.role])
