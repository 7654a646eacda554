"""How nearly the goals are reached: the rules' own formulas for goals and the end, read as fuzzy logic.

Schiffel and Thielscher, "Fluxplayer: A Successful General Game Player" (2007). A fluent that is true is worth p, one
that is not 1 - p. Conjunctions are valued by a t-norm, here the product, and disjunctions by its dual. With a threshold
t the value of a formula that is true never falls below t and that of one that is not never rises above 1 - t, however
long the formula is, so that "true" and "not yet" stay apart.

A role's goal value v counts v times the truth of "the goal holds or the game is over" where the goal holds now, and of
"the goal holds and the game goes on" where it does not: what has been reached should be cashed in, and the game should
not end before. The parts are added up by the probabilistic sum a + b - ab. Where the goals of all roles have a constant
sum, what is near for the others is taken off, which Fluxplayer leaves to its search.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import ParameterError
from ludens.search.evaluations.cone import circuit_of, cone_of
from ludens.search.evaluations.fuzzy import LANES, Cone, value_rows
from ludens.search.evaluations.sample import random_positions
from ludens.search.evaluations.scale import Scale, against_others, scale_of
from ludens.search.evaluations.static import Values
from ludens.search.facts import facts_of

TRUTH = 0.75
"""What a fluent that is true is worth: p."""

THRESHOLD = 0.55
"""What a formula that is true is worth at least: t."""

NO_THRESHOLD = 0.0

POSITIONS = 512
"""Of random games, to see how much values differ."""


@dataclass(frozen=True, slots=True, eq=False)
class FuzzyFormulas:
    """The truth, between 0 and 1, of literals of a circuit that depend on the position alone."""

    cone: Cone
    literals: NDArray[np.int64]
    truth: float
    threshold: float

    def __call__(self, rows: Rows) -> NDArray[np.float32]:
        """The truths, shape (positions, literals)."""
        cone = self.cone
        nodes = 1 + len(cone.inputs) + cone.variables + len(cone.left)
        found = np.zeros((len(rows), len(self.literals)), dtype=np.float32)
        scratch = np.zeros((nodes, LANES), dtype=np.float32)
        numbers = np.float32(self.truth), np.float32(self.threshold)
        value_rows(np.ascontiguousarray(rows), cone, self.literals, *numbers, scratch, found)
        return found


def fuzzy_formulas(
    circuit: Circuit, literals: list[int], truth: float = TRUTH, threshold: float = THRESHOLD
) -> FuzzyFormulas:
    """Reads literals of a circuit as fuzzy formulas; raises ParameterError unless 0.5 < threshold <= truth < 1.

    A threshold of 0 leaves it out.
    """
    if not 0.5 < truth < 1:
        raise ParameterError(f"truth cannot be {truth:g}; it lies between 0.5 and 1.")
    if threshold != NO_THRESHOLD and not 0.5 < threshold <= truth:
        raise ParameterError(f"threshold cannot be {threshold:g}; it is above 0.5 and at most truth, {truth:g}, or 0.")
    return FuzzyFormulas(*cone_of(circuit, literals), truth, threshold)


@dataclass(frozen=True, slots=True, eq=False)
class GoalProximity:
    """How near each role is to its goals.

    ``goals``: for each role its goal values above 0, each with the place of its formula; the end is formula 0.
    ``opposed``: what is near for others is taken off. ``scale``: the truth of long formulas differs by very little.
    ``constant``: it was the same in all positions of random games, as where every goal is to have done something once.
    """

    formulas: FuzzyFormulas
    goals: tuple[tuple[tuple[int, int], ...], ...]
    opposed: bool
    scale: Scale = field(default_factory=Scale)
    cost: int = 1
    constant: bool = False

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        return self.scale(self.figures(engine, rows))

    def figures(self, engine: BatchEngine, rows: Rows) -> Values:
        """The values before they are put on a scale."""
        near = self.proximity(engine, rows)
        return against_others(near) if self.opposed else near

    def proximity(self, engine: BatchEngine, rows: Rows) -> Values:
        """Fluxplayer's value of each position for each role, from 0 to 1, without regard to the others."""
        truths = self.formulas(rows).astype(np.float64)
        reached = engine.outcome(rows)[1]
        found = np.zeros((len(rows), len(self.goals)))
        for role, listed in enumerate(self.goals):
            for value, place in listed:
                goal, end = truths[:, place], truths[:, 0]
                part = np.where(reached[:, role] == value, 1 - (1 - goal) * (1 - end), goal * (1 - end)) * value / 100
                found[:, role] += part - found[:, role] * part
        return found


def goal_proximity(
    game: LoadedGame[Any], truth: float = TRUTH, threshold: float = THRESHOLD, seed: int = 0
) -> GoalProximity:
    """The evaluation of a game by its goals; raises UnsuitableGameError without a network of rules to read them in."""
    circuit = circuit_of(game, "goal_proximity")
    literals, goals = [circuit.terminal], []
    for listed in circuit.goals:
        worth_having = [(value, literal) for value, literal in listed if value > 0]
        goals.append(tuple((value, len(literals) + n) for n, (value, _) in enumerate(worth_having)))
        literals += [literal for _, literal in worth_having]
    opposed = len(circuit.roles) > 1 and facts_of(game).seems_constant_sum
    unscaled = GoalProximity(fuzzy_formulas(circuit, literals, truth, threshold), tuple(goals), opposed)
    figures = unscaled.figures(game.engine, random_positions(game, POSITIONS, seed).rows)
    scale = scale_of(figures, 0.0 if opposed else None)
    return replace(unscaled, scale=scale, constant=bool((figures == figures[:1]).all()))


def goal_notes(evaluation: GoalProximity) -> dict[str, float | int | str]:
    """What there is to say to a user about the evaluation."""
    return {"evaluation": "the goals say nothing before the end"} if evaluation.constant else {}
