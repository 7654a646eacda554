"""Fitting a linear policy: which moves a search chooses, told from the move, its marks, and single fluents.

The chance of a legal move is proportional to the exponential of its score: a weight of the move itself, one for each of
its marks, and one for each of some pairs of the move and a fluent that is true. Weights make the chosen moves likely
(multinomial logistic regression). Pairs are found as they are missed: those whose weight would grow fastest, if they
had one, are added, and all is fitted again (grafting: Perkins, Lacker and Theiler 2003).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]

STEPS = 120
"""Of gradient descent, each time that weights are fitted."""

RATE = 0.15
SHRINKAGE = 1e-3
"""Of Adam (Kingma and Ba 2015), and how strongly weights are drawn to 0."""

FEWEST = 12
"""Positions in which a pair must have been met."""

CLEAR = 3.0
"""Standard deviations by which a move must have been chosen too often where a fluent is true."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Positions in which one role chose: fluents (positions, fluents), legal moves and how often each was chosen, as
    parts of one, (positions, moves), and the marks of moves, class by class.
    """

    fluents: Flags
    legal: Flags
    chosen: Floats
    marks: tuple[Flags, ...] = ()


@dataclass(slots=True)
class LinearPolicy:
    """Weights of moves, of marks and of ``pairs``, rows of a move and a fluent."""

    moves: Floats
    marks: Floats
    pairs: Numbers = field(default_factory=lambda: np.zeros((0, 2), dtype=np.int64))
    pair_weights: Floats = field(default_factory=lambda: np.zeros(0))

    def scores(self, seen: Choices) -> Floats:
        """The scores of all moves, legal or not."""
        found = np.repeat(self.moves[None], len(seen.legal), axis=0)
        for weight, marks in zip(self.marks, seen.marks, strict=True):
            found += weight * marks
        np.add.at(found.T, self.pairs[:, 0], self.pair_weights[:, None] * seen.fluents.T[self.pairs[:, 1]])
        return found

    def chances(self, seen: Choices) -> Floats:
        """How likely each move is."""
        scores = np.where(seen.legal, self.scores(seen), -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def loss(self, seen: Choices) -> float:
        """How surprising the choices are, in nats a position."""
        return float(-(seen.chosen * np.log(np.maximum(self.chances(seen), 1e-12))).sum(axis=1).mean())


def fitted(seen: Choices, pairs: int, rounds: int = 2) -> LinearPolicy:
    """A policy with about so many pairs."""
    policy = LinearPolicy(np.zeros(seen.legal.shape[1]), np.zeros(len(seen.marks)))
    _fit(policy, seen)
    for _ in range(rounds):
        new = _missed(policy, seen, pairs // rounds)
        policy.pairs = np.concatenate([policy.pairs, new])
        policy.pair_weights = np.concatenate([policy.pair_weights, np.zeros(len(new))])
        _fit(policy, seen)
    return policy


def _fit(policy: LinearPolicy, seen: Choices) -> None:
    weights = np.concatenate([policy.moves, policy.marks, policy.pair_weights])
    ends = np.cumsum([len(policy.moves), len(policy.marks)])
    held = seen.fluents.T[policy.pairs[:, 1]].astype(np.float64)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        policy.moves, policy.marks, policy.pair_weights = np.split(weights, ends)
        missing = (seen.chosen - policy.chances(seen)) / len(seen.legal)
        gradient = np.concatenate(
            [
                missing.sum(axis=0),
                [(missing * marks).sum() for marks in seen.marks],
                (missing.T[policy.pairs[:, 0]] * held).sum(axis=1),
            ]
        )
        gradient -= SHRINKAGE * weights
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
        weights = weights + RATE * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)
    policy.moves, policy.marks, policy.pair_weights = np.split(weights, ends)


def _missed(policy: LinearPolicy, seen: Choices, most: int) -> Numbers:
    """The pairs that would make what was chosen likelier, the clearest ones first: by how many standard deviations."""
    chances, held = policy.chances(seen), seen.fluents.astype(np.float64)
    excess = (seen.chosen - chances).T @ held
    spread = np.sqrt((chances * (1 - chances)).T @ held) + 0.1
    often = seen.legal.astype(np.float64).T @ held
    clear = np.where(often >= FEWEST, excess / spread, 0.0)
    clear[tuple(policy.pairs.T)] = 0.0
    places = np.argsort(-clear, axis=None, kind="stable")[:most]
    found = np.stack(np.unravel_index(places, clear.shape), axis=1)
    return np.asarray(found[clear.ravel()[places] > CLEAR])
