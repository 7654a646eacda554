"""What every engine does: many positions at once.

Positions are rows of an array; what is in a row is the engine's own business. Moves are numbered for each role.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.compiled import CompiledCircuit
from ludens.engine.playouts import Games, Playouts
from ludens.engine.rows import Rows
from ludens.game import Game, Move, S


class BatchEngine(Protocol):
    """See Engine for the exact meaning of each method."""

    @property
    def roles(self) -> tuple[str, ...]: ...

    def moves(self, role: int) -> tuple[Move, ...]:
        """The texts of a role's moves by number, as far as they are known."""

    def initial(self, n: int = 1) -> Rows: ...
    def legal(self, states: Rows) -> list[NDArray[np.bool_]]: ...
    def outcome(self, states: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int16]]: ...
    def step(self, states: Rows, joint_moves: NDArray[np.integer]) -> Rows: ...
    def follow(
        self, states: Rows, joint_moves: NDArray[np.integer]
    ) -> tuple[Rows, NDArray[np.bool_], NDArray[np.int16]]:
        """The positions after joint moves, whether they are terminal, and their goals.

        The same as ``step`` and then ``outcome``, for whoever needs both: an engine may do it in one go.
        """

    def playouts(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1, amaf: bool = False
    ) -> Playouts: ...
    def games(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1) -> Games: ...


class LoadedGame(Game[S], Protocol[S]):
    """A game that knows its engine: what ``ludens.load`` returns."""

    @property
    def engine(self) -> BatchEngine:
        """The engine, made when it is first asked for."""

    def pack(self, states: Sequence[S]) -> Rows:
        """States as rows for the engine."""

    def unpack(self, rows: Rows) -> list[S]:
        """Rows of the engine as states."""


class CompiledGame(LoadedGame[S], Protocol[S]):
    """A game whose engine runs a circuit made of rules."""

    @property
    def compiled(self) -> CompiledCircuit:
        """The circuit, with how it was made; raises BudgetError when it cannot be had within time and memory."""
