"""How kernels call functions of which only the address is known: the code of a game, made while the program runs."""

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


if not interpreted() and not shipped.usable():
    import numba  # noqa: PLC0415  (only who compiles kernels needs it)
    from llvmlite import ir
    from numba.core import cgutils
    from numba.extending import intrinsic

    types: Any = numba.types

    @intrinsic  # type: ignore[untyped-decorator]
    def _call(typing: Any, address: Any, arguments: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            word = ir.IntType(64)
            kind = ir.FunctionType(ir.VoidType(), [word] * len(signature.args[1]))
            builder.call(builder.inttoptr(values[0], kind.as_pointer()), cgutils.unpack_tuple(builder, values[1]))
            return context.get_dummy_value()

        return types.void(types.int64, types.UniTuple(types.int64, len(arguments))), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def _address_of(typing: Any, array: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, values[0]).data
            return builder.ptrtoint(data, ir.IntType(64))

        return types.int64(array), generate

    call, address_of = _call, _address_of
