"""A circuit unrolled in time as a ground logic program: one copy of its gates for each step, moves left to the solver.

Planning as satisfiability (Kautz and Selman 1992), with answer sets in place of clauses (Lifschitz 2002): a cyclic part
of the rules keeps its least fixpoint without any further thought, because that is what an answer set is.

What is known beforehand is worked out here and costs the solver nothing: the first position is known, so the first
copies of the gates are small, and a step counter never reaches the program at all. It runs in a process that imports
next to nothing, hence no NumPy.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Protocol

    class Backend(Protocol):
        """What clingo's ``Backend`` offers, as far as it is needed."""

        def add_atom(self) -> int: ...
        def add_rule(self, head: Sequence[int], body: Sequence[int] = (), choice: bool = False) -> None: ...
        def add_weight_rule(self, head: Sequence[int], lower: int, body: Sequence[tuple[int, int]]) -> None: ...


class Network:
    """The circuit of a game for one role, in plain lists; ``goals`` are its values with their literals, best first.

    ``conjunctions``: for each block the gates that are left when those are joined that only one other gate reads, each
    a node with the literals that must all hold; and whether the block is cyclic, with its loops. ``gates``: the same by
    node, of the straight blocks that depend on the position alone.
    """

    def __init__(self, plain: dict[str, Any]) -> None:
        self.fluents: int = plain["fluents"]
        self.moves: int = plain["moves"]
        self.first_gate: int = plain["first_gate"]
        self.terminal: int = plain["terminal"]
        self.legal: list[int] = plain["legal"]
        self.goals: list[tuple[int, int]] = sorted(map(tuple, plain["goals"]), reverse=True)
        self.following: list[int] = plain["following"]
        self.state_blocks: int = plain["state_blocks"]
        self.nodes = self.first_gate + len(plain["left"])
        self.blocks = _joined(plain)
        straight = [gates for gates, loops in self.blocks[: self.state_blocks] if not loops]
        self.gates = {node: literals for gates in straight for node, literals in gates}


def _joined(plain: dict[str, Any]) -> list[tuple[list[tuple[int, list[int]]], list[tuple[int, int]]]]:
    """The blocks as conjunctions of many literals."""
    left, right, first = plain["left"], plain["right"], plain["first_gate"]
    readers = [0] * (first + len(left))
    read = [
        *left,
        *right,
        *plain["legal"],
        *plain["following"],
        plain["terminal"],
        *(goal for _, goal in plain["goals"]),
    ]
    read += [feed for _, _, loops in plain["blocks"] for _, feed in loops]
    for literal in read:
        readers[literal >> 1] += 1
    inverted = {literal >> 1 for literal in read if literal & 1}
    found = []
    for start, last, loops in plain["blocks"]:
        parts: dict[int, list[int]] = {}
        for gate in range(start, last):
            literals: list[int] = []
            for literal in (left[gate], right[gate]):
                node = literal >> 1
                alone = readers[node] == 1 and node not in inverted
                literals += parts.pop(node) if alone and node in parts else [literal]
            parts[first + gate] = literals
        found.append((list(parts.items()), loops))
    return found


class Unrolled:
    """The game from one position on, as a program that grows by a step at a time.

    ``wins[v]``: for each step the literal that the game ends there with the goal v. ``moves``: for each step the
    literal of each move that may be made. ``over``: no game goes on after the last step.
    """

    def __init__(
        self,
        network: Network,
        position: Sequence[bool],
        backend: Callable[[], Backend],
        fact: int,
        in_order: bool = False,
    ) -> None:
        self._network, self._backend, self._in_order = network, backend, in_order
        self.true, self.false = fact, -fact
        self.state = [fact if holds else -fact for holds in position]
        self.going = fact
        self.wins: dict[int, list[int]] = {value: [] for value, _ in network.goals}
        self.moves: list[list[tuple[int, int]]] = []

    @property
    def over(self) -> bool:
        return self.going == self.false

    @property
    def steps(self) -> int:
        return len(self.moves)

    def look(self) -> None:
        """Adds what holds in the last position: whether the game ends there, and with which goal."""
        self._rules = self._backend()
        self._shared: dict[tuple[int, ...], int] = {}
        network = self._network
        self._values = values = [self.false] * network.nodes
        values[1 : 1 + network.fluents] = self.state
        for block, loops in network.blocks[: network.state_blocks]:
            self._evaluate(block, loops)
        terminal = self._literal(network.terminal)
        for value, literal in network.goals:
            self.wins[value].append(self._all([self.going, terminal, self._literal(literal)]))
        self.going = self._all([self.going, -terminal])

    def step(self) -> None:
        """Adds a choice of one legal move in the last position, and the position that follows."""
        network, rules, values = self._network, self._rules, self._values
        first = 1 + network.fluents
        made: list[tuple[int, int]] = []
        for move, literal in enumerate(network.legal):
            legal = self._all([self.going, self._literal(literal)])
            if legal == self.false:
                continue
            atom = values[first + move] = rules.add_atom()
            rules.add_rule([atom], [] if legal == self.true else [legal], choice=True)
            made.append((move, atom))
        rules.add_rule([], [self.going, *(-atom for _, atom in made)])
        if len(made) > 1:
            rules.add_weight_rule([], 2, [(atom, 1) for _, atom in made])
        if self._in_order and self.moves:
            self._forbid_descents(self.moves[-1], made)
        self.moves.append(made)
        for block, loops in network.blocks[network.state_blocks :]:
            self._evaluate(block, loops)
        self.state = [self._literal(literal) for literal in network.following]

    def _forbid_descents(self, before: list[tuple[int, int]], made: list[tuple[int, int]]) -> None:
        """No move has a lower number than the one before it."""
        rules, place, so_far = self._rules, 0, self.false
        for move, atom in made:
            while place < len(before) and before[place][0] < move:
                lower, so_far = so_far, rules.add_atom()
                rules.add_rule([so_far], [before[place][1]])
                if lower != self.false:
                    rules.add_rule([so_far], [lower])
                place += 1
            rules.add_rule([], [atom, -so_far])

    def _literal(self, literal: int) -> int:
        value = self._values[literal >> 1]
        return -value if literal & 1 else value

    def changed(self, literal: int, facts: dict[int, int]) -> int:
        """A literal of the last position as it would be if these facts had other literals; cyclic parts stay."""
        values = {1 + number: value for number, value in facts.items()}
        gates, nodes, waiting = self._network.gates, set(), [literal >> 1]
        while waiting:
            node = waiting.pop()
            if node in gates and node not in nodes:
                nodes.add(node)
                waiting += [part >> 1 for part in gates[node]]
        for node in sorted(nodes):
            if any(part >> 1 in values for part in gates[node]):
                parts = [values.get(part >> 1, self._values[part >> 1]) * (1 - 2 * (part & 1)) for part in gates[node]]
                values[node] = self._all(parts)
        return values.get(literal >> 1, self._values[literal >> 1]) * (1 - 2 * (literal & 1))

    def _evaluate(self, block: list[tuple[int, list[int]]], loops: list[tuple[int, int]]) -> None:
        values = self._values
        if loops:
            Cycle(self, block, loops).evaluate()
            return
        for node, literals in block:
            values[node] = self._all([-values[lit >> 1] if lit & 1 else values[lit >> 1] for lit in literals])

    def _all(self, literals: list[int]) -> int:
        """The literal of a conjunction, the same for the same one."""
        true, false = self.true, self.false
        left = {literal for literal in literals if literal != true}
        if false in left:
            return false
        if len(left) < 2:
            return left.pop() if left else true
        for literal in left:
            if -literal in left:
                return false
        key = tuple(sorted(left))
        found = self._shared.get(key)
        if found is None:
            found = self._shared[key] = self._rules.add_atom()
            self._rules.add_rule([found], key)
        return found

    def any_of(self, literals: Sequence[int]) -> int:
        """The literal of a disjunction."""
        return -self._all([-literal for literal in literals])


class Cycle:
    """A cyclic block: rules for what rests on loop variables in the one sense in which it does.

    The rules are monotone in the variables, but an and-inverter graph hides that behind inverters, and an answer set
    would take such a detour for a free choice. So a gate that rests on a variable gets an atom for the sense that the
    variables raise: the conjunction itself, or its denial as a disjunction.
    """

    def __init__(self, steps: Unrolled, block: list[tuple[int, list[int]]], loops: list[tuple[int, int]]) -> None:
        self._steps, self._block, self._loops = steps, block, loops
        self._gates = dict(block)
        self._variables = {variable for variable, _ in loops}
        self._atoms: dict[int, int] = {}
        self._resting = set(self._variables)
        for node, literals in block:
            if any(literal >> 1 in self._resting for literal in literals):
                self._resting.add(node)

    def evaluate(self) -> None:
        steps = self._steps
        rules, values = steps._rules, steps._values
        for node, literals in self._block:
            if node not in self._resting:
                values[node] = steps._all([steps._literal(literal) for literal in literals])
        for variable, _ in self._loops:
            self._atoms[2 * variable] = values[variable] = rules.add_atom()
        for variable, feed in self._loops:
            rules.add_rule([values[variable]], [self._raised(feed)])
        for node, _ in self._block:
            if node in self._resting:
                values[node] = self._atoms[2 * node] if 2 * node in self._atoms else -self._raised(2 * node + 1)

    def _raised(self, literal: int) -> int:
        """The literal as one that the variables can only make true; loops are left to the solver."""
        steps = self._steps
        node = literal >> 1
        if node not in self._resting:
            return steps._literal(literal)
        if literal not in self._atoms:
            rules = steps._rules
            atom = self._atoms[literal] = rules.add_atom()
            parts = [self._raised(part ^ (literal & 1)) for part in self._gates[node]]
            if literal & 1:
                for part in parts:
                    rules.add_rule([atom], [part])
            else:
                rules.add_rule([atom], parts)
        return self._atoms[literal]
