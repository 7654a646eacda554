"""What kernels do with addresses: they call functions, such as the code of a game, and fetch memory ahead of time.

Numba compiles these to a call or an instruction; in Python they are called through ctypes.
"""

from __future__ import annotations

import ctypes
from typing import Any

from numpy.typing import NDArray

from ludens.engine.kernels import shipped
from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import interpreted


def call(address: Whole, arguments: tuple[Whole, ...]) -> None:
    """Calls a function that takes so many words, addresses or numbers of 64 bits, and returns nothing."""
    words = [ctypes.c_int64] * len(arguments)
    ctypes.CFUNCTYPE(None, *words)(int(address))(*map(int, arguments))


def address_of(array: NDArray[Any]) -> Whole:
    """Where the data of an array begins; it must be contiguous."""
    return array.ctypes.data


def prefetch(address: Whole) -> None:
    """Tells the processor that what is there will be needed soon; nothing comes of it but speed."""


if not interpreted() and not shipped.usable():
    import numba
    from llvmlite import ir
    from numba.core import cgutils
    from numba.extending import intrinsic

    types: Any = numba.types
    compiled: Any = intrinsic
    helpers: Any = cgutils

    @compiled  # type: ignore[untyped-decorator]
    def _call(typing: Any, address: Any, arguments: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            word = ir.IntType(64)
            kind = ir.FunctionType(ir.VoidType(), [word] * len(signature.args[1]))
            builder.call(builder.inttoptr(values[0], kind.as_pointer()), helpers.unpack_tuple(builder, values[1]))
            return context.get_dummy_value()

        return types.void(types.int64, types.UniTuple(types.int64, len(arguments))), generate

    @compiled  # type: ignore[untyped-decorator]
    def _address_of(typing: Any, array: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, values[0]).data
            return builder.ptrtoint(data, ir.IntType(64))

        return types.int64(array), generate

    @compiled  # type: ignore[untyped-decorator]
    def _prefetch(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            number, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
            kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
            function = helpers.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
            read, often, data = number(0), number(3), number(1)
            builder.call(function, [builder.inttoptr(values[0], pointer), read, often, data])
            return context.get_dummy_value()

        return types.void(types.int64), generate

    call, address_of, prefetch = _call, _address_of, _prefetch
