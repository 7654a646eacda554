"""Arrays for other libraries without a copy: DLPack's capsule by ctypes (https://dmlc.github.io/dlpack)."""

from __future__ import annotations

import ctypes
import itertools
from ctypes import POINTER, Structure, c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p
from typing import Any

import numpy as np

ON_CPU, ON_CUDA = 1, 2
"""Kinds of devices, as DLPack numbers them."""

CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""Kinds of numbers, by NumPy's letters for them."""

NAME = b"dltensor"


class _Device(Structure):
    _fields_ = (("kind", c_int32), ("number", c_int32))


class _DataType(Structure):
    _fields_ = (("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16))


class _Tensor(Structure):
    _fields_ = (
        ("data", c_void_p),
        ("device", _Device),
        ("dimensions", c_int32),
        ("kind", _DataType),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("byte_offset", c_uint64),
    )


class _Managed(Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, POINTER(_Managed))
_Destructor = ctypes.CFUNCTYPE(None, c_void_p)

_Managed._fields_ = (("tensor", _Tensor), ("context", c_void_p), ("deleter", _Deleter))

_lent: dict[int, tuple[Any, ...]] = {}
"""What other libraries have, until they give it back."""

_numbers = itertools.count(1)

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, (c_void_p, c_char_p, _Destructor)
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, (c_void_p, c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = c_void_p, (c_void_p, c_char_p)


def capsule(
    owner: object, address: int, shape: tuple[int, ...], kind: np.dtype[Any], device: tuple[int, int]
) -> object:
    """What ``__dlpack__`` returns for a contiguous array at an address; it keeps the owner alive."""
    number, lengths = next(_numbers), (c_int64 * len(shape))(*shape)
    numbers = _DataType(CODES[kind.kind], 8 * kind.itemsize, 1)
    tensor = _Tensor(address, _Device(*device), len(shape), numbers, lengths, None, 0)
    managed = _Managed(tensor, number, _give_back)
    _lent[number] = owner, lengths, managed
    return _new(ctypes.addressof(managed), NAME, _unused)


def _forget(managed: Any) -> None:
    _lent.pop(managed.contents.context, None)


def _look_at_unused(found: int) -> None:
    """A capsule that nobody took goes with what it holds; those that were taken have another name."""
    if _is_valid(found, NAME):
        _forget(ctypes.cast(_pointer(found, NAME), POINTER(_Managed)))


_give_back, _unused = _Deleter(_forget), _Destructor(_look_at_unused)
