"""What a learnt evaluation goes by, in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from ludens.circuit.network import Circuit
from ludens.rules.ground_rules import ground_text
from ludens.search.evaluations.learnt.feature import BOTH, COULD, LEGAL, THREAT, TRUE, Key
from ludens.search.evaluations.learnt.model import Learnt

OF_A_KIND = 3


@dataclass(frozen=True, slots=True)
class Telling:
    """A feature in words and its weight, in logits, for the role of the output; ``alike`` have the same weight."""

    output: int
    text: str
    weight: float
    alike: int


def most_telling(learnt: Learnt, most: int) -> list[Telling]:
    """The features with the largest weights, at most OF_A_KIND of each kind; of those with one weight, the first."""
    circuit, features = learnt.features.circuit, learnt.features.features
    found: dict[tuple[int, str, int], list[int]] = {}
    for output, weights in enumerate(learnt.model.weights):
        for number in np.flatnonzero(weights):
            kind = output, features[number].key[0], abs(int(weights[number]))
            found.setdefault(kind, []).append(int(number))
    largest: list[tuple[tuple[int, str, int], list[int]]] = []
    shown: Counter[tuple[int, str]] = Counter()
    for kind, members in sorted(found.items(), key=lambda entry: -entry[0][2]):
        shown[kind[:2]] += 1
        if shown[kind[:2]] <= OF_A_KIND and len(largest) < most:
            largest.append((kind, members))
    return [
        Telling(
            output,
            in_words(circuit, features[members[0]].key),
            learnt.model.unit * float(learnt.model.weights[output][members[0]]),
            len(members),
        )
        for (output, _, _), members in largest
    ]


def in_words(circuit: Circuit, key: Key) -> str:
    """A feature as one would tell it."""
    kind, *parts = key
    if kind in (LEGAL, COULD):
        role, move = parts
        manner = "can do" if kind == LEGAL else "could do on its turn"
        return f"{circuit.roles[role]} {manner} {ground_text(circuit.moves[role][move])}"
    if kind == THREAT:
        role, fluent = parts
        return f"{circuit.roles[role]} lacks only {ground_text(circuit.fluents[fluent])} for a goal"
    fluents = [ground_text(circuit.fluents[fluent]) for fluent in (parts if kind in (TRUE, BOTH) else parts[0])]
    if kind in (TRUE, BOTH):
        return " and ".join(fluents)
    return f"all but two of {', '.join(fluents)}"
