"""From LLVM assembly to PTX, the assembly that NVIDIA's driver compiles for its devices."""

from __future__ import annotations

import functools

import llvmlite.binding as llvm

from ludens.engine.cuda.driver import CudaError

TRIPLE = "nvptx64-nvidia-cuda"

PTX_OF_CUDA = ((12, 0, "ptx80"), (11, 8, "ptx78"), (11, 4, "ptx74"), (11, 0, "ptx70"))
"""Versions of CUDA, newest first, and the PTX that each can read."""

OLDEST_PTX = "ptx64"

ARCHITECTURES = ((9, 0), (8, 0), (7, 5), (7, 0), (6, 0), (5, 0))
"""What code is written for, newest first. Devices run what was written for older ones."""


def ptx_of(assembly: str, version: tuple[int, int], cuda: tuple[int, int], level: int = 3) -> str:
    """PTX for a device of a version; ``cuda``: the newest version that its driver knows. ``level``: of LLVM's thought.

    Accesses of near memory are volatile for LLVM, which must not take its values for those that it knows already. The
    driver may move them, so that they are there in time.
    """
    features = next((ptx for *newest, ptx in PTX_OF_CUDA if tuple(newest) <= cuda), OLDEST_PTX)
    machine = _machine(architecture(version), f"+{features}", level)
    try:
        module = llvm.parse_assembly(f'target triple = "{TRIPLE}"\n{assembly}')
        module.data_layout = str(machine.target_data)
        module.verify()
    except RuntimeError as error:
        raise CudaError(f"LLVM refuses the code for the device: {error}") from None
    return str(machine.emit_assembly(module)).replace(".volatile.shared", ".shared")


def architecture(version: tuple[int, int]) -> str:
    """What code for a device is written for, as LLVM and NVIDIA's tools name it: ``sm_90``."""
    found = next((known for known in ARCHITECTURES if known <= version), None)
    if found is None:
        raise CudaError(
            f"Devices of version {version[0]}.{version[1]} are too old; {_text(ARCHITECTURES[-1])} is needed."
        )
    return f"sm_{found[0]}{found[1]}"


def _text(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))


@functools.cache
def _machine(architecture: str, features: str, level: int) -> llvm.TargetMachine:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        target = llvm.Target.from_triple(TRIPLE)
    except RuntimeError as error:
        raise CudaError(f"This llvmlite has no code for NVIDIA's processors: {error}.") from None
    return target.create_target_machine(cpu=architecture, features=features, opt=level)
