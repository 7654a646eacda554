"""The order of coordinates: as people count, or as the successor facts of the rules say."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from ludens.gdl.terms import Constant, Rule

LONGEST_SIDE = 40
"""Numbers up to this are filled in where some are missing."""

Axis = tuple[str, ...]

_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_NUMBERED = re.compile(r"([a-z_]*?)_?(\d+)")
_CELL = re.compile(r"([a-z]|\d)_?(\d{1,2})")


def ordered(names: Iterable[str]) -> list[str]:
    """Names as people count: numbers by value, also at the end of a name."""
    return sorted(set(names), key=_natural)


def axis(names: Iterable[str]) -> list[str]:
    """The coordinates of one side of a board; numbers without gaps."""
    seen = ordered(names)
    if seen and all(name.isdecimal() for name in seen) and int(seen[-1]) < LONGEST_SIDE:
        return [str(number) for number in range(int(seen[0]), int(seen[-1]) + 1)]
    return seen


class Orders:
    """The ways in which the rules count."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._chains = successor_chains(rules)

    def axis(self, names: Collection[str]) -> Axis | None:
        """The names in order, or ``None`` when they do not follow each other in any way."""
        if len(names) < 2:
            return None
        if all(name.isdecimal() for name in names):
            return tuple(ordered(names))
        counted = self._by_chain(names)
        if counted is not None:
            return counted
        if is_counting(names):
            return tuple(sorted(names, key=_counted))
        return None

    def _by_chain(self, names: Collection[str]) -> Axis | None:
        for chain in self._chains:
            if all(name in chain for name in names):
                return tuple(sorted(names, key=chain.__getitem__))
        return None


def successor_chains(rules: Sequence[Rule]) -> list[Mapping[str, int]]:
    """For each relation whose facts form one chain or one ring: the number of every name in it, longest first."""
    facts: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for rule in rules:
        if not rule.body and len(rule.head.args) == 2:
            first, second = rule.head.args
            if isinstance(first, Constant) and isinstance(second, Constant):
                facts[rule.head.name].append((first.name, second.name))
    chains = [chain for name, pairs in sorted(facts.items()) if (chain := _chain(pairs)) is not None]
    return sorted(chains, key=len, reverse=True)


def _chain(pairs: Sequence[tuple[str, str]]) -> Mapping[str, int] | None:
    after = dict(pairs)
    if len(after) != len(pairs) or len(set(after.values())) != len(after):
        return None
    starts = after.keys() - set(after.values()) or set(ordered(after)[:1])  # a ring starts anywhere
    if len(starts) != 1:
        return None
    name = next(iter(starts))
    numbers = {name: 0}
    while name in after and after[name] not in numbers:
        name = after[name]
        numbers[name] = len(numbers)
    if len(numbers) < len(after) or len(numbers) < 2:
        return None
    first, last = next(iter(numbers)), name
    if is_counting(numbers) and _counted(first) > _counted(last):
        return {name: -number for name, number in numbers.items()}  # the facts count down
    return numbers


def is_counting(names: Collection[str]) -> bool:
    """Whether names count by themselves: 3, c3 (one letter for all), c, three."""
    if all(name in _WORDS for name in names):
        return True
    if all(len(name) == 1 and name.isalpha() for name in names):
        codes = sorted(map(ord, names))
        return len(codes) > 1 and codes[-1] - codes[0] == len(codes) - 1
    matches = [_NUMBERED.fullmatch(name) for name in names]
    return all(matches) and len({match[1] for match in matches if match}) == 1


def grid_name(name: str) -> tuple[str, str] | None:
    """Letter and number of a cell that is named by both, such as ``b3``."""
    match = _CELL.fullmatch(name)
    return (match[1], match[2]) if match else None


def are_grid_names(names: Collection[str]) -> bool:
    """Whether names are those of the cells of a board: several letters, several numbers, most of them together."""
    split = [grid_name(name) for name in names]
    if len(names) < 6 or any(parts is None or parts[0].isdecimal() for parts in split):
        return False
    letters, numbers = {parts[0] for parts in split if parts}, {parts[1] for parts in split if parts}
    return (
        len(letters) > 2 and is_counting(letters) and len(numbers) > 1 and len(names) * 3 >= len(letters) * len(numbers)
    )


def number_of(name: str) -> int | None:
    """The number that a name stands for: 7, s7, seven."""
    if name in _WORDS:
        return _WORDS.index(name)
    match = _NUMBERED.fullmatch(name)
    return int(match[2]) if match and len(match[1]) <= 1 else None


def _counted(name: str) -> tuple[int, str]:
    number = number_of(name)
    if number is None:
        match = _NUMBERED.fullmatch(name)
        number = int(match[2]) if match else ord(name[0])
    return number, name


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdecimal() else LONGEST_SIDE**9, part) for part in re.split(r"(\d+)", name) if part]
