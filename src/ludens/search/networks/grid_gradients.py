"""In which direction each weight of a network on a board would make it less wrong, written out by hand for NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludens.search.networks.gradients import Lesson, Loss, wrongs
from ludens.search.networks.grid import Grid, cells_inside
from ludens.search.networks.grid_network import (
    AROUND,
    TOGETHER,
    Floats,
    Passed,
    around,
    forward,
    on_planes,
    spot_shares,
    times,
)
from ludens.search.networks.network import Weights


@dataclass(frozen=True, slots=True, eq=False)
class GridGradients:
    """The losses of a network on a board and their gradients; ``widths``: moves of each role."""

    grid: Grid
    widths: Sequence[int]

    def __call__(self, weights: Weights, lesson: Lesson) -> tuple[Loss, dict[str, Floats]]:
        """The losses, each a mean over the positions, and the gradient of their sum: a few positions at a time."""
        count, values, moves = len(lesson.inputs), 0.0, 0.0
        found = {name: np.zeros_like(own) for name, own in weights.items()}
        for first in range(0, count, TOGETHER):
            own = slice(first, first + TOGETHER)
            part = Lesson(lesson.inputs[own], lesson.worth[own], lesson.chances[own], lesson.allowed[own])
            share = len(part.inputs) / count
            passed = forward(self.grid, weights, part.inputs)
            loss, wrong_values, wrong_moves = wrongs(np, passed.values, passed.moves, part, self.widths)
            values, moves = values + share * loss.values, moves + share * loss.moves
            wrong = share * wrong_values.astype(part.inputs.dtype), share * wrong_moves.astype(part.inputs.dtype)
            for name, gradient in self._backward(weights, part.inputs, passed, *wrong).items():
                found[name] += gradient
        return Loss(values, moves), found

    def _backward(
        self, weights: Weights, inputs: Floats, passed: Passed, wrong_values: Floats, wrong_moves: Floats
    ) -> dict[str, Floats]:
        grid, found = self.grid, dict[str, Floats]()
        inside, cells = cells_inside(grid).astype(inputs.dtype), max(1, int(grid.inside.sum()))
        last, width = passed.layers[-1], passed.layers[-1].shape[-1]

        def product(head: str, before: Floats, wrong: Floats) -> Floats:
            """Notes the gradient of a matrix and what is added to its product; that of what went into it."""
            found[head], found[f"{head}_offset"] = before.T @ wrong, wrong.sum(axis=0)
            return np.asarray(wrong @ weights[head].T)

        hidden = product("values", passed.hidden, wrong_values) * (passed.hidden > 0)
        of_cells = product("hidden", passed.all_cells, hidden)
        on_board, nowhere = self._of_moves(wrong_moves)
        of_cells += product("nowhere", passed.all_cells, nowhere)
        x = product("moves", last.reshape(-1, width), on_board.reshape(-1, grid.kinds)).reshape(last.shape)
        x += (of_cells[:, :width] / cells)[:, None, None] + _to_the_most(last, of_cells[:, width:])
        for layer in reversed(range(len(passed.layers) - 1)):
            before, after = passed.layers[layer], passed.layers[layer + 1]
            wrong = x * inside * (after > before)
            sums, filters = wrong.sum(axis=(1, 2)), weights[f"layer{layer}"]
            found[f"layer{layer}"] = around(before).reshape(-1, AROUND * width).T @ wrong.reshape(-1, width)
            found[f"pool{layer}"] = (before.sum(axis=(1, 2)) / cells).T @ sums
            found[f"offset{layer}"] = sums.sum(axis=0)
            back = filters.reshape(AROUND, width, width)[::-1].transpose(0, 2, 1).reshape(AROUND * width, width)
            x = x + times(around(wrong), back) + (sums @ weights[f"pool{layer}"].T / cells)[:, None, None]
        wrong = (x * inside * (passed.layers[0] > 0)).reshape(len(inputs), -1, width)
        sums, planes = wrong.sum(axis=1), on_planes(grid, inputs)
        found["planes"] = planes.reshape(-1, planes.shape[-1]).T @ wrong.reshape(-1, width)
        found["others"], found["planes_offset"] = inputs[:, grid.others].T @ sums, sums.sum(axis=0)
        return found

    def _of_moves(self, wrong: Floats) -> tuple[Floats, Floats]:
        """The gradient at the logits of moves as one at what each cell said of them, and at the other moves."""
        grid, count = self.grid, len(wrong)
        whole = np.empty_like(wrong)
        whole[:, grid.order] = wrong
        placed, nowhere = whole[:, : len(grid.placed)], whole[:, len(grid.placed) :]
        on_cells = np.zeros((grid.height * grid.width * grid.kinds + 1, count), dtype=wrong.dtype)
        shared = (placed * spot_shares(grid).astype(wrong.dtype)).T
        for spot in grid.spots.T:
            np.add.at(on_cells, spot, shared)
        return np.ascontiguousarray(on_cells[:-1].T), nowhere


def _to_the_most(x: Floats, wrong: Floats) -> Floats:
    """The gradient of the most of all cells goes to the cell that has it, the first of several."""
    positions, height, width, numbers = x.shape
    found = np.zeros((positions, height * width, numbers), dtype=x.dtype)
    best = x.reshape(positions, -1, numbers).argmax(axis=1)
    np.put_along_axis(found, best[:, None], wrong[:, None], axis=1)
    return found.reshape(x.shape)
