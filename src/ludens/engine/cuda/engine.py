"""An engine on a graphics processor: the same methods and, for the same seed, the same numbers as on the CPU."""

from __future__ import annotations

import functools
import threading
import time

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit
from ludens.engine.backend import Backend, Order
from ludens.engine.checks import check_playouts
from ludens.engine.code.bulk import CUT, FINISHED, STEPS, SUMS, Variant, results_of
from ludens.engine.contract import Beginning, Begun
from ludens.engine.cuda import code
from ludens.engine.cuda.bulk import (
    GAME_BITS,
    BulkKernel,
    BulkModule,
    Games,
    Room,
    bulk_module,
    general_variant,
    variant_of,
)
from ludens.engine.cuda.driver import CudaError, Device, devices
from ludens.engine.cuda.kernels import CudaKernels
from ludens.engine.engine import Engine
from ludens.engine.playouts import Playouts, Spread, random_words
from ludens.engine.rows import Rows, unpack_rows
from ludens.processes import background

MOST_GATES = 50_000
"""Gates up to which they are one block of code; the driver takes too long for more."""

FEWEST_GAMES = 64
"""Games of a position that fill words of their own."""

MOST_ROOMS = 8
"""Rooms for games that are kept for the next ones."""

FEW_GAMES = 65_536
FIRST_ANSWER_SECONDS, LOOK_SECONDS = 5.0, 0.1
"""So few first games are played before anything is done for later ones, which begins after so many seconds at most."""

WORDS_AT_ONCE = 4096
"""Words whose planes are made on the CPU at a time."""


class CudaEngine(Engine):
    """Runs a circuit on a device. Threads may share it.

    Without a backend it starts with gates from a table. In the background the driver makes a kernel for very many
    games, in haste and then with care, and at last that of the other operations. None of this changes the numbers.
    From more than 65,536 games a position on, these are others than on the CPU, since they lie on more words.
    """

    def __init__(self, circuit: Circuit, backend: Backend | None = None, device: int = 0) -> None:
        self.device = _device(device)
        self._bulk: dict[Variant, BulkKernel] = {}
        self._makers: dict[Variant, threading.Thread] = {}
        self._making = threading.Lock()
        self._wanted = backend
        self._rooms: list[Room] = []
        self._answered = threading.Event()
        """Set after the first games: what makes better code waits for that, or the first answer would wait for it."""
        self.problems: list[str] = []
        """Why better code could not be made in the background; what there was before stays in use."""
        super().__init__(circuit, backend, functools.partial(CudaKernels, device=self.device))

    @property
    def games_at_once(self) -> int:
        return 1 << 32

    @property
    def beginning(self) -> Beginning:
        return self.begin

    def begin(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0) -> Begun:
        """Begins random games, and returns what gives the results of ``playouts`` when they have been played.

        The code is that for games from any positions, whatever these are.
        """
        rows = self._checked(states)
        check_playouts(len(rows), per_state, max_steps, 1)
        if per_state < FEWEST_GAMES:
            found = self.playouts(rows, per_state, seed, max_steps=max_steps)
            return lambda: found
        return self._begin(rows, per_state, seed, max_steps, general_variant(max_steps))

    def _in_bulk(self, rows: Rows, per_state: int, seed: int, max_steps: int) -> Playouts | None:
        if per_state < FEWEST_GAMES:
            return None
        return self._begin(rows, per_state, seed, max_steps, variant_of(self._layout, rows, max_steps))()

    def _begin(self, rows: Rows, per_state: int, seed: int, max_steps: int, variant: Variant) -> Begun:
        games = Games.of(rows, per_state)
        comes_first = self._wanted is None and not self._answered.is_set() and len(rows) * per_state <= FEW_GAMES
        ready = None if comes_first else self.kernel(variant)
        if ready is None:
            sums = self._play_in_memory(games, seed, max_steps)
            self._answered.set()
            if comes_first:
                self.kernel(variant)
            return lambda: _playouts(self.circuit, sums)
        room = self._room(rows)
        ready.begin(room, games, seed, max_steps)
        return functools.partial(self._fetched, room)

    def _room(self, rows: Rows) -> Room:
        """Room for games from so many positions that nobody uses now."""
        with self._making:
            fitting = [room for room in self._rooms if room.positions >= len(rows)]
            if fitting:
                self._rooms.remove(fitting[0])
                return fitting[0]
        positions = 1 << (len(rows) - 1).bit_length()
        return Room(self.device.number, (positions, rows.shape[1]), results_of(self._layout))

    def _fetched(self, room: Room) -> Playouts:
        sums = room.found()
        with self._making:
            self._rooms = [room, *self._rooms][:MOST_ROOMS]
        return _playouts(self.circuit, sums)

    def wait(self) -> None:
        self._answered.set()
        super().wait()
        for maker in list(self._makers.values()):
            maker.join()

    @property
    def device_kernels(self) -> CudaKernels:
        """What runs on the device now."""
        assert isinstance(self._kernels, CudaKernels)
        return self._kernels

    @property
    def legal_planes(self) -> int:
        """Columns of all roles' moves, with gaps between roles."""
        return self._layout.legal_planes

    @property
    def legal_columns(self) -> list[slice]:
        """The columns of each role's moves."""
        return list(self._legal_columns)

    @property
    def levels(self) -> set[int]:
        """How much the driver has thought about the kernels for many games that are in use."""
        return {kernel.level for kernel in self._bulk.values()}

    def _improve(self) -> None:
        end = time.monotonic() + FIRST_ANSWER_SECONDS
        while not self._answered.wait(LOOK_SECONDS) and time.monotonic() < end:
            if not threading.main_thread().is_alive():  # the program ends, which waits for this thread
                return
        variant = Variant(GAME_BITS, 0, from_initial=True)
        self.kernel(variant)
        if variant in self._makers:
            self._makers[variant].join()
        try:
            super()._improve()
        except CudaError as error:
            self.problems.append(str(error))

    def kernel(self, variant: Variant) -> BulkKernel | None:
        """The kernel of a variant if there is one. Otherwise it is made now or, as a rule, in the background."""
        if self._wanted is Backend.TABLE or self._circuit.gates > MOST_GATES:
            return None
        with self._making:
            if variant not in self._bulk and self._wanted is Backend.LLVM:
                self._bulk[variant] = BulkKernel(self._layout, self._module(variant), self.device, code.CARE)
            elif variant not in self._makers and self._wanted is None:
                self._makers[variant] = background.begin(functools.partial(self._make_kernel, variant), "ludens-cuda")
        return self._bulk.get(variant)

    def _make_kernel(self, variant: Variant) -> None:
        module, levels = self._module(variant), [code.HASTE, code.CARE]
        if code.is_kept(self.device, module.assembly, code.CARE):
            levels.remove(code.HASTE)
        try:
            for level in levels:
                self._bulk[variant] = BulkKernel(self._layout, module, self.device, level)
        except CudaError as error:
            self.problems.append(str(error))

    def _module(self, variant: Variant) -> BulkModule:
        return bulk_module(self._layout, variant, self.device.near_bytes)

    def _play_in_memory(self, games: Games, seed: int, limit: int) -> NDArray[np.int64]:
        """The same by the kernels that all operations have, some words at a time."""
        words, at = len(games.rows) * games.words, self._layout.sections
        random, found = random_words(seed, words), np.zeros((len(games.rows), SUMS + self._layout.goals), np.int64)
        base, values = at["age"], unpack_rows(games.rows, self._fluents)
        places = [at["steps"], at["finished"], at["cut"], *(at["sums"] + goal for goal in range(self._layout.goals))]
        for first in range(0, words, WORDS_AT_ONCE):
            numbers = np.arange(first, min(words, first + WORDS_AT_ONCE))
            position, word = np.divmod(numbers, games.words)
            start = values[position].T * np.uint64((1 << 64) - 1)
            active = np.full(len(numbers), (1 << 64) - 1, dtype=np.uint64)
            spread = Spread(len(numbers), 64, True, start, active, games.more[:, word])
            order = Order(spread, random[:, numbers], limit, record=False, threads=1)
            sums = self._kernels.play(order)[[place - base for place in places]].T.astype(np.int64)
            np.add.at(found, position, sums)
        return found


def _playouts(circuit: Circuit, sums: NDArray[np.int64]) -> Playouts:
    """The sums as results by position."""
    reached, totals, first = [], [], SUMS
    for goals in circuit.goals:
        reached.append(sums[:, first : first + len(goals)])
        totals.append(reached[-1] @ np.array([value for value, _ in goals], dtype=np.int64))
        first += len(goals)
    names = tuple(tuple(value for value, _ in goals) for goals in circuit.goals)
    counts = sums[:, FINISHED], sums[:, CUT], sums[:, STEPS]
    return Playouts(np.stack(totals, axis=1), *counts, tuple(reached), names)


def _device(number: int) -> Device:
    found = devices()
    if not 0 <= number < len(found):
        raise CudaError(f"There is no CUDA device {number}; {len(found)} {'is' if len(found) == 1 else 'are'} there.")
    return found[number]
