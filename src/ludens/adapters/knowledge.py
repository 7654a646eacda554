"""What a role knows in a game with hidden information, as a vector: all it has done and seen, joint move by joint move.

What can be seen is read off the rules beforehand, so that the vector always has the same length. No fact about the
position goes into it, only the role's own observations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.game import Observation, Percept
from ludens.gdl.domains import RELATION, TERM, Domains, Value, infer_domains
from ludens.gdl.terms import SEES, RuleSheet

MOST_PERCEPTS = 10_000
"""Different things to be seen that a vector has places for."""

MOST_NUMBERS = 100_000
"""Of a vector. In a game that needs more, only the latest joint moves are in it."""

DEEPEST = 8
"""Levels of function terms within what is seen."""


def possible_percepts(game: LoadedGame[Any]) -> tuple[Percept, ...] | None:
    """Everything that anybody can ever see, ascending, and perhaps more; None where that is not known or too much."""
    sheet = getattr(game, "sheet", None)
    if not isinstance(sheet, RuleSheet):
        return None
    domains = infer_domains(sheet.rules)
    seen = domains.of(RELATION, SEES)[1]
    try:
        found = sorted(set(islice(_texts(domains, seen, DEEPEST), MOST_PERCEPTS + 1)))
    except RecursionError:
        return None
    return tuple(found) if len(found) <= MOST_PERCEPTS else None


def _texts(domains: Domains, values: frozenset[Value], depth: int) -> Iterator[Percept]:
    """The terms that values stand for, as they are written."""
    if not depth:
        raise RecursionError
    for value in values:
        if isinstance(value, str):
            yield value
            continue
        name, _ = value
        arguments = [_bounded(domains, each, depth - 1) for each in domains.of(TERM, value)]
        for chosen in product(*arguments):
            yield f"({' '.join((name, *chosen))})"


def _bounded(domains: Domains, values: frozenset[Value], depth: int) -> list[Percept]:
    found = list(islice(_texts(domains, values, depth), MOST_PERCEPTS + 1))
    if len(found) > MOST_PERCEPTS:
        raise RecursionError
    return found


class KnowledgeVectors:
    """Vectors of what roles know. ``moves``: the texts of each player's moves, by role and number.

    For each joint move there is a block: a 1 for the role's own move, and a 1 for each thing it saw. The blocks of all
    roles are equally long.
    """

    def __init__(self, moves: Mapping[int, Sequence[str]], percepts: Sequence[Percept], max_steps: int) -> None:
        self._own = {role: {move: number for number, move in enumerate(listed)} for role, listed in moves.items()}
        most = max(map(len, moves.values()))
        self._seen = {percept: most + number for number, percept in enumerate(percepts)}
        self.width = most + len(percepts)
        self.steps = max(1, min(max_steps, MOST_NUMBERS // self.width))

    @property
    def size(self) -> int:
        return self.steps * self.width

    def vector(self, role: int, observations: Sequence[Observation]) -> NDArray[np.int8]:
        """What a role has done and seen: the first block is the first joint move, or of a long game the first kept."""
        found = np.zeros((self.steps, self.width), dtype=np.int8)
        for block, each in zip(found, observations[-self.steps :], strict=False):
            block[self._own[role][each.move]] = 1
            for percept in each.percepts:
                block[self._seen[percept]] = 1
        return found.reshape(-1)
