"""From assembly to functions that can be called; object code is kept on disk."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import lzma
import sys
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

import llvmlite
import llvmlite.binding as llvm

from ludens import cache
from ludens.engine.target import Target

WIDE = 512
"""Bits of a vector from which on code is better for the widest instructions there are."""

C_FUNCTIONS = ("exp", "free", "log", "malloc", "memcpy", "memmove", "memset", "pow", "sqrt")
"""What code may call beside itself."""

HASTE, CARE = 0, 2
"""How much LLVM thinks about code."""


T = TypeVar("T")


class kept_code(Generic[T]):  # noqa: N801  (used as ``property`` is)
    """A property that is made once and never replaced, whichever threads ask for it.

    Machine code goes when nobody has its object any more, and loops have no more of it than addresses.
    ``functools.cached_property`` lets two threads make one each, and the second takes the place of the first.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self.__doc__ = make, make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> kept_code[T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> T | kept_code[T]:
        if instance is None:
            return self
        found: T = vars(instance).setdefault(self._name, self._make(instance))
        return found


class MachineCode:
    """Loaded object code; calls release the interpreter lock."""

    def __init__(self, code: bytes) -> None:
        _lend_symbols()
        # The compiler owns the target machine it is given, so it gets one of its own.
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _new_target_machine(_features(None), CARE))
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where a function begins."""
        return int(self._engine.get_function_address(name))

    def function(self, name: str, pointers: int, numbers: int) -> Callable[..., None]:
        """A function that takes so many addresses and then so many whole numbers."""
        arguments = [*[ctypes.c_void_p] * pointers, *[ctypes.c_int64] * numbers]
        return ctypes.CFUNCTYPE(None, *arguments)(self.address(name))


def compile_assembly(text: str, target: Target, *, in_haste: bool = False) -> bytes:
    """Object code of LLVM assembly, from the cache if it is there.

    ``in_haste``: made in a third of the time, and slower: for code that will soon be replaced.
    """
    return _object_code(text, lambda: llvm.parse_assembly(text), target, HASTE if in_haste else CARE)


def compile_bitcode(packed: bytes) -> bytes:
    """Object code of LLVM bitcode that was packed by lzma, from the cache if it is there."""
    source = hashlib.sha256(packed).hexdigest()
    return _object_code(source, lambda: llvm.parse_bitcode(lzma.decompress(packed)), None, CARE)


def _object_code(source: str, parse: Callable[[], llvm.ModuleRef], target: Target | None, level: int) -> bytes:
    """``target``: None for code that was not written for any."""
    machine, cpu = _target_machine(_features(target), level), f"{llvm.get_host_cpu_name()} {_features(target)}"
    versions = [llvmlite.__version__, str(llvm.llvm_version_info)]
    made_from = "\n".join([*versions, machine.triple, cpu, str(target), str(level), source])
    code = cache.fetch("object", made_from)
    if code is None:
        module = parse()
        module.triple, module.data_layout = machine.triple, str(machine.target_data)
        module.verify()
        code = bytes(machine.emit_object(module))
        cache.keep("object", made_from, code)
    return code


@functools.cache
def _features(target: Target | None) -> str:
    """The features of this machine's processor, and what is said of them to the compiler."""
    found = llvm.get_host_cpu_features()
    told = [found.flatten()]
    if found.get("avx512f") and (target is None or target.lanes >= WIDE):
        # Zen 4 and later Intel processors run 512-bit instructions well, but LLVM prefers 256 bits unless told.
        told.append("-prefer-256-bit")
    return ",".join(filter(None, [*told, target.features if target else ""]))


@functools.cache
def vector_bits() -> int:
    """The width of this processor's vector registers; 128 bits, as of NEON and SSE, where nothing else is known."""
    found = llvm.get_host_cpu_features()
    return 512 if found.get("avx512f") else 256 if found.get("avx2") else 128


@functools.cache
def _target_machine(features: str, level: int) -> llvm.TargetMachine:
    return _new_target_machine(features, level)


@functools.cache
def _lend_symbols() -> None:
    """Tells LLVM where functions of C are; elsewhere than on Windows it finds them in this process."""
    if sys.platform == "win32":
        functions = [(name, ctypes.cdll.msvcrt) for name in C_FUNCTIONS]
        for name, library in [*functions, ("__chkstk", ctypes.cdll.ntdll)]:  # the last for functions with large frames
            llvm.add_symbol(name, ctypes.cast(getattr(library, name), ctypes.c_void_p).value)


def _new_target_machine(features: str, level: int) -> llvm.TargetMachine:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=features,
        opt=level,
        reloc="static",
        codemodel="jitdefault",
        jit=True,
    )
