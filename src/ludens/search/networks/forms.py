"""The forms that a network can have: layers on all inputs at once, or the same weights on every cell of a board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ludens.game import ParameterError
from ludens.search.networks.evaluation import Answers, OnProcessor
from ludens.search.networks.gradients import Lesson, Loss, learn_from
from ludens.search.networks.grid import Grid, grid_of
from ludens.search.networks.grid_gradients import GridGradients
from ludens.search.networks.grid_network import GridOnProcessor, new_grid_weights
from ludens.search.networks.inputs import Inputs
from ludens.search.networks.network import Arithmetic, Array, Shape, Weights, new_weights

DENSE, GRID = "dense", "grid"
FORMS = (DENSE, GRID)
BETTER = "better"
"""Whichever of them learns a game better."""

SIZES = {DENSE: (128, 2), GRID: (32, 3)}
"""The usual width and number of layers of each."""

Arrays = dict[str, NDArray[np.float32]]


class Form(Protocol):
    """A network before it has weights."""

    def fresh(self, random: np.random.Generator) -> Arrays:
        """Random weights."""

    def answers(self, weights: Weights) -> Answers:
        """What it says with these weights, worked out on the processor."""

    def learn_from(self, xp: Arithmetic, weights: Weights, lesson: Lesson) -> tuple[Loss, dict[str, Array]]:
        """The losses with these weights, each a mean over the positions, and the gradient of their sum."""


@dataclass(frozen=True, slots=True)
class Dense:
    """Layers on all inputs."""

    shape: Shape

    def fresh(self, random: np.random.Generator) -> Arrays:
        """Random weights."""
        return new_weights(self.shape, random)

    def answers(self, weights: Weights) -> Answers:
        """What it says."""
        return OnProcessor(weights)

    def learn_from(self, xp: Arithmetic, weights: Weights, lesson: Lesson) -> tuple[Loss, dict[str, Array]]:
        """What to learn."""
        return learn_from(xp, weights, lesson, self.shape.moves)


@dataclass(frozen=True, slots=True, eq=False)
class OnGrid:
    """The same weights on every cell: ``width`` numbers a cell, and ``layers``."""

    grid: Grid
    width: int
    layers: int
    values: int
    widths: tuple[int, ...]

    def fresh(self, random: np.random.Generator) -> Arrays:
        """Random weights."""
        return new_grid_weights(self.grid, self.width, self.layers, self.values, random)

    def answers(self, weights: Weights) -> Answers:
        """What it says."""
        return GridOnProcessor(self.grid, weights)

    def learn_from(self, xp: Arithmetic, weights: Weights, lesson: Lesson) -> tuple[Loss, dict[str, Array]]:
        """What to learn, in NumPy alone."""
        return GridGradients(self.grid, self.widths)(weights, lesson)


def form_of(name: str, inputs: Inputs, width: int, layers: int) -> Form:
    """The form of that name for a game; raises ParameterError where the game has no board."""
    if name == DENSE:
        return Dense(Shape(inputs.size, width, layers, inputs.values, inputs.widths))
    grid = grid_of(inputs)
    if grid is None:
        raise ParameterError("A network of the form grid needs rules that speak of a board with columns and rows.")
    return OnGrid(grid, width, layers, inputs.values, inputs.widths)
