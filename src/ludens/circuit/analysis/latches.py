"""Latches: fluents that keep a value once they have it."""

from __future__ import annotations

from clingo import Model

from ludens.circuit.analysis.findings import PROVED, READ, Latch
from ludens.circuit.analysis.games import EVERY, Record
from ludens.circuit.analysis.implications import implied_latches
from ludens.circuit.analysis.prover import Prover
from ludens.circuit.analysis.terms import named_literals
from ludens.circuit.network import Circuit, Literal


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
    place, flip = (literal >> 1) - 1, EVERY if literal & 1 else 0
    return any(
        (before.state[place] ^ flip) & ~(after.state[place] ^ flip) & after.going
        for before, after in zip(record.steps, record.steps[1:], strict=False)
    )
