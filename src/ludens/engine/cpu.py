"""The back end for this machine's processor: code by LLVM, called through ctypes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludens.engine.backend import Backend, Order
from ludens.engine.code.batch_code import OPTIONAL, batch_addresses, batch_function, plan_of
from ludens.engine.code.gates import straight_code, table_code
from ludens.engine.code.kernel import kernel_code
from ludens.engine.code.log import guidance_table
from ludens.engine.compiled import TALLY_BITS, CompiledEngine
from ludens.engine.cut_playouts import NUMBERS, POINTERS, Bounds, CutPlaying, cut_code, joined_blocks
from ludens.engine.layout import Layout
from ludens.engine.machine_code import MachineCode, compile_assembly
from ludens.engine.operations import RowOperations
from ludens.engine.playouts import Words
from ludens.engine.rows import Rows, row_words
from ludens.engine.sums import Sums
from ludens.engine.target import Target

FEW_GATES = 10_000
"""Gates up to which their own machine code is there within two seconds, so that the table's speed hardly matters."""


class CpuKernels(RowOperations):
    """The code of a circuit in this process; see ``Kernels``. Every thread that calls it has planes of its own."""

    def __init__(self, layout: Layout, backend: Backend, target: Target) -> None:
        super().__init__(layout, target.lanes)
        self.backend, self.words = backend, target.words
        self._target, self._plan = target, plan_of(layout)
        gates, self._table = (straight_code if backend is Backend.LLVM else table_code)(layout, target)
        soon_replaced = backend is Backend.TABLE and layout.circuit.gates < FEW_GATES
        text = f"{kernel_code(layout, target)}\n{cut_code(layout, target)}\n{gates}"
        self._code = MachineCode(compile_assembly(text, target, in_haste=soon_replaced))
        self._playouts = self._code.function("playouts", 2, 4)
        self._cut_playouts = self._code.function("cut_playouts", len(POINTERS), len(NUMBERS))
        given = self._table.ctypes.data, self._plan.ctypes.data
        self._addresses = (*given, self._code.address("look"), self._code.address("advance"))
        self._local = threading.local()

    def play(self, order: Order) -> Words:
        """Plays one block of words after another, or several at once on threads."""
        blocks = [slice(first, first + self.words) for first in range(0, order.games.words, self.words)]
        if order.threads == 1:
            return np.concatenate([self._play_block(order, words) for words in blocks], axis=1)
        with ThreadPoolExecutor(order.threads) as pool:
            return np.concatenate(list(pool.map(lambda words: self._play_block(order, words), blocks)), axis=1)

    def compiled(self) -> CompiledEngine | None:
        if self._target.stride != 1:
            return None
        if not hasattr(self._local, "compiled"):
            self._local.compiled = self._compiled()
        found: CompiledEngine = self._local.compiled
        return found

    def _compiled(self) -> CompiledEngine:
        layout, at = self._layout, self._layout.sections
        circuit = layout.circuit
        addresses = [*batch_addresses(self._target), self._code.address("playouts"), *self._addresses]
        names = ("start", "random", "active", "remaining", "age", "tally", "played", "scratch", "results")
        goals = [(role, value) for role, goals in enumerate(circuit.goals) for value, _ in goals]
        moves = [(at - layout.does[0], len(moves)) for at, moves in zip(layout.does, circuit.moves, strict=True)]
        return CompiledEngine(
            np.array(addresses, dtype=np.int64),
            np.array([len(circuit.fluents), *(at[name] for name in names)], dtype=np.int64),
            np.array(goals, dtype=np.int64).reshape(-1, 2),
            np.array(moves, dtype=np.int64),
            self._workspace(),
            np.zeros((self._lanes, row_words(len(circuit.fluents))), dtype=np.uint64),
            np.zeros((self._lanes, row_words(TALLY_BITS * (1 + layout.goals))), dtype=np.uint64),
            np.zeros(0, dtype=np.int64),
        )

    def cut(self, order: Order, value: Sums, bounds: Bounds | None) -> tuple[Words, Rows]:
        """Plays games until they are cut, one block of words after another."""
        playing = CutPlaying(self._cut_playouts, self._layout, value.on(self._target), bounds)
        blocks = [slice(first, first + self.words) for first in range(0, order.games.words, self.words)]
        workspace, table = self._workspace(), self._addresses[0]
        return joined_blocks([playing.block(workspace, table, order, words) for words in blocks])

    def _play_block(self, order: Order, words: slice) -> Words:
        workspace, at, games = self._workspace(), self._layout.sections, order.games
        for first in (at["start"], at["values"] + 1):
            workspace[first : first + len(games.start)] = games.start[:, words]
        workspace[at["random"] : at["random"] + 2] = order.random[:, words]
        workspace[at["active"]] = games.active[words]
        workspace[at["remaining"] : at["remaining"] + len(games.more)] = games.more[:, words]
        workspace[self._layout.results] = 0
        guidance = guidance_table(order.preference, order.log, self._layout, words.start // self.words)
        address = 0 if guidance is None else guidance.ctypes.data
        addresses = workspace.ctypes.data, self._addresses[0]
        self._playouts(*addresses, len(games.more), order.limit, int(order.record) + 2 * int(order.tally), address)
        return workspace[self._layout.results].copy()

    def _batch(self, rows: Rows, **arrays: NDArray[np.generic]) -> None:
        self._batch_function(
            self._workspace().ctypes.data,
            *self._addresses,
            rows.ctypes.data,
            *(arrays[name].ctypes.data if name in arrays else 0 for name in OPTIONAL),
            len(rows),
        )

    @cached_property
    def _batch_function(self) -> Callable[..., None]:
        """Made when it is first needed: who only plays does without."""
        return batch_function(self._target)

    def _workspace(self) -> NDArray[np.uint64]:
        """This thread's planes, aligned as the code needs them."""
        if not hasattr(self._local, "workspace"):
            target, planes = self._target, self._layout.planes
            width = target.words * target.stride
            raw = np.zeros(planes * width + target.words, dtype=np.uint64)
            offset = -raw.ctypes.data % target.alignment // 8
            self._local.workspace = raw[offset : offset + planes * width].reshape(-1, width)[:, : target.words]
        workspace: NDArray[np.uint64] = self._local.workspace
        return workspace
