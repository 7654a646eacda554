"""Which rules of a sheet apply in games: beside each rule another is put that only tells that its conditions held."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.game import Move
from ludens.gdl.datalog import QuestionBudget
from ludens.gdl.dependencies import dependents, relation_graph
from ludens.gdl.parser import parse_ground_terms
from ludens.gdl.patterns import ground
from ludens.gdl.program import compile_rules
from ludens.gdl.reasoner import Reasoner
from ludens.gdl.terms import BASE, DOES, GOAL, INIT, INPUT, ROLE, SEES, Compound, Constant, Literal, Rule
from ludens.rules.ground_rules import Ground, State
from ludens.rules.source import Place, Source

BEFORE_THE_GAME = (ROLE, INIT, BASE, INPUT)
MARK = " applied"
"""In the place of a role; no sheet can have such a name."""


class Coverage:
    """The rules that have not applied yet in any of the positions shown.

    An ``or`` makes several rules of one: it applies when one of them does. Raises BudgetError when the rules ask for
    too much.
    """

    def __init__(self, game: Reasoner, seconds: float, facts: int = 500_000) -> None:
        self._check = QuestionBudget(10 * seconds, facts).check
        rules = game.sheet.rules
        after = dependents(relation_graph(rules), DOES)
        self._rules: dict[Place, Rule] = {}
        marked = []
        for rule in rules:
            if rule.body and rule.head.relation not in BEFORE_THE_GAME:
                self._rules.setdefault(rule.place, rule)
                name = f"{rule.place.line} {rule.place.column}"
                rests = any(isinstance(c, Literal) and c.atom.relation in after for c in rule.body)
                head = Compound((SEES if rests else GOAL)[0], (Constant(MARK), Constant(name)))
                marked.append(Rule(head, rule.body, rule.place))
        self._idle = set(self._rules)
        self._roles = [ground(next(iter(parse_ground_terms(Source(role))))) for role in game.info.roles]
        self._terms: dict[Move, Ground] = {}
        self._program = compile_rules([*rules, *marked], self._check)

    def see(self, state: State, moves: Sequence[Move] = ()) -> None:
        """Notes what applies in a position, and when these moves are made in it."""
        position = self._program.position(state)
        self._note(self._program.facts(position, GOAL, self._check))
        if moves:
            does: set[Ground] = {(role, self._term(move)) for role, move in zip(self._roles, moves, strict=True)}
            self._note(self._program.seen(position, does, self._check))

    def _note(self, facts: set[tuple[Ground, ...]]) -> None:
        for who, what in facts:
            if who == MARK:
                line, _, column = str(what).partition(" ")
                self._idle.discard(Place(int(line), int(column)))

    def _term(self, move: Move) -> Ground:
        term = self._terms.get(move)
        if term is None:
            term = self._terms[move] = ground(next(iter(parse_ground_terms(Source(move)))))
        return term

    @property
    def idle(self) -> list[Rule]:
        """The rules that never applied, by place."""
        return [self._rules[place] for place in sorted(self._idle)]
