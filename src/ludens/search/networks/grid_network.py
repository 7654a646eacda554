"""A network that sees a board: the same weights on every cell, which looks at its neighbours layer by layer.

Each layer adds to a cell what it makes of the 3 x 3 cells around it and of the mean of all cells. What lies nowhere on
the board is added to all cells at first. Moves are read off their cells, values off the mean and the most of all cells
(convolution: LeCun et al. 1989; residual layers: He et al. 2016; pooling of all cells: Wu 2019). Here it is in NumPy,
forwards; ``grid_gradients.py`` goes backwards, and ``learning/gumbel/grid_net.py`` is the same in PyTorch.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.search.networks.grid import Grid, cells_inside
from ludens.search.networks.inputs import Seen
from ludens.search.networks.network import Weights, logistic
from ludens.search.networks.one_thread import one_thread

Floats = NDArray[np.float32]

AROUND = 9
"""Cells that a layer looks at for one, row by row, itself in the middle."""

TOGETHER = 8
"""Positions that are worked on at a time: what is copied for a layer fits into the processor's cache."""


def new_grid_weights(
    grid: Grid, width: int, layers: int, values: int, random: np.random.Generator
) -> dict[str, Floats]:
    """Random weights; the heads begin at nothing: all is even."""
    found: dict[str, Floats] = {}

    def matrix(name: str, before: int, after: int, scale: float) -> None:
        found[name] = random.normal(0, scale, (before, after)).astype(np.float32)

    planes, others = grid.planes.shape[1], len(grid.others)
    matrix("planes", planes, width, np.sqrt(2 / planes))
    matrix("others", others, width, np.sqrt(1 / max(1, others)))
    found["planes_offset"] = np.zeros(width, dtype=np.float32)
    for layer in range(layers):
        matrix(f"layer{layer}", AROUND * width, width, np.sqrt(2 / (AROUND * width)) / layers)
        matrix(f"pool{layer}", width, width, np.sqrt(1 / width) / layers)
        found[f"offset{layer}"] = np.zeros(width, dtype=np.float32)
    matrix("hidden", 2 * width, width, np.sqrt(1 / width))
    found["hidden_offset"] = np.zeros(width, dtype=np.float32)
    for head, before, after in (
        ("values", width, values),
        ("moves", width, grid.kinds),
        ("nowhere", 2 * width, len(grid.unplaced)),
    ):
        found[head] = np.zeros((before, after), dtype=np.float32)
        found[f"{head}_offset"] = np.zeros(after, dtype=np.float32)
    return found


@dataclass(slots=True)
class Passed:
    """What the layers made of positions, each of shape (positions, height, width, numbers); the first is of inputs.

    ``all_cells``: the mean and the most of all cells in the last layer. ``hidden``: what values are made of. ``values``
    and ``moves``: logits.
    """

    layers: list[Floats]
    all_cells: Floats
    hidden: Floats
    values: Floats
    moves: Floats | None


@dataclass(frozen=True, slots=True, eq=False)
class GridOnProcessor:
    """What such a network says, worked out in NumPy (``Answers``)."""

    grid: Grid
    weights: Weights

    def __call__(self, inputs: Seen, *, moves: bool) -> tuple[Seen, Seen | None]:
        parts = [inputs[first : first + TOGETHER] for first in range(0, max(1, len(inputs)), TOGETHER)]
        with one_thread():
            found = [self._said(part, moves=moves) for part in parts]
        values = logistic(np, np.concatenate([own for own, _ in found]))
        return values, np.concatenate([own for _, own in found if own is not None]) if moves else None

    def _said(self, inputs: Seen, *, moves: bool) -> tuple[Floats, Floats | None]:
        passed = forward(self.grid, self.weights, inputs, moves=moves)
        return passed.values, passed.moves


def on_planes(grid: Grid, inputs: Floats) -> Floats:
    """The inputs that lie on the board, (positions, cells, kinds)."""
    padded = np.concatenate([inputs, np.zeros((len(inputs), 1), dtype=inputs.dtype)], axis=1)
    return np.asarray(padded[:, grid.planes])


def forward(grid: Grid, weights: Weights, inputs: Floats, *, moves: bool = True) -> Passed:
    """What the network says of a few positions; ``moves``: whether their logits are wanted."""
    inside, count = cells_inside(grid), max(1, int(grid.inside.sum()))
    x = times(on_planes(grid, inputs), weights["planes"])
    x += (inputs[:, grid.others] @ weights["others"] + weights["planes_offset"])[:, None]
    x = np.maximum(x, 0).reshape(len(inputs), grid.height, grid.width, -1) * inside
    layers = [x]
    while f"layer{len(layers) - 1}" in weights:
        layer = len(layers) - 1
        mean = x.sum(axis=(1, 2)) / count
        made = times(around(x), weights[f"layer{layer}"])
        made += (mean @ weights[f"pool{layer}"] + weights[f"offset{layer}"])[:, None, None]
        x = np.asarray(x + np.maximum(made, 0) * inside)
        layers.append(x)
    all_cells = np.concatenate([x.sum(axis=(1, 2)) / count, x.max(axis=(1, 2))], axis=1)
    hidden = np.maximum(all_cells @ weights["hidden"] + weights["hidden_offset"], 0)
    values = hidden @ weights["values"] + weights["values_offset"]
    logits = _logits(grid, weights, x, all_cells) if moves else None
    return Passed(layers, all_cells, hidden, values, logits)


def _logits(grid: Grid, weights: Weights, x: Floats, all_cells: Floats) -> Floats:
    """Those of moves on the board are the mean of what their cells say."""
    on_cells = (times(x, weights["moves"]) + weights["moves_offset"]).reshape(len(x), -1)
    on_cells = np.concatenate([on_cells, np.zeros((len(x), 1), dtype=x.dtype)], axis=1)
    placed = on_cells[:, grid.spots].sum(axis=2) * spot_shares(grid).astype(x.dtype)
    nowhere = all_cells @ weights["nowhere"] + weights["nowhere_offset"]
    return np.asarray(np.concatenate([placed, nowhere], axis=1)[:, grid.order])


def spot_shares(grid: Grid) -> NDArray[np.float64]:
    """What each spot of a move on the board counts for in its logit."""
    return np.asarray(1 / (grid.spots < grid.height * grid.width * grid.kinds).sum(axis=1))


def times(x: Floats, matrix: Floats) -> Floats:
    """A product with all rows at once: NumPy would multiply those of each position and row of cells by themselves."""
    found: Floats = x.reshape(-1, x.shape[-1]) @ matrix
    return found.reshape(*x.shape[:-1], -1)


def around(x: Floats) -> Floats:
    """For each cell what is on the 3 x 3 cells around it, row by row; nothing beyond the border."""
    positions, height, width, channels = x.shape
    padded = np.zeros((positions, height + 2, width + 2, channels), dtype=x.dtype)
    padded[:, 1:-1, 1:-1] = x
    parts = [padded[:, down : down + height, right : right + width] for down in range(3) for right in range(3)]
    return np.concatenate(parts, axis=3)
