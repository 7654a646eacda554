"""A small network: a layer on the inputs, residual layers, and a head each for values and for moves.

It is written out by hand, forwards and backwards (``gradients.py``), for any library of arrays that has the few
functions of ``Arithmetic``: NumPy, or PyTorch on a graphics card. Nothing here needs PyTorch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Array = Any
"""An array of whichever library does the arithmetic."""

Weights = Mapping[str, Array]


class Arithmetic(Protocol):
    """What a library of arrays must have; NumPy and PyTorch do."""

    def exp(self, x: Array, /) -> Array: ...
    def log(self, x: Array, /) -> Array: ...
    def sqrt(self, x: Array, /) -> Array: ...
    def where(self, condition: Array, x: Array, y: Array, /) -> Array: ...
    def amax(self, x: Array, axis: int, /) -> Array: ...


@dataclass(frozen=True, slots=True)
class Shape:
    """``inputs``, ``width`` of each of so many hidden ``layers``, and outputs: ``values``, and ``moves`` of a role."""

    inputs: int
    width: int
    layers: int
    values: int
    moves: tuple[int, ...]


@dataclass(slots=True)
class Passed:
    """What the layers made of inputs: what went into each, the value logits, and the logits of all moves."""

    into: list[Array]
    values: Array
    moves: Array


def new_weights(shape: Shape, random: np.random.Generator) -> dict[str, NDArray[np.float32]]:
    """Random weights (He et al. 2015); the heads begin at nothing: all is even."""
    found: dict[str, NDArray[np.float32]] = {}
    sizes = [shape.inputs, *[shape.width] * shape.layers]
    for layer, (before, after) in enumerate(pairwise(sizes)):
        scale = np.sqrt(2 / before) if layer == 0 else np.sqrt(2 / before) / shape.layers
        found[f"layer{layer}"] = random.normal(0, scale, (before, after)).astype(np.float32)
        found[f"offset{layer}"] = np.zeros(after, dtype=np.float32)
    for head, size in (("values", shape.values), ("moves", sum(shape.moves))):
        found[head] = np.zeros((shape.width, size), dtype=np.float32)
        found[f"{head}_offset"] = np.zeros(size, dtype=np.float32)
    return found


def layers_of(weights: Weights) -> int:
    """How many hidden layers there are."""
    return sum(name.startswith("layer") for name in weights)


def forward(weights: Weights, inputs: Array, *, moves: bool = True) -> Passed:
    """What the network says of many positions; ``moves``: whether their logits are wanted."""
    into, x = [inputs], inputs
    for layer in range(layers_of(weights)):
        made = x @ weights[f"layer{layer}"] + weights[f"offset{layer}"]
        made = made * (made > 0)
        x = made if layer == 0 else x + made
        into.append(x)
    values = x @ weights["values"] + weights["values_offset"]
    return Passed(into, values, x @ weights["moves"] + weights["moves_offset"] if moves else None)


def logistic(xp: Arithmetic, x: Array) -> Array:
    """Probabilities from logits."""
    small = xp.exp(-abs(x))
    return xp.where(x >= 0, 1 / (1 + small), small / (1 + small))
