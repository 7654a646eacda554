"""A made-up rules language, as small as one can be: what a second folder beside ``gdl/`` has to offer.

A game is a JSON object. A condition is a list of lists of names, one of which must hold in whole: fluents, ``!`` for
what must not be true, ``ROLE does MOVE`` for moves.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludens.game import BudgetError, GameInfo, IllegalMoveError, Move, SourceError
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import Atom, GroundingBudget, GroundRules, State, ground_text
from ludens.rules.source import Source

Condition = list[list[str]]


@dataclass(frozen=True)
class JsonSheet:
    """The rules of one game: ``roles``, ``start``, and the conditions of ``legal``, ``next``, ``end`` and ``goal``."""

    source: Source
    rules: dict[str, Any]
    version: str = "1"

    def ground(self, budget: GroundingBudget) -> GroundRules:
        """The rules are ground already; only atoms need numbers."""
        if len(self.source.text) > budget.output_bytes:
            raise BudgetError("The rules are too long.")
        rules, numbers = self.rules, dict[str, Atom]()
        heads, bodies = list[Atom](), list[tuple[Atom, ...]]()
        found = GroundRules(tuple(rules["roles"]), frozenset(rules["start"]), heads, bodies)

        def number(name: str) -> Atom:
            return numbers.setdefault(name, len(numbers) + 1)

        def define(name: str, condition: Condition) -> Atom:
            for body in condition:
                heads.append(number(name))
                bodies.append(tuple(-number(part[1:]) if part[0] == "!" else number(part) for part in body))
            return number(name)

        found.true |= {fluent: number(fluent) for fluent in {*rules["start"], *rules["next"]}}
        for role, moves in rules["legal"].items():
            for move, condition in moves.items():
                found.does[role, move] = number(f"{role} does {move}")
                found.legal[role, move] = define(f"{role} may {move}", condition)
            for value, condition in rules["goal"][role].items():
                found.goal[role, value] = define(f"{role} has {value}", condition)
        found.next |= {fluent: define(f"next {fluent}", condition) for fluent, condition in rules["next"].items()}
        found.terminal = define("the end", rules["end"])
        return found


class JsonReasoner:
    """Plays single positions by looking at every condition."""

    def __init__(self, sheet: JsonSheet) -> None:
        self.sheet = sheet
        self.info = GameInfo(sheet.source.name, tuple(sheet.rules["roles"]))

    def initial_state(self) -> State:
        return frozenset(self.sheet.rules["start"])

    def is_terminal(self, state: State) -> bool:
        return _holds(self.sheet.rules["end"], state)

    def legal_moves(self, state: State, role: int) -> tuple[Move, ...]:
        moves = self.sheet.rules["legal"][self.info.roles[role]]
        return () if self.is_terminal(state) else tuple(sorted(move for move in moves if _holds(moves[move], state)))

    def next_state(self, state: State, moves: Sequence[Move]) -> State:
        for role, move in enumerate(moves):
            if move not in self.legal_moves(state, role):
                raise IllegalMoveError(self.info.roles[role], move, self.legal_moves(state, role))
        facts = state | {f"{role} does {move}" for role, move in zip(self.info.roles, moves, strict=True)}
        return frozenset(fluent for fluent, condition in self.sheet.rules["next"].items() if _holds(condition, facts))

    def goals(self, state: State) -> tuple[int, ...]:
        every = [self.sheet.rules["goal"][role] for role in self.info.roles]
        return tuple(next(int(value) for value in goals if _holds(goals[value], state)) for goals in every)

    def text(self, state: State) -> str:
        return ", ".join(sorted(map(ground_text, state)))

    def state_from_text(self, text: str) -> State:
        return frozenset(filter(None, text.split(", ")))


def _holds(condition: Condition, facts: State) -> bool:
    return any(all(part[1:] not in facts if part[0] == "!" else part in facts for part in body) for body in condition)


def json_game(source: Source) -> RulesGame[JsonSheet]:
    """The game of a source: what the line in the table of readers names."""
    try:
        return RulesGame(JsonReasoner(JsonSheet(source, json.loads(source.text))))
    except ValueError as error:
        raise SourceError(f"{source.name} is not JSON: {error}.") from None


def nim(matches: int) -> str:
    """Take one or two matches; whoever takes the last one wins."""
    roles, take = ("ann", "ben"), (1, 2)
    turns = [(role, roles[1 - number]) for number, role in enumerate(roles)]
    rules = {
        "roles": roles,
        "start": ["turn ann", f"left {matches}"],
        "legal": {
            role: {f"take {n}": [[f"turn {role}", f"left {m}"] for m in range(n, matches + 1)] for n in take}
            | {"wait": [[f"!turn {role}"]]}
            for role in roles
        },
        "next": {f"turn {role}": [[f"!turn {role}"]] for role in roles}
        | {f"left {m}": [[f"left {m + n}", f"{role} does take {n}"] for n in take if m + n <= matches for role in roles]
           for m in range(matches)},
        "end": [["left 0"]],
        "goal": {role: {"100": [[f"turn {other}"]], "0": [[f"turn {role}"]]} for role, other in turns},
    }  # fmt: skip
    return json.dumps(rules)
