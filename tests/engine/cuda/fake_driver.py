# ruff: noqa: N802  (the names are the driver's)
"""A stand-in for NVIDIA's driver: the same functions, on memory of this process.

Its modules are LLVM assembly, which it compiles for the CPU; its kernels run one thread after another. New memory is
filled with rubbish, and what lies outside of it is never read or written for the caller.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import re
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from ludens.engine.machine_code import MachineCode, compile_assembly
from ludens.engine.target import Target

MESSAGES = {
    1: b"invalid argument",
    2: b"out of memory",
    100: b"no CUDA-capable device is detected",
    218: b"a PTX JIT failed",
}
NEAR_BYTES = 16_384
ATTRIBUTES = {75: 9, 76: 0, 16: 2, 81: NEAR_BYTES}
RUBBISH = 0xA5

PLACES = """
@thread = global i32 0
@block = global i32 0
@threads = global i32 0
define i32 @thread_x() { %found = load i32, ptr @thread
  ret i32 %found }
define i32 @block_x() { %found = load i32, ptr @block
  ret i32 %found }
define i32 @block_y() { ret i32 0 }
define i32 @threads_x() { %found = load i32, ptr @threads
  ret i32 %found }
define void @stand_at(i64 %thread, i64 %block, i64 %threads) {
  %short_thread = trunc i64 %thread to i32
  %short_block = trunc i64 %block to i32
  store i32 %short_thread, ptr @thread
  %short_threads = trunc i64 %threads to i32
  store i32 %short_block, ptr @block
  store i32 %short_threads, ptr @threads
  ret void
}
"""


class FakeDriver:
    """``failing``: the errors of functions by name. ``calls``: the names of the functions that were called."""

    def __init__(self, *, cuda: int = 12040, devices: int = 1, memory: int = 1 << 30) -> None:
        self.cuda, self.devices, self.total = cuda, devices, memory
        self.failing: dict[str, int] = {}
        self.calls: list[str] = []
        self.levels: list[int] = []
        self.refused_level: int | None = None
        self._local = threading.local()
        self._lock = threading.Lock()
        self._allocated: dict[int, Any] = {}
        self._host: dict[int, Any] = {}
        self._streams: dict[int, list[Callable[[], int]]] = {}
        self._numbers = itertools.count(3000)
        self._modules: dict[int, tuple[MachineCode, str]] = {}
        self._functions: dict[int, tuple[Any, Any]] = {}
        self._linking: dict[int, bytes] = {}
        self._made: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("cu"):
            raise AttributeError(name)
        work = getattr(self, f"_{name}")

        def call(*arguments: Any) -> int:
            self.calls.append(name)
            if name in self.failing:
                return self.failing[name]
            return work(*arguments) or 0

        return call

    @property
    def depth(self) -> int:
        """How often this thread has made a device current."""
        return getattr(self._local, "depth", 0)

    @property
    def live(self) -> int:
        """The number of pieces of memory that have not been given back."""
        return len(self._allocated) + len(self._host) + len(self._streams)

    def _cuInit(self, flags: int) -> None: ...

    def _cuGetErrorString(self, code: int, text: Any) -> None:
        text._obj.value = MESSAGES.get(code)

    def _cuDriverGetVersion(self, found: Any) -> None:
        found._obj.value = self.cuda

    def _cuDeviceGetCount(self, found: Any) -> None:
        found._obj.value = self.devices

    def _cuDeviceGet(self, found: Any, number: int) -> None:
        found._obj.value = number

    def _cuDeviceGetName(self, name: Any, size: int, device: Any) -> None:
        name.value = b"Imaginary 9000"

    def _cuDeviceTotalMem_v2(self, found: Any, device: Any) -> None:
        found._obj.value = self.total

    def _cuDeviceGetAttribute(self, found: Any, what: int, device: Any) -> None:
        found._obj.value = ATTRIBUTES[what]

    def _cuDevicePrimaryCtxRetain(self, found: Any, device: Any) -> None:
        found._obj.value = 77 + device.value

    def _cuCtxPushCurrent_v2(self, context: Any) -> None:
        assert context.value >= 77
        self._local.depth = self.depth + 1

    def _cuCtxPopCurrent_v2(self, context: Any) -> None:
        self._local.depth = self.depth - 1

    def _cuCtxSynchronize(self) -> None: ...

    def _cuMemAlloc_v2(self, found: Any, size: Any) -> int:
        assert self.depth == 1
        if size.value > self.total:
            return 2
        raw = np.full(size.value + 64, RUBBISH, dtype=np.uint8)
        first = raw.ctypes.data + -raw.ctypes.data % 64
        self._allocated[first] = raw, size.value
        found._obj.value = first
        return 0

    def _cuMemFree_v2(self, address: Any) -> int:
        return 0 if self._allocated.pop(address.value, None) is not None else 1

    def _has(self, address: int, size: int) -> bool:
        return self._is_in(self._allocated, address, size)

    def _cuMemcpyHtoD_v2(self, target: Any, source: Any, size: Any) -> int:
        if not self._has(target.value, size.value):
            return 1
        ctypes.memmove(target.value, source.value, size.value)
        return 0

    def _cuMemcpyDtoH_v2(self, target: Any, source: Any, size: Any) -> int:
        if not self._has(source.value, size.value):
            return 1
        ctypes.memmove(target.value, source.value, size.value)
        return 0

    def _cuMemsetD8_v2(self, target: Any, value: int, size: Any) -> int:
        if not self._has(target.value, size.value):
            return 1
        ctypes.memset(target.value, value, size.value)
        return 0

    def _cuMemHostAlloc(self, found: Any, size: Any, flags: Any) -> int:
        assert self.depth == 1
        raw = np.full(size.value + 64, RUBBISH, dtype=np.uint8)
        found._obj.value = raw.ctypes.data + -raw.ctypes.data % 64
        self._host[found._obj.value] = raw, size.value
        return 0

    def _cuMemFreeHost(self, address: Any) -> int:
        return 0 if self._host.pop(address.value, None) is not None else 1

    def _cuStreamCreate(self, found: Any, flags: Any) -> None:
        found._obj.value = next(self._numbers)
        self._streams[found._obj.value] = []

    def _cuStreamDestroy_v2(self, stream: Any) -> int:
        return 1 if self._streams.pop(stream.value) else 0

    def _cuStreamSynchronize(self, stream: Any) -> int:
        """What was begun is done only here, as late as it may be on a device."""
        begun, self._streams[stream.value] = self._streams[stream.value], []
        return next((code for code in [work() for work in begun] if code), 0)

    def _is_in(self, owned: dict[int, Any], address: int, size: int) -> bool:
        return any(first <= address and address + size <= first + length for first, (_, length) in owned.items())

    def _cuMemcpyHtoDAsync_v2(self, target: Any, source: Any, size: Any, stream: Any) -> int:
        if not self._is_in(self._host, source.value, size.value):
            return 1
        given = target.value, source.value, size.value
        self._streams[stream.value].append(lambda: self._copy(*given))
        return 0

    def _cuMemcpyDtoHAsync_v2(self, target: Any, source: Any, size: Any, stream: Any) -> int:
        if not self._is_in(self._host, target.value, size.value):
            return 1
        given = target.value, source.value, size.value
        self._streams[stream.value].append(lambda: self._copy(*given))
        return 0

    def _copy(self, target: int, source: int, size: int) -> int:
        if not any(self._has(place, size) for place in (target, source)):
            return 1
        ctypes.memmove(target, source, size)
        return 0

    def _cuMemsetD8Async(self, target: Any, value: int, size: Any, stream: Any) -> int:
        self._streams[stream.value].append(lambda: self._cuMemsetD8_v2(target, value, size))
        return 0

    def _cuLinkCreate_v2(self, count: Any, kinds: Any, values: Any, state: Any) -> int:
        self.levels.append(values[list(kinds).index(7)] or 0)
        state._obj.value = values[list(kinds).index(5)]  # so that each has its own
        return 218 if self.levels[-1] == self.refused_level else 0

    def _cuLinkAddData_v2(self, state: Any, kind: Any, data: bytes, size: Any, *rest: Any) -> int:
        assert kind.value == 1
        assert size.value == len(data)
        assert data.endswith(b"\0")
        self._linking[state.value] = data[:-1]
        if b"define" not in data:
            ctypes.memmove(state.value, b"line 1: syntax error\0", 21)
            return 218
        return 0

    def _cuLinkComplete(self, state: Any, made: Any, size: Any) -> None:
        found = ctypes.create_string_buffer(b"made of\n" + self._linking[state.value])
        self._made.append(found)
        made._obj.value, size._obj.value = ctypes.addressof(found), len(found.value)

    def _cuLinkDestroy(self, state: Any) -> None:
        del self._linking[state.value]

    def _cuModuleLoadData(self, found: Any, code: bytes) -> int:
        if not code.startswith(b"made of\n"):
            return 218
        text = code.removeprefix(b"made of\n").decode()
        loaded = MachineCode(_for_this_processor(text))
        with self._lock:
            found._obj.value = 1000 + len(self._modules)
            self._modules[found._obj.value] = loaded, text
        return 0

    def _cuModuleUnload(self, module: Any) -> None:
        """Machine code stays: functions of it may be in use."""

    def _cuModuleGetFunction(self, found: Any, module: Any, name: bytes) -> int:
        code, text = self._modules[module.value]
        head = re.search(rf"define ptx_kernel void @{name.decode()}\((.*?)\)", text)
        if head is None:
            return 1
        kinds = [ctypes.c_uint64] * head[1].count("%")
        run = ctypes.CFUNCTYPE(None, *kinds)(code.address(name.decode()))
        stand = ctypes.CFUNCTYPE(None, *[ctypes.c_uint64] * 3)(code.address("stand_at"))
        with self._lock:
            found._obj.value = 2000 + len(self._functions)
            self._functions[found._obj.value] = run, stand
        return 0

    def _cuFuncGetAttribute(self, found: Any, number: int, function: Any) -> None:
        found._obj.value = {3: 16, 4: 255}[number]

    def _cuFuncSetAttribute(self, function: Any, what: Any, value: Any) -> int:
        assert what.value == 8
        return 0 if value.value <= NEAR_BYTES else 1

    def _cuOccupancyMaxActiveBlocksPerMultiprocessor(
        self, found: Any, function: Any, threads: Any, near_bytes: Any
    ) -> None:
        found._obj.value = 2

    def _cuLaunchKernel(self, function: Any, *given: Any) -> int:
        blocks, threads, parameters = given[0].value, given[3].value, given[8]
        run, stand = self._functions[function.value]
        numbers = [ctypes.c_uint64.from_address(place).value for place in parameters]
        if not blocks or blocks > 2**31 - 1:
            return 1
        stream = given[7].value
        if stream is None:
            return self._run(run, stand, numbers, blocks, threads)
        self._streams[stream].append(lambda: self._run(run, stand, numbers, blocks, threads))
        return 0

    def _run(self, run: Any, stand: Any, numbers: list[int], blocks: int, threads: int) -> int:
        with self._lock:
            words = numbers[-1]  # as every kernel of ours has it; of those without a word one is enough
            for number in range(min(blocks * threads, words + 1)):
                stand(number % threads, number // threads, threads)
                run(*numbers)
        return 0


@functools.cache
def _for_this_processor(text: str) -> bytes:
    """Object code, which does not change: each module loads it anew and has memory of its own.

    Many tests have the same kernels made, each in a cache of its own, so it is kept here; nobody waits for quick code.
    """
    text = re.sub(r"declare i32 @llvm\.nvvm\S*\n", "", text + "\n")
    for space, place in (("tid", "thread"), ("ctaid", "block"), ("ntid", "threads")):
        text = re.sub(rf"@llvm\.nvvm\.read\.ptx\.sreg\.{space}\.([xy])\(\)", rf"@{place}_\1()", text)
    text = text.replace(
        "@near = external addrspace(3) global [0 x i32]", f"@near = global [{NEAR_BYTES // 4} x i32] zeroinitializer"
    ).replace("ptr addrspace(3)", "ptr")
    text = re.sub(r' "nvvm.maxntid"="\d+"', "", text.replace("ptx_kernel ", ""))
    text = re.sub(r"call (ptr addrspace\(5\)) asm .*\(.* (%\w+)\)", r"getelementptr i8, \1 \2, i64 0", text)
    return compile_assembly(PLACES + text, Target(1), in_haste=True)
