"""What an engine runs: the code of one circuit, made by a back end for one kind of processor.

A back end is a class with the methods of ``Kernels``, in a file of its own. It takes the code that ``code/gates.py``,
``code/kernel.py`` and ``code/choice.py`` write for its target, compiles it, and moves arrays to where that code finds
them and back. ``cpu.py`` is the one for this machine's processor.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ludens.engine.code.log import Log
from ludens.engine.compiled import CompiledEngine
from ludens.engine.layout import Layout
from ludens.engine.playouts import Spread, Words
from ludens.engine.preference import Preference
from ludens.engine.rows import Rows
from ludens.engine.sums import Sums

Over = NDArray[np.bool_]
Goals = NDArray[np.int16]
Moves = NDArray[np.int64]


class Backend(enum.Enum):
    """How the gates are evaluated: read from a table, or as machine code of their own."""

    TABLE = "table"
    LLVM = "llvm"


@dataclass(frozen=True, slots=True)
class Order:
    """Playouts to make.

    ``random``: the first states of the generators, shape (2, words). ``limit``: the steps after which games are cut;
    0 is none. ``record``: whether the moves that are made are wanted. ``tally``: whether results are counted by lane.
    ``threads``: how many may be used. ``log``: where the steps of games are written down, if that is wanted.
    """

    games: Spread
    random: Words
    limit: int
    record: bool
    threads: int
    preference: Preference | None = None
    tally: bool = False
    log: Log | None = None


class Kernels(Protocol):
    """The code of one circuit. Threads may share it.

    Arguments have been checked: rows are of the right width, moves are numbers that there are. Each 64-bit word of
    games goes its own way, whatever is played beside it, so that all back ends give the same numbers.
    """

    @property
    def backend(self) -> Backend:
        """How the gates are evaluated."""

    @property
    def words(self) -> int:
        """The 64-bit words that are played together: a ``Spread`` has a multiple of them."""

    def legal(self, rows: Rows) -> Rows:
        """The outputs of legal moves, ``legal_planes`` of the layout, as packed bits."""

    def outcome(self, rows: Rows) -> tuple[Over, Goals]:
        """Whether positions are over, and the goals, shape (positions, roles), -1 where none or several hold."""

    def step(self, rows: Rows, moves: Moves) -> Rows:
        """The positions after joint moves, shape (positions, roles)."""

    def follow(self, rows: Rows, moves: Moves) -> tuple[Rows, Over, Goals]:
        """``step`` and, of the positions that it leads to, ``outcome``."""

    def play(self, order: Order) -> Words:
        """Plays games. Returns the planes ``results`` of the layout, shape (planes, words)."""

    def compiled(self) -> CompiledEngine | None:
        """The code as compiled loops of this thread call it, if they can."""

    def cut(self, order: Order, value: Sums, bounds: tuple[int, int] | None) -> tuple[Words, Rows]:
        """Plays games until they are cut: also the packed sums of the positions in which lanes stopped."""


class MakeKernels(Protocol):
    """What makes the code of a circuit for one target."""

    def __call__(self, layout: Layout, backend: Backend) -> Kernels: ...
