"""Symmetries: changes of names that leave the rules as they are (compare Schiffel 2010).

Each guess is tried on the positions of random games, which also shows what each move must become. What passes is
proved by the solver: two copies of the circuit, the second with the names changed, agree in everything, in any
position that the invariants allow. What the solver cannot decide is reported as observed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import islice

from ludens.circuit.analysis.comparison import Comparison
from ludens.circuit.analysis.findings import PROVED, Evidence, Symmetry, Way
from ludens.circuit.analysis.games import EVERY, Evaluator, Record, Step
from ludens.circuit.analysis.invariants import OneOf
from ludens.circuit.analysis.prover import Stopwatch
from ludens.circuit.analysis.renamings import Renaming, renamings
from ludens.circuit.analysis.supports import Questions, Supports, bits
from ludens.circuit.network import Circuit, Literal

TRIED_STEPS = 8
MOST_GUESSES = 512
MOST_SYMMETRIES = 1_000

_Map = tuple[tuple[int, ...], tuple[Literal, ...], tuple[tuple[int, ...], ...]]


def find_symmetries(
    evaluator: Evaluator,
    record: Record,
    supports: Supports,
    one_of: Sequence[OneOf],
    stopwatch: Stopwatch,
) -> tuple[tuple[Symmetry, ...], int]:
    """Symmetries that generate all that were found, and how many those are with the identity."""
    circuit = evaluator.circuit
    trial = _Trial(evaluator, record, supports)
    found: list[Symmetry] = []
    known = {_identity(circuit)}
    hard = False
    for renaming in islice(renamings(circuit, supports.autonomous), MOST_GUESSES):
        if stopwatch.is_over:
            break
        moves = trial.moves(renaming)
        if moves is None or (renaming.roles, renaming.fluents, moves) in known:
            continue
        # Where the solver gave up once it would again: the symmetries of a game are much alike.
        proved = None if hard else Comparison(circuit, renaming, moves, one_of, stopwatch).proved()
        hard = proved is None
        evidence = PROVED if proved else Evidence(Way.OBSERVED, record.ended)
        found.append(
            Symmetry(
                renaming.description, renaming.roles, renaming.fluents, moves, _keeps_start(circuit, renaming), evidence
            )
        )
        known = _closure(circuit, found)
        if len(known) >= MOST_SYMMETRIES:
            break
    return tuple(found), len(known)


def _keeps_start(circuit: Circuit, renaming: Renaming) -> bool:
    return all(
        bool(circuit.initial[fluent]) == (bool(circuit.initial[(image >> 1) - 1]) != bool(image & 1))
        for fluent, image in enumerate(renaming.fluents)
    )


def _identity(circuit: Circuit) -> _Map:
    moves = tuple(tuple(range(len(of_role))) for of_role in circuit.moves)
    return tuple(range(len(circuit.roles))), tuple(range(2, 2 * circuit.first_move, 2)), moves


def _closure(circuit: Circuit, symmetries: Sequence[Symmetry]) -> set[_Map]:
    """All that come from doing some of these one after the other; at most about MOST_SYMMETRIES."""
    known = {_identity(circuit)}
    waiting = list(known)
    while waiting and len(known) < MOST_SYMMETRIES:
        first = waiting.pop()
        for symmetry in symmetries:
            after = _after(first, (symmetry.roles, symmetry.fluents, symmetry.moves))
            if after not in known:
                known.add(after)
                waiting.append(after)
    return known


def _after(first: _Map, second: _Map) -> _Map:
    roles = tuple(second[0][role] for role in first[0])
    fluents = tuple(second[1][(literal >> 1) - 1] ^ (literal & 1) for literal in first[1])
    moves = tuple(tuple(second[2][first[0][role]][move] for move in of_role) for role, of_role in enumerate(first[2]))
    return roles, fluents, moves


class _Trial:
    """Some steps of random games on which guesses are tried."""

    def __init__(self, evaluator: Evaluator, record: Record, supports: Supports) -> None:
        self._evaluator = evaluator
        self._circuit = evaluator.circuit
        self._touched = Questions(supports).touched
        steps = record.steps
        chosen = sorted({round(number * (len(steps) - 1) / TRIED_STEPS) for number in range(TRIED_STEPS + 1)})
        middle = len(chosen) // 2
        self._steps = [steps[number] for number in (*chosen[middle:], *reversed(chosen[:middle]))]
        self._after: list[list[int]] = []

    def moves(self, renaming: Renaming) -> tuple[tuple[int, ...], ...] | None:
        """What each move becomes if the renaming changes nothing on these steps; ``None`` if it does."""
        images: list[list[int]] = []
        for step in self._steps:
            image = self._evaluator.look(self._renamed(renaming, step.state))
            images.append(image)
            if not self._same_outcome(renaming, step, image):
                return None
            # Most guesses fail on the first step: it is not worth looking at the others before it is known to match.
            if len(images) == 1 and self._matched(renaming, images, False) is None:
                return None
        for backwards in (False, True):
            moves = self._matched(renaming, images, backwards)
            if moves is not None and all(
                self._same_step(renaming, moves, number, image) for number, image in enumerate(images)
            ):
                return moves
        return None

    def _states_after(self) -> list[list[int]]:
        """What follows each of the steps, the same for every guess."""
        if not self._after:
            looks = (self._evaluator.look(step.state) for step in self._steps)
            self._after = [self._evaluator.move(look, step.made) for look, step in zip(looks, self._steps, strict=True)]
        return self._after

    def _renamed(self, renaming: Renaming, state: Sequence[int]) -> list[int]:
        image = [0] * len(state)
        for literal, plane in zip(renaming.fluents, state, strict=True):
            image[(literal >> 1) - 1] = plane ^ EVERY if literal & 1 else plane
        return image

    def _same_outcome(self, renaming: Renaming, step: Step, image: Sequence[int]) -> bool:
        if (image[self._circuit.terminal] ^ step.over) & step.going:
            return False
        for role, (listed, planes) in enumerate(zip(self._circuit.goals, step.goals, strict=True)):
            others = dict(self._circuit.goals[renaming.roles[role]])
            for (value, _), plane in zip(listed, planes, strict=True):
                if (plane ^ image[others.get(value, 0)]) & step.over:
                    return False
        return True

    def _matched(
        self, renaming: Renaming, images: Sequence[Sequence[int]], backwards: bool
    ) -> tuple[tuple[int, ...], ...] | None:
        """For each move one that is legal when it should be, touching what it should: of several the first or last."""
        found = []
        moving = [step.going & ~step.over for step in self._steps[: len(images)]]
        for role, other in enumerate(renaming.roles):
            wanted: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
            offered: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
            for move, touched in enumerate(self._touched[role]):
                legal = [step.legal[role][move] & where for step, where in zip(self._steps, moving, strict=False)]
                wanted[(*legal, self._renamed_mask(renaming, touched))].append(move)
            for move, touched in enumerate(self._touched[other]):
                literal = self._circuit.legal[other][move]
                legal = [image[literal] & where for image, where in zip(images, moving, strict=True)]
                offered[(*legal, touched)].append(move)
            pairs: dict[int, int] = {}
            for key, moves in wanted.items():
                if len(offered[key]) != len(moves):
                    return None
                pairs.update(zip(moves, reversed(offered[key]) if backwards else offered[key], strict=True))
            found.append(tuple(pairs[move] for move in range(len(pairs))))
        return tuple(found)

    def _renamed_mask(self, renaming: Renaming, mask: int) -> int:
        return sum(1 << (renaming.fluents[fluent] >> 1) - 1 for fluent in bits(mask))

    def _same_step(
        self, renaming: Renaming, moves: tuple[tuple[int, ...], ...], number: int, image: Sequence[int]
    ) -> bool:
        step = self._steps[number]
        made: list[list[int]] = [[0] * len(of_role) for of_role in self._circuit.moves]
        for role, (planes, images) in enumerate(zip(step.made, moves, strict=True)):
            for plane, move in zip(planes, images, strict=True):
                made[renaming.roles[role]][move] = plane
        after = self._renamed(renaming, self._states_after()[number])
        image_after = self._evaluator.move(list(image), made)
        moving = step.going & ~step.over
        return not any((one ^ other) & moving for one, other in zip(after, image_after, strict=True))
