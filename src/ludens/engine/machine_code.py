"""From assembly to functions that can be called; object code is kept on disk."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import lzma
from collections.abc import Callable

import llvmlite
import llvmlite.binding as llvm

from ludens import cache


class MachineCode:
    """Loaded object code; calls release the interpreter lock."""

    def __init__(self, code: bytes) -> None:
        # The compiler owns the target machine it is given, so it gets one of its own.
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _new_target_machine())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where a function begins."""
        return int(self._engine.get_function_address(name))

    def function(self, name: str, pointers: int, numbers: int) -> Callable[..., None]:
        """A function that takes so many addresses and then so many whole numbers."""
        arguments = [*[ctypes.c_void_p] * pointers, *[ctypes.c_int64] * numbers]
        return ctypes.CFUNCTYPE(None, *arguments)(self.address(name))


def compile_assembly(text: str) -> bytes:
    """Object code of LLVM assembly, from the cache if it is there."""
    return _object_code(text, lambda: llvm.parse_assembly(text))


def compile_bitcode(packed: bytes) -> bytes:
    """Object code of LLVM bitcode that was packed by lzma, from the cache if it is there."""
    return _object_code(hashlib.sha256(packed).hexdigest(), lambda: llvm.parse_bitcode(lzma.decompress(packed)))


def _object_code(source: str, parse: Callable[[], llvm.ModuleRef]) -> bytes:
    machine = _target_machine()
    made_from = "\n".join([llvmlite.__version__, str(llvm.llvm_version_info), machine.triple, _cpu(), source])
    code = cache.fetch("object", made_from)
    if code is None:
        module = parse()
        module.triple, module.data_layout = machine.triple, str(machine.target_data)
        module.verify()
        code = bytes(machine.emit_object(module))
        cache.keep("object", made_from, code)
    return code


@functools.cache
def _cpu() -> str:
    return f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


@functools.cache
def _target_machine() -> llvm.TargetMachine:
    return _new_target_machine()


def _new_target_machine() -> llvm.TargetMachine:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features()
    # Zen 4 and later Intel processors run 512-bit instructions well, but LLVM prefers 256 bits unless told.
    wide = ",-prefer-256-bit" if features.get("avx512f") else ""
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=features.flatten() + wide,
        opt=2,
        reloc="static",
        codemodel="jitdefault",
        jit=True,
    )
