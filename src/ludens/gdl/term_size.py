"""How large terms may become: rules with functions can build larger ones in every step, without end.

Terms are tuples in tuples, which Python hashes and compares in one go that nothing can interrupt, and that takes as
long as the term is when written out. So a term has to stay small enough for that, and for the reader of positions.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludens.gdl.domains import RELATION, TERM, infer_domains
from ludens.gdl.reader import MAX_DEPTH
from ludens.gdl.terms import Rule
from ludens.rules.components import components
from ludens.rules.ground_rules import Ground

MOST_SYMBOLS = 5_000
MOST_LEVELS = MAX_DEPTH

LIMITS = f"more than {MOST_SYMBOLS:,} symbols or {MOST_LEVELS} levels"


def is_too_large(term: Ground) -> bool:
    """Whether a term, or a tuple of terms, has too many symbols or levels; looks at no more of it than may be."""
    waiting: list[tuple[Ground, int]] = [(term, 0)]
    symbols = 0
    while waiting:
        part, level = waiting.pop()
        if isinstance(part, str):
            symbols += 1
        else:
            if level == MOST_LEVELS or symbols + len(waiting) + len(part) > MOST_SYMBOLS:
                return True
            waiting += [(inner, level + 1) for inner in part]
    return symbols > MOST_SYMBOLS


def may_grow_too_large(rules: Sequence[Rule]) -> bool:
    """Whether the rules leave open that they build a term that is too large.

    They do where a function can stand inside itself, or where functions that stand inside others multiply. A function
    that only ever gets its arguments from itself is never built.
    """
    domains = infer_domains(rules)
    functions = sorted({key[:3] for key in domains.values if key[0] != RELATION and key[1]})
    numbers = {function: number for number, function in enumerate(functions)}
    inside = [
        [
            [numbers[TERM, *value] for value in values if isinstance(value, tuple) and (TERM, *value) in numbers]
            for values in domains.of(kind, (name, arity))
        ]
        for kind, name, arity in functions
    ]
    graph = [[inner for values in places for inner in values] for places in inside]
    symbols, levels = [0] * len(functions), [0] * len(functions)
    for component in components(graph):
        number = component[0]
        if len(component) > 1 or number in graph[number]:
            return True
        symbols[number] = 1 + sum(max((symbols[inner] for inner in values), default=1) for values in inside[number])
        levels[number] = 1 + max((levels[inner] for inner in graph[number]), default=0)
        if symbols[number] > MOST_SYMBOLS or levels[number] > MOST_LEVELS:
            return True
    return False
