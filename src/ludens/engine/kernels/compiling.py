"""How kernels become machine code.

Kernels are Python functions on arrays that Numba can compile. Numba takes half a minute for those of one agent, so it
does that beforehand: ``scripts/kernels.py`` has it make LLVM bitcode of all kernels, which is shipped beside them, and
LLVM makes machine code of that for the processor it finds, in a second (``shipped.py``). Numba itself is not imported.

Where a source file has changed since, or with ``LUDENS_KERNELS=numba``, Numba, if it is installed, compiles kernels as
they are called. With
``NUMBA_DISABLE_JIT=1`` they are the Python functions that they are written as.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from ludens.engine.kernels import shipped
from ludens.game import LudensError

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED: list[Any] = []
"""What Numba has been given to compile."""


def kernel(function: Function) -> Function:
    """The function as machine code, which runs without the interpreter's lock."""
    if interpreted():
        return function
    if shipped.usable():
        return cast(Function, shipped.kernel(function))
    return _by_numba(function)


def part(function: Function) -> Function:
    """A small function that becomes a part of every kernel it is called in."""
    return function if interpreted() or shipped.usable() else _by_numba(function, forceinline=True)


def bare_kernel(function: Function) -> Function:
    """A kernel that makes no arrays. Numba then need not count who uses which, which costs more than most loops do."""
    return kernel(function) if interpreted() or shipped.usable() else _by_numba(function, _nrt=False)


def bare_part(function: Function) -> Function:
    """A part that makes no arrays."""
    return part(function) if interpreted() or shipped.usable() else _by_numba(function, _nrt=False, forceinline=True)


def progress() -> tuple[int, int] | None:
    """How many files of kernels are machine code, of how many in use; None where that is not known beforehand."""
    return shipped.progress() if shipped.usable() and not interpreted() else None


def interpreted() -> bool:
    """Whether kernels are run by the Python interpreter."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def _by_numba(function: Function, **options: bool) -> Function:
    try:
        import numba  # noqa: PLC0415  (it takes long to import, and is needed only here)
    except ImportError:
        raise LudensError(
            f"To compile {function.__module__} takes Numba, since the compiled kernels that come with Ludens are of "
            "other sources or are not wanted: pip install 'ludens[kernels]'."
        ) from None

    compiler: Any = numba.njit
    compiled = compiler(nogil=True, **options)(function)
    COMPILED.append(compiled)
    return cast(Function, compiled)
