"""A circuit beside itself with names changed: whether the two can ever differ."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Backend

from ludens.circuit.analysis.invariants import OneOf
from ludens.circuit.analysis.prover import Atom, Encoding, Stopwatch, signed, write_legal_moves
from ludens.circuit.analysis.renamings import Renaming
from ludens.circuit.network import Circuit

CONFLICTS = 500
"""After how many conflicts a comparison is given up: all that are decided for built-in games need fewer."""


class Comparison(Encoding):
    """The circuit and its image under a renaming of fluents and moves, in any position that the invariants allow."""

    def __init__(
        self,
        circuit: Circuit,
        renaming: Renaming,
        moves: tuple[tuple[int, ...], ...],
        one_of: Sequence[OneOf],
        stopwatch: Stopwatch,
    ) -> None:
        super().__init__(stopwatch, CONFLICTS)
        self._circuit, self._renaming, self._move_images, self._one_of = circuit, renaming, moves, one_of
        self._differences: list[tuple[list[Atom], Atom, list[Atom]]] = []
        self.write(self._write)

    def proved(self) -> bool | None:
        """Whether the two never differ, as far as the solver can tell: all differences at once, or one by one."""
        for where, any_difference, differences in self._differences:
            answer = self.possible(*where, any_difference)
            if answer is None and len(differences) > 1:
                answers = (self.possible(*where, atom) for atom in differences)
                answer = next((answer for answer in answers if answer is not False), False)
            if answer is not False:
                return None if answer is None else False
        return True

    def _write(self, backend: Backend) -> None:
        circuit = self._circuit
        inputs = self.free(backend, circuit.first_variable - 1)
        plain = self.values(backend, circuit, inputs, circuit.blocks)
        image = self.values(backend, circuit, self._image_inputs(inputs), circuit.blocks)
        for group in self._one_of:
            _write_one_of(backend, group, [signed(plain, literal) for literal in group.literals])
        (moving,) = self.free(backend, 1)
        write_legal_moves(backend, circuit, plain, [moving])
        end = signed(plain, circuit.terminal)
        self._differ(backend, [], [(end, signed(image, circuit.terminal))])
        self._differ(backend, [end], self._goal_pairs(plain, image))
        self._differ(backend, [-end], self._legal_pairs(plain, image))
        self._differ(backend, [-end, moving], self._following_pairs(plain, image))

    def _image_inputs(self, inputs: Sequence[Atom]) -> list[Atom]:
        circuit = self._circuit
        image = list(inputs)
        for literal, atom in zip(self._renaming.fluents, inputs, strict=False):
            image[(literal >> 1) - 1] = -atom if literal & 1 else atom
        firsts = [circuit.first_move - 1 + sum(map(len, circuit.moves[:role])) for role in range(len(circuit.roles))]
        for role, numbers in enumerate(self._move_images):
            for move, number in enumerate(numbers):
                image[firsts[self._renaming.roles[role]] + number] = inputs[firsts[role] + move]
        return image

    def _goal_pairs(self, plain: list[Atom], image: list[Atom]) -> list[tuple[Atom, Atom]]:
        pairs = []
        for role, listed in enumerate(self._circuit.goals):
            others = dict(self._circuit.goals[self._renaming.roles[role]])
            pairs += [(signed(plain, literal), signed(image, others.get(value, 0))) for value, literal in listed]
        return pairs

    def _legal_pairs(self, plain: list[Atom], image: list[Atom]) -> list[tuple[Atom, Atom]]:
        return [
            (signed(plain, literal), signed(image, self._circuit.legal[self._renaming.roles[role]][number]))
            for role, literals in enumerate(self._circuit.legal)
            for literal, number in zip(literals, self._move_images[role], strict=True)
        ]

    def _following_pairs(self, plain: list[Atom], image: list[Atom]) -> list[tuple[Atom, Atom]]:
        following = self._circuit.following
        return [
            (signed(plain, literal), signed(image, following[(other >> 1) - 1] ^ (other & 1)))
            for literal, other in zip(following, self._renaming.fluents, strict=True)
        ]

    def _differ(self, backend: Backend, where: list[Atom], pairs: Sequence[tuple[Atom, Atom]]) -> None:
        differences = []
        any_difference = backend.add_atom()
        for one, other in dict.fromkeys(pairs):
            if one != other:
                differs = backend.add_atom()
                backend.add_rule([differs], [one, -other])
                backend.add_rule([differs], [-one, other])
                backend.add_rule([any_difference], [differs])
                differences.append(differs)
        if differences:
            self._differences.append((where, any_difference, differences))


def _write_one_of(backend: Backend, group: OneOf, atoms: Sequence[Atom]) -> None:
    """Demands that at most one of the atoms is true, and one if it is exactly one."""
    several = backend.add_atom()
    backend.add_weight_rule([several], 2, [(atom, 1) for atom in atoms])
    backend.add_rule([], [several])
    if group.exactly:
        backend.add_rule([], [-atom for atom in atoms])
