"""Code for a device: LLVM makes PTX of it, the driver makes machine code of that, which is kept on disk."""

from __future__ import annotations

import llvmlite

from ludens import cache
from ludens.engine.cuda import driver, ptx
from ludens.engine.cuda.driver import Device, Module

HASTE, CARE = 1, 4
"""How much the driver thinks about code."""

LLVM_LEVELS = {HASTE: 0, CARE: 3}
"""How much LLVM does before. Where the driver does little, more of it costs time and brings nothing."""


def module(device: Device, assembly: str, level: int = CARE) -> Module:
    """A module of LLVM assembly, loaded."""
    return Module(device.number, machine_code(device, assembly, level))


def machine_code(device: Device, assembly: str, level: int) -> bytes:
    """What the device runs, from the cache if it is there."""
    made_from = _made_from(device, assembly, level)
    code = cache.fetch("cubin", made_from)
    if code is None:
        text = ptx.ptx_of(assembly, device.version, driver.driver_version(), LLVM_LEVELS[level])
        code = driver.compiled(device.number, text.encode(), level)
        cache.keep("cubin", made_from, code)
    return code


def is_kept(device: Device, assembly: str, level: int) -> bool:
    """Whether the code need not be made."""
    return cache.fetch("cubin", _made_from(device, assembly, level)) is not None


def _made_from(device: Device, assembly: str, level: int) -> str:
    """The circuit is in the assembly; machine code suits one version of devices, and a new driver makes better code."""
    version = f"{device.version} {driver.driver_version()}"
    return "\n".join([llvmlite.__version__, version, str(level), assembly])
