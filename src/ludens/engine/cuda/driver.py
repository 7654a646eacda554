"""The CUDA driver by ctypes: devices, memory, modules and launches. Every error has the driver's own words.

All of it lives in the device's primary context, which other libraries of the same process, such as PyTorch, use too.
"""

from __future__ import annotations

import ctypes
import functools
import math
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ludens.game import LudensError
from ludens.processes import background

LIBRARIES = ("libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1") if os.name == "posix" else ("nvcuda.dll",)
"""Where the driver may be: in the system's own places, or in those of Windows' subsystem for Linux."""

MAJOR, MINOR, PROCESSORS, NEAR_BYTES = 75, 76, 16, 81
"""Numbers of attributes of a device."""

OPTIMISATION_LEVEL, ERROR_LOG, ERROR_LOG_BYTES = 7, 5, 6
"""Numbers of options for making code."""

PTX = 1
"""The number of the kind of code that is made into more."""

LOCAL_BYTES, REGISTERS, MOST_NEAR_BYTES = 3, 4, 8
"""Numbers of attributes of a kernel."""


class CudaError(LudensError):
    """The driver, or the lack of one, stands in the way."""


@dataclass(frozen=True, slots=True)
class Device:
    """A graphics processor. ``version``: of what it can do, as (9, 0) for Hopper.

    ``near_bytes``: memory that each of its processors has for itself, and that the threads of a block share.
    """

    number: int
    name: str
    version: tuple[int, int]
    processors: int
    memory_bytes: int
    near_bytes: int


@functools.cache
def _library() -> Any:
    reasons = []
    for name in LIBRARIES:
        try:
            library = ctypes.CDLL(name)
            break
        except OSError as error:
            reasons.append(str(error))
    else:
        raise CudaError(f"There is no CUDA driver: {reasons[0]}." if sys.platform != "darwin" else "macOS has no CUDA.")
    _check(library, library.cuInit(0))
    return library


@functools.cache
def _process() -> int:
    """The process that called the driver first; those that are forked from it cannot."""
    return os.getpid()


def _check(library: Any, code: int) -> None:
    if code:
        text = c_char_p()
        library.cuGetErrorString(code, byref(text))
        raise CudaError(f"CUDA: {(text.value or b'unknown error').decode()} (error {code}).")


def call(name: str, *arguments: Any) -> None:
    """Calls a function of the driver; raises CudaError."""
    library = _library()
    if os.getpid() != _process():
        raise CudaError("CUDA cannot be used here: this process was forked from one that uses it.")
    _check(library, getattr(library, name)(*arguments))


def driver_version() -> tuple[int, int]:
    """The newest version of CUDA that the driver knows."""
    found = c_int()
    call("cuDriverGetVersion", byref(found))
    return found.value // 1000, found.value % 1000 // 10


def devices() -> list[Device]:
    """All of this machine's; raises CudaError where there is no driver."""
    count = c_int()
    call("cuDeviceGetCount", byref(count))
    return [_device(number) for number in range(count.value)]


def _device(number: int) -> Device:
    handle, name, memory = c_int(), ctypes.create_string_buffer(256), c_size_t()
    call("cuDeviceGet", byref(handle), number)
    call("cuDeviceGetName", name, len(name), handle)
    call("cuDeviceTotalMem_v2", byref(memory), handle)

    def attribute(what: int) -> int:
        found = c_int()
        call("cuDeviceGetAttribute", byref(found), what, handle)
        return found.value

    version = attribute(MAJOR), attribute(MINOR)
    return Device(number, name.value.decode(), version, attribute(PROCESSORS), memory.value, attribute(NEAR_BYTES))


@functools.cache
def _context(device: int) -> c_void_p:
    handle, context = c_int(), c_void_p()
    call("cuDeviceGet", byref(handle), device)
    call("cuDevicePrimaryCtxRetain", byref(context), handle)
    return context


def wake(device: int) -> None:
    """Makes the context of a device in the background: it takes a third of a second the first time in a process."""

    def work() -> None:
        with suppress(CudaError):
            _context(device)

    background.begin(work, "ludens-cuda")


@contextmanager
def on(device: int) -> Iterator[None]:
    """Makes a device current for this thread."""
    call("cuCtxPushCurrent_v2", _context(device))
    try:
        yield
    finally:
        call("cuCtxPopCurrent_v2", byref(c_void_p()))


class Memory:
    """Some bytes on a device; freed when nobody has this object any more."""

    def __init__(self, device: int, size: int) -> None:
        self.device, self.size, self.address = device, size, c_uint64()
        with on(device):
            call("cuMemAlloc_v2", byref(self.address), c_size_t(max(1, size)))

    @classmethod
    def of(cls, device: int, array: NDArray[Any]) -> Memory:
        """With the bytes of an array."""
        memory = cls(device, array.nbytes)
        memory.write(array)
        return memory

    def write(self, array: NDArray[Any]) -> None:
        array = np.ascontiguousarray(array)
        if array.nbytes:
            with on(self.device):
                call("cuMemcpyHtoD_v2", self.address, c_void_p(array.ctypes.data), c_size_t(array.nbytes))

    def read(self, array: NDArray[Any]) -> None:
        """Fills an array, when all that was launched before is done."""
        if array.nbytes:
            with on(self.device):
                call("cuMemcpyDtoH_v2", c_void_p(array.ctypes.data), self.address, c_size_t(array.nbytes))

    def clear(self, byte: int = 0) -> None:
        """Sets every byte."""
        with on(self.device):
            call("cuMemsetD8_v2", self.address, byte, c_size_t(self.size))

    def __del__(self) -> None:
        if self.address:
            _quietly(self.device, "cuMemFree_v2", self.address)


class AnyStream(Protocol):
    """A stream of ours or of another library."""

    handle: c_void_p


class Stream:
    """Work that a device does in order, beside that of other streams; it is begun now and waited for later."""

    def __init__(self, device: int) -> None:
        self.device, self.handle = device, c_void_p()
        with on(device):
            call("cuStreamCreate", byref(self.handle), c_uint(0))

    def write(self, memory: Memory, array: NDArray[Any]) -> None:
        """Begins to copy an array of HostMemory to the device; it must stay as it is until ``wait``."""
        with on(self.device):
            source, size = c_void_p(array.ctypes.data), c_size_t(array.nbytes)
            call("cuMemcpyHtoDAsync_v2", memory.address, source, size, self.handle)

    def read(self, memory: Memory, array: NDArray[Any]) -> None:
        """Begins to copy from the device to an array of HostMemory, which is filled after ``wait``."""
        with on(self.device):
            target, size = c_void_p(array.ctypes.data), c_size_t(array.nbytes)
            call("cuMemcpyDtoHAsync_v2", target, memory.address, size, self.handle)

    def clear(self, memory: Memory, size: int) -> None:
        """Begins to set so many bytes to zero."""
        with on(self.device):
            call("cuMemsetD8Async", memory.address, 0, c_size_t(size), self.handle)

    def wait(self) -> None:
        """Returns when all that was begun is done."""
        with on(self.device):
            call("cuStreamSynchronize", self.handle)

    def __del__(self) -> None:
        if self.handle:
            _quietly(self.device, "cuStreamDestroy_v2", self.handle)


class HostMemory:
    """Memory of the CPU that a device copies from and to while the CPU does something else."""

    def __init__(self, device: int, shape: tuple[int, ...], kind: type[np.generic]) -> None:
        self.device, self._address = device, c_void_p()
        size = np.dtype(kind).itemsize * max(1, math.prod(shape))
        with on(device):
            call("cuMemHostAlloc", byref(self._address), c_size_t(size), c_uint(0))
        raw = (ctypes.c_uint8 * size).from_address(self._address.value or 0)
        self.array: NDArray[Any] = np.ctypeslib.as_array(raw).view(kind)[: math.prod(shape)].reshape(shape)

    def __del__(self) -> None:
        if self._address:
            _quietly(self.device, "cuMemFreeHost", self._address)


def _quietly(device: int, name: str, handle: Any) -> None:
    """Gives something back. When the process ends, the driver may have gone already."""
    with suppress(Exception), on(device):
        call(name, handle)


def compiled(device: int, ptx: bytes, level: int) -> bytes:
    """What the driver makes of PTX for a device; level 0 is made soonest, 4 runs fastest."""
    log = ctypes.create_string_buffer(8192)
    kinds = (c_int * 3)(OPTIMISATION_LEVEL, ERROR_LOG, ERROR_LOG_BYTES)
    values = (c_void_p * 3)(level, ctypes.addressof(log), len(log))
    state, made, size = c_void_p(), c_void_p(), c_size_t()
    try:
        with on(device):
            call("cuLinkCreate_v2", c_uint(3), kinds, values, byref(state))
            try:
                source = ptx + b"\0"
                length = c_size_t(len(source))
                call("cuLinkAddData_v2", state, c_int(PTX), source, length, b"ludens", c_uint(0), None, None)
                call("cuLinkComplete", state, byref(made), byref(size))
                return ctypes.string_at(made.value or 0, size.value)
            finally:
                call("cuLinkDestroy", state)
    except CudaError as error:
        raise CudaError(f"{error} {log.value.decode(errors='replace')}".strip()) from None


class Module:
    """Code on a device, as ``compiled`` makes it."""

    def __init__(self, device: int, code: bytes) -> None:
        self.device, self._module = device, c_void_p()
        with on(device):
            call("cuModuleLoadData", byref(self._module), code)

    def __del__(self) -> None:
        if self._module:
            _quietly(self.device, "cuModuleUnload", self._module)

    def function(self, name: str) -> Kernel:
        handle = c_void_p()
        with on(self.device):
            call("cuModuleGetFunction", byref(handle), self._module, name.encode())
        return Kernel(self, handle)


class Kernel:
    """A function that runs on many threads of a device at once."""

    def __init__(self, module: Module, handle: c_void_p) -> None:
        self._module, self._handle = module, handle

    def attribute(self, number: int) -> int:
        """What the driver tells of the function, such as REGISTERS of a thread."""
        found = c_int()
        with on(self._module.device):
            call("cuFuncGetAttribute", byref(found), number, self._handle)
        return found.value

    def resident_blocks(self, threads: int, near_bytes: int) -> int:
        """How many blocks run on a processor at once, if a block has so many threads and so much near memory."""
        found, threads_of_block = c_int(), c_int(threads)
        with on(self._module.device):
            call("cuFuncSetAttribute", self._handle, c_int(MOST_NEAR_BYTES), c_int(near_bytes))
            given = byref(found), self._handle, threads_of_block, c_size_t(near_bytes)
            call("cuOccupancyMaxActiveBlocksPerMultiprocessor", *given)
        return found.value

    def launch(
        self,
        blocks: int,
        threads: int,
        arguments: Sequence[Memory | int],
        near_bytes: int = 0,
        stream: AnyStream | None = None,
    ) -> None:
        """Begins so many blocks of threads; what was begun before comes first: on the stream, or else on the device.

        For near memory ``resident_blocks`` must have been asked before.
        """
        values = [
            argument.address if isinstance(argument, Memory) else c_uint64(argument & (1 << 64) - 1)
            for argument in arguments
        ]
        pointers = (c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
        with on(self._module.device):
            grid = c_uint(blocks), c_uint(1), c_uint(1), c_uint(threads), c_uint(1), c_uint(1)
            handle = c_void_p() if stream is None else stream.handle
            call("cuLaunchKernel", self._handle, *grid, c_uint(near_bytes), handle, pointers, c_void_p())

    def wait(self) -> None:
        """Returns when all that was launched on the device is done."""
        with on(self._module.device):
            call("cuCtxSynchronize")
