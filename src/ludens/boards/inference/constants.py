"""Relations of the rules that hold always, with their facts as far as these are few."""

from __future__ import annotations

from typing import Any

from ludens.game import BudgetError
from ludens.gdl.datalog import QuestionBudget
from ludens.gdl.dependencies import dependents, relation_graph
from ludens.gdl.program import derive
from ludens.gdl.reasoner import Reasoner
from ludens.gdl.terms import DOES, TRUE, Relation
from ludens.rules.ground_rules import Ground

SECONDS, MOST_FACTS = 1.0, 5_000
"""What asking for the facts of one relation may cost."""


def static_relations(game: Reasoner, arguments: int) -> list[Relation]:
    """The relations of so many arguments that rest on neither position nor moves."""
    graph = relation_graph(game.sheet.rules)
    moving = dependents(graph, TRUE) | dependents(graph, DOES)
    return sorted(relation for relation in graph if relation[1] == arguments and relation not in moving)


def derived(game: Reasoner, relation: Relation) -> set[tuple[Ground, ...]]:
    """The facts of a relation that holds always; none where they are too many to ask for."""
    try:
        found: set[Any] = derive(game.sheet.rules, relation, QuestionBudget(SECONDS, MOST_FACTS).check)
    except BudgetError:
        return set()
    return {(fact,) for fact in found} if relation[1] == 1 else found
