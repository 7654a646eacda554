"""What a network sees of a position: features of the rules, as the role to move sees them.

They are those of the linear evaluations (``evaluations/learnt``) but for pairs of neighbours, which a network finds by
itself. Where a symmetry of the rules exchanges the two roles, positions in which the second is to move are turned
round first, so that a network learns one side only; a last input says that this was done, for often it matters who
moved first, as in counts of moves that are left.

Rules that keep books, such as which cells are linked with which, have thousands of fluents. A network that sees them
all is too slow to learn anything. So the largest families of fluents are left out where there are too many.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.findings import Symmetry
from ludens.circuit.network import Circuit
from ludens.engine.contract import LoadedGame
from ludens.engine.engine import Engine
from ludens.engine.rows import Rows, unpack_rows
from ludens.rules.ground_rules import Ground
from ludens.search.evaluations.learnt.collecting import Features
from ludens.search.evaluations.learnt.feature import BOTH, TRUE, Feature, image
from ludens.search.evaluations.learnt.game_features import features_of
from ludens.search.evaluations.learnt.names import family_of
from ludens.search.facts import facts_of
from ludens.search.once import once

Seen = NDArray[np.float32]
Bits = NDArray[np.bool_]
Places = NDArray[np.int64]

MOST_IMAGES = 16
"""Of a position, made by symmetries."""

MOST_INPUTS = 3_000
"""Above which families of fluents are left out."""

HASH_LENGTH = 16


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """A symmetry as a change of places: what stands in each place of the inputs, and of the moves, afterwards.

    ``flips``: the inputs that are inverted, where a fluent becomes that another does not hold.
    """

    inputs: Places
    flips: Bits
    moves: Places

    def turned(self, seen: Seen) -> Seen:
        """Inputs as the symmetry has them."""
        found = seen[:, self.inputs]
        return np.abs(found - self.flips, dtype=np.float32) if self.flips.any() else found


class _Seeing(Engine):
    """Works out features in machine code: they stand where an engine has the legal moves of the first role."""

    def features(self, rows: Rows) -> Bits:
        return unpack_rows(self._kernels.legal(self._checked(rows)), len(self.circuit.legal[0]))


class Inputs:
    """How positions of one game are shown to a network, and which outputs it has.

    ``size``: inputs. ``widths``: moves of each role that have an output. ``values``: outputs for what a position is
    worth; one, for the role to move or for the first role, where one of two roles gets what the other does not.
    ``exchanges``: positions are seen from the side of the role to move; ``exchange`` turns them. ``images``: symmetries
    that keep the roles, the identity first. ``counts``: moves of each role. ``keys``: what features speak of.
    """

    def __init__(self, game: LoadedGame[Any]) -> None:
        found, structure = features_of(game), facts_of(game).structure
        assert structure is not None
        circuit = found.circuit
        chosen = few([feature for feature in found.features if feature.key[0] != BOTH], circuit.fluents)
        none: tuple[tuple[int, ...], ...] = tuple(() for _ in circuit.roles[1:])
        self._engine = _Seeing(replace(circuit, legal=(tuple(feature.literal for feature in chosen), *none)))
        self.keys = [feature.key for feature in chosen]
        self.roles, self.size, self.opposed = len(circuit.roles), len(chosen) + 1, facts_of(game).seems_opposed
        self.counts = counts = [len(moves) for moves in circuit.moves]
        self._first = np.cumsum([0, *counts])
        turned = ((s.roles, _turned(s, found, chosen, self._first)) for s in structure.symmetries)
        turns = [(roles, turn) for roles, turn in turned if turn is not None]
        in_turns = self.opposed and facts_of(game).random_games.one_at_a_time
        self.exchange = next((turn for roles, turn in turns if in_turns and roles == (1, 0)), None)
        self.exchanges = self.exchange is not None
        self.widths = tuple(counts[:1] if self.exchanges else counts)
        self.values = 1 if self.opposed else self.roles
        same = tuple(range(self.roles))
        identity = Turn(np.arange(self.size), np.zeros(self.size, dtype=np.bool_), np.arange(self._first[-1]))
        self.images = _group(identity, [turn for roles, turn in turns if roles == same])
        exchanged = [] if self.exchange is None else self.exchange.inputs.tolist()
        named = [circuit.roles, circuit.fluents, circuit.moves, [feature.key for feature in chosen], exchanged]
        self.digest = hashlib.sha256(repr(named).encode()).hexdigest()[:HASH_LENGTH]

    def wait(self) -> None:
        """Returns when machine code is in use."""
        self._engine.wait()

    @property
    def circuit(self) -> Circuit:
        """The rules, with features in place of the legal moves of the first role; the other roles have none."""
        return self._engine.circuit

    def features(self, rows: Rows) -> Bits:
        """The features of positions, before any are turned round: all inputs but the last."""
        return self._engine.features(rows)

    def see(self, rows: Rows, second: Bits) -> Seen:
        """The inputs of positions; ``second``: in which the second role is to move."""
        bits = self.features(rows)
        if self.exchange is not None and second.any():
            bits[second] = bits[second][:, self.exchange.inputs[:-1]] ^ self.exchange.flips[:-1]
        found = np.empty((len(rows), self.size), dtype=np.float32)
        found[:, :-1], found[:, -1] = bits, second
        return found

    def second_moves(self, legal: Sequence[Bits]) -> Bits:
        """Whether the second role is to move, as far as positions are turned at all."""
        if not self.exchanges:
            return np.zeros(len(legal[0]), dtype=np.bool_)
        return np.asarray(legal[1].sum(axis=1) > legal[0].sum(axis=1))

    def allowed(self, legal: Sequence[Bits], second: Bits) -> Bits:
        """The legal moves in the places of the outputs: of all roles, or of the one to move."""
        if self.exchange is None:
            return np.concatenate(legal, axis=1)
        found = legal[0].copy()
        found[second] = legal[1][second][:, self.back]
        return found

    def of_roles(self, outputs: Seen, second: Bits) -> list[Seen]:
        """Outputs for moves, as ``allowed`` has them, for the moves of each role."""
        if self.exchange is None:
            return [outputs[:, a:b] for a, b in zip(self._first[:-1], self._first[1:], strict=True)]
        found = [outputs, np.zeros((len(outputs), int(self._first[2] - self._first[1])), dtype=outputs.dtype)]
        found[1][np.ix_(second, self.back)] = outputs[second]
        return found

    def worth(self, values: Seen, second: Bits) -> NDArray[np.float64]:
        """The outputs for values, from 0 to 1, as what positions are worth to each role."""
        if not self.opposed:
            return values.astype(np.float64)
        own = values[:, 0].astype(np.float64)
        first = np.where(second, 1 - own, own)
        return np.stack([first, 1 - first], axis=1)

    def wanted(self, worth: NDArray[np.floating], second: Bits) -> NDArray[np.floating]:
        """The opposite of ``worth``: what the outputs for values should be."""
        return np.where(second, worth[:, 1], worth[:, 0])[:, None] if self.opposed else worth

    @property
    def back(self) -> Places:
        """For each move of the first role the move of the second that becomes it."""
        assert self.exchange is not None
        return np.asarray(self.exchange.moves[: self._first[1]] - self._first[1])


def few(features: Sequence[Feature], fluents: Sequence[Ground]) -> list[Feature]:
    """Features without the largest families of fluents, as long as there are too many; one family stays."""
    families = Counter(family_of(fluents[feature.key[1]]) for feature in features if feature.key[0] == TRUE)
    left, out = len(features), set[tuple[object, int]]()
    for family, count in families.most_common(len(families) - 1):
        if left <= MOST_INPUTS:
            break
        out.add(family)
        left -= count
    return [feature for feature in features if feature.key[0] != TRUE or family_of(fluents[feature.key[1]]) not in out]


def inputs_of(game: LoadedGame[Any]) -> Inputs:
    """The inputs of a game, made once; raises UnsuitableGameError without a circuit."""
    return once(game, Inputs, lambda: Inputs(game))


def _turned(symmetry: Symmetry, found: Features, chosen: Sequence[Feature], first: Places) -> Turn | None:
    """A symmetry as a change of places; ``None`` where it makes something of a feature that is none."""
    places = {feature.literal: place for place, feature in enumerate(chosen)}
    inputs, flips = np.full(len(chosen) + 1, -1, dtype=np.int64), np.zeros(len(chosen) + 1, dtype=np.bool_)
    inputs[-1] = len(chosen)
    for place, feature in enumerate(chosen):
        became = image(symmetry, feature.key)
        if became is None or became[0] not in found.known:
            return None
        number, inverted = found.known[became[0]]
        after = places.get(found.features[number].literal)
        if after is None:
            return None
        inputs[after], flips[after] = place, inverted ^ became[1]
    moves = np.full(int(first[-1]), -1, dtype=np.int64)
    for role, own in enumerate(symmetry.moves):
        for move, after in enumerate(own):
            moves[first[symmetry.roles[role]] + after] = first[role] + move
    return Turn(inputs, flips, moves) if (inputs >= 0).all() and (moves >= 0).all() else None


def _group(identity: Turn, generators: Sequence[Turn]) -> tuple[Turn, ...]:
    """What the generators make together, at most so many."""
    found = [identity]
    for turn in found:
        for generator in generators:
            inputs = turn.inputs[generator.inputs]
            flips = turn.flips[generator.inputs] ^ generator.flips
            if len(found) < MOST_IMAGES and not any((other.inputs == inputs).all() for other in found):
                found.append(Turn(inputs, flips, turn.moves[generator.moves]))
    return tuple(found)
