"""From assembly to functions that can be called, with object code kept on disk.

The cache is a folder of object files named by a hash of the assembly, the processor and the versions involved. Files
are written in one step and begin with a hash of their content; one that is damaged is ignored and made anew.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm


class MachineCode:
    """Loaded object code; calls release the interpreter lock."""

    def __init__(self, code: bytes) -> None:
        # The compiler owns the target machine it is given, so it gets one of its own.
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _new_target_machine())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self.look = self._function("look", 0)
        self.advance = self._function("advance", 0)
        self.playouts = self._function("playouts", 3)

    def _function(self, name: str, numbers: int) -> Callable[..., None]:
        """A kernel, which takes the addresses of workspace and table and then some whole numbers."""
        arguments = [ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * numbers]
        return ctypes.CFUNCTYPE(None, *arguments)(self._engine.get_function_address(name))


def compile_assembly(text: str) -> bytes:
    """Object code, from the cache if it is there."""
    machine = _target_machine()
    key = "\n".join([llvmlite.__version__, str(llvm.llvm_version_info), machine.triple, _cpu(), text])
    path = cache_folder() / f"{hashlib.sha256(key.encode()).hexdigest()}.o"
    with contextlib.suppress(OSError):
        data = path.read_bytes()
        if hashlib.sha256(data[32:]).digest() == data[:32]:
            return data[32:]
    module = llvm.parse_assembly(text)
    module.verify()
    code = bytes(machine.emit_object(module))
    with contextlib.suppress(OSError):  # a cache that cannot be written is none
        _write(path, hashlib.sha256(code).digest() + code)
    return code


def cache_folder() -> Path:
    """Where object code is kept: LUDENS_CACHE, or the user's cache folder."""
    chosen = os.environ.get("LUDENS_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludens"


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    Path(file.name).replace(path)


@cache
def _cpu() -> str:
    return f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


@cache
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
