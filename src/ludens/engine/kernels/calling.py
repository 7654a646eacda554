"""What kernels call by address: code that was made for one game."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from ludens.engine.kernels import shipped
from ludens.engine.kernels.compiling import interpreted

_EXPAND = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, *[ctypes.c_int64] * 2)


def _call_by_ctypes(address: int, record: int, scratch: int, found: int, lanes: Any, groups: int) -> None:
    """Calls ``expand`` of an expander: its address, three addresses of memory, and two numbers."""
    _EXPAND(int(address))(int(record), int(scratch), int(found), int(np.int64(np.uint64(lanes))), int(groups))


def _fetch_nothing(address: int) -> None:
    """Has the processor read memory that will be needed soon."""


call_expander: Any = _call_by_ctypes
fetch_early: Any = _fetch_nothing

if not interpreted() and not shipped.usable():
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils as _cgutils
    from numba.extending import intrinsic

    cgutils: Any = _cgutils

    @intrinsic
    def _call(typing: Any, address: Any, record: Any, scratch: Any, found: Any, lanes: Any, groups: Any) -> Any:
        signature = types.void(*[types.int64] * 4, types.uint64, types.int64)

        def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
            kind = ir.FunctionType(ir.VoidType(), [ir.IntType(64)] * 5)
            builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])
            return context.get_dummy_value()

        return signature, generate

    @intrinsic
    def _prefetch(typing: Any, address: Any) -> Any:
        signature = types.void(types.int64)

        def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
            byte, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
            function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
            builder.call(function, [builder.inttoptr(arguments[0], byte), flag(0), flag(3), flag(1)])
            return context.get_dummy_value()

        return signature, generate

    call_expander, fetch_early = _call, _prefetch
