"""The parts of a game as circuits of their own, and what the whole game asks of each.

Fluents of such a circuit are the part's own ones, then the shared ones it sees, then conditions on other parts, as a
part in a series has them: those stay as they are, and whoever plays the part sets them. Its moves are choices: number
0 is "elsewhere", what becomes of the part when a move is made in another one.

The end and the goals of the whole game see a part only through its signs: the largest conditions from which they are
made that rest on this part's fluents alone (the local concepts of Zhao, Schiffel and Thielscher 2009).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ludens.circuit.analysis.supports import Supports, bits
from ludens.circuit.analysis.ties import members
from ludens.circuit.draft import Draft, Gates
from ludens.circuit.findings import Factor, Factors
from ludens.circuit.lowering import lowered
from ludens.circuit.network import FALSE, Circuit, Literal
from ludens.rules.ground_rules import Ground

ELSEWHERE: Ground = "elsewhere"
"""The name of choice 0 where it is the choice of moves in other parts."""


class InseparableError(Exception):
    """Parts that cannot be played by themselves in the way asked for; the text says why."""


@dataclass(frozen=True, eq=False)
class Part:
    """One part of a game.

    ``circuit``: the part by itself; its end is what it contributes to the end of the game, and it has no goals.
    ``looks_at``: the shared fluents, by numbers of the whole game, on which its play rests; ``shared``: those and
    whatever decides what becomes of them. ``conditions`` and ``signs`` are literals of the whole game, not inverted;
    ``own_signs`` are the signs as literals of this circuit.
    """

    circuit: Circuit
    factor: Factor
    shared: tuple[int, ...]
    looks_at: tuple[int, ...]
    conditions: tuple[Literal, ...]
    signs: tuple[Literal, ...]
    own_signs: tuple[Literal, ...]


class Cutting:
    """The work of taking a game apart. ``passes`` lists, for each role, the moves that belong to no part."""

    def __init__(self, circuit: Circuit, factors: Factors) -> None:
        self.circuit, self.factors, self.supports = circuit, factors, Supports(circuit)
        self._masks = [sum(1 << fluent for fluent in factor.fluents) for factor in factors.parts]
        self._shared = sum(1 << fluent for fluent in factors.shared)
        self.passes = tuple(self._passes(role) for role in range(len(circuit.roles)))

    def parts(self) -> tuple[Part, ...]:
        """All parts, in the order of the factors; raises InseparableError."""
        numbers = range(len(self._masks))
        legal = [self._legal_choices(number) for number in numbers]
        conditions = [self._conditions(number, legal[number]) for number in numbers]
        asked = [*self.outputs(), *(literal for needed in conditions for literal in needed)]
        signs = self._signs(asked)
        return tuple(
            _Writing(self, number, conditions[number], signs[number], legal[number]).part() for number in numbers
        )

    def outputs(self) -> list[Literal]:
        """What is asked of all parts together: the end, the goals, and whether each move in no part is legal."""
        circuit = self.circuit
        nowhere = [circuit.legal[role][move] for role, moves in enumerate(self.passes) for move in moves]
        return [circuit.terminal, *(literal for listed in circuit.goals for _, literal in listed), *nowhere]

    def groups(self, role: int) -> list[list[Literal]]:
        """What the time must be for moves of a role, each set of conditions once."""
        found: dict[tuple[Literal, ...], None] = {}
        for literal in self.circuit.legal[role]:
            found[tuple(member for member in self.supports.parts(literal) if not self.met(member))] = None
        return [list(conditions) for conditions in found]

    def met(self, literal: Literal) -> list[int]:
        """The numbers of the parts that a literal rests on."""
        fluents = self.supports.fluents(literal)
        return [number for number, mask in enumerate(self._masks) if mask & fluents]

    def end_of(self, number: int) -> tuple[list[Literal], bool]:
        """The conditions on a part in the end of the game, and whether all of them are needed rather than one."""
        literal = self.circuit.terminal
        while True:
            found = [member for member in members(self.supports, literal) if self.met(member)]
            if len(found) != 1 or found[0] == literal:
                return [member for member in found if self.met(member) == [number]], not literal & 1
            literal = found[0]

    def _passes(self, role: int) -> tuple[int, ...]:
        if self.factors.simultaneous:
            return ()
        choices = zip(*(factor.choices[role] for factor in self.factors.parts), strict=True)
        return tuple(move for move, chosen in enumerate(choices) if not any(chosen))

    def _legal_choices(self, number: int) -> list[list[list[list[Literal]]]]:
        """For each role and choice, the ways in which it can be legal: conjunctions of literals."""
        found = []
        for role, choices in enumerate(self.factors.parts[number].choices):
            ways: list[list[list[Literal]]] = [[] for _ in range(max(choices, default=0) + 1)]
            for move, choice in enumerate(choices):
                if choice or self.factors.simultaneous:
                    ways[choice].append(self._needed(number, self.circuit.legal[role][move]))
            if not self.factors.simultaneous:
                ways[0] = [[]]
            found.append(ways)
        return found

    def _needed(self, number: int, legal: Literal) -> list[Literal]:
        """What a move needs to be legal, as far as this part has to say in it."""
        if not self.factors.simultaneous:
            return [legal]
        return [member for member in self.supports.parts(legal) if self.met(member) in ([number], [])]

    def _conditions(self, number: int, legal: list[list[list[list[Literal]]]]) -> list[Literal]:
        """The conditions on other parts that the play of a part rests on."""
        following = [self.circuit.following[fluent] for fluent in self.factors.parts[number].fluents]
        needed = [literal for role in legal for ways in role for way in ways for literal in way]

        def is_condition(literal: Literal) -> bool:
            return self.supports.rests_on_fluents_alone(literal) and not self.supports.fluents(literal) & self._shared

        return [2 * node for node in self._cut([*following, *needed], number, is_condition)]

    def _signs(self, asked: Iterable[Literal]) -> list[list[Literal]]:
        found: list[list[Literal]] = [[] for _ in self._masks]
        for node in self._cut(asked, None, lambda literal: not self.supports.fluents(literal) & self._shared):
            found[self.met(2 * node)[0]].append(2 * node)
        return found

    def _cut(self, outputs: Iterable[Literal], inside: int | None, is_cut: Callable[[Literal], bool]) -> list[int]:
        """The largest nodes below the outputs that rest on one part, not that inside, and that can be cut."""
        circuit, first = self.circuit, self.circuit.first_gate
        found, seen = set[int](), set[int]()
        waiting = [literal >> 1 for literal in outputs]
        while waiting:
            node = waiting.pop()
            met = self.met(2 * node)
            if node in seen or not met or met == [inside]:
                continue
            seen.add(node)
            if len(met) == 1 and is_cut(2 * node):
                found.add(node)
            elif node >= first:
                waiting += [int(circuit.left[node - first]) >> 1, int(circuit.right[node - first]) >> 1]
            else:
                raise InseparableError("a recursive rule goes across its parts")
        return sorted(found)


class _Writing:
    """Writes the circuit of one part: a copy of the gates it needs, on inputs of its own."""

    def __init__(
        self,
        cutting: Cutting,
        number: int,
        conditions: list[Literal],
        signs: list[Literal],
        legal: list[list[list[list[Literal]]]],
    ) -> None:
        self._cutting, self._circuit = cutting, cutting.circuit
        self._factor = cutting.factors.parts[number]
        self._conditions, self._signs, self._legal = conditions, signs, legal
        self._end = cutting.end_of(number)
        own = [self._circuit.following[fluent] for fluent in self._factor.fluents]
        needed = [literal for role in legal for ways in role for way in ways for literal in way]
        self._looks_at = self._shared_below([*own, *needed])
        self._shared = self._closed(self._looks_at | self._shared_below(self._end[0]))
        self._outputs = [*own, *(self._circuit.following[f] for f in bits(self._shared)), *needed, *self._end[0]]

    def part(self) -> Part:
        shared = tuple(bits(self._shared))
        circuit = lowered(self._draft(shared))
        own_signs = tuple(literal for _, literal in circuit.goals[0])
        none: tuple[tuple[tuple[int, Literal], ...], ...] = tuple(() for _ in circuit.roles)
        looks_at = tuple(bits(self._looks_at))
        conditions, signs = tuple(self._conditions), tuple(self._signs)
        return Part(replace(circuit, goals=none), self._factor, shared, looks_at, conditions, signs, own_signs)

    def _shared_below(self, literals: Sequence[Literal]) -> int:
        """The shared fluents that literals rest on, conditions on other parts not looked into."""
        found = 0
        for node in self._below(literals):
            if 1 <= node < self._circuit.first_move:
                found |= 1 << (node - 1)
        return found & sum(1 << fluent for fluent in self._cutting.factors.shared)

    def _closed(self, fluents: int) -> int:
        """The shared fluents with those that decide what becomes of them."""
        while True:
            more = fluents
            for fluent in bits(fluents):
                more |= self._cutting.supports.fluents(self._circuit.following[fluent])
            if more == fluents:
                return fluents
            fluents = more

    def _below(self, literals: Sequence[Literal]) -> set[int]:
        """All nodes that literals are made from, down to inputs and conditions; loops are followed."""
        circuit, first = self._circuit, self._circuit.first_gate
        feeds = {variable: literal for block in circuit.blocks for variable, literal in block.loops}
        stop = {literal >> 1 for literal in self._conditions}
        seen: set[int] = set()
        waiting = [literal >> 1 for literal in literals]
        while waiting:
            node = waiting.pop()
            if node in seen:
                continue
            seen.add(node)
            if node in feeds:
                waiting.append(feeds[node] >> 1)
            elif node >= first and node not in stop:
                waiting += [int(circuit.left[node - first]) >> 1, int(circuit.right[node - first]) >> 1]
        return seen

    def _draft(self, shared: tuple[int, ...]) -> Draft:
        circuit, below = self._circuit, sorted(self._below([*self._outputs, *self._signs]))
        fluents = (*self._factor.fluents, *shared)
        variables = [node for node in below if circuit.first_variable <= node < circuit.first_gate]
        sizes = [len(ways) for ways in self._legal]
        gates = Gates(len(fluents) + len(self._conditions), sizes, len(variables))
        new = self._inputs(gates, fluents, variables)
        for node in below:
            if node >= circuit.first_gate and node not in new:
                sides = circuit.left[node - circuit.first_gate], circuit.right[node - circuit.first_gate]
                new[node] = gates.conjunction(new[int(side) >> 1] ^ (int(side) & 1) for side in sides)

        def renamed(literal: Literal) -> Literal:
            return new[literal >> 1] ^ (literal & 1)

        feeds = {variable: literal for block in circuit.blocks for variable, literal in block.loops}
        join = gates.conjunction if self._end[1] else gates.disjunction
        return Draft(
            roles=circuit.roles,
            fluents=(*(circuit.fluents[f] for f in fluents), *(("condition", str(c)) for c in self._conditions)),
            moves=self._names(),
            initial=(*(bool(circuit.initial[f]) for f in fluents), *(False for _ in self._conditions)),
            terminal=join(map(renamed, self._end[0])) if self._end[0] else FALSE,
            legal=tuple(
                tuple(gates.disjunction(gates.conjunction(map(renamed, way)) for way in ways) for ways in role)
                for role in self._legal
            ),
            goals=(tuple((0, renamed(sign)) for sign in self._signs), *(() for _ in circuit.roles[1:])),
            following=(
                *(renamed(circuit.following[fluent]) for fluent in fluents),
                *(new[literal >> 1] for literal in self._conditions),
            ),
            feeds=tuple(renamed(feeds[node]) for node in variables),
            gates=tuple(gates.gates),
        )

    def _inputs(self, gates: Gates, fluents: Sequence[int], variables: Sequence[int]) -> dict[int, Literal]:
        """The new literals of the constant, fluents, conditions, moves and loop variables, by old node."""
        circuit = self._circuit
        nodes = [*(fluent + 1 for fluent in fluents), *(literal >> 1 for literal in self._conditions)]
        new = {0: FALSE, **{node: 2 * place for place, node in enumerate(nodes, start=1)}}
        node = circuit.first_move
        for role, choices in enumerate(self._factor.choices):
            seen: set[int] = set()
            for choice in choices:
                # One move stands for all that make the same choice: the part does not tell between them.
                new[node] = FALSE if choice in seen else gates.move(role, choice)
                seen.add(choice)
                node += 1
        first = 1 + len(nodes) + sum(len(ways) for ways in self._legal)
        new.update((variable, 2 * (first + place)) for place, variable in enumerate(variables))
        return new

    def _names(self) -> tuple[tuple[Ground, ...], ...]:
        """For each choice the name of the first move that makes it; "elsewhere" for what others do."""
        found = []
        for role, choices in enumerate(self._factor.choices):
            names: dict[int, Ground] = {} if self._cutting.factors.simultaneous else {0: ELSEWHERE}
            for move, choice in enumerate(choices):
                names.setdefault(choice, self._circuit.moves[role][move])
            found.append(tuple(names.get(choice, ELSEWHERE) for choice in range(len(self._legal[role]))))
        return tuple(found)
