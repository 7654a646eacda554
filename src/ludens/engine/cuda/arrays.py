"""Arrays on a device, as PyTorch, CuPy and JAX read them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.cuda import dlpack
from ludens.engine.cuda.driver import Memory
from ludens.game import ParameterError

DEFAULT_STREAM = 1
"""The number of the stream that everything runs on, in ``__cuda_array_interface__``."""


class DeviceArray:
    """A contiguous array on a device."""

    def __init__(self, device: int, shape: tuple[int, ...], kind: type[np.generic]) -> None:
        self.shape, self.dtype = shape, np.dtype(kind)
        self.memory = Memory(device, self.dtype.itemsize * math.prod(shape))

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        address = self.memory.address.value, False
        form = {"shape": self.shape, "typestr": self.dtype.str, "data": address, "strides": None}
        return {**form, "stream": DEFAULT_STREAM, "version": 3}

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.ON_CUDA, self.memory.device

    def __dlpack__(self, *, stream: int | None = None, **options: Any) -> Any:
        """``stream``: that of whoever reads. All that was begun is on the default stream, which others wait for."""
        address = self.memory.address.value
        return dlpack.capsule(self.memory, address, self.shape, self.dtype, self.__dlpack_device__())

    def numpy(self) -> NDArray[Any]:
        """A copy for the CPU, when all that was begun is done."""
        found = np.empty(self.shape, dtype=self.dtype)
        self.memory.read(found)
        return found


def address_of(array: object, shape: tuple[int, ...], kind: type[np.generic]) -> int:
    """Where an array of any library lies on the device; raises ParameterError for one of another form."""
    found = getattr(array, "__cuda_array_interface__", None)
    if found is None:
        raise ParameterError(f"{type(array).__name__} is no array on a graphics processor.")
    kinds = np.dtype(found["typestr"]), np.dtype(kind)
    if tuple(found["shape"]) != shape or kinds[0] != kinds[1]:
        raise ParameterError(f"An array of {kinds[0]}, shape {found['shape']}, instead of {kinds[1]}, shape {shape}.")
    strides = found.get("strides")
    if strides is not None and tuple(strides) != np.empty(shape, dtype=kind).strides:
        raise ParameterError("An array with gaps instead of a contiguous one.")
    return int(found["data"][0])
