"""What only grows while a game lasts: literals that stay true once they are, proved by unit propagation.

A cell that is taken stays taken, but the network alone does not show it: a move on that cell would change it, and that
is ruled out because such a move is legal only where the cell is empty, and a cell is not both. So exclusions, pairs of
literals of which at most one is true, are proved by induction along with it: those that do not follow are dropped until
all that are left follow from each other (Houdini, Flanagan and Leino 2001).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ludens.circuit.network import Block, Circuit, Literal

MOST_GATES = 400
"""Gates that one proof may look at."""

MOST_WORK = 100_000
"""Gates that all proofs about a block may look at: a quarter of a second."""

LARGE_BLOCK = 20_000
"""Gates of a block about which nothing is proved."""

Pair = tuple[Literal, Literal]
Truth = dict[int, bool]
"""By node: its value, where that is known."""


def growing_blocks(circuit: Circuit) -> list[Block]:
    """The cyclic blocks of the position that can only become more true from one position of a game to the next."""
    cyclic = [block for block in circuit.blocks[: circuit.state_blocks] if block.loops]
    small = [block for block in cyclic if block.last - block.first <= LARGE_BLOCK]
    if not small:
        return []
    local = _Local(circuit)
    found = []
    for block in small:
        wanted = local.support([literal for _, literal in block.loops])
        if wanted is not None and local.all_grow(wanted):
            found.append(block)
    return found


def support(circuit: Circuit, literals: Iterable[Literal]) -> list[Literal] | None:
    """The literals of fluents that make others true, as far as they rest on them: more of them never makes less true.

    None where some rest on moves.
    """
    return _Local(circuit).support(literals)


def all_grow(circuit: Circuit, literals: Iterable[Literal]) -> bool:
    """Whether each of these literals of fluents stays true once it is, whatever legal moves are made."""
    return _Local(circuit).all_grow(literals)


def exclusive(circuit: Circuit, literals: Sequence[Literal]) -> bool:
    """Whether no two of these literals of fluents are ever true together."""
    local = _Local(circuit)
    pairs = [(one, other) for one, other in combinations(literals, 2) if one != other ^ 1]
    if not all(local.apart_at_first(pair) for pair in pairs):
        return False
    exclusions = local.provable(pairs)
    return all(other in exclusions.get(one, ()) for one, other in pairs)


def _following(circuit: Circuit, literal: Literal) -> Literal:
    """What a literal of a fluent will be."""
    return circuit.following[(literal >> 1) - 1] ^ (literal & 1)


def _lost(circuit: Circuit, literal: Literal) -> list[Literal]:
    """What is true where a literal is true no longer."""
    return [literal, _following(circuit, literal) ^ 1]


class _Local:
    """Unit propagation among the gates below a few literals."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self.work = 0
        """Gates that were looked at."""
        self._left, self._right = circuit.left.tolist(), circuit.right.tolist()
        self._first_gate, self._first_move = circuit.first_gate, circuit.first_move
        self._feeds = {variable: literal for block in circuit.blocks for variable, literal in block.loops}
        self._ways_to_stay: dict[Literal, list[Pair] | None] = {}
        self._legal: dict[int, Literal] = {}
        self._role: dict[int, int] = {}
        node = circuit.first_move
        for role, legal in enumerate(circuit.legal):
            for number, literal in enumerate(legal, start=node):
                self._legal[number], self._role[number] = literal, role
            node += len(legal)

    def support(self, literals: Iterable[Literal]) -> list[Literal] | None:
        """What ``support`` says."""
        seen: set[Literal] = set()
        waiting, found = list(literals), []
        while waiting:
            literal = waiting.pop()
            if literal in seen:
                continue
            seen.add(literal)
            node, sign = literal >> 1, literal & 1
            if node >= self._first_gate:
                gate = node - self._first_gate
                waiting += [self._left[gate] ^ sign, self._right[gate] ^ sign]
            elif node in self._feeds:
                waiting.append(self._feeds[node] ^ sign)
            elif node >= self._first_move:
                return None
            elif node:
                found.append(literal)
        return sorted(found)

    def all_grow(self, literals: Iterable[Literal]) -> bool:
        """What ``all_grow`` says."""
        self.work = 0
        wanted: list[Literal] = []
        candidates: list[Pair] = []
        for literal in literals:
            found = self._exclusions_to_stay(literal)
            if found is not None:
                if not found or self.work > MOST_WORK:
                    return False
                wanted.append(literal)
                candidates += found
        exclusions = self.provable(candidates)
        return all(self.refuted(_lost(self.circuit, literal), exclusions) for literal in wanted)

    def _exclusions_to_stay(self, literal: Literal) -> list[Pair] | None:
        """What may be excluded beside a literal so that it cannot be lost; None where it cannot be anyway."""
        if literal not in self._ways_to_stay:
            stays = self.refuted(_lost(self.circuit, literal), {})
            self._ways_to_stay[literal] = None if stays else list(self.candidates(literal))
        return self._ways_to_stay[literal]

    def candidates(self, literal: Literal) -> Iterator[Pair]:
        """What may be excluded beside a literal so that it cannot be lost."""
        truth = self._consequences(_lost(self.circuit, literal), {})
        for node, value in (truth or {}).items():
            other = 2 * node + (not value)
            if 0 < node < self._first_move and node != literal >> 1 and self.apart_at_first((literal, other)):
                yield literal, other

    def apart_at_first(self, pair: Pair) -> bool:
        """Whether not both are true in the first position."""
        return not all(bool(self.circuit.initial[(one >> 1) - 1]) != bool(one & 1) for one in pair)

    def provable(self, pairs: list[Pair]) -> dict[Literal, set[Literal]]:
        """Those of some exclusions, which hold in the first position, that hold in all."""
        left = sorted(set(pairs))
        while True:
            if self.work > MOST_WORK:
                return {}
            exclusions = _by_literal(left)
            kept = [pair for pair in left if self.refuted([_following(self.circuit, one) for one in pair], exclusions)]
            if len(kept) == len(left):
                return exclusions
            left = kept

    def refuted(self, literals: list[Literal], exclusions: dict[Literal, set[Literal]]) -> bool:
        """Whether these literals are never true together, as far as propagation shows."""
        return self._consequences(literals, exclusions) is None

    def _consequences(self, literals: list[Literal], exclusions: dict[Literal, set[Literal]]) -> Truth | None:
        """The values that follow from some literals, or None if they contradict each other."""
        gates, moves = self._below(literals)
        self.work += len(gates)
        truth: Truth = {0: False}
        if not all(_assign(truth, literal) for literal in literals):
            return None
        known = 0
        while known < len(truth):
            known = len(truth)
            for gate in (*gates, *reversed(gates)):
                if not self._propagate(truth, gate):
                    return None
            made = [node for node in moves if truth.get(node)]
            if len({self._role[node] for node in made}) < len(made):
                return None
            if not all(_assign(truth, self._legal[node]) for node in made):
                return None
            true = [2 * node + (not value) for node, value in truth.items()]
            if not all(_assign(truth, other ^ 1) for one in true for other in exclusions.get(one, ())):
                return None
        return truth

    def _below(self, literals: list[Literal]) -> tuple[list[int], list[int]]:
        """The nodes of gates and of moves that literals rest on, also by what makes the moves legal."""
        first_gate, seen, waiting = self._first_gate, set[int](), [literal >> 1 for literal in literals]
        gates: list[int] = []
        moves: list[int] = []
        while waiting and len(gates) < MOST_GATES:
            node = waiting.pop()
            if node in seen:
                continue
            seen.add(node)
            if node >= first_gate:
                gates.append(node)
                waiting += [self._left[node - first_gate] >> 1, self._right[node - first_gate] >> 1]
            elif node in self._legal:
                moves.append(node)
                waiting.append(self._legal[node] >> 1)
        return sorted(gates), moves

    def _propagate(self, truth: Truth, node: int) -> bool:
        """What a gate tells of its value and of what it joins; False for a contradiction."""
        gate = node - self._first_gate
        left, right = self._left[gate], self._right[gate]
        a, b = _value(truth, left), _value(truth, right)
        if a is False or b is False:
            return _assign(truth, 2 * node + 1)
        if a and b:
            return _assign(truth, 2 * node)
        value = truth.get(node)
        if value:
            return _assign(truth, left) and _assign(truth, right)
        if value is False and a:
            return _assign(truth, right ^ 1)
        if value is False and b:
            return _assign(truth, left ^ 1)
        return True


def _by_literal(pairs: list[Pair]) -> dict[Literal, set[Literal]]:
    found: dict[Literal, set[Literal]] = defaultdict(set)
    for one, other in pairs:
        found[one].add(other)
        found[other].add(one)
    return dict(found)


def _value(truth: Truth, literal: Literal) -> bool | None:
    value = truth.get(literal >> 1)
    return None if value is None else value != bool(literal & 1)


def _assign(truth: Truth, literal: Literal) -> bool:
    """Enters that a literal is true; False if it is known to be false."""
    value = not literal & 1
    return truth.setdefault(literal >> 1, value) == value
