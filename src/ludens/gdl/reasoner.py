"""A game played straight from its rules: the reference that every faster way of playing is compared with."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludens.game import GameInfo, GoalError, IllegalMoveError, Move, NoLegalMoveError, Percept, RulesError
from ludens.gdl.datalog import QuestionBudget
from ludens.gdl.first_position import first_position_problems
from ludens.gdl.mistakes import MistakesError
from ludens.gdl.parser import parse, parse_ground_terms
from ludens.gdl.patterns import ground
from ludens.gdl.program import Position, compile_rules, derive
from ludens.gdl.terms import BASE, CHANCE, GOAL, INPUT, LEGAL, ROLE, SEES, TERMINAL, Relation, RuleSheet
from ludens.rules.goals import goal_value
from ludens.rules.ground_rules import Ground, State, ground_text
from ludens.rules.source import Source

POSITIONS_KEPT = 32
"""Positions whose consequences are kept, in each thread."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one question to the rules may cost."""

    seconds: float = 60.0
    facts: int = 2_000_000


class Reasoner:
    """The game of a rulesheet that has passed the checker.

    A state is the set of true fluents as ground terms. Raises BudgetError when the rules ask for too much, and
    RulesError for a game in which nobody can make a first move.
    Whoever gives an ``info`` vouches for the sheet: its ``input`` declarations are then believed.
    """

    def __init__(self, sheet: RuleSheet, info: GameInfo | None = None, budget: Budget | None = None) -> None:
        self.sheet, self.budget = sheet, budget or Budget()
        self._program = compile_rules(sheet.rules, self._question_budget().check)
        written = [ground(r.head.args[0]) for r in sheet.rules if r.head.relation == ROLE and not r.body]
        self._roles = list(dict.fromkeys([*written, *sorted(self._program.roles, key=ground_text)]))
        self._refuse_without_first_moves()
        names = tuple(map(ground_text, self._roles))
        self._move_terms: dict[Move, Ground] = {}
        self._move_texts: dict[Ground, Move] = {}
        self._local = threading.local()
        known = GameInfo(sheet.source.name, names) if info is None else replace(info, moves=self.declared_moves())
        chance = names.index(CHANCE) if CHANCE in names else None
        hidden = any(rule.head.relation == SEES for rule in sheet.rules)
        self._info = replace(known, roles=names, chance_role=chance, hidden=hidden)

    def _refuse_without_first_moves(self) -> None:
        """Raises RulesError when nobody plays, the game is over at its start, or a role has no move then."""
        problems = list(first_position_problems(self.sheet.rules, self._roles, self._program))
        if problems:
            raise MistakesError(self.sheet.source, problems)

    def __reduce__(self) -> tuple[Callable[..., Reasoner], tuple[object, ...]]:
        return _rebuild, (self.sheet.source, self._info, self.budget)

    @property
    def info(self) -> GameInfo:
        return self._info

    def initial_state(self) -> State:
        return self._program.initial

    def is_terminal(self, state: State) -> bool:
        return bool(self._facts(state, TERMINAL))

    def legal_moves(self, state: State, role: int) -> tuple[Move, ...]:
        if self.is_terminal(state):
            return ()
        name = self._roles[role]
        moves = tuple(sorted(self._move_text(move) for who, move in self._facts(state, LEGAL) if who == name))
        if not moves:
            message = f"{ground_text(name)} has no legal move although the game is not over."
            raise NoLegalMoveError(message, self.text(state))
        return moves

    def next_state(self, state: State, moves: Sequence[Move]) -> State:
        return self._program.successor(self._position(state), self._does(state, moves), self._question_budget().check)

    def percepts(self, state: State, moves: Sequence[Move], role: int) -> tuple[Percept, ...]:
        """What ``sees`` says of the role when these moves are made in this position; () without such rules."""
        if not self._info.hidden:
            return ()
        name = self._roles[role]
        return tuple(sorted(ground_text(seen) for who, seen in self._seen(state, tuple(moves)) if who == name))

    def _seen(self, state: State, moves: tuple[Move, ...]) -> set[tuple[Ground, ...]]:
        """The facts of ``sees``. Those of the last question are kept: it is asked for one role after the other."""
        last = getattr(self._local, "seen", None)
        if last is None or last[0] != moves or last[1] != state:
            facts = self._program.seen(self._position(state), self._does(state, moves), self._question_budget().check)
            last = self._local.seen = (moves, state, facts)
        found: set[tuple[Ground, ...]] = last[2]
        return found

    def _does(self, state: State, moves: Sequence[Move]) -> set[Ground]:
        """The moves as facts of ``does``; raises IllegalMoveError when they are not legal."""
        if len(moves) != len(self._roles):
            raise ValueError(f"{len(self._roles)} roles move at once, but {len(moves)} moves were given")
        legal = set() if self.is_terminal(state) else self._facts(state, LEGAL)
        does = [(role, self._move_term(move)) for role, move in zip(self._roles, moves, strict=True)]
        for number, fact in enumerate(does):
            if fact not in legal:
                raise IllegalMoveError(self.info.roles[number], moves[number], self.legal_moves(state, number))
        return set(does)

    def goals(self, state: State) -> tuple[int, ...]:
        facts = self._facts(state, GOAL)
        return tuple(self._goal(state, role, [value for who, value in facts if who == role]) for role in self._roles)

    def text(self, state: State) -> str:
        """The fluents as GDL terms, in ascending order."""
        return " ".join(sorted(map(ground_text, state)))

    def state_from_text(self, text: str) -> State:
        """The state with this text; raises RulesError for what is not a list of ground terms."""
        return frozenset(map(ground, parse_ground_terms(Source(text, "position"))))

    def always(self, relation: Relation) -> set[Any]:
        """The facts of a relation that rests on neither position nor moves."""
        return derive(self.sheet.rules, relation, self._question_budget().check)

    def declared_fluents(self) -> frozenset[Ground]:
        """What ``base`` lists: everything that can be true, if the sheet declares it at all."""
        return frozenset(self.always(BASE))

    def declared_moves(self) -> tuple[tuple[Move, ...], ...]:
        """What ``input`` lists for each role: every move it can have, if the sheet declares them at all."""
        facts = self.always(INPUT)
        return tuple(tuple(sorted(ground_text(move) for who, move in facts if who == role)) for role in self._roles)

    def _goal(self, state: State, role: Ground, values: list[Ground]) -> int:
        value = goal_value(values[0]) if len(values) == 1 else None
        if value is not None:
            return value
        found = " and ".join(sorted(map(ground_text, values))) or "none"
        message = f"{ground_text(role)} should have one goal from 0 to 100, but has {found}."
        raise GoalError(message, self.text(state))

    def _move_text(self, term: Ground) -> Move:
        text = self._move_texts.get(term)
        if text is None:
            text = self._move_texts[term] = ground_text(term)
            self._move_terms[text] = term
        return text

    def _move_term(self, move: Move) -> Ground:
        term = self._move_terms.get(move)
        if term is None:
            with contextlib.suppress(RulesError):
                for written in parse_ground_terms(Source(move)):
                    if ground_text(ground(written)) == move:
                        term = self._move_terms[move] = ground(written)
        return move if term is None else term

    def _facts(self, state: State, question: Relation) -> set[tuple[Ground, ...]]:
        return self._program.facts(self._position(state), question, self._question_budget().check)

    def _position(self, state: State) -> Position:
        """What is known of a position, from the cache or new."""
        if not hasattr(self._local, "positions"):
            self._local.positions = OrderedDict()
        cache: OrderedDict[State, Position] = self._local.positions
        position = cache.get(state)
        if position is None:
            position = cache[state] = self._program.position(state)
            if len(cache) > POSITIONS_KEPT:
                cache.popitem(last=False)
        return position

    def _question_budget(self) -> QuestionBudget:
        return QuestionBudget(self.budget.seconds, self.budget.facts)


def _rebuild(source: Source, info: GameInfo, budget: Budget) -> Reasoner:
    return Reasoner(parse(source)[0], info, budget)
