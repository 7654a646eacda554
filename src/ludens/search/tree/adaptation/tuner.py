"""Online adaptation: how the tree is searched is chosen anew for every batch, by what earlier choices brought.

Self-adaptive MCTS (Sironi, Liu, Perez-Liebana, Gaina, Bravi, Lucas and Winands 2018; Sironi and Winands 2018): a bandit
chooses the values of a few parameters before each simulation, and the result of the simulation for the role that
searches is the reward. Here a batch of lanes has the same values. What it brings is compared with what the position was
worth before it, since that changes while a tree grows. With one lane and one playout there is a choice a simulation, as
in the papers.

All roles of the tree search by the same values: the papers let each role have its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.search.tree.adaptation.ntuple_bandit import NTupleBandit
from ludens.search.tree.arrays import ROOT, Tree
from ludens.search.tree.evaluate import Evaluation
from ludens.search.tree.policy import KernelPolicy, Policy
from ludens.search.tree.report import edges_of

FORGOTTEN = 0.5
"""The part of what was learnt that is forgotten when the root moves."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or a name that may be chosen anew; the first value is the usual one."""

    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Manner:
    """A way to search: how moves are chosen in the tree, and what leaves are worth."""

    policy: Policy
    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class _Prepared:
    policy: KernelPolicy
    evaluation: Evaluation


class Tuner:
    """Chooses a manner for every batch; all of them must count the same things in the tree."""

    def __init__(self, role: int, parameters: Sequence[Parameter], manner: Callable[..., Manner]) -> None:
        """``manner``: given a value of each parameter, by their order. ``role``: whose results are the reward."""
        self.parameters = tuple(parameters)
        self._role = role
        self.bandit = NTupleBandit([len(parameter.values) for parameter in parameters])
        listed = itertools.product(*(parameter.values for parameter in parameters))
        self._manners = [_prepared(manner(*values)) for values in listed]
        self.simulations = [0] * len(self._manners)
        self._chosen: int | None = None
        self._total, self._visits = 0.0, 0

    def begin(self) -> None:
        """Begins a search: how often each manner is chosen is counted anew."""
        self.simulations = [0] * len(self._manners)
        self._chosen = None

    def root_has_moved(self) -> None:
        """Has what was learnt at an earlier position count for less."""
        self.bandit.forget(FORGOTTEN)
        self._chosen = None

    def next(self, tree: Tree) -> tuple[KernelPolicy, Evaluation]:
        """Rewards the manner chosen last, and chooses one."""
        self.credit(tree)
        self._chosen = self.bandit.choose()
        manner = self._manners[self._chosen]
        return manner.policy, manner.evaluation

    def credit(self, tree: Tree) -> None:
        """Rewards the manner chosen last by what the tree has gained since."""
        total, visits = self._gained(tree)
        made = visits - self._visits
        if self._chosen is not None and made > 0:
            self.simulations[self._chosen] += made
            before = self._total / self._visits if self._visits else 0.5
            self.bandit.reward(self._chosen, (total - self._total) / made - before)
        self._total, self._visits = total, visits

    def _gained(self, tree: Tree) -> tuple[float, int]:
        """The sum of the role's results at the root, and of how many simulations."""
        own = tree.edges[edges_of(tree, ROOT, self._role)]
        return float(own["total"].sum(dtype=np.float64)), int(own["visits"].sum())

    @property
    def in_words(self) -> str:
        """The value of each parameter that most simulations had since the search began."""
        made = sum(self.simulations)
        if not made:
            return "nothing was tried"
        told = []
        for place, parameter in enumerate(self.parameters):
            parts = [0] * len(parameter.values)
            for combination, count in zip(self.bandit.combinations, self.simulations, strict=True):
                parts[combination[place]] += count
            best = max(range(len(parts)), key=parts.__getitem__)
            value = parameter.values[best]
            written = f"{value:g}" if isinstance(value, float) else str(value)
            told.append(f"{parameter.name} {written} ({100 * parts[best] / made:.0f} %)")
        return ", ".join(told)


def _prepared(manner: Manner) -> _Prepared:
    return _Prepared(manner.policy.for_kernels(), manner.evaluation)
