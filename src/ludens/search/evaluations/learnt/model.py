"""Weights of features as small whole numbers, in a form that can be kept, and the evaluation that they make."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.machine_code import kept_code
from ludens.engine.rows import Rows
from ludens.engine.sums import Sums, Terms, kept_sums, plain_sums
from ludens.search.evaluations.learnt.collecting import Features
from ludens.search.evaluations.static import MARGIN, UNFINISHED, Values

HASH_LENGTH = 16


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """``weights``, whole numbers of shape (outputs, features), count ``unit`` logits each; ``offsets`` are logits.

    With one output for two roles, it is for the first; the second has what is missing to 1.
    """

    weights: NDArray[np.int64]
    offsets: NDArray[np.float64]
    unit: float

    def to_text(self) -> str:
        """All of it in one line of JSON, weights as packed bytes."""
        packed = zlib.compress(self.weights.astype(np.int8).tobytes(), 9)
        return json.dumps(
            {
                "unit": self.unit,
                "offsets": self.offsets.tolist(),
                "weights": base64.b64encode(packed).decode("ascii"),
            }
        )


def model_from(text: str) -> Model:
    """What ``Model.to_text`` wrote."""
    data = json.loads(text)
    weights = np.frombuffer(zlib.decompress(base64.b64decode(data["weights"])), dtype=np.int8)
    return Model(
        weights.reshape(len(data["offsets"]), -1).astype(np.int64), np.array(data["offsets"]), float(data["unit"])
    )


def features_digest(features: Features) -> str:
    """A hash of which features there are, in their order: weights are given in that order."""
    circuit = features.circuit
    named = [circuit.roles, circuit.fluents, circuit.moves, [feature.key for feature in features.features]]
    return hashlib.sha256(repr(named).encode()).hexdigest()[:HASH_LENGTH]


def logistic(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities from logits."""
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * scores)))


class Learnt:
    """Values positions by a model: an evaluation (``Static``). The sums are made when they are first asked for.

    ``features``: collects them, if they are asked for. ``made_from``: a text that tells rules and features, for a model
    whose sums are worth keeping in the cache; then features need not be collected again.
    """

    cost = 1

    def __init__(self, model: Model, roles: int, features: Callable[[], Features], made_from: str = "") -> None:
        self.model, self._roles, self._features, self._made_from = model, roles, features, made_from

    @cached_property
    def features(self) -> Features:
        """What is true or not, and counts."""
        return self._features()

    @property
    def constant(self) -> bool:
        return not self.model.weights.any()

    @cached_property
    def terms(self) -> list[Terms]:
        """The weighted literals of each output."""
        literals = [feature.literal for feature in self.features.features]
        return [[(literals[n], int(own[n])) for n in np.flatnonzero(own)] for own in self.model.weights]

    @kept_code
    def sums(self) -> Sums:
        """The machine code."""
        if self._made_from:
            return kept_sums(f"{self._made_from}\n{self.model.to_text()}", lambda: (self.features.circuit, self.terms))
        return Sums(self.features.circuit, self.terms)

    def warm_up(self) -> None:
        """Makes what is made when it is first needed, before anybody's clock is running."""
        assert self.sums is not None
        assert self._tables

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
