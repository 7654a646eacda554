"""Adam (Kingma and Ba 2015) with decay of the weights (Loshchilov and Hutter 2019), and the weights' slow average."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludens.search.networks.network import Arithmetic, Array

FIRST, SECOND, TINY = 0.9, 0.999, 1e-8


@dataclass(slots=True)
class Adam:
    """``weights``, changed in place, the moments of their gradients, and ``average``, a slow mean of the weights.

    The average plays: it is steadier than what learns (Polyak and Juditsky 1992). ``steps`` so far.
    """

    weights: dict[str, Array]
    first: dict[str, Array]
    second: dict[str, Array]
    average: dict[str, Array]
    steps: int = 0

    def step(
        self, xp: Arithmetic, gradient: dict[str, Array], rate: float, *, decay: float = 1e-4, slow: float = 0.9995
    ) -> None:
        """Goes a step against the gradient."""
        self.steps += 1
        keep = min(slow, self.steps / (self.steps + 10))
        scale = rate * np.sqrt(1 - SECOND**self.steps) / (1 - FIRST**self.steps)
        for name, own in gradient.items():
            weights, first, second = self.weights[name], self.first[name], self.second[name]
            first *= FIRST
            first += (1 - FIRST) * own
            second *= SECOND
            second += (1 - SECOND) * own * own
            weights *= 1 - (rate * decay if weights.ndim > 1 else 0)
            weights -= float(scale) * first / (xp.sqrt(second) + TINY)
            self.average[name] *= keep
            self.average[name] += (1 - keep) * weights


def new_adam(weights: dict[str, Array]) -> Adam:
    """Begins with these weights."""
    nothing = {name: own * 0 for name, own in weights.items()}
    return Adam(
        weights,
        nothing,
        {name: own * 0 for name, own in weights.items()},
        {name: own * 1 for name, own in weights.items()},
    )
