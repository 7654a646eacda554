"""A network that learns: its weights, their slow average, and what Adam remembers."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from ludens.learning.gumbel.grid_net import GridNet
from ludens.learning.gumbel.net import Network, Passed, as_kind, average_into, copy_into, parameters, passed
from ludens.search.networks.forms import Form, OnGrid

torch: Any = import_module("torch")

Tensor = Any

SLOW, DECAY = 0.999, 1e-4
"""Of the average of the weights, a step; and what matrices lose, times the rate."""


class Learner:
    """A new network of a form on a device. ``forward`` works out what it says with weights that are given."""

    def __init__(self, form: Form, random: np.random.Generator, device: str, rate: float) -> None:
        self.form, self.forward = form, network_on(form, device)
        self.learning = {
            name: torch.from_numpy(own).to(device).requires_grad_() for name, own in form.fresh(random).items()
        }
        self.average = as_kind(self.learning, torch.float32)
        self.kind = torch.float32 if device == "cpu" else torch.bfloat16
        self.adam = torch.optim.AdamW(parameters(self.learning, DECAY), lr=rate, fused=True)

    def says(self, seen: Tensor) -> Passed:
        """What it says of inputs as it is now, for autograd."""
        return self.forward({name: own.to(self.kind) for name, own in self.learning.items()}, seen)

    def step(self, loss: Tensor, rate: float, steps: int) -> None:
        """Makes a loss smaller; ``steps``: with this one."""
        self.adam.zero_grad()
        loss.backward()
        for group in self.adam.param_groups:
            group["lr"] = rate
        self.adam.step()
        average_into(self.average, self.learning, min(SLOW, steps / (steps + 10)))

    def copy_from(self, other: Learner) -> None:
        """Goes on from what another one of the same form has learnt."""
        with torch.no_grad():
            copy_into(self.learning, other.learning)
            copy_into(self.average, other.average)
        for name, own in other.learning.items():
            self.adam.state[self.learning[name]] = other.adam.state[own]


def network_on(form: Form, device: str) -> Network:
    """What works out on a device what a network of a form says."""
    return GridNet(form.grid, device) if isinstance(form, OnGrid) else passed
