"""Roles that play by themselves: all that can happen to one is walked through, and gates that this shows equal are one.

In a race each driver's position and speed rest on nothing but that driver's own moves. Such fluents have few values
together, though each by itself could be anything: so every combination that legal moves can lead to is visited, also
after the end of a game. Gates that rest on these fluents alone are compared in all of them: those that are equal or
inverse become one, and gates, fluents and moves that never become true go. Nothing is left to prove.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludens.circuit.draft import Draft, Gate, Gates, MoveSet, Rebuilding, Restricted, live_gates
from ludens.circuit.network import FALSE, TRUE, Literal

FEW_LITERALS = 30_000
"""Networks that read no more are left alone."""

FEWEST_ROLES = 2
"""One role is always by itself, and the states of a whole game are too many."""

WORTHWHILE = 10
"""One literal in so many must rest on what happens to a role by itself."""

LANES = 4096
MOST_STATES = 1 << 14
MOST_WORK = 20_000_000
"""Gates that may be worked out for one role, each in many states at once: some ten seconds."""

Plane = int
"""A bit for each state that is looked at."""


def with_solitary_roles_explored(draft: Draft) -> Draft:
    """The network, right in every position that can be reached."""
    if draft.literals <= FEW_LITERALS or len(draft.moves) < FEWEST_ROLES:
        return draft
    supports = _Supports(draft)
    values: dict[int, Literal] = {}
    equal: dict[int, Literal] = {}
    for role in range(len(draft.moves)):
        fluents = supports.alone(role)
        if fluents is None:
            continue
        inner = supports.resting_on(fluents)
        if WORTHWHILE * sum(len(draft.gates[node - draft.first_gate]) for node in inner) < draft.literals:
            continue
        part = _Part(draft, role, fluents)
        if part.explore():
            found = part.equal(inner)
            values.update((node, literal) for node, literal in found.items() if node < draft.first_gate)
            equal.update((node, literal) for node, literal in found.items() if node >= draft.first_gate)
            values.update(part.moves_never_legal(found))
    return _merged(draft, values, equal) if equal or values else draft


class _Supports:
    """What each node rests on: a bit for each fluent, then one for each role's move, then one for all that loops."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        fluents, roles = len(draft.fluents), len(draft.moves)
        self._loops = 1 << (fluents + roles)
        found = [0, *(1 << fluent for fluent in range(fluents))]
        for role, moves in enumerate(draft.moves):
            found += [1 << (fluents + role)] * len(moves)
        found += [self._loops] * len(draft.feeds)
        for gate in draft.gates:
            if isinstance(gate, MoveSet):
                found.append(1 << (fluents + gate.role))
                continue
            rests = 0
            for literal in gate:
                rests |= found[literal >> 1]
            found.append(rests)
        self._of_node = found
        self._live = [node for node, live in enumerate(live_gates(draft), start=draft.first_gate) if live]

    def alone(self, role: int) -> list[int] | None:
        """The nodes of the fluents that a role's moves rest on and change, if no other role's moves do."""
        draft, fluents = self._draft, len(self._draft.fluents)
        own = 1 << (fluents + role)
        rests = own
        for literal in draft.legal[role]:
            rests |= self._of_node[literal >> 1]
        waiting = rests
        while waiting:
            fluent = (waiting & -waiting).bit_length() - 1
            waiting &= waiting - 1
            if fluent < fluents:
                more = self._of_node[draft.following[fluent] >> 1] & ~rests
                rests |= more
                waiting |= more
        if rests >> fluents != 1 << role:
            return None
        return [node for node in range(1, draft.first_move) if rests >> (node - 1) & 1]

    def resting_on(self, fluents: Sequence[int]) -> list[int]:
        """The live gates that rest on some fluents alone."""
        other = ~sum(1 << (node - 1) for node in fluents)
        gates, first = self._draft.gates, self._draft.first_gate
        return [
            node
            for node in self._live
            if not self._of_node[node] & other and not isinstance(gates[node - first], MoveSet)
        ]


class _Part:
    """The fluents of a role that plays by itself, by node, and every combination of them that can be reached."""

    def __init__(self, draft: Draft, role: int, fluents: list[int]) -> None:
        self._draft, self._role, self._fluents = draft, role, fluents
        self._first_move = draft.first_move + sum(map(len, draft.moves[:role]))
        self._looking = _below(draft, draft.legal[role])
        self._stepping = _below(draft, [draft.following[node - 1] for node in fluents])
        self._planes: list[Plane] = [0] * (2 * (draft.first_gate + len(draft.gates)))
        """By literal, for the states that are looked at."""
        self.states: list[int] = []
        """As bits by node."""

    def explore(self) -> bool:
        """Finds all states; False if there are too many."""
        draft = self._draft
        first = sum(1 << node for node in self._fluents if draft.initial[node - 1])
        seen = {first}
        self.states, work, done = [first], 0, 0
        while done < len(self.states):
            now = self.states[done : done + LANES]
            done += len(now)
            pairs = list(self._legal(now))
            work += len(self._looking)
            for start in range(0, len(pairs), LANES):
                work += len(self._stepping)
                for state in self._after(now, pairs[start : start + LANES]):
                    if state not in seen:
                        seen.add(state)
                        self.states.append(state)
            if len(seen) > MOST_STATES or work > MOST_WORK:
                return False
        return True

    def equal(self, gates: Sequence[int]) -> dict[int, Literal]:
        """For each fluent that never changes, and each gate that equals an earlier node in all states, that literal."""
        nodes = [0, *self._fluents, *gates]
        classes = [0] * len(nodes)
        signs: list[int] = []
        for start in range(0, len(self.states), LANES):
            states = self.states[start : start + LANES]
            every = (1 << len(states)) - 1
            self._look_at(states)
            self._evaluate(gates, every)
            own = [self._planes[2 * node] for node in nodes]
            signs = signs or [plane & 1 for plane in own]
            known: dict[tuple[int, Plane], int] = {}
            for place, (plane, sign) in enumerate(zip(own, signs, strict=True)):
                key = classes[place], plane ^ every if sign else plane
                classes[place] = known.setdefault(key, len(known))
        first: dict[int, int] = {}
        found: dict[int, Literal] = {}
        for place, (node, number) in enumerate(zip(nodes, classes, strict=True)):
            at = first.setdefault(number, place)
            if at != place and (node >= self._draft.first_gate or nodes[at] == 0):
                found[node] = 2 * nodes[at] ^ signs[at] ^ signs[place]
        return found

    def moves_never_legal(self, equal: dict[int, Literal]) -> Iterator[tuple[int, Literal]]:
        for node, literal in enumerate(self._draft.legal[self._role], start=self._first_move):
            if equal.get(literal >> 1, 2 * (literal >> 1)) ^ (literal & 1) == FALSE:
                yield node, FALSE

    def _legal(self, states: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Every state, by place, with the node of every move that is legal there."""
        self._look_at(states)
        self._evaluate(self._looking, (1 << len(states)) - 1)
        for move, literal in enumerate(self._draft.legal[self._role], start=self._first_move):
            for lane in _lanes(self._planes[literal]):
                yield lane, move

    def _after(self, states: Sequence[int], pairs: Sequence[tuple[int, int]]) -> list[int]:
        """What follows from each state on each move."""
        planes, every = self._planes, (1 << len(pairs)) - 1
        self._look_at([states[place] for place, _ in pairs])
        made: dict[int, list[int]] = {}
        for lane, (_, move) in enumerate(pairs):
            made.setdefault(move, []).append(lane)
        for move in range(self._first_move, self._first_move + len(self._draft.moves[self._role])):
            planes[2 * move] = _plane(made.get(move, ()), len(pairs)) if move in made else 0
            planes[2 * move + 1] = every ^ planes[2 * move]
        self._evaluate(self._stepping, every)
        found = [0] * len(pairs)
        for node in self._fluents:
            for lane in _lanes(planes[self._draft.following[node - 1]]):
                found[lane] |= 1 << node
        return found

    def _look_at(self, states: Sequence[int]) -> None:
        """Sets the planes of the fluents to some states, a lane each."""
        lanes: dict[int, list[int]] = {node: [] for node in self._fluents}
        for lane, state in enumerate(states):
            for node in _lanes(state):
                lanes[node].append(lane)
        planes, every = self._planes, (1 << len(states)) - 1
        planes[FALSE], planes[TRUE] = 0, every
        for node, own in lanes.items():
            plane = _plane(own, len(states)) if own else 0
            planes[2 * node], planes[2 * node + 1] = plane, every ^ plane

    def _evaluate(self, gates: Sequence[int], every: Plane) -> None:
        """Sets the planes of some gates, given those of what they read."""
        draft, first, planes = self._draft, self._draft.first_gate, self._planes
        for node in gates:
            gate = draft.gates[node - first]
            if isinstance(gate, MoveSet):
                value = 0
                for move in _lanes(gate.mask):
                    value |= planes[2 * (self._first_move + move)]
            else:
                value = every
                for literal in gate:
                    value &= planes[literal]
                    if not value:
                        break
            planes[2 * node], planes[2 * node + 1] = value, every ^ value


def _below(draft: Draft, literals: Sequence[Literal]) -> list[int]:
    """The gates that some literals rest on, each after those that it reads."""
    seen: set[int] = set()
    waiting = [literal >> 1 for literal in literals]
    while waiting:
        node = waiting.pop()
        if node >= draft.first_gate and node not in seen:
            seen.add(node)
            gate = draft.gates[node - draft.first_gate]
            if not isinstance(gate, MoveSet):
                waiting += [literal >> 1 for literal in gate]
    return sorted(seen)


def _lanes(plane: Plane) -> Iterator[int]:
    """The numbers of the bits that are set."""
    for first, byte in enumerate(plane.to_bytes(plane.bit_length() // 8 + 1, "little")):
        left = byte
        while left:
            lowest = left & -left
            yield 8 * first + lowest.bit_length() - 1
            left ^= lowest


def _plane(lanes: Sequence[int], count: int) -> Plane:
    bits = bytearray(count // 8 + 1)
    for lane in lanes:
        bits[lane >> 3] |= 1 << (lane & 7)
    return int.from_bytes(bits, "little")


def _merged(draft: Draft, values: dict[int, Literal], equal: dict[int, Literal]) -> Draft:
    """The network with what is equal in place of some gates, and without some moves."""
    found: dict[Gate, Restricted] = {
        draft.gates[node - draft.first_gate]: ([literal], []) for node, literal in equal.items()
    }
    return Rebuilding(draft, values, Gates.conjunction, found).draft()
