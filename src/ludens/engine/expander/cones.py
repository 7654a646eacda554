"""The parts of a circuit as straight-line code on whatever its inputs are: values by name, in one function."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludens.circuit.network import Circuit, Literal
from ludens.engine.code.assembly import ZEROS, Function

Value = tuple[str, bool]
"""A name, and whether it stands inverted."""


def plain(f: Function, value: Value) -> str:
    """The name of a value that does not stand inverted."""
    return f.invert(value[0]) if value[1] else value[0]


class Cone:
    """The values of a circuit's nodes for one set of inputs; gates are written when they are first asked for.

    ``inputs``: what writes the value of a fluent or a move, by node. There must be no loop variables.
    """

    def __init__(self, f: Function, circuit: Circuit, inputs: Callable[[int], Value]) -> None:
        self._f, self.circuit, self._inputs = f, circuit, inputs
        self._values: dict[int, Value] = {0: (ZEROS, False)}

    def give_moves(self, inputs: Callable[[int], Value]) -> None:
        """Adds the planes of moves, by number, to a cone that had none."""
        before, first = self._inputs, self.circuit.first_move
        self._inputs = lambda node: inputs(node - first) if node >= first else before(node)

    def value(self, literal: Literal) -> Value:
        self._write(literal >> 1)
        name, is_inverted = self._values[literal >> 1]
        return name, is_inverted != bool(literal & 1)

    def name(self, literal: Literal) -> str:
        return plain(self._f, self.value(literal))

    def any(self, literals: Iterable[Literal]) -> str:
        """Where any of some literals is true."""
        found = ZEROS
        for literal in literals:
            found = self._f.either(found, self.name(literal))
        return found

    def _write(self, node: int) -> None:
        """Writes a node after all that it rests on; iterative, as circuits are deep."""
        waiting = [node]
        while waiting:
            node = waiting[-1]
            if node in self._values:
                waiting.pop()
            elif node < self.circuit.first_gate:
                self._values[node] = self._inputs(node)
                waiting.pop()
            else:
                gate = node - self.circuit.first_gate
                sides = int(self.circuit.left[gate]), int(self.circuit.right[gate])
                missing = [side >> 1 for side in sides if side >> 1 not in self._values]
                if missing:
                    waiting.extend(missing)
                else:
                    self._values[node] = self._joined(*sides)
                    waiting.pop()

    def _joined(self, left: Literal, right: Literal) -> Value:
        f = self._f
        (a, not_a), (b, not_b) = self.value(left), self.value(right)
        if not_a and not_b:
            return f.either(a, b), True
        return f.both(plain(f, (a, not_a)), plain(f, (b, not_b))), False
