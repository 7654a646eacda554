"""The engine of a game: batch operations and playouts on rows of packed bits."""

from __future__ import annotations

import enum
import operator
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit
from ludens.engine.assembly import LANES, PLANE_BYTES, WORDS
from ludens.engine.batch_code import OPTIONAL, batch_function, plan_of
from ludens.engine.checks import check_playouts, checked_count, checked_moves, checked_rows
from ludens.engine.gates import straight_code, table_code
from ludens.engine.kernel import MOST_COINS, kernel_code
from ludens.engine.layout import AGE_BITS, Layout
from ludens.engine.machine_code import MachineCode, compile_assembly
from ludens.engine.playouts import Games, Playouts, Preference, Spread, gather, random_words, single_games, spread
from ludens.engine.rows import Rows, pack_rows, row_words, unpack_rows
from ludens.game import Move
from ludens.rules.ground_rules import ground_text


class Backend(enum.Enum):
    """How the gates are evaluated: read from a table, or as machine code of their own."""

    TABLE = "table"
    LLVM = "llvm"


@dataclass(frozen=True, slots=True)
class _Kernels:
    backend: Backend
    code: MachineCode
    table: NDArray[np.int32]
    playouts: Callable[..., None]
    look: int
    advance: int


class Engine:
    """Runs a circuit. Threads may share it.

    Without a backend it starts with the table, which is ready at once, and changes to machine code as soon as that
    has been made in the background. Both give the same numbers.
    """

    def __init__(self, circuit: Circuit, backend: Backend | None = None) -> None:
        self.circuit = circuit
        self._layout = layout = Layout(circuit)
        self._fluents = len(circuit.fluents)
        self._move_counts = list(map(len, circuit.moves))
        self._plan = plan_of(self._layout)
        firsts = [layout.legal_output(role) - layout.legal_output(0) for role in range(len(circuit.roles))]
        self._legal_columns = [slice(at, at + len(moves)) for at, moves in zip(firsts, circuit.moves, strict=True)]
        self._legal_planes = len(layout.outputs) - layout.legal_output(0)
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
        playouts = code.function("playouts", 2, 4)
        return _Kernels(backend, code, table, playouts, code.address("look"), code.address("advance"))

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
        return pack_rows(np.repeat(self.circuit.initial[None, :], checked_count(n), axis=0))

    def legal(self, states: Rows) -> list[NDArray[np.bool_]]:
        """For each role, an array of shape (positions, moves)."""
        rows = self._checked(states)
        found = np.empty((len(rows), row_words(self._legal_planes)), dtype=np.uint64)
        self._run_batch(rows, legal=found)
        table = unpack_rows(found, self._legal_planes)
        return [table[:, columns] for columns in self._legal_columns]

    def outcome(self, states: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
        """Whether each position is terminal, and the goals, shape (positions, roles); -1 where none or several hold."""
        rows = self._checked(states)
        over, goals = self._room_for_outcome(len(rows))
        self._run_batch(rows, over=over, goals=goals)
        return over[: len(rows)], goals

    def step(self, states: Rows, joint_moves: NDArray[np.integer]) -> Rows:
        """The next positions. ``joint_moves``, of shape (positions, roles), numbers moves that must be legal."""
        rows = self._checked(states)
        moves, following = self._checked_moves(rows, joint_moves), np.empty_like(rows)
        self._run_batch(rows, moves=moves, following=following)
        return following

    def follow(
        self, states: Rows, joint_moves: NDArray[np.integer]
    ) -> tuple[Rows, NDArray[np.bool_], NDArray[np.int16]]:
        """The next positions with their outcome: ``step`` and ``outcome`` in one, in less time."""
        rows = self._checked(states)
        moves, following = self._checked_moves(rows, joint_moves), np.empty_like(rows)
        over, goals = self._room_for_outcome(len(rows))
        self._run_batch(rows, moves=moves, following=following, over=over, goals=goals)
        return following, over[: len(rows)], goals

    def playouts(
        self,
        states: Rows,
        per_state: int,
        seed: int,
        *,
        max_steps: int = 0,
        threads: int = 1,
        amaf: bool = False,
        preference: Preference | None = None,
    ) -> Playouts:
        """Random games, ``per_state`` from each position; the same seed gives the same numbers.

        Games are cut after ``max_steps`` joint moves; 0 promises that every game ends by itself. All legal moves are
        equally likely unless there is a preference.
        """
        rows = self._checked(states)
        check_playouts(len(rows), per_state, max_steps, threads)
        games = spread(unpack_rows(rows, self._fluents), per_state, by_lane=amaf)
        return gather(
            self._layout, games, self._play(games, seed, max_steps, threads, amaf=amaf, preference=preference), amaf
        )

    def games(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1) -> Games:
        """Like ``playouts``, but with the result of every single game."""
        rows = self._checked(states)
        check_playouts(len(rows), per_state, max_steps, threads)
        games = spread(unpack_rows(rows, self._fluents), per_state, by_lane=True)
        return single_games(self._layout, games, self._play(games, seed, max_steps, threads, amaf=False))

    def _play(
        self,
        games: Spread,
        seed: int,
        max_steps: int,
        threads: int,
        *,
        amaf: bool,
        preference: Preference | None = None,
    ) -> NDArray[np.uint64]:
        """Plays the games of all blocks; returns the planes of their results side by side."""
        random = random_words(operator.index(seed), games.words)

        def play(block: int) -> NDArray[np.uint64]:
            return self._play_block(games, block, random, max_steps, amaf=amaf, preference=preference)

        blocks = range(games.words // WORDS)
        if threads == 1:
            return np.concatenate(list(map(play, blocks)), axis=1)
        with ThreadPoolExecutor(threads) as pool:
            return np.concatenate(list(pool.map(play, blocks)), axis=1)

    def _play_block(
        self,
        games: Spread,
        block: int,
        random: NDArray[np.uint64],
        max_steps: int,
        *,
        amaf: bool,
        preference: Preference | None,
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
        coins = 0 if preference is None else self._prefer(preference)
        kernels.playouts(workspace.ctypes.data, kernels.table.ctypes.data, len(games.more), limit, int(amaf), coins)
        return workspace[first:last].copy()

    def _prefer(self, preference: Preference) -> int:
        """Puts the preferred moves where the kernels find them; returns the number of coins."""
        if not 1 <= preference.coins <= MOST_COINS:
            raise ValueError(f"{preference.coins} coins instead of 1 to {MOST_COINS}")
        layout, first = self._layout, self._layout.sections["preferred"] - self._layout.does[0]
        for at, moves, table in zip(layout.does, self.circuit.moves, preference.moves, strict=True):
            if table.shape != (len(moves),):
                raise ValueError(f"preferences of shape {table.shape} for {len(moves)} moves")
            planes = self._workspace()[first + at : first + at + len(moves)]
            planes[:] = np.where(table, np.uint64(0xFFFF_FFFF_FFFF_FFFF), np.uint64(0))[:, None]
        return preference.coins

    def _checked(self, states: Rows) -> Rows:
        return checked_rows(states, row_words(self._fluents))

    def _checked_moves(self, rows: Rows, joint_moves: NDArray[np.integer]) -> NDArray[np.int64]:
        return checked_moves(joint_moves, len(rows), self.roles, self._move_counts)

    def _room_for_outcome(self, n: int) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
        return np.empty(-(-n // LANES) * LANES, dtype=np.bool_), np.full((n, len(self.roles)), -1, dtype=np.int16)

    def _run_batch(self, rows: Rows, **arrays: NDArray[Any]) -> None:
        """Runs the batch operations whose arrays are given; see ``batch_function``."""
        kernels, workspace = self._kernels, self._workspace()
        wanted = [arrays[name].ctypes.data if name in arrays else 0 for name in OPTIONAL]
        batch_function()(
            workspace.ctypes.data,
            kernels.table.ctypes.data,
            self._plan.ctypes.data,
            kernels.look,
            kernels.advance,
            rows.ctypes.data,
            *wanted,
            len(rows),
        )

    def _workspace(self) -> NDArray[np.uint64]:
        """This thread's planes, aligned as the kernels need them."""
        if not hasattr(self._local, "workspace"):
            raw = np.zeros((self._layout.planes + 1) * WORDS, dtype=np.uint64)
            offset = -raw.ctypes.data % PLANE_BYTES // 8
            self._local.workspace = raw[offset : offset + self._layout.planes * WORDS].reshape(-1, WORDS)
        workspace: NDArray[np.uint64] = self._local.workspace
        return workspace
