"""Latches: fluents that keep a value once they have it, and sets of fluents that are not left."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Model

from ludens.circuit.analysis.findings import PROVED, READ, Latch, SetLatch
from ludens.circuit.analysis.games import EVERY, Record
from ludens.circuit.analysis.implications import implied_latches
from ludens.circuit.analysis.invariants import OneOf
from ludens.circuit.analysis.prover import Prover
from ludens.circuit.analysis.terms import named_literals
from ludens.circuit.network import Circuit, Literal

LARGEST_SET = 32


def find_latches(circuit: Circuit, record: Record, prover: Prover) -> tuple[Latch, ...]:
    """The latches: by the implication graph where that shows them, otherwise by induction over all transitions.

    Only moves made before the end count: what a position would become after the end does not matter.
    """
    read = set(implied_latches(circuit))
    guesses = [n for n in range(2, 2 * circuit.first_move) if n not in read and not released(n, record)]
    kept = read | _proved(guesses, prover)
    return tuple(
        Latch(fluent, not inverse, literal ^ inverse, READ if literal ^ inverse in read else PROVED)
        for fluent, literal in named_literals(circuit).items()
        for inverse in (0, 1)
        if literal ^ inverse in kept
    )


def _proved(guesses: list[Literal], prover: Prover) -> set[Literal]:
    """Those that every step keeps; a step that releases one refutes all that it releases."""
    left = dict.fromkeys(guesses)
    for guess in guesses:
        if guess not in left:
            continue

        def refute(model: Model) -> None:
            for literal in list(left):
                if model.is_true(prover.now(literal)) and not model.is_true(prover.then(literal)):
                    del left[literal]

        if prover.possible(prover.now(guess), -prover.then(guess), on_model=refute) is None:
            del left[guess]
    return set(left)


def released(literal: Literal, record: Record) -> bool:
    """Whether a literal of a fluent was true and then false in one of the games."""
    return any(
        _plane(before.state, literal) & ~_plane(after.state, literal) & after.going
        for before, after in zip(record.steps, record.steps[1:], strict=False)
    )


def find_set_latches(
    circuit: Circuit, record: Record, one_of: Sequence[OneOf], autonomous: int, prover: Prover
) -> tuple[SetLatch, ...]:
    """Sets of fluents, of one at a time, that are proved not to be left, such as the higher values of a count.

    The candidates are, for each fluent, those that came after it in the random games. Fluents that no move changes
    are left out: counters tell more about them.
    """
    names = {literal: fluent for fluent, literal in named_literals(circuit).items()}
    found: dict[frozenset[Literal], SetLatch] = {}
    for group in one_of:
        free = any(not autonomous >> (literal >> 1) - 1 & 1 for literal in group.literals)
        if not free or not 3 <= len(group.literals) <= LARGEST_SET:
            continue
        for later in _later(group.literals, record):
            literals = tuple(sorted(later))
            if 1 < len(literals) < len(group.literals) and later not in found and prover.keeps(*literals):
                found[later] = SetLatch(tuple(names[literal] for literal in literals), literals, PROVED)
    return tuple(found.values())


def _later(literals: Sequence[Literal], record: Record) -> list[frozenset[Literal]]:
    """For each literal that occurred, itself and those that were true some time after it."""
    after: dict[Literal, set[Literal]] = {}
    for step, following in zip(record.steps, record.steps[1:], strict=False):
        planes = [(literal, _plane(step.state, literal) & following.going) for literal in literals]
        images = [(literal, _plane(following.state, literal)) for literal in literals]
        for literal, plane in planes:
            if plane:
                after.setdefault(literal, set()).update(other for other, image in images if plane & image)
    found = []
    for literal in after:
        reached, waiting = {literal}, [literal]
        while waiting:
            fresh = after.get(waiting.pop(), set()) - reached
            reached |= fresh
            waiting += fresh
        found.append(frozenset(reached))
    return found


def _plane(state: Sequence[int], literal: Literal) -> int:
    return state[(literal >> 1) - 1] ^ (EVERY if literal & 1 else 0)
