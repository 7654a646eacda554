"""From LLVM assembly to PTX, the assembly that NVIDIA's driver compiles for its devices."""

from __future__ import annotations

import functools

import llvmlite.binding as llvm

TRIPLE = "nvptx64-nvidia-cuda"

PTX_OF_CUDA = ((12, 0, "ptx80"), (11, 8, "ptx78"), (11, 4, "ptx74"), (11, 0, "ptx70"))
"""Versions of CUDA, newest first, and the PTX that each can read."""


class NoPtxError(Exception):
    """This LLVM cannot write PTX."""


def ptx_of(assembly: str, architecture: str, cuda: tuple[int, int]) -> str:
    """PTX for a device; ``cuda``: the newest version that its driver knows."""
    features = next((ptx for *version, ptx in PTX_OF_CUDA if tuple(version) <= cuda), "ptx64")
    machine = _machine(architecture, f"+{features}")
    module = llvm.parse_assembly(f'target triple = "{TRIPLE}"\n{assembly}')
    module.data_layout = str(machine.target_data)
    module.verify()
    return str(machine.emit_assembly(module))


@functools.cache
def _machine(architecture: str, features: str) -> llvm.TargetMachine:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        target = llvm.Target.from_triple(TRIPLE)
    except RuntimeError as error:
        raise NoPtxError(f"This llvmlite has no code for NVIDIA's processors: {error}") from None
    return target.create_target_machine(cpu=architecture, features=features, opt=3)
