"""The engine of a game: batch operations and playouts on rows of packed bits."""

from __future__ import annotations

import functools
import operator
import threading
import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit
from ludens.engine.backend import Backend, Kernels, MakeKernels, Order
from ludens.engine.checks import check_playouts, check_preference, checked_count, checked_moves, checked_rows
from ludens.engine.code.log import Histories, Log
from ludens.engine.compiled import MOST_TALLIED, CompiledEngine
from ludens.engine.contract import BatchEngine, Cutting, Preferring, Tallying, Telling
from ludens.engine.cpu import CpuKernels
from ludens.engine.cut_playouts import Bounds, CutGames
from ludens.engine.layout import AGE_BITS, Layout
from ludens.engine.machine_code import WIDE, vector_bits
from ludens.engine.playouts import Games, Playouts, gather, random_words, single_games, spread
from ludens.engine.preference import Preference
from ludens.engine.rows import Rows, pack_rows, row_words, unpack_rows
from ludens.engine.sums import Sums
from ludens.engine.tallies import Tallies, deal, tallied
from ludens.engine.target import Target
from ludens.game import Move, UnknownNameError
from ludens.processes import background
from ludens.rules.ground_rules import State, ground_text

TARGETS: dict[str, MakeKernels] = {
    target.name: functools.partial(CpuKernels, target=target) for target in (Target(8), Target(4), Target(2))
}
"""What engines can be made for, by name. A new back end has a file of its own and a line here."""

WIDEST_TARGET = Target(vector_bits() // 64).name
"""A plane that fills a vector register: wider ones, of several registers, do not find room for all that is needed."""

NARROWER = range(600, 4_000)
"""Gates of circuits for which planes of 256 bits are better than of 512, by 1.02 to 1.3 times: their planes do not fit
into the first cache, and their code does. In smaller ones both fit, and in larger ones half as much code counts more,
as it does where gates are read from a table.
"""


MOST_COMPILED = 1_000_000
"""Gates of the largest circuits that become machine code unasked. For more it takes minutes and gigabytes, and it is
hardly faster than the table: both wait for memory.
"""


def usual_backends(circuit: Circuit) -> tuple[Backend, ...]:
    """What an engine uses by itself, one after the other."""
    return (Backend.TABLE, Backend.LLVM) if circuit.gates <= MOST_COMPILED else (Backend.TABLE,)


def usual_target(circuit: Circuit, backend: Backend = Backend.LLVM) -> str:
    """The target for a circuit on this processor, one of TARGETS. The numbers are the same on all of them."""
    narrower = backend is Backend.LLVM and vector_bits() == WIDE and circuit.gates in NARROWER
    return Target(WIDE // 128).name if narrower else WIDEST_TARGET


class Engine(BatchEngine):
    """Runs a circuit. Threads may share it.

    Without a backend it starts with the table, which is ready at once, and changes to machine code as soon as that
    has been made in the background, unless the circuit is too large for it. ``target`` is one of TARGETS, by default
    the usual one, or what makes kernels. None of this changes the numbers that come of it.
    """

    def __init__(
        self, circuit: Circuit, backend: Backend | None = None, target: str | MakeKernels | None = None
    ) -> None:
        self._circuit = circuit
        self._make_kernels = _target(target) if isinstance(target, str) else target
        self._layout = layout = Layout(circuit)
        self._fluents = len(circuit.fluents)
        self._move_counts = list(map(len, circuit.moves))
        firsts = [layout.legal_output(role) - layout.legal_output(0) for role in range(len(circuit.roles))]
        self._legal_columns = [slice(at, at + len(moves)) for at, moves in zip(firsts, circuit.moves, strict=True)]
        self._move_texts = [tuple(map(ground_text, moves)) for moves in circuit.moves]
        self._maker: threading.Thread | None = None
        self.compile_seconds = 0.0
        self._kernels = self._make(backend or Backend.TABLE)
        if backend is None and Backend.LLVM in usual_backends(circuit):
            self._maker = background.begin(self._improve, "ludens-compiler")

    @property
    def backend(self) -> Backend:
        """What is in use now."""
        return self._kernels.backend

    def wait(self) -> None:
        """Returns when machine code is in use, if it is to be."""
        if self._maker is not None:
            self._maker.join()

    def _make(self, backend: Backend) -> Kernels:
        begin = time.perf_counter()
        make = self._make_kernels or _target(usual_target(self._circuit, backend))
        kernels = make(self._layout, backend)
        self.compile_seconds = time.perf_counter() - begin
        return kernels

    def _improve(self) -> None:
        self._first_kernels = self._kernels  # kept, since compiled loops may be in the middle of it
        self._kernels = self._make(Backend.LLVM)

    @property
    def circuit(self) -> Circuit:
        return self._circuit

    @property
    def lanes(self) -> int:
        return 64 * self._kernels.words

    @property
    def preferring(self) -> Preferring:
        return self.playouts

    @property
    def cutting(self) -> Cutting:
        return self.cut_playouts

    @property
    def telling(self) -> Telling:
        return self.histories

    @property
    def roles(self) -> tuple[str, ...]:
        return self.circuit.roles

    def moves(self, role: int) -> tuple[Move, ...]:
        """The texts of a role's moves by number."""
        return self._move_texts[role]

    def pack(self, states: Sequence[State]) -> Rows:
        """States as rows."""
        fluents = self.circuit.fluents
        return pack_rows(np.array([[f in state for f in fluents] for state in states], dtype=np.bool_))

    def unpack(self, rows: Rows) -> list[State]:
        """Rows as states."""
        return [self.circuit.state(row) for row in unpack_rows(rows, self._fluents)]

    def initial(self, n: int = 1) -> Rows:
        """The first position, ``n`` times."""
        return pack_rows(np.repeat(self.circuit.initial[None, :], checked_count(n), axis=0))

    def legal(self, states: Rows) -> list[NDArray[np.bool_]]:
        """For each role, an array of shape (positions, moves)."""
        table = unpack_rows(self._kernels.legal(self._checked(states)), self._layout.legal_planes)
        return [table[:, columns] for columns in self._legal_columns]

    def outcome(self, states: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
        """Whether each position is terminal, and the goals, shape (positions, roles); -1 where none or several hold."""
        return self._kernels.outcome(self._checked(states))

    def step(self, states: Rows, joint_moves: NDArray[np.integer]) -> Rows:
        """The next positions. ``joint_moves``, of shape (positions, roles), numbers moves that must be legal."""
        rows = self._checked(states)
        return self._kernels.step(rows, self._checked_moves(rows, joint_moves))

    def follow(
        self, states: Rows, joint_moves: NDArray[np.integer]
    ) -> tuple[Rows, NDArray[np.bool_], NDArray[np.int16]]:
        """The next positions with their outcome: ``step`` and ``outcome`` in one, in less time."""
        rows = self._checked(states)
        return self._kernels.follow(rows, self._checked_moves(rows, joint_moves))

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
        found = None if amaf or preference is not None else self._in_bulk(rows, per_state, seed, max_steps)
        if found is not None:
            return found
        order = self._order(rows, per_state, seed, max_steps, threads, record=amaf, preference=preference)
        return gather(self._layout, order.games, self._kernels.play(order), amaf)

    def _in_bulk(self, rows: Rows, per_state: int, seed: int, max_steps: int) -> Playouts | None:
        """Plain random games, where the engine has a faster way to play so many. Arguments have been checked."""
        return None

    @property
    def tallying(self) -> Tallying:
        return self.tally

    def tally(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, preference: Preference | None = None
    ) -> Tallies:
        """The results of random games, at most MOST_TALLIED from each position, sooner than ``playouts`` gives them.

        The games are others than those of ``playouts``, since they lie otherwise on the lanes.
        """
        rows = self._checked(states)
        check_playouts(len(rows), per_state, max_steps, 1)
        if per_state > MOST_TALLIED:
            raise ValueError(f"at most {MOST_TALLIED} games from a position can be tallied")
        if preference is not None:
            check_preference(preference, self._layout)
        games = deal(unpack_rows(rows, self._fluents), per_state, self._kernels.words)
        random = random_words(operator.index(seed), games.words)
        order = Order(games, random, max_steps, record=False, threads=1, preference=preference, tally=True)
        return tallied(self._layout, games, self._kernels.play(order))

    def compiled(self, preference: Preference | None = None) -> CompiledEngine | None:
        found = self._kernels.compiled()
        if found is None or preference is None:
            return found
        check_preference(preference, self._layout)
        return found._replace(guidance=preference.table(self._layout))

    def games(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1) -> Games:
        """Like ``playouts``, but with the result of every single game."""
        order = self._order(states, per_state, seed, max_steps, threads, single=True)
        return single_games(self._layout, order.games, self._kernels.play(order))

    def histories(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, preference: Preference | None = None
    ) -> Histories:
        """Like ``playouts``, but with the moves of every single game, step by step."""
        order = self._order(states, per_state, seed, max_steps, 1, single=True, preference=preference)
        kernels = self._kernels  # others, with narrower planes, may take their place at any time
        log = Log(self._layout, order.games.words // kernels.words, kernels.words, order.limit)
        planes = kernels.play(replace(order, log=log))
        return log.histories(single_games(self._layout, order.games, planes))

    def cut_playouts(
        self, states: Rows, per_state: int, seed: int, value: Sums, *, max_steps: int, bounds: Bounds | None = None
    ) -> CutGames:
        """Like ``games``, with sums of the positions in which games ended or were cut, as they are also at bounds."""
        order = self._order(states, per_state, seed, max_steps, 1, single=True)
        planes, packed = self._kernels.cut(order, value, bounds)
        games = single_games(self._layout, order.games, planes)
        totals = value.unpacked(packed[: games.ended.size])
        return CutGames(games, totals.reshape(*games.ended.shape, -1))

    def _order(
        self,
        states: Rows,
        per_state: int,
        seed: int,
        max_steps: int,
        threads: int,
        *,
        single: bool = False,
        record: bool = False,
        preference: Preference | None = None,
    ) -> Order:
        """The games as kernels play them; ``single``: each has a lane of its own, as where moves are recorded."""
        rows = self._checked(states)
        check_playouts(len(rows), per_state, max_steps, threads)
        if preference is not None:
            check_preference(preference, self._layout)
        values, words = unpack_rows(rows, self._fluents), self._kernels.words
        games = spread(values, per_state, by_lane=single or record, words=words)
        random = random_words(operator.index(seed), games.words)
        limit = max_steps or (0 if games.by_word else (1 << AGE_BITS) - 1)
        return Order(games, random, limit, record, threads, preference)

    def _checked(self, states: Rows) -> Rows:
        return checked_rows(states, row_words(self._fluents))

    def _checked_moves(self, rows: Rows, joint_moves: NDArray[np.integer]) -> NDArray[np.int64]:
        return checked_moves(joint_moves, len(rows), self._circuit.roles, self._move_counts)


def _target(name: str) -> MakeKernels:
    if name not in TARGETS:
        raise UnknownNameError("target", name, TARGETS)
    return TARGETS[name]
