"""A lock that kernels can release and take again: the operating system's own, called by its address."""

from __future__ import annotations

import ctypes
import sys
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.calling import call
from ludens.engine.kernels.compiling import bare_part

BYTES = 128
"""Room for a lock of any system; theirs have 8 to 64 bytes."""

TAKE, RELEASE, PLACE = range(3)

Handle = NDArray[np.int64]
"""What kernels need of a lock: the addresses of the functions and of the lock. Empty: there is nothing to lock."""


def no_mutex() -> Handle:
    return np.zeros(0, dtype=np.int64)


class Mutex:
    """A lock for threads that are in compiled code most of the time; ``with`` takes it from Python.

    An interrupt from the keyboard between taking it and what follows ``with`` would leave it locked, so what the main
    thread does under it must not matter to others afterwards.
    """

    def __init__(self) -> None:
        self._memory = np.zeros(BYTES // 8, dtype=np.uint64)
        self._place = ctypes.c_void_p(self._memory.ctypes.data)
        self._take, self._release = _functions(self._place)
        addresses = [ctypes.cast(function, ctypes.c_void_p).value for function in (self._take, self._release)]
        self.handle: Handle = np.array([*addresses, self._place.value], dtype=np.int64)

    def __enter__(self) -> Mutex:
        self._take(self._place)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._release(self._place)


def _functions(place: ctypes.c_void_p) -> tuple[Any, Any]:
    """What takes and releases a lock, which is made at a place; memory of zeros is a lock of Windows."""
    if sys.platform == "win32":
        system = ctypes.WinDLL("kernel32")
        return system.AcquireSRWLockExclusive, system.ReleaseSRWLockExclusive
    system = ctypes.CDLL(None)
    system.pthread_mutex_init(place, None)
    return system.pthread_mutex_lock, system.pthread_mutex_unlock


@bare_part
def take(mutex: Handle) -> None:
    if len(mutex):
        call(mutex[TAKE], (mutex[PLACE],))


@bare_part
def release(mutex: Handle) -> None:
    if len(mutex):
        call(mutex[RELEASE], (mutex[PLACE],))
