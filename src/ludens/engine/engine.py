"""The engine of a game: batch operations and playouts on rows of packed bits."""

from __future__ import annotations

import enum
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit
from ludens.engine.assembly import LANES, PLANE_BYTES, WORDS
from ludens.engine.gates import straight_code, table_code
from ludens.engine.kernel import kernel_code
from ludens.engine.layout import AGE_BITS, Layout
from ludens.engine.machine_code import MachineCode, compile_assembly
from ludens.engine.playouts import Games, Playouts, Spread, gather, random_words, single_games, spread
from ludens.engine.rows import Rows, chosen_planes, from_planes, pack_rows, to_planes, unpack_rows
from ludens.game import Move
from ludens.gdl.patterns import ground_text


class Backend(enum.Enum):
    """How the gates are evaluated: read from a table, or as machine code of their own."""

    TABLE = "table"
    LLVM = "llvm"


@dataclass(frozen=True, slots=True)
class _Kernels:
    backend: Backend
    code: MachineCode
    table: NDArray[np.int32]


class Engine:
    """Runs a circuit. Threads may share it.

    Without a backend it starts with the table, which is ready at once, and changes to machine code as soon as that
    has been made in the background. Both give the same numbers.
    """

    def __init__(self, circuit: Circuit, backend: Backend | None = None) -> None:
        self.circuit = circuit
        self._layout = Layout(circuit)
        self._fluents = len(circuit.fluents)
        self._local = threading.local()
        self._move_texts = [tuple(map(ground_text, moves)) for moves in circuit.moves]
        self._maker: threading.Thread | None = None
        self.compile_seconds = 0.0
        self._kernels = self._make(backend or Backend.TABLE)
        if backend is None:
            self._maker = threading.Thread(target=self._improve, name="ludens-compiler", daemon=True)
            self._maker.start()

    @property
    def backend(self) -> Backend:
        """What is in use now."""
        return self._kernels.backend

    def wait(self) -> None:
        """Returns when machine code is in use, if it is to be."""
        if self._maker is not None:
            self._maker.join()

    def _make(self, backend: Backend) -> _Kernels:
        begin = time.perf_counter()
        gates, table = (straight_code if backend is Backend.LLVM else table_code)(self._layout)
        code = MachineCode(compile_assembly(f"{kernel_code(self._layout)}\n{gates}"))
        self.compile_seconds = time.perf_counter() - begin
        return _Kernels(backend, code, table)

    def _improve(self) -> None:
        self._kernels = self._make(Backend.LLVM)

    @property
    def roles(self) -> tuple[str, ...]:
        return self.circuit.roles

    def moves(self, role: int) -> tuple[Move, ...]:
        """The texts of a role's moves by number."""
        return self._move_texts[role]

    def initial(self, n: int = 1) -> Rows:
        """The first position, ``n`` times."""
        return pack_rows(np.repeat(self.circuit.initial[None, :], n, axis=0))

    def legal(self, states: Rows) -> list[NDArray[np.bool_]]:
        """For each role, an array of shape (positions, moves)."""
        outputs = self._look(states)
        return [
            outputs[:, first : first + len(moves)]
            for first, moves in zip(
                map(self._layout.legal_output, range(len(self.circuit.roles))), self.circuit.moves, strict=True
            )
        ]

    def outcome(self, states: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
        """Whether each position is terminal, and the goals, shape (positions, roles); -1 where none or several hold."""
        outputs = self._look(states)
        goals = np.full((len(states), len(self.circuit.roles)), -1, dtype=np.int16)
        first = 1
        for role, values in enumerate(self.circuit.goals):
            holds = outputs[:, first : first + len(values)]
            one = holds.sum(axis=1) == 1
            goals[one, role] = np.array([value for value, _ in values], dtype=np.int16)[holds[one].argmax(axis=1)]
            first += len(values)
        return outputs[:, 0], goals

    def step(self, states: Rows, joint_moves: NDArray[np.integer]) -> Rows:
        """The next positions. ``joint_moves``, of shape (positions, roles), numbers moves that must be legal."""
        firsts = np.cumsum([0, *map(len, self.circuit.moves[:-1])])
        following = slice(self._layout.sections["following"], self._layout.sections["following"] + self._fluents)
        return pack_rows(self._in_blocks(states, following, "advance", firsts + np.asarray(joint_moves)))

    def playouts(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1, amaf: bool = False
    ) -> Playouts:
        """Uniformly random games, ``per_state`` from each position; the same seed gives the same numbers.

        Games are cut after ``max_steps`` joint moves; 0 promises that every game ends by itself.
        """
        if not 0 <= max_steps < 1 << AGE_BITS:
            raise ValueError(f"max_steps must be below {1 << AGE_BITS:,}")
        if per_state < 1 or not len(states):
            raise ValueError("playouts need a position and a number of games")
        games = spread(unpack_rows(states, self._fluents), per_state, by_lane=amaf)
        return gather(self._layout, games, self._play(games, seed, max_steps, threads, amaf), amaf)

    def games(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1) -> Games:
        """Like ``playouts``, but with the result of every single game."""
        games = spread(unpack_rows(states, self._fluents), per_state, by_lane=True)
        return single_games(self._layout, games, self._play(games, seed, max_steps, threads, amaf=False))

    def _play(self, games: Spread, seed: int, max_steps: int, threads: int, amaf: bool) -> NDArray[np.uint64]:
        """Plays the games of all blocks; returns the planes of their results side by side."""
        random = random_words(seed, games.words)

        def play(block: int) -> NDArray[np.uint64]:
            return self._play_block(games, block, random, max_steps, amaf)

        blocks = range(games.words // WORDS)
        if threads == 1:
            return np.concatenate(list(map(play, blocks)), axis=1)
        with ThreadPoolExecutor(threads) as pool:
            return np.concatenate(list(pool.map(play, blocks)), axis=1)

    def _play_block(
        self, games: Spread, block: int, random: NDArray[np.uint64], max_steps: int, amaf: bool
    ) -> NDArray[np.uint64]:
        """Plays the games of one block; returns the planes from ``age`` to ``played``."""
        workspace, at = self._workspace(), self._layout.sections
        words = slice(block * WORDS, (block + 1) * WORDS)
        for section in ("start", "values"):
            first = at[section] + (section == "values")
            workspace[first : first + self._fluents] = games.start[:, words]
        workspace[at["random"] : at["random"] + 2] = random[:, words]
        workspace[at["active"]] = games.active[words]
        workspace[at["remaining"] : at["remaining"] + len(games.more)] = games.more[:, words]
        first, last = at["age"], at["scratch"]
        workspace[first:last] = 0
        limit = max_steps or (0 if games.by_word else (1 << AGE_BITS) - 1)
        kernels = self._kernels
        kernels.code.playouts(workspace.ctypes.data, kernels.table.ctypes.data, len(games.more), limit, int(amaf))
        return workspace[first:last].copy()

    def _look(self, states: Rows) -> NDArray[np.bool_]:
        first = self._layout.sections["outputs"]
        return self._in_blocks(states, slice(first, first + len(self._layout.outputs)), "look", None)

    def _in_blocks(
        self,
        states: Rows,
        wanted: slice,
        kernel: str,
        made: NDArray[np.int64] | None,
    ) -> NDArray[np.bool_]:
        """Runs a kernel on all positions, one a lane, with the moves ``made``; returns the wanted planes, turned."""
        workspace, kernels = self._workspace(), self._kernels
        slots = self._layout.slots[self.circuit.first_move : self.circuit.first_variable]
        run = getattr(kernels.code, kernel)
        values = unpack_rows(states, self._fluents)
        found = []
        for start in range(0, len(states), LANES):
            n = min(LANES, len(states) - start)
            workspace[1 : 1 + self._fluents] = to_planes(values[start : start + n], LANES)
            if made is not None:
                workspace[slots] = chosen_planes(made[start : start + n], len(slots), LANES)
            run(workspace.ctypes.data, kernels.table.ctypes.data)
            found.append(from_planes(workspace[wanted], n))
        return np.concatenate(found) if found else np.zeros((0, wanted.stop - wanted.start), dtype=np.bool_)

    def _workspace(self) -> NDArray[np.uint64]:
        """This thread's planes, aligned as the kernels need them."""
        if not hasattr(self._local, "workspace"):
            raw = np.zeros((self._layout.planes + 1) * WORDS, dtype=np.uint64)
            offset = -raw.ctypes.data % PLANE_BYTES // 8
            self._local.workspace = raw[offset : offset + self._layout.planes * WORDS].reshape(-1, WORDS)
        workspace: NDArray[np.uint64] = self._local.workspace
        return workspace
