"""What a network sees and says, in tensors of PyTorch: the same as ``Inputs`` in NumPy, for the role to move alone."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from ludens.search.networks.inputs import Inputs

torch: Any = import_module("torch")

Tensor = Any


@dataclass(frozen=True, slots=True, eq=False)
class Turns:
    """Who is to move and may do what.

    ``mover``: the role with the most moves. ``allowed``: its moves, (positions, moves of the role that has the most).
    ``firsts``: each role's first legal move; the only one, but for the mover. ``second``: positions are turned round.
    """

    mover: Tensor
    allowed: Tensor
    firsts: Tensor
    second: Tensor

    def part(self, own: slice) -> Turns:
        """Of some of the positions."""
        return Turns(self.mover[own], self.allowed[own], self.firsts[own], self.second[own])


class Eyes:
    """Turns positions round and back, as ``inputs`` says, on a device. ``width``: moves of the role with the most."""

    def __init__(self, inputs: Inputs, device: str) -> None:
        self.inputs, self.roles, self.device = inputs, inputs.roles, device
        self.counts = inputs.counts
        self.width = max(self.counts)
        exchange = inputs.exchange
        if exchange is not None:
            self._exchanged = self._put(exchange.inputs[:-1])
            self._flips = self._put(exchange.flips[:-1].view(np.uint8))
            self._own = self._put(np.argsort(inputs.back))
        self._images = [
            (self._put(turn.inputs), self._put(turn.flips), self._put(np.argsort(turn.moves[: sum(inputs.widths)])))
            for turn in inputs.images
        ]

    def turns(self, legal: Tensor) -> Turns:
        """Whose turn it is, by the legal moves of all roles."""
        tables = [torch.nn.functional.pad(own, (0, self.width - own.shape[1])) for own in legal.split(self.counts, 1)]
        stacked = torch.stack(tables, 1)
        mover = stacked.sum(2).argmax(1)
        allowed = self._of(stacked, mover)
        firsts = stacked.to(torch.uint8).argmax(2)
        second = (mover == 1) if self.inputs.exchanges else torch.zeros_like(mover, dtype=torch.bool)
        return Turns(mover, allowed, firsts, second)

    def see(self, features: Tensor, second: Tensor) -> Tensor:
        """The inputs of the network, 8-bit zeros and ones."""
        if self.inputs.exchanges:
            turned = features[:, self._exchanged] ^ self._flips
            features = torch.where(second[:, None], turned, features)
        return torch.cat([features, second[:, None].to(torch.uint8)], 1)

    def image(self, number: int, seen: Tensor) -> Tensor:
        """Inputs as one of the symmetries has them."""
        places, flips, _ = self._images[number]
        return seen[:, places] ^ flips.to(torch.uint8)

    def unturned(self, number: int, logits: Tensor) -> Tensor:
        """Logits of moves of such an image, in the places of the original."""
        return logits[:, self._images[number][2]]

    def of_mover(self, logits: Tensor, turns: Turns) -> Tensor:
        """Logits of all outputs for moves, as those of the role to move: shape (positions, width)."""
        if self.inputs.exchanges:
            return torch.where(turns.second[:, None], logits[:, self._own], logits)
        parts = logits.split(self.counts, 1)
        padded = [torch.nn.functional.pad(own, (0, self.width - own.shape[1])) for own in parts]
        return self._of(torch.stack(padded, 1), turns.mover)

    def worth(self, values: Tensor, second: Tensor) -> Tensor:
        """Outputs for values, from 0 to 1, as what positions are worth to each role."""
        if not self.inputs.opposed:
            return values
        first = torch.where(second, 1 - values[:, 0], values[:, 0])
        return torch.stack([first, 1 - first], 1)

    def wanted(self, worth: Tensor, second: Tensor) -> Tensor:
        """The opposite of ``worth``: what the outputs for values should be."""
        return torch.where(second, worth[:, 1], worth[:, 0])[:, None] if self.inputs.opposed else worth

    def _of(self, stacked: Tensor, mover: Tensor) -> Tensor:
        return stacked.gather(1, mover[:, None, None].expand(-1, 1, self.width))[:, 0]

    def _put(self, array: Any) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)
