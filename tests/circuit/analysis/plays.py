"""Positions and steps of a game, by the slow evaluation: all that can be reached, or those of some random games."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.analysis import Structure, structure
from ludens.circuit.network import Circuit, Literal, evaluate, value_of
from ludens.circuit.storage import kept_circuit
from ludens.games.loading import built_in_source
from ludens.gdl import Source, read_rules

Key = tuple[bool, ...]


def circuit_of(rules: str) -> Circuit:
    """The circuit of a rulesheet."""
    return kept_circuit(read_rules(Source(rules))[0]).circuit


def built_in_circuit(name: str, **parameters: str) -> Circuit:
    return kept_circuit(read_rules(built_in_source(name, parameters))[0]).circuit


@dataclass
class Plays:
    """A circuit with some of its positions, the depths at which they occurred, and steps between them."""

    circuit: Circuit
    positions: dict[Key, set[int]] = field(default_factory=dict)
    steps: list[tuple[Key, tuple[int, ...], Key]] = field(default_factory=list)
    _values: dict[Key, NDArray[np.bool_]] = field(default_factory=dict)

    @cached_property
    def found(self) -> Structure:
        return structure(self.circuit)

    @property
    def start(self) -> Key:
        return tuple(map(bool, self.circuit.initial))

    def values(self, key: Key) -> NDArray[np.bool_]:
        if key not in self._values:
            self._values[key] = evaluate(self.circuit, np.array(key))
        return self._values[key]

    def holds(self, key: Key, literal: Literal) -> bool:
        return value_of(self.values(key), literal)

    def is_over(self, key: Key) -> bool:
        return self.holds(key, self.circuit.terminal)

    def legal(self, key: Key) -> list[list[int]]:
        return [[n for n, lit in enumerate(literals) if self.holds(key, lit)] for literals in self.circuit.legal]

    def goals(self, key: Key) -> list[list[int]]:
        return [[value for value, lit in listed if self.holds(key, lit)] for listed in self.circuit.goals]

    def after(self, key: Key, joint: tuple[int, ...]) -> Key:
        values = evaluate(self.circuit, np.array(key), joint)
        return tuple(value_of(values, literal) for literal in self.circuit.following)

    def see(self, key: Key, depth: int) -> bool:
        """Notes a position; returns whether it is new at this depth."""
        depths = self.positions.setdefault(key, set())
        new = depth not in depths
        depths.add(depth)
        return new


def every_play(circuit: Circuit, most: int = 20_000) -> Plays:
    """All positions that can be reached, by breadth; fails if there are more than ``most``."""
    plays = Plays(circuit)
    plays.see(plays.start, 0)
    level, known = [plays.start], {plays.start}
    depth = 0
    while level:
        depth += 1
        following = []
        for key in level:
            if plays.is_over(key):
                continue
            for joint in product(*plays.legal(key)):
                after = plays.after(key, joint)
                plays.steps.append((key, joint, after))
                plays.see(after, depth)
                if after not in known:
                    known.add(after)
                    following.append(after)
        level = following
        assert len(known) <= most
    return plays


def some_plays(circuit: Circuit, games: int, most_steps: int, seed: int = 7) -> Plays:
    """The positions of random games."""
    plays = Plays(circuit)
    chooser = random.Random(seed)
    for _ in range(games):
        key = plays.start
        plays.see(key, 0)
        for depth in range(1, most_steps + 1):
            if plays.is_over(key):
                break
            joint = tuple(chooser.choice(moves) for moves in plays.legal(key))
            after = plays.after(key, joint)
            plays.steps.append((key, joint, after))
            plays.see(after, depth)
            key = after
    return plays
