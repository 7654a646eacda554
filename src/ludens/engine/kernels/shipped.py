"""Kernels that were compiled to LLVM bitcode beforehand: their machine code, and how they are called.

Each file of kernels has a file of bitcode, made by ``scripts/kernels.py``, with a function for each kernel and each
kind of arguments that it is called with. Such a function takes one pointer to its arguments, a word of 64 bits for each
number or array, tuples being taken apart. The word of an array is the address of the array object: the function reads
data, shape and strides from it, by NumPy's binary interface, so that a call costs microseconds.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import operator
import os
import struct
import threading
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parent / "bitcode"
PACKAGE = Path(__file__).parent.parent.parent
FORMATS = {"int64": "q", "uint64": "Q", "float64": "d", "float32": "f4x", "bool": "?7x"}
"""How the numbers that kernels take and return lie in a word."""

Specification = Any
"""``["array", dtype, dimensions, contiguous]``, ``["tuple", [specification, …]]``, or a key of FORMATS."""


@functools.cache
def usable() -> bool:
    """Whether there is bitcode of the kernels as they are now, and it may be used."""
    if os.environ.get("LUDENS_KERNELS") == "numba":
        return False
    manifest = _manifest()
    return "hash" in manifest and source_hash(manifest["sources"]) == manifest["hash"] and _arrays_are_as_expected()


def source_hash(files: Sequence[str]) -> str:
    """A hash of the text of source files, given by their paths in the package."""
    digest = hashlib.sha256()
    for file in files:
        path = PACKAGE / file
        digest.update(path.read_bytes() if path.exists() else b"missing")
        digest.update(b"\0")
    return digest.hexdigest()


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """The machine code of a function, as far as there is any: whoever calls it otherwise is told that it is slow."""
    overloads = _manifest()["files"].get(function.__module__, {}).get(function.__name__, [])
    return functools.update_wrapper(_Kernel(_code(function.__module__), function, overloads), function)


def progress() -> tuple[int, int]:
    """How many files of kernels are ready, and how many of the program are in use."""
    codes = list(_codes.values())
    return sum(code.ready for code in codes), len(codes)


@functools.cache
def _manifest() -> dict[str, Any]:
    path = FOLDER / "manifest.json"
    return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}


class _Code:
    """The machine code of one file of kernels, made when it is first asked for."""

    def __init__(self, name: str) -> None:
        self.name, self.ready = name, False
        self._lock = threading.Lock()
        self._machine: Any = None

    def function(self, name: str) -> Callable[..., int]:
        from ludens.engine.machine_code import MachineCode, compile_bitcode  # noqa: PLC0415  (llvmlite, when needed)

        with self._lock:
            if self._machine is None:
                packed = (FOLDER / f"{self.name}.bc.xz").read_bytes()
                self._machine = MachineCode(compile_bitcode(packed))
                self.ready = True
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_char_p, ctypes.c_void_p)
        return prototype(self._machine.address(name))


_codes: dict[str, _Code] = {}


def _code(module: str) -> _Code:
    return _codes.setdefault(module, _Code(module))


class _Kernel:
    """Calls the function that fits its arguments; where none does, the Python function, and says so."""

    def __init__(self, code: _Code, function: Callable[..., Any], overloads: Sequence[dict[str, Any]]) -> None:
        self._function = function
        self._overloads = [_Overload(code, **overload) for overload in overloads]

    def __call__(self, *arguments: Any) -> Any:
        for overload in self._overloads:
            try:
                words = overload.words(arguments)
            except TypeError:
                continue
            return overload.call(words)
        kinds = ", ".join(_kind(argument) for argument in arguments)
        name = self._function.__name__
        warnings.warn(f"{name} is slow: it was not compiled for arguments of these kinds: {kinds}", stacklevel=2)
        with np.errstate(over="ignore"):
            return self._function(*arguments)


class _Overload:
    """A kernel for arguments of one kind."""

    def __init__(self, code: _Code, symbol: str, arguments: list[Specification], result: list[str]) -> None:
        self._code, self._symbol, self._arguments = code, symbol, arguments
        self._tuples = [isinstance(kind, list) and kind[0] == "tuple" for kind in arguments]
        flat = [kind for argument in arguments for kind in (argument[1] if argument[0] == "tuple" else [argument])]
        self._readers = [_reader(kind) for kind in flat]
        self._pack = struct.Struct("<" + "".join(FORMATS.get(str(kind), "Q") for kind in flat)).pack
        self._result = struct.Struct("<" + "".join(FORMATS[kind] for kind in result)) if result else None

    def words(self, arguments: Sequence[Any]) -> bytes:
        """The arguments as words; raises TypeError when they are of other kinds."""
        if len(arguments) != len(self._tuples):
            raise TypeError
        flat: list[Any] = []
        for argument, taken_apart in zip(arguments, self._tuples, strict=True):
            flat.extend(argument) if taken_apart else flat.append(argument)
        if len(flat) != len(self._readers):
            raise TypeError
        return self._pack(*[read(value) for read, value in zip(self._readers, flat, strict=True)])

    def call(self, words: bytes) -> Any:
        if self._result is None:
            self._check(self._function(words, None))
            return None
        room = ctypes.create_string_buffer(self._result.size)
        self._check(self._function(words, room))
        found = self._result.unpack(room.raw)
        return found[0] if len(found) == 1 else found

    def _check(self, status: int) -> None:
        if status:
            raise ArithmeticError(f"{self._symbol} stopped with status {status}")

    @functools.cached_property
    def _function(self) -> Callable[..., int]:
        return self._code.function(self._symbol)


def _reader(kind: Specification) -> Callable[[Any], Any]:
    """What makes a word of a value; raises TypeError when the value is of another kind."""
    if kind == "bool":
        return bool
    if isinstance(kind, str):
        return float if kind.startswith("float") else operator.index
    _, fields, dimensions, contiguous = kind
    dtype = dtype_of(fields)

    def address(value: Any) -> int:
        if (
            not isinstance(value, np.ndarray)
            or value.ndim != dimensions
            or value.dtype != dtype
            or (contiguous and not value.flags.c_contiguous)
        ):
            raise TypeError
        return id(value)

    return address


def dtype_of(fields: Any) -> np.dtype[Any]:
    """The type of an array's elements: a name, or a list of fields as JSON has it."""
    return np.dtype(fields if isinstance(fields, str) else [tuple(field) for field in fields])


def _kind(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype} array of {value.ndim} dimensions{'' if value.flags.c_contiguous else ', not contiguous'}"
    return type(value).__name__


DATA, SHAPE, STRIDES = 16, 32, 40
"""Where they are in an array object, in bytes from its beginning."""


def _arrays_are_as_expected() -> bool:
    """Whether array objects are laid out as the compiled functions take them to be."""
    probe = np.zeros((3, 5), dtype=np.uint64)[1:, :4]

    def at(address: int) -> int | None:
        return ctypes.c_void_p.from_address(address).value

    shape, strides = at(id(probe) + SHAPE), at(id(probe) + STRIDES)
    if not shape or not strides or at(id(probe) + DATA) != probe.ctypes.data:
        return False
    return (at(shape), at(shape + 8), at(strides), at(strides + 8)) == (*probe.shape, *probe.strides)
