"""How the facts that match an atom are found once some of its variables are known.

Inside the reasoner a ground term is a ``str`` or a tuple ``(name, argument, …)``. A fact of a relation is the
tuple of its arguments, except that a fact of a relation with one argument is that argument itself, so that the
position, the facts of ``true``, is simply a set of terms.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from ludens.gdl.terms import Compound, Constant, Relation, Term, Variable
from ludens.rules.ground_rules import Ground

Path = tuple[int, ...]
"""Argument numbers that lead from an atom to a term inside it."""

Shape = tuple[tuple[Path, str, int], ...]
"""The function terms a fact must have: where, of what name, with how many arguments."""


@dataclass(frozen=True, slots=True)
class Index:
    """The facts of one relation that have one shape, grouped by the terms at ``key``."""

    relation: Relation
    shape: Shape
    key: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Access:
    """One look-up: the index, the terms to look up in it, and the variables it makes known."""

    index: Index
    known: tuple[Term, ...]
    binds: tuple[tuple[Path, Variable], ...]

    @property
    def is_test(self) -> bool:
        """Whether nothing is left to find: the atom is ground."""
        return not self.binds and not self.index.shape

    @property
    def needs_index(self) -> bool:
        """Whether the facts to look at are fewer than all facts of the relation."""
        return not self.is_test and bool(self.index.key or self.index.shape)


def access(atom: Compound, bound: Collection[Variable]) -> Access:
    """The way to the facts that match ``atom`` when the variables in ``bound`` are known."""
    shape: list[tuple[Path, str, int]] = []
    known: list[tuple[Path, Term]] = []
    binds: list[tuple[Path, Variable]] = []
    waiting: list[tuple[Path, Term]] = [((i,), arg) for i, arg in reversed(list(enumerate(atom.args)))]
    while waiting:
        path, term = waiting.pop()
        if is_known(term, bound):
            known.append((path, term))
        elif isinstance(term, Variable):
            binds.append((path, term))
        elif isinstance(term, Compound):
            shape.append((path, term.name, len(term.args)))
            waiting += [((*path, i), arg) for i, arg in reversed(list(enumerate(term.args)))]
    index = Index(atom.relation, tuple(shape), tuple(path for path, _ in known))
    return Access(index, tuple(term for _, term in known), tuple(binds))


def is_known(term: Term, bound: Collection[Variable]) -> bool:
    """Whether the term is ground once the variables in ``bound`` are."""
    if isinstance(term, Compound):
        return all(is_known(arg, bound) for arg in term.args)
    return isinstance(term, Constant) or term in bound


def follow(relation: Relation, path: Path) -> Callable[[str], str]:
    """Python source for the term at ``path`` of a fact, given source for the fact."""
    first, *rest = path
    steps = ("" if relation[1] == 1 else f"[{first}]") + "".join(f"[{step + 1}]" for step in rest)
    return lambda fact: fact + steps


def shape_test(index: Index, fact: str) -> str:
    """Python source that tests whether a fact has the index's shape; outer terms first."""
    tests = []
    for path, name, arity in index.shape:
        term = follow(index.relation, path)(fact)
        tests.append(f"type({term}) is tuple and len({term}) == {arity + 1} and {term}[0] == {name!r}")
    return " and ".join(tests)


def key_source(index: Index, fact: str) -> str:
    """Python source for the key under which a fact is filed."""
    return pack([follow(index.relation, path)(fact) for path in index.key])


def pack(sources: list[str]) -> str:
    """Python source for one value, or for a tuple of any other number of values."""
    if len(sources) == 1:
        return sources[0]
    return f"({', '.join(sources)})"


def ground(term: Term) -> Ground:
    """The reasoner's form of a term without variables."""
    if isinstance(term, Compound):
        return (term.name, *map(ground, term.args))
    return term.name


def ground_fact(atom: Compound) -> Ground:
    """The reasoner's form of a ground atom: see the head of this file."""
    args = tuple(map(ground, atom.args))
    return args[0] if len(args) == 1 else args
