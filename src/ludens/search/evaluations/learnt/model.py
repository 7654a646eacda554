"""Weights of features as small whole numbers, in a form that can be kept, and the evaluation that they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.engine.sums import Sums, Terms, plain_sums
from ludens.search.evaluations.learnt.collecting import Features
from ludens.search.evaluations.learnt.logistic import Logit, logistic
from ludens.search.evaluations.learnt.ties import Columns
from ludens.search.evaluations.static import MARGIN, UNFINISHED, Values

LARGEST = 127
"""No weight is larger: seven bits and a sign."""

SMALLEST_UNIT = 0.01
"""Logits; a finer unit would tell no more."""

UNIT, OFFSET = "unit", "offset"


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """``weights``, whole numbers of shape (outputs, features), count ``unit`` logits each; ``offsets`` are logits.

    With one output for two roles, it is for the first; the second has what is missing to 1.
    """

    weights: NDArray[np.int64]
    offsets: NDArray[np.float64]
    unit: float

    def kept(self, features: Features) -> dict[str, float]:
        """All of it by name."""
        found = {UNIT: self.unit}
        for output, (weights, offset) in enumerate(zip(self.weights, self.offsets, strict=True)):
            found[f"{output} {OFFSET}"] = float(offset)
            for number in np.flatnonzero(weights):
                found[f"{output} {features.features[number].key}"] = float(weights[number])
        return found


def model_of(kept: Mapping[str, float], features: Features) -> Model:
    """What ``Model.kept`` wrote; features that are gone count nothing."""
    outputs = sum(name.endswith(f" {OFFSET}") for name in kept)
    names = [str(feature.key) for feature in features.features]
    weights = [[int(kept.get(f"{output} {name}", 0)) for name in names] for output in range(outputs)]
    offsets = [kept[f"{output} {OFFSET}"] for output in range(outputs)]
    return Model(np.array(weights, dtype=np.int64), np.array(offsets), kept[UNIT])


def quantised(logits: Sequence[Logit], columns: Columns) -> Model:
    """Weights of columns as weights of features, in whole numbers."""
    weights = np.stack([columns.members.T @ logit.weights for logit in logits])
    offsets = np.array([columns.added @ logit.weights + logit.offset for logit in logits])
    unit = max(SMALLEST_UNIT, float(np.abs(weights).max(initial=0.0)) / LARGEST)
    return Model(np.rint(weights / unit).astype(np.int64), offsets, unit)


class Learnt:
    """Values positions by a model: an evaluation (``Static``). The sums are made when they are first asked for."""

    cost = 1

    def __init__(self, features: Features, model: Model, roles: int) -> None:
        self.features, self.model, self._roles = features, model, roles

    @property
    def constant(self) -> bool:
        return not self.model.weights.any()

    @cached_property
    def terms(self) -> list[Terms]:
        """The weighted literals of each output."""
        literals = [feature.literal for feature in self.features.features]
        return [[(literals[n], int(own[n])) for n in np.flatnonzero(own)] for own in self.model.weights]

    @cached_property
    def sums(self) -> Sums:
        """The machine code."""
        return Sums(self.features.circuit, self.terms)

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        return self.valued(self.sums(rows))

    def plain(self, rows: Rows) -> Values:
        """The same without machine code: slow, and obviously right."""
        return self.valued(plain_sums(self.features.circuit, self.terms, rows))

    def valued(self, totals: NDArray[np.int64]) -> Values:
        """What sums, shape (positions, outputs), are worth to each role, shape (positions, roles)."""
        chances: Values = np.empty(totals.shape)
        for output, (lowest, table) in enumerate(self._tables):
            chances[:, output] = table[totals[:, output] - lowest]
        if len(self._tables) < self._roles:
            return np.concatenate([chances, 1 - chances], axis=1)
        return chances

    @cached_property
    def _tables(self) -> list[tuple[int, Values]]:
        """For each output the lowest sum there can be, and the values of it and all that follow."""
        found = []
        for weights, offset in zip(self.model.weights, self.model.offsets, strict=True):
            lowest, highest = int(np.minimum(weights, 0).sum()), int(np.maximum(weights, 0).sum())
            chances = logistic(offset + self.model.unit * np.arange(lowest, highest + 1))
            found.append((lowest, UNFINISHED + (chances - 0.5) / 0.5 * (UNFINISHED - MARGIN)))
        return found

    def bounds(self, certainty: float) -> tuple[int, int]:
        """The sums of the first output at or beyond which one of two sides has at least this chance."""
        chance = 0.5 + (min(certainty, 1 - 2 * MARGIN) - UNFINISHED) / (UNFINISHED - MARGIN) * 0.5
        edge = np.log(chance / (1 - chance))
        low, high = (-edge - self.model.offsets[0]) / self.model.unit, (edge - self.model.offsets[0]) / self.model.unit
        return int(np.floor(low)), int(np.ceil(high))
