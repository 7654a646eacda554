"""Where networks are trained: on the processor with NumPy, or on a graphics card with PyTorch as a library of arrays.

PyTorch is imported only when a graphics card is asked for (``pip install 'ludens[learn]'``).
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.game import ParameterError
from ludens.search.networks.inputs import Seen
from ludens.search.networks.network import Arithmetic, Array, Weights, forward, logistic

DEVICES = ("cpu", "cuda")


@dataclass(frozen=True, slots=True, eq=False)
class Device:
    """``library``: does the arithmetic. ``name``: one of DEVICES."""

    name: str
    library: Any

    @property
    def xp(self) -> Arithmetic:
        found: Arithmetic = self.library
        return found

    def put(self, array: NDArray[Any]) -> Array:
        """An array of NumPy as one of the device."""
        return array if self.name == "cpu" else self.library.from_numpy(np.ascontiguousarray(array)).to(self.name)

    def get(self, array: Array) -> NDArray[Any]:
        """An array of the device as one of NumPy."""
        return np.asarray(array if self.name == "cpu" else array.cpu().numpy())


def device_of(name: str, library: str = "numpy") -> Device:
    """The device of that name; raises ParameterError where it is not there.

    ``library``: what does the arithmetic on the processor, ``numpy`` or ``torch``.
    """
    if name == "cpu":
        return Device(name, np if library == "numpy" else torch_or_refuse())
    torch = torch_or_refuse()
    if not torch.cuda.is_available():
        raise ParameterError("PyTorch finds no graphics card here.")
    return Device(name, torch)


def torch_or_refuse() -> Any:
    """PyTorch; raises ParameterError without it."""
    try:
        return import_module("torch")
    except ImportError:
        raise ParameterError("This needs PyTorch: pip install 'ludens[learn]'.") from None


@dataclass(frozen=True, slots=True, eq=False)
class OnDevice:
    """What a network says, worked out on a device (``Answers``)."""

    device: Device
    weights: Weights

    def __call__(self, inputs: Seen, *, moves: bool) -> tuple[Seen, Seen | None]:
        passed = forward(self.weights, self.device.put(inputs), moves=moves)
        logits = self.device.get(passed.moves) if moves else None
        return self.device.get(logistic(self.device.xp, passed.values)), logits
