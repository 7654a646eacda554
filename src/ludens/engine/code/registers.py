"""Straight-line code: a workspace whose planes are values of the function instead of memory.

What is written with the methods of ``Function`` for a workspace ``%w`` can be written so, too, as long as the numbers
of planes are known while it is written. Loops are unrolled, what is the same is computed once, and nothing is computed
that is known. A processor with many registers, as a graphics processor has, then keeps whole positions in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ludens.circuit.network import Block, Circuit, Literal
from ludens.engine.code.assembly import ZEROS, Function
from ludens.engine.target import Target

WORKSPACE = "%w"


class Registers(Function):
    """A function under construction whose workspace is in registers."""

    def __init__(self, target: Target, name: str, arguments: Sequence[tuple[str, str]], result: str = "void") -> None:
        super().__init__(target, name, arguments, result)
        self.held: dict[int, str] = {}
        self._made: dict[str, str] = {}

    def at(self, base: str, number: int | str) -> str:
        if not base.startswith(WORKSPACE):
            return super().at(base, number)
        return f"{WORKSPACE}+{self._place(base, number)}"

    def load(self, base: str, number: int | str = 0) -> str:
        if not base.startswith(WORKSPACE):
            return super().load(base, number)
        return self.held[self._place(base, number)]

    def store(self, plane: str, base: str, number: int | str = 0) -> None:
        if not base.startswith(WORKSPACE):
            return super().store(plane, base, number)
        self.held[self._place(base, number)] = plane
        return None

    def repeat(self, times: int | str, body: Callable[[str], None]) -> None:
        assert isinstance(times, int), "a loop of unknown length cannot be unrolled"
        for number in range(times):
            body(str(number))

    def both(self, a: str, b: str) -> str:
        a, b = sorted((a, b))
        if ZEROS in (a, b):
            return ZEROS
        if a == b or self.ones in (a, b):
            return b if a == self.ones else a
        return self._once(f"and {self.plane} {a}, {b}")

    def either(self, a: str, b: str) -> str:
        a, b = sorted((a, b))
        if self.ones in (a, b):
            return self.ones
        if a == b or ZEROS in (a, b):
            return b if a == ZEROS else a
        return self._once(f"or {self.plane} {a}, {b}")

    def differ(self, a: str, b: str) -> str:
        a, b = sorted((a, b))
        if a == b:
            return ZEROS
        if ZEROS in (a, b):
            return b if a == ZEROS else a
        return self._once(f"xor {self.plane} {a}, {b}")

    def choose(self, mask: str, yes: str, no: str) -> str:
        if yes == ZEROS:
            return self.without(no, mask)
        return self.either(no, mask) if yes == self.ones else super().choose(mask, yes, no)

    def every_word(self, word: str) -> str:
        """A plane in which every word is the same."""
        return self.spread(word) if self.target.words > 1 else word

    def forget(self) -> None:
        """What was computed before is computed again when it is needed, and need not be kept until then."""
        self._made.clear()

    def _once(self, code: str) -> str:
        if code not in self._made:
            self._made[code] = self.value(code)
        return self._made[code]

    @staticmethod
    def _place(base: str, number: int | str) -> int:
        return int(base[len(WORKSPACE) + 1 :] or 0) + int(number)


class Gates:
    """The values of a circuit's nodes in a function: each has a name, and whether it stands inverted.

    A gate is written where its value is first asked for, and not before, so that few values are there at a time.
    """

    def __init__(self, f: Registers, circuit: Circuit, known: Iterable[tuple[int, str]]) -> None:
        self._f, self._circuit = f, circuit
        self._values = {0: (ZEROS, False), **{node: (name, False) for node, name in known}}
        self._later: dict[int, Callable[[], str]] = {}
        self._left, self._right = circuit.left.tolist(), circuit.right.tolist()

    def set(self, node: int, name: str) -> None:
        """What is known of a node that is no gate."""
        self._values[node] = name, False

    def set_later(self, node: int, write: Callable[[], str]) -> None:
        """How a node that is no gate is written, where its value is first asked for, and after ``forget`` again."""
        self._later[node] = write

    def forget(self) -> None:
        """Gates, and nodes that are written later, are written again where they are asked for next."""
        first = self._circuit.first_gate
        self._values = {n: value for n, value in self._values.items() if n < first and n not in self._later}
        self._f.forget()

    def value(self, literal: Literal) -> str:
        """The value of a literal."""
        name, is_inverted = self._fetch(literal)
        return self._f.invert(name) if is_inverted else name

    def evaluate(self, block: Block) -> None:
        """Writes a block if it has loop variables: it goes on until none of these changes."""
        if block.loops:
            self._until_nothing_changes(block)

    def evaluate_once(self, block: Block, begun: str = ZEROS) -> str:
        """Writes a block with the loop variables of before, and gives these their next values.

        Returns the lanes in which one changed. ``begun``: where all become false instead.
        """
        f, changes = self._f, ZEROS
        self._straight(block)
        after = [(variable, f.without(self.value(literal), begun)) for variable, literal in block.loops]
        for variable, new in after:
            changes = f.either(changes, f.differ(new, self._values[variable][0]))
            self.set(variable, new)
        return changes

    def _straight(self, block: Block) -> None:
        first = self._circuit.first_gate
        for node in range(first + block.first, first + block.last):
            self._write(node)

    def _write(self, node: int) -> None:
        """One gate."""
        gate = node - self._circuit.first_gate
        left, right = self._left[gate], self._right[gate]
        (a, not_a), (b, not_b) = self._fetch(left), self._fetch(right)
        if not_a and not_b:
            self._values[node] = self._f.either(a, b), True
        else:
            self._values[node] = self._f.both(self.value(left), self.value(right)), False

    def _demand(self, node: int) -> None:
        """Writes a gate after those that it needs."""
        first, asked = self._circuit.first_gate, [node]
        while asked:
            node = asked[-1]
            missing = [
                literal >> 1
                for literal in (self._right[node - first], self._left[node - first])
                if literal >> 1 not in self._values and literal >> 1 not in self._later
            ]
            asked += missing
            if not missing:
                self._write(asked.pop())

    def _until_nothing_changes(self, block: Block) -> None:
        f = self._f
        self._fetch_inputs(block)
        before, start, end = f.block, f.new_label(), f.new_label()
        f.do(f"br label %{start}")
        f.label(start)
        place = len(f.lines)
        for variable, _ in block.loops:
            self.set(variable, f"%v{variable}_{start}")
        self._straight(block)
        changes, lines = ZEROS, []
        for variable, literal in block.loops:
            old, new = f"%v{variable}_{start}", self.value(literal)
            changes = f.either(changes, f.differ(old, new))
            lines.append(f"  {old} = phi {f.plane} [ {ZEROS}, %{before} ], [ {new}, %{start} ]")
        f.lines[place:place] = lines
        f.do(f"br i1 {f.any(changes)}, label %{start}, label %{end}")
        f.label(end)
        for variable, literal in block.loops:
            self.set(variable, self.value(literal))

    def _fetch_inputs(self, block: Block) -> None:
        """What a block needs from outside is written before its loop, not in it."""
        first = self._circuit.first_gate + block.first
        own = {*range(first, first + block.last - block.first), *(variable for variable, _ in block.loops)}
        for gate in range(block.first, block.last):
            for literal in (self._left[gate], self._right[gate]):
                if literal >> 1 not in own:
                    self._fetch(literal)

    def _fetch(self, literal: Literal) -> tuple[str, bool]:
        if literal >> 1 not in self._values:
            if literal >> 1 in self._later:
                self.set(literal >> 1, self._later[literal >> 1]())
            else:
                self._demand(literal >> 1)
        name, is_inverted = self._values[literal >> 1]
        return name, is_inverted != bool(literal & 1)
