"""Conditions and terms of rules as short phrases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludens.gdl.terms import DOES, LEGAL, ROLE, TRUE, Comparison, Compound, Condition, Constant, Term, Variable

TURN = ("control", "turn", "to_act", "whose_turn")
"""Names of facts that say whose turn it is."""


def phrase(condition: Condition, given: Mapping[Term, Term], head: Compound) -> str | None:
    """A condition in words: nothing where it says nothing new, None where it cannot hold.

    ``given`` has terms to put for variables; ``head`` is that of the rule, which tells whose turn is meant.
    """
    if isinstance(condition, Comparison):
        left, right = _put(condition.left, given), _put(condition.right, given)
        if isinstance(left, Constant) and isinstance(right, Constant):
            return "" if (left == right) == condition.equal else None
        return f"{term_text(left)} is {'' if condition.equal else 'not '}{term_text(right)}"
    atom = _put(condition.atom, given)
    assert isinstance(atom, Compound)
    text = _atom(atom, head)
    return text if condition.positive or not text else f"not {text}"


def _atom(atom: Compound, head: Compound) -> str:
    if atom.relation == ROLE:
        return ""
    if atom.relation == TRUE:
        fact = atom.args[0]
        own = head.relation == LEGAL and isinstance(fact, Compound) and fact.args == head.args[:1]
        return "it is your turn" if own and fact.name in TURN else term_text(fact)
    if atom.relation == DOES:
        return f"{term_text(atom.args[0])} plays {term_text(atom.args[1])}"
    return term_text(atom)


def _put(term: Term, given: Mapping[Term, Term]) -> Term:
    if isinstance(term, Compound):
        return Compound(term.name, tuple(_put(part, given) for part in term.args))
    return given.get(term, term)


def term_text(term: Term) -> str:
    """A term as words: variables as capital letters, names without underscores."""
    if isinstance(term, Variable):
        return term.name.upper()
    words = term.name.replace("_", " ")
    if not isinstance(term, Compound):
        return words
    inner = [
        f"({term_text(part)})" if isinstance(part, Compound) and part.args else term_text(part) for part in term.args
    ]
    return " ".join([words, *inner])


def listed(parts: Sequence[str]) -> str:
    """Several things in a sentence: ``a, b and c``."""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def alternatives(ways: Sequence[str]) -> str:
    """Ways of which one is enough."""
    return "; or ".join(ways)
