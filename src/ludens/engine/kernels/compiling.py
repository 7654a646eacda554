"""How kernels are compiled: by Numba, without the interpreter's lock, and kept on disk.

Numba notices a change of the file a function is in, but not of those it takes functions and tables from. So the folder
that compiled code is kept in is named after the text of all files that kernels are made of.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from ludens.cache import cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])


def _folder() -> str:
    package = Path(__file__).parent.parent.parent
    files = [*sorted(package.glob("*/kernels/*.py")), package / "engine" / "hexagon.py"]
    text = b"\0".join(file.read_bytes() for file in files)
    return str(cache_folder() / f"kernels-{hashlib.sha256(text).hexdigest()[:16]}")


_FOLDER = _folder()


def kernel(function: Function) -> Function:
    """The function, compiled when it is first called with arguments of a kind. Other users of Numba see no change."""
    return _compiled(function)


def part(function: Function) -> Function:
    """A small function that becomes a part of every kernel it is called in."""
    return _compiled(function, forceinline=True)


def bare_kernel(function: Function) -> Function:
    """A kernel that makes no arrays. Numba then need not count who uses which, which costs more than most loops do."""
    return _compiled(function, _nrt=False)


def bare_part(function: Function) -> Function:
    """A part that makes no arrays."""
    return _compiled(function, _nrt=False, forceinline=True)


def _compiled(function: Function, **options: bool) -> Function:
    config: Any = numba.config
    compiler: Any = numba.njit
    before = config.CACHE_DIR
    config.CACHE_DIR = _FOLDER
    try:
        return cast(Function, compiler(nogil=True, cache=True, **options)(function))
    finally:
        config.CACHE_DIR = before
