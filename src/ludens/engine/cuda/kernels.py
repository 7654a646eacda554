"""The back end for NVIDIA's graphics processors: all operations of an engine, a 64-bit word of games a thread."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludens.engine.backend import Backend, Order
from ludens.engine.code.batch_code import OPTIONAL, plan_of
from ludens.engine.code.log import LOG, STEPS, Log, guidance_table
from ludens.engine.compiled import CompiledEngine
from ludens.engine.cpu import CpuKernels
from ludens.engine.cuda import code
from ludens.engine.cuda.driver import AnyStream, Device, Kernel, Memory
from ludens.engine.cuda.entries import TARGET, module_code
from ludens.engine.cuda.entry import THREADS
from ludens.engine.layout import Layout
from ludens.engine.operations import RowOperations
from ludens.engine.playouts import Words
from ludens.engine.preference import Preference
from ludens.engine.rows import Rows
from ludens.engine.sums import Sums
from ludens.engine.target import Target

TOGETHER = 8
"""Words of an order, as the widest planes of the CPU have them: its orders can then be played there, too."""

THREADS_OF_A_PROCESSOR = 1024
MEMORY_SHARE = 8
"""Workspaces take up no more than this part of a device's memory, and are enough for so many threads."""


class CudaKernels(RowOperations):
    """The code of a circuit on a device; see ``Kernels``. What is played is what the CPU plays."""

    def __init__(self, layout: Layout, backend: Backend, device: Device) -> None:
        super().__init__(layout, TARGET.lanes)
        self.backend, self.words, self.device = backend, TOGETHER, device
        is_written = backend is Backend.LLVM
        text, table = module_code(layout, backend, guided=is_written)
        module = code.module(device, text, code.CARE if is_written else code.HASTE)
        self._playouts, self._batch_kernel = module.function("start_playouts"), module.function("start_batch")
        if is_written:
            self._guided_playouts = self._playouts
        self._table, self._plan = self._given(table), self._given(plan_of(layout))
        self._workspaces: Memory | None = None

    def play(self, order: Order) -> Words:
        games, total = order.games, order.games.words
        planes = self._layout.results.stop - self._layout.results.start
        arrays = [self._given(array) for array in (games.start, order.random, games.active, games.more)]
        results = Memory(self.device.number, 8 * planes * total)
        guides, guide_bytes, told = self._guides(order.preference, order.log, total)
        record = int(order.record) + 2 * int(order.tally)
        numbers = len(games.more), order.limit, record, guide_bytes, total
        kernel = self._guided_playouts if guides else self._playouts
        self._launch(kernel, [self._table, *arrays, results, guides], numbers, total)
        found = np.empty((planes, total), dtype=np.uint64)
        results.read(found)
        if told is not None:
            told.collect()
        return found

    def compiled(self) -> CompiledEngine | None:
        """None: loops on the CPU cannot call what runs elsewhere."""
        return None

    def cut(self, order: Order, value: Sums, bounds: tuple[int, int] | None) -> tuple[Words, Rows]:
        """Played by the CPU, for which alone the code of sums is made."""
        return self._cpu.cut(order, value, bounds)

    def batch(
        self, rows: Memory | int, positions: int, given: Mapping[str, Memory | int], stream: AnyStream | None = None
    ) -> None:
        """Begins the operations whose arrays are given, on positions that are on the device; see ``batch_function``.

        Operations share their workspaces, so they may be on several streams only if these wait for each other.
        """
        optional: list[Memory | int] = [given.get(name, 0) for name in OPTIONAL]
        words = -(-positions // TARGET.lanes)
        pointers = [self._table, self._plan, rows, *optional]
        self._launch(self._batch_kernel, pointers, (positions,), words, stream)

    def reserve(self, positions: int) -> None:
        """Makes room for operations on so many positions: up to that, workspaces stay where they are."""
        self._room(-(-positions // TARGET.lanes))

    @cached_property
    def _guided_playouts(self) -> Kernel:
        """Playouts with preferences: made when they are first wanted, so that the first plain ones need not wait."""
        text, _ = module_code(self._layout, self.backend)
        return code.module(self.device, text, code.HASTE).function("start_playouts")

    @cached_property
    def _cpu(self) -> CpuKernels:
        return CpuKernels(self._layout, Backend.TABLE, Target(TOGETHER))

    def _batch(self, rows: Rows, **arrays: NDArray[np.generic]) -> None:
        if not len(rows):
            return
        given = {name: self._given(array) for name, array in arrays.items()}
        self.batch(self._given(rows), len(rows), given)
        for name, array in arrays.items():
            if name != "moves":
                given[name].read(array)

    def _launch(
        self,
        kernel: Kernel,
        pointers: list[Memory | int],
        numbers: tuple[int, ...],
        words: int,
        stream: AnyStream | None = None,
    ) -> None:
        """Runs a thread for each word, as many at a time as there are workspaces.

        Few words are spread over all processors: each then has more of its workspaces in its own cache.
        """
        workspaces = self._room(words)
        together = workspaces.size // (8 * self._layout.planes)
        for first in range(0, words, together):
            count = min(together, words - first)
            arguments = [workspaces, *pointers, *numbers, first, count]
            threads = min(THREADS, -(-count // self.device.processors))
            kernel.launch(-(-count // threads), threads, arguments, stream=stream)

    def _room(self, words: int) -> Memory:
        """Workspaces, at most for so many words; what was launched before is done with them."""
        each = 8 * self._layout.planes * THREADS
        most = max(1, self.device.memory_bytes // MEMORY_SHARE // each)
        most = min(most, self.device.processors * THREADS_OF_A_PROCESSOR // THREADS)
        size = each * min(most, -(-words // THREADS))
        workspaces = self._workspaces
        if workspaces is None or workspaces.size < size:
            workspaces = Memory(self.device.number, size)
            workspaces.clear()
            self._workspaces = workspaces
        return workspaces

    def _guides(
        self, preference: Preference | None, log: Log | None, words: int
    ) -> tuple[Memory | int, int, _Told | None]:
        """Tables of a preference, how many bytes apart they are, and what is written down of games."""
        if log is not None:
            told = _Told(self, preference, log, words)
            return told.tables, told.table_bytes, told
        table = guidance_table(preference, None, self._layout, 0)
        return (0 if table is None else self._given(table)), 0, None

    def _given(self, array: NDArray[np.generic]) -> Memory:
        return Memory.of(self.device.number, np.ascontiguousarray(array))


class _Told:
    """A log on the device: each word has a page and a table that says where that is."""

    def __init__(self, kernels: CudaKernels, preference: Preference | None, log: Log, words: int) -> None:
        device, layout, own = kernels.device.number, kernels._layout, log.pages.shape[-1]
        self._log, self._words = log, own
        self._pages = Memory(device, log.pages.nbytes)
        self._pages.clear()
        self._host = [log.table(preference, layout, block) for block in range(words // own)]
        tables = np.repeat(np.stack(self._host), own, axis=0)
        each = log.pages.nbytes // words
        tables[:, LOG] = self._pages.address.value + each * np.arange(words)
        self._tables, self.tables = tables, Memory.of(device, tables)
        self.table_bytes = tables.nbytes // words

    def collect(self) -> None:
        """Reads what was written, in the form that the CPU writes it in: the words of a block side by side."""
        self.tables.read(self._tables)
        blocks, steps, planes, words = self._log.pages.shape
        pages = np.empty((blocks, words, steps, planes), dtype=np.uint64)
        self._pages.read(pages)
        self._log.pages[:] = np.moveaxis(pages, 1, -1)
        for block, table in enumerate(self._host):
            table[STEPS] = self._tables[block * words : (block + 1) * words, STEPS].max()
