"""A game that knows its engine: single positions by the reasoner, many at once by the circuit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ludens.circuit.stages import CompiledCircuit
from ludens.circuit.storage import kept_circuit
from ludens.engine.any_game import AnyGameEngine
from ludens.engine.engine import Engine
from ludens.engine.rows import Rows
from ludens.game import BudgetError
from ludens.gdl import Reasoner
from ludens.gdl.reasoner import State


class CompiledGame(Reasoner):
    """The game of a right rulesheet. Circuit and engine are made when they are first asked for."""

    @cached_property
    def compiled(self) -> CompiledCircuit:
        """The circuit, with how it was made; raises BudgetError when it cannot be had within time and memory."""
        return kept_circuit(self.sheet)

    @cached_property
    def engine(self) -> Engine | AnyGameEngine[State]:
        """The engine: from a table at once, by machine code as soon as that is made.

        A game that cannot be compiled is served by the reasoner through the same methods.
        """
        try:
            return Engine(self.compiled.circuit)
        except BudgetError:
            return AnyGameEngine(self)

    def pack(self, states: Sequence[State]) -> Rows:
        """States as rows for the engine."""
        return self.engine.pack(states)

    def unpack(self, rows: Rows) -> list[State]:
        """Rows of the engine as states."""
        return self.engine.unpack(rows)
