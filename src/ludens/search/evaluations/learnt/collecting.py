"""The features of a game, read off its circuit.

Every fluent, which on a board is a piece on a cell; every move that is legal, or would be on one's turn, which together
are mobility; pairs of pieces on neighbouring cells; and what the goals test, as far as only one or two fluents are
missing. What features have in common, kinds of pieces, rows, directions, is in their labels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.added_gates import AddedGates, TooManyGatesError
from ludens.circuit.findings import Structure
from ludens.circuit.network import FALSE, Circuit, Literal, inverted
from ludens.circuit.network import TRUE as HOLDS
from ludens.search.evaluations.learnt.feature import BOTH, COULD, LEGAL, LINE, THREAT, TRUE, Feature, Key, Label
from ludens.search.evaluations.learnt.goals import wanted
from ludens.search.evaluations.learnt.names import Board, Content, Names
from ludens.search.evaluations.learnt.turns import OnTurn, turn_fluents

Bits = NDArray[np.bool_]

NEAR = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Steps to half of the neighbours of a cell; the other half have it as theirs."""

MOST_MOVES, MOST_PAIRS, MOST_LINES, MOST_GATES = 2_000, 3_000, 600, 40_000
"""Of each kind: a game with more has none of that kind."""


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Features with the circuit that their literals belong to: that of the game with gates added.

    ``known``: the number of the feature that each key means, and whether inverted; several may mean the same.
    """

    circuit: Circuit
    features: tuple[Feature, ...]
    known: dict[Key, tuple[int, bool]]


def collect(circuit: Circuit, structure: Structure, bits: Bits, legal: Sequence[Bits]) -> Features:
    """The features of a game; ``bits`` and ``legal``: some positions that occur, and the legal moves in them."""
    found: list[Feature] = []
    gates = AddedGates(circuit, MOST_GATES)
    collecting = _Collecting(circuit, structure, bits, legal, gates)
    for part in (collecting.fluents, collecting.moves, collecting.pairs, collecting.lines):
        try:
            found += part()
        except TooManyGatesError:
            break
    kept, known = _distinct(found)
    extended = gates.circuit(legal=[[feature.literal for feature in kept], *([] for _ in circuit.roles[1:])])
    literals = extended.legal[0]
    features = tuple(Feature(f.key, literal, f.labels) for f, literal in zip(kept, literals, strict=True))
    return Features(extended, features, known)


def _distinct(features: Sequence[Feature]) -> tuple[list[Feature], dict[Key, tuple[int, bool]]]:
    """Each literal once, constants left out, and where each key is now."""
    places: dict[int, int] = {}
    kept: list[Feature] = []
    known: dict[Key, tuple[int, bool]] = {}
    for feature in features:
        node = feature.literal >> 1
        if not node:
            continue
        if node not in places:
            places[node] = len(kept)
            kept.append(feature)
        place = places[node]
        known[feature.key] = place, kept[place].literal != feature.literal
    return kept, known


class _Collecting:
    def __init__(
        self, circuit: Circuit, structure: Structure, bits: Bits, legal: Sequence[Bits], gates: AddedGates
    ) -> None:
        self._circuit, self._structure, self._gates = circuit, structure, gates
        self._bits, self._legal = bits, legal
        self._names = Names(circuit.fluents)
        self._usual = bits.mean(axis=0) if len(bits) else circuit.initial.astype(np.float64)

    def fluents(self) -> list[Feature]:
        """Everything that can be true."""
        return [
            Feature((TRUE, number), 2 * (number + 1), self._names.labels(fluent, TRUE))
            for number, fluent in enumerate(self._circuit.fluents)
        ]

    def moves(self) -> list[Feature]:
        """Legal moves, and those that would be legal."""
        circuit, found = self._circuit, []
        if sum(map(len, circuit.moves)) > MOST_MOVES:
            return []
        values = turn_fluents(self._bits, self._legal)
        for role, moves in enumerate(circuit.moves):
            names = Names(moves)
            kinds: list[tuple[str, Callable[[Literal], Literal]]] = [(LEGAL, int)]
            if values[role]:
                kinds.append((COULD, OnTurn(circuit, self._gates, values[role]).could))
            for kind, made in kinds:
                for move, term in enumerate(moves):
                    labels = names.labels(term, (kind, role))
                    found.append(Feature((kind, role, move), made(circuit.legal[role][move]), labels))
        return found

    def pairs(self) -> list[Feature]:
        """Two pieces on neighbouring cells."""
        found = [feature for board in self._names.coordinates(self._circuit.fluents) for feature in self._near(board)]
        return found if len(found) <= MOST_PAIRS else []

    def _near(self, board: Board) -> Iterator[Feature]:
        contents = self._pieces(board)
        for (column, row, one), number in board.at.items():
            if one not in contents:
                continue
            for across, down in NEAR:
                for other in contents:
                    neighbour = board.at.get((column + across, row + down, other))
                    if neighbour is None:
                        continue
                    first, second = sorted((number, neighbour))
                    literal = self._gates.both(2 * (first + 1), 2 * (second + 1))
                    kind = (BOTH, across, down, one, other)
                    labels: tuple[Label, ...] = (
                        (kind, 1.0), ((*kind, "column", column), 1.0), ((*kind, "row", row), 1.0)
                    )  # fmt: skip
                    yield Feature((BOTH, first, second), literal, labels)

    def _pieces(self, board: Board) -> list[Content]:
        """What can stand on cells, but for what is usually there: nothing."""
        shares: defaultdict[Content, float] = defaultdict(float)
        for (_, _, content), number in board.at.items():
            shares[content] += float(self._usual[number])
        usual = max(shares, key=lambda content: shares[content])
        return [content for content in board.contents if content != usual]

    def lines(self) -> list[Feature]:
        """Goals that lack one fluent, by that fluent, and those that lack two."""
        found: list[Feature] = []
        for role, sets in enumerate(wanted(self._circuit)):
            if len(sets) > MOST_LINES:
                continue
            blocked = self._blocked()
            threats: defaultdict[int, list[Literal]] = defaultdict(list)
            for fluents in sets:
                literals = [2 * (fluent + 1) for fluent in fluents]
                is_open = self._gates.all(inverted(blocked[fluent]) for fluent in fluents)
                for place, fluent in enumerate(fluents):
                    threats[fluent].append(self._gates.all(literals[:place] + literals[place + 1 :]))
                if len(fluents) > 2:
                    lacks_two = self._gates.both(self._all_but(literals, 2), is_open)
                    labels = (((LINE, role, len(fluents)), 1.0),)
                    found.append(Feature((LINE, fluents), lacks_two, labels))
            for fluent, ways in threats.items():
                missing = self._gates.both(inverted(2 * (fluent + 1)), inverted(blocked[fluent]))
                literal = self._gates.both(self._gates.any(ways), missing)
                named = self._names.labels(self._circuit.fluents[fluent], (THREAT, role))
                found.append(Feature((THREAT, role, fluent), literal, named))
        return found

    def _all_but(self, literals: Sequence[Literal], missing: int) -> Literal:
        """Whether at most so many of the literals are false."""
        lacking = [HOLDS, *[FALSE] * missing]
        for literal in literals:
            gates = self._gates
            lacking = [
                gates.any(
                    (gates.both(now, literal), gates.both(lacking[n - 1], inverted(literal)) if n else FALSE)
                )
                for n, now in enumerate(lacking)
            ]  # fmt: skip
        return self._gates.any(lacking)

    def _blocked(self) -> dict[int, Literal]:
        """For each fluent whether another stands in its place that is neither it nor what is usual there."""
        found: dict[int, Literal] = dict.fromkeys(range(len(self._circuit.fluents)), FALSE)
        for literals, _ in sorted(self._structure.one_of, key=lambda entry: -len(entry[0])):
            fluents = [(literal >> 1) - 1 for literal in literals if not literal & 1]
            if len(fluents) != len(literals) or len(fluents) < 3:
                continue
            usual = max(fluents, key=lambda fluent: (bool(self._circuit.initial[fluent]), self._usual[fluent]))
            for fluent in fluents:
                others = [2 * (other + 1) for other in fluents if other not in (fluent, usual)]
                found[fluent] = self._gates.any(others)
        return found
