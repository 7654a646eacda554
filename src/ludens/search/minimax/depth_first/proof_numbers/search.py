"""Proof-number search as Python sees it: the questions of a depth-first search, asked of its threads and its table."""

from __future__ import annotations

from ludens.engine.rows import Rows
from ludens.search.minimax.depth_first.proof_numbers.memory import new_numbers
from ludens.search.minimax.depth_first.proof_numbers.walk import begin_proof, prove
from ludens.search.minimax.depth_first.search import Answer, DepthFirst, Patience, tried

WITHOUT_DEPTH = 0
"""Of the table only what is certain counts."""


class ProofNumbers:
    """Asks by proof numbers; what is certain, and the memory of each thread, it shares with the search it is given."""

    def __init__(self, search: DepthFirst) -> None:
        self.search = search
        self._numbers = [new_numbers(memory) for memory in search.memories]
        prove(search.memories[0], self._numbers[0], 0)  # compiled here, by one thread

    def value(self, row: Rows, patience: Patience | None = None, *, guess: int | None = None) -> int:
        """As ``DepthFirst.value``."""
        return self.search.highest_goal(row, lambda level, own: self.ask(row, level, own).holds, patience, guess)

    def ask(self, row: Rows, level: int, patience: Patience | None = None) -> Answer:
        """Whether a position that is not over is worth at least a goal, by its number, for certain.

        Raises StoppedError, and UnsuitedError where play may go round in circles.
        """
        return self.search.put(
            row,
            level,
            WITHOUT_DEPTH,
            patience or Patience(),
            lambda number, key: begin_proof(self.search.memories[number], self._numbers[number], key),
            lambda number, nodes: int(prove(self.search.memories[number], self._numbers[number], nodes)),
        )

    def try_to_ask(self, row: Rows, level: int, patience: Patience, nodes: float) -> Answer | None:
        """The same, or ``None`` after so many positions; raises StoppedError where ``patience`` is at its end."""
        return tried(lambda trial: self.ask(row, level, trial), patience, nodes)
