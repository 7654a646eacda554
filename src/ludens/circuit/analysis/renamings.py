"""Changes of names that may leave the rules as they are: boards turned or mirrored, roles exchanged.

They are guessed from the names of the fluents: the values of an argument in the opposite order, two arguments
exchanged, two roles and up to two pairs of other words exchanged. Guesses that change the first position, but for
fluents that no move changes, are left out at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, islice, product

from ludens.circuit.analysis.terms import Family, families, named_literals
from ludens.circuit.network import Circuit, Literal
from ludens.gdl.patterns import Ground

MOST_OF_A_FAMILY = 64
MOST_TOGETHER = 256
MOST_WORDS = 8
"""Arguments with more values are not looked at for words to exchange."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """What each role and each fluent becomes."""

    description: str
    roles: tuple[int, ...]
    fluents: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class _Turn:
    """Arguments of a family reversed, then two of them exchanged."""

    family: Family
    reversed_places: tuple[int, ...]
    exchanged: tuple[int, int] | None

    def __str__(self) -> str:
        name = self.family[0]
        said = [f"argument {place} of {name} reversed" for place in self.reversed_places]
        if self.exchanged:
            said.append(f"arguments {self.exchanged[0]} and {self.exchanged[1]} of {name} exchanged")
        return ", ".join(said)


@dataclass(frozen=True, slots=True)
class _Words:
    """Roles and other words exchanged wherever they occur."""

    roles: tuple[int, ...]
    words: Mapping[str, str]

    def __str__(self) -> str:
        return ", ".join(f"{one} and {other} exchanged" for one, other in self.words.items() if one < other)

    def apply(self, term: Ground) -> Ground:
        return self.words.get(term, term) if isinstance(term, str) else tuple(map(self.apply, term))


def renamings(circuit: Circuit, autonomous: int) -> Iterator[Renaming]:
    """Guesses, the identity left out, those that keep the roles first."""
    return _Guesses(circuit, autonomous).all()


class _Guesses:
    def __init__(self, circuit: Circuit, autonomous: int) -> None:
        self._circuit = circuit
        self._literals = named_literals(circuit)
        self._families = families(circuit)
        self._fixed = {fluent for fluent, literal in self._literals.items() if autonomous >> (literal >> 1) - 1 & 1}
        self._true = {
            fluent
            for fluent, literal in self._literals.items()
            if bool(circuit.initial[(literal >> 1) - 1]) != bool(literal & 1)
        }
        self._domains = {
            (family, place): sorted({f[place] for f in fluents if isinstance(f[place], str)}, key=_natural)
            for family, fluents in self._families.items()
            for place in range(1, family[1] + 1)
        }

    def all(self) -> Iterator[Renaming]:
        for words in self._exchanges():
            options = [self._turns(family, words) for family in self._families]
            for turns in islice(product(*options), MOST_TOGETHER):
                found = self._renaming(words, turns)
                if found is not None:
                    yield found

    def _exchanges(self) -> Iterator[_Words]:
        roles = self._circuit.roles
        same = tuple(range(len(roles)))
        yield _Words(same, {})
        for one, other in combinations(range(len(roles)), 2):
            swapped = tuple({one: other, other: one}.get(role, role) for role in same)
            base = {roles[one]: roles[other], roles[other]: roles[one]}
            pairs = self._word_pairs(set(base))
            for chosen in ((), *((pair,) for pair in pairs), *combinations(pairs, 2)):
                words = [word for pair in chosen for word in pair]
                if len(set(words)) == len(words):
                    yield _Words(swapped, base | {a: b for pair in chosen for a, b in (pair, pair[::-1])})

    def _word_pairs(self, taken: set[str]) -> list[tuple[str, str]]:
        found: dict[tuple[str, str], None] = {}
        for domain in self._domains.values():
            words = [word for word in domain if isinstance(word, str) and word not in taken and not word.isdigit()]
            if len(words) <= MOST_WORDS:
                found.update(dict.fromkeys(combinations(words, 2)))
        return list(found)

    def _turns(self, family: Family, words: _Words) -> list[_Turn]:
        """The turns of a family that keep its first position, the one that does nothing first."""
        fluents = self._families[family]
        nothing = _Turn(family, (), None)
        if all(fluent in self._fixed for fluent in fluents):
            return [nothing]
        places = [place for place in range(1, family[1] + 1) if len(self._domains[family, place]) > 1]
        exchanges = [None, *(pair for pair in combinations(places, 2) if self._alike(family, *pair))]
        subsets = (chosen for count in range(len(places) + 1) for chosen in combinations(places, count))
        turns = [_Turn(family, chosen, pair) for chosen in subsets for pair in exchanges]
        return [turn for turn in turns[:MOST_OF_A_FAMILY] if self._keeps_start(turn, words)]

    def _alike(self, family: Family, one: int, other: int) -> bool:
        return self._domains[family, one] == self._domains[family, other]

    def _keeps_start(self, turn: _Turn, words: _Words) -> bool:
        for fluent in self._families[turn.family]:
            image = self._image(fluent, turn, words)
            if image not in self._literals:
                return False
            if fluent not in self._fixed and (fluent in self._true) != (image in self._true):
                return False
        return True

    def _image(self, fluent: Ground, turn: _Turn | None, words: _Words) -> Ground:
        if turn is None or isinstance(fluent, str):
            return words.apply(fluent)
        changed = list(fluent)
        for place in turn.reversed_places:
            domain = self._domains[turn.family, place]
            if changed[place] not in domain:
                return ()
            changed[place] = domain[-1 - domain.index(changed[place])]
        if turn.exchanged:
            one, other = turn.exchanged
            changed[one], changed[other] = changed[other], changed[one]
        return words.apply(tuple(changed))

    def _renaming(self, words: _Words, turns: tuple[_Turn, ...]) -> Renaming | None:
        by_family = {turn.family: turn for turn in turns}
        images: dict[Literal, Literal] = {}
        for fluent, literal in self._literals.items():
            family = (str(fluent[0]), len(fluent) - 1) if isinstance(fluent, tuple) else None
            image = self._literals.get(self._image(fluent, by_family.get(family) if family else None, words))
            if image is None or images.setdefault(literal & ~1, image ^ (literal & 1)) != image ^ (literal & 1):
                return None
        if len({image >> 1 for image in images.values()}) != len(images):
            return None
        fluents = tuple(images[2 * node] for node in range(1, self._circuit.first_move))
        if words.roles == tuple(range(len(words.roles))) and all(
            image == 2 * node for node, image in enumerate(fluents, start=1)
        ):
            return None
        said = [text for text in (str(words), *map(str, turns)) if text]
        return Renaming("; ".join(said), words.roles, fluents)


def _natural(word: Ground) -> tuple[tuple[int, str], ...]:
    """Orders words as people do: numbers by their size."""
    parts = re.split(r"(\d+)", str(word))
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)
