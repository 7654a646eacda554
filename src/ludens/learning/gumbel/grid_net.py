"""The network of ``search/networks/grid_network.py`` in PyTorch: convolutions, for autograd and for a card."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from ludens.learning.gumbel.net import Parameters, Passed
from ludens.search.networks.grid import Grid, cells_inside

torch: Any = import_module("torch")

Tensor = Any


class GridNet:
    """What a network says of positions that it sees on a board, on a device."""

    def __init__(self, grid: Grid, device: str) -> None:
        self._grid, self._count = grid, max(1, int(grid.inside.sum()))

        def put(array: Any) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        self._planes, self._others, self._order = put(grid.planes.T.ravel()), put(grid.others), put(grid.order)
        self._spots = put(grid.spots)
        self._shares = put(1 / (grid.spots < grid.height * grid.width * grid.kinds).sum(axis=1).astype(np.float32))
        self._inside = put(cells_inside(grid).transpose(2, 0, 1))

    def __call__(self, weights: Parameters, inputs: Tensor) -> Passed:
        """Value logits and move logits, of 32 bits."""
        grid, kind, number = self._grid, weights["planes"].dtype, len(inputs)
        inside = self._inside.to(kind)
        x = torch.nn.functional.pad(inputs, (0, 1))[:, self._planes].to(kind)
        x = x.view(number, -1, grid.height, grid.width).contiguous(memory_format=torch.channels_last)
        x = torch.nn.functional.conv2d(x, weights["planes"].T[:, :, None, None])
        everywhere = torch.addmm(weights["planes_offset"], inputs[:, self._others].to(kind), weights["others"])
        x = torch.relu(x + everywhere[:, :, None, None]) * inside
        layer = 0
        while f"layer{layer}" in weights:
            mean = x.sum((2, 3)) / self._count
            width = x.shape[1]
            filters = weights[f"layer{layer}"].view(3, 3, width, width).permute(3, 2, 0, 1)
            made = torch.nn.functional.conv2d(x, filters, padding=1)
            pooled = torch.addmm(weights[f"offset{layer}"], mean, weights[f"pool{layer}"])
            x = x + torch.relu(made + pooled[:, :, None, None]) * inside
            layer += 1
        all_cells = torch.cat([x.sum((2, 3)) / self._count, x.amax((2, 3))], 1)
        hidden = torch.relu(torch.addmm(weights["hidden_offset"], all_cells, weights["hidden"]))
        values = torch.addmm(weights["values_offset"], hidden, weights["values"])
        on_cells = torch.nn.functional.conv2d(x, weights["moves"].T[:, :, None, None], weights["moves_offset"])
        on_cells = torch.nn.functional.pad(on_cells.permute(0, 2, 3, 1).reshape(number, -1), (0, 1))
        placed = on_cells[:, self._spots].float().sum(2) * self._shares
        nowhere = torch.addmm(weights["nowhere_offset"], all_cells, weights["nowhere"]).float()
        return values.float(), torch.cat([placed, nowhere], 1)[:, self._order]
