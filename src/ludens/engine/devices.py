"""Where engines can run: the processor of this machine, and the graphics processors that it has."""

from __future__ import annotations

import os
from dataclasses import dataclass

from ludens.circuit.network import Circuit
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.machine_code import vector_bits
from ludens.game import LudensError, UnknownNameError

CPU, CUDA = "cpu", "cuda"


@dataclass(frozen=True, slots=True)
class Place:
    """A device by the name that ``engine_on`` takes; ``usable`` is false where ``about`` gives the reason.

    ``processors``: cores, or what a graphics processor has in place of them.
    """

    device: str
    usable: bool
    about: str
    processors: int = 0
    memory_bytes: int | None = None


def places() -> list[Place]:
    """All devices. NVIDIA's driver is looked for only here and by engines that need it."""
    cores = os.cpu_count() or 1
    return [Place(CPU, True, f"this machine's processor, vectors of {vector_bits()} bits", cores), *_graphics()]


def _graphics() -> list[Place]:
    from ludens.engine.cuda import driver, ptx  # noqa: PLC0415  (nobody else needs it)

    try:
        found = driver.devices()
        cuda = ".".join(map(str, driver.driver_version()))
        for device in found:
            ptx.ptx_of("", device.version, driver.driver_version())
    except LudensError as error:
        return [Place(CUDA, False, str(error))]
    return [
        Place(f"{CUDA}:{device.number}", True, f"{device.name}, CUDA {cuda}", device.processors, device.memory_bytes)
        for device in found
    ]


def wake(device: str) -> None:
    """Has a graphics processor made ready in the background, since it will be needed soon; what is wrong with it is
    told by ``engine_on``."""
    number = _number_of(device)
    if number is not None:
        from ludens.engine.cuda import driver  # noqa: PLC0415  (nobody else needs it)

        driver.wake(number)


def engine_on(circuit: Circuit, device: str, backend: Backend | None = None) -> Engine:
    """An engine on ``cpu``, ``cuda`` or, where there are several, ``cuda:1``. Raises LudensError with the reason."""
    if device == CPU:
        return Engine(circuit, backend)
    number = _number_of(device)
    if number is None:
        raise UnknownNameError("device", device, (CPU, CUDA))
    from ludens.engine.cuda.engine import CudaEngine  # noqa: PLC0415  (nobody else needs it)

    return CudaEngine(circuit, backend, number)


def _number_of(device: str) -> int | None:
    """The number of a graphics processor by its name, ``cuda`` or ``cuda:1``; None for any other name."""
    kind, _, number = device.partition(":")
    return int(number or 0) if kind == CUDA and (number.isdecimal() or device == CUDA) else None
