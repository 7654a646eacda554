"""A network as an evaluation: what positions are worth to each role, and how likely each move is to be good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.evaluations.static import MARGIN, Values
from ludens.search.networks.gradients import chances_of
from ludens.search.networks.inputs import Bits, Inputs, Seen
from ludens.search.networks.network import Weights, forward, logistic
from ludens.search.networks.one_thread import one_thread

BLOCK = 4_096
"""Positions that go through the network together: what they become on the way fits into the processor's cache."""

Chances = list[NDArray[np.float32]]
"""For each role the chances of its moves, shape (positions, moves)."""


class Answers(Protocol):
    """Works out what a network says: value probabilities, and logits of moves if they are wanted."""

    def __call__(self, inputs: Seen, *, moves: bool) -> tuple[Seen, Seen | None]: ...


@dataclass(frozen=True, slots=True, eq=False)
class OnProcessor:
    """In NumPy, on one thread."""

    weights: Weights

    def __call__(self, inputs: Seen, *, moves: bool) -> tuple[Seen, Seen | None]:
        with one_thread():
            passed = forward(self.weights, inputs, moves=moves)
        return logistic(np, passed.values), passed.moves


@dataclass(frozen=True, slots=True, eq=False)
class NetworkEvaluation:
    """Values positions by a network: an evaluation (``Static``) that can also tell the chances of moves."""

    cost: ClassVar[int] = 1
    constant: ClassVar[bool] = False
    inputs: Inputs
    answers: Answers

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        return MARGIN / 2 + (1 - MARGIN) * self.worth(rows, engine.legal(rows))

    def worth(self, rows: Rows, legal: Sequence[Bits]) -> Values:
        """What positions are worth to each role, from 0 to 1, shape (positions, roles)."""
        found = [
            self._asked(rows[first : first + BLOCK], [table[first : first + BLOCK] for table in legal], images=0)[0]
            for first in range(0, len(rows), BLOCK)
        ]
        return np.concatenate(found) if found else np.zeros((0, self.inputs.roles))

    def look(self, rows: Rows, legal: Sequence[Bits], *, images: int = 1) -> tuple[Values, Chances]:
        """The same, and the chances of the moves of each role.

        ``images``: as how many images of itself, made by symmetries of the rules, a position is seen, at most. What the
        network says of them is averaged.
        """
        worth, chances = zip(*(
            self._asked(rows[first : first + BLOCK], [table[first : first + BLOCK] for table in legal], images=images)
            for first in range(0, max(1, len(rows)), BLOCK)
        ), strict=True)  # fmt: skip
        return np.concatenate(worth), [np.concatenate(own) for own in zip(*chances, strict=True)]

    def _asked(self, rows: Rows, legal: Sequence[Bits], *, images: int) -> tuple[Values, Chances]:
        """``images``: 0 for the values alone."""
        second = self.inputs.second_moves(legal)
        seen = self.inputs.see(rows, second)
        values, logits = self.answers(seen, moves=images > 0)
        if logits is None:
            return self.inputs.worth(values, second), []
        turns = self.inputs.images[1:images]
        share = np.float32(1 / (1 + len(turns)))
        for turn in turns:
            more_values, more_logits = self.answers(turn.turned(seen), moves=True)
            assert more_logits is not None
            values = values + more_values
            logits = logits + more_logits[:, np.argsort(turn.moves[: logits.shape[1]])]
        own = self.inputs.of_roles(share * logits, second)
        worth = self.inputs.worth(share * values, second)
        return worth, [chances_of(x, table) for x, table in zip(own, legal, strict=True)]
