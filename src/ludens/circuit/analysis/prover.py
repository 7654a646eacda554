"""Asks whether something is possible, in any position that the known invariants allow, and after any legal moves.

The circuit is given to clingo's solver, clasp (Gebser, Kaufmann, Neumann, Schaub 2007), as a propositional program:
once for a position that is not over, with one legal move of every role, and once for the position that follows. Loop
variables may take any fixpoint, not only the least: that allows more than can happen, so what is impossible here is
impossible in the game. A search that takes too many conflicts is broken off, and nothing is claimed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from clingo import Backend, Control, Model

from ludens.circuit.network import Block, Circuit, Literal

CONFLICTS = 2_000
"""After how many conflicts a question is given up: the same on every machine, unlike a time limit."""

MOST_MEMBERS = 48
"""Larger conjunctions are not compared member by member."""

Atom = int
"""A literal of the solver: negative when denied."""


class Stopwatch:
    """How long an analysis may take: of the processor's time, so that a busy machine finds as much as a quiet one.

    ``ran_out``: somebody asked after the end. What was found then might be more on a faster machine.
    """

    def __init__(self, seconds: float) -> None:
        self._end = time.thread_time() + seconds
        self.ran_out = False

    @property
    def is_over(self) -> bool:
        self.ran_out = self.ran_out or time.thread_time() > self._end
        return self.ran_out


class Encoding:
    """Writes circuits into a solver, each gate once, and asks it questions, none after the time is over."""

    def __init__(self, stopwatch: Stopwatch, conflicts: int = CONFLICTS) -> None:
        self._stopwatch = stopwatch
        self._control = Control(["--heuristic=Vsids"], logger=lambda code, message: None)
        self._control.configuration.solve.solve_limit = f"{conflicts},umax"  # type: ignore[union-attr]
        self._gates: dict[frozenset[Atom], Atom] = {}
        self._members: dict[Atom, frozenset[Atom]] = {}
        with self._control.backend() as backend:
            self.true: Atom = backend.add_atom()
            backend.add_rule([self.true])

    def write(self, text: Callable[[Backend], None]) -> None:
        """Adds rules; none may define an atom that has been defined before."""
        with self._control.backend() as backend:
            text(backend)

    def free(self, backend: Backend, count: int) -> list[Atom]:
        """Atoms that may be true or false."""
        atoms = [backend.add_atom() for _ in range(count)]
        for atom in atoms:
            backend.add_rule([atom], choice=True)
        return atoms

    def conjunction(self, backend: Backend, left: Atom, right: Atom) -> Atom:
        """An atom for both; the same one for conjunctions of the same atoms, however they are grouped."""
        members = self._members.get(left, frozenset((left,))) | self._members.get(right, frozenset((right,)))
        if len(members) > MOST_MEMBERS:
            members = frozenset((left, right))
        members -= {self.true}
        if -self.true in members or any(-member in members for member in members):
            return -self.true
        if len(members) < 2:
            return next(iter(members), self.true)
        found = self._gates.get(members)
        if found is None:
            found = int(backend.add_atom())
            self._gates[members] = found
            self._members[found] = members
            backend.add_rule([found], [left, right])
        return found

    def values(self, backend: Backend, circuit: Circuit, inputs: Sequence[Atom], blocks: Iterable[Block]) -> list[Atom]:
        """The atom of every node, given those of fluents and moves; of a gate outside the blocks, false."""
        atoms = [-self.true, *inputs, *[-self.true] * (circuit.first_gate + circuit.gates - 1 - len(inputs))]
        sides = list(zip(circuit.left.tolist(), circuit.right.tolist(), strict=True))
        for block in blocks:
            for (variable, _), atom in zip(block.loops, self.free(backend, len(block.loops)), strict=True):
                atoms[variable] = atom
            for gate in range(block.first, block.last):
                left, right = sides[gate]
                both = self.conjunction(backend, signed(atoms, left), signed(atoms, right))
                atoms[circuit.first_gate + gate] = both
            for variable, literal in block.loops:
                fed = signed(atoms, literal)
                backend.add_rule([], [atoms[variable], -fed])
                backend.add_rule([], [-atoms[variable], fed])
        return atoms

    def possible(self, *assumptions: Atom, on_model: Callable[[Model], None] | None = None) -> bool | None:
        """Whether all of these can be true together; ``None`` when that is not known."""
        if self._stopwatch.is_over:
            return None
        result = self._control.solve(assumptions=list(assumptions), on_model=on_model)
        return None if result.unknown else bool(result.satisfiable)


class Prover(Encoding):
    """A position that is not over, with legal moves (``now``), and the position that follows (``then``)."""

    def __init__(self, circuit: Circuit, stopwatch: Stopwatch, conflicts: int = CONFLICTS) -> None:
        super().__init__(stopwatch, conflicts)
        self._circuit = circuit
        self._now: list[Atom] = []
        self._then: list[Atom] = []
        self._either: dict[tuple[Literal, ...], tuple[Atom, Atom]] = {}
        self.write(self._write_frames)

    def now(self, literal: Literal) -> Atom:
        return signed(self._now, literal)

    def then(self, literal: Literal) -> Atom:
        """The atom of a literal that does not rest on moves, in the position that follows."""
        return signed(self._then, literal)

    def _write_frames(self, backend: Backend) -> None:
        circuit = self._circuit
        self._now = self.values(backend, circuit, self.free(backend, circuit.first_variable - 1), circuit.blocks)
        following = [self.now(literal) for literal in circuit.following]
        self._then = self.values(backend, circuit, following, circuit.blocks[: circuit.state_blocks])
        backend.add_rule([], [self.now(circuit.terminal)])
        write_legal_moves(backend, circuit, self._now)

    def either(self, literals: tuple[Literal, ...]) -> tuple[Atom, Atom]:
        """Atoms for "one of these literals of the position is true", now and in the position that follows."""
        if len(literals) == 1:
            return self.now(literals[0]), self.then(literals[0])
        if literals not in self._either:
            self.write(lambda backend: self._write_either(backend, literals))
        return self._either[literals]

    def _write_either(self, backend: Backend, literals: tuple[Literal, ...]) -> None:
        now, then = backend.add_atom(), backend.add_atom()
        for literal in literals:
            backend.add_rule([now], [self.now(literal)])
            backend.add_rule([then], [self.then(literal)])
        self._either[literals] = now, then

    def keeps(self, *literals: Literal) -> bool:
        """Whether it is proved that, once one of these literals of the position is true, one of them is in the next."""
        now, then = self.either(literals)
        return self.possible(now, -then) is False

    def never(self, *literals: Literal) -> bool:
        """Whether it is proved that these are not all true in any position that has one before it."""
        return self.possible(*map(self.then, literals)) is False

    def never_before_the_end(self, *literals: Literal) -> bool:
        """Whether it is proved that these are not all true in any position that is not over."""
        return self.possible(*map(self.now, literals)) is False


def signed(atoms: Sequence[Atom], literal: Literal) -> Atom:
    """The solver's literal for one of the circuit."""
    return -atoms[literal >> 1] if literal & 1 else atoms[literal >> 1]


def write_legal_moves(backend: Backend, circuit: Circuit, atoms: Sequence[Atom], when: Sequence[Atom] = ()) -> None:
    """Demands exactly one move of every role, and a legal one, when the given atoms are true."""
    node = circuit.first_move
    for literals in circuit.legal:
        moves = atoms[node : node + len(literals)]
        backend.add_rule([], [*when, *(-move for move in moves)])
        several = backend.add_atom()
        backend.add_weight_rule([several], 2, [(move, 1) for move in moves])
        backend.add_rule([], [*when, several])
        for move, literal in zip(moves, literals, strict=True):
            backend.add_rule([], [*when, move, -signed(atoms, literal)])
        node += len(literals)
