"""Which positions a role may be in: samples of the game so far that agree with all it has seen.

As long as they are few, all possible positions are kept, each with its probability; beyond that a sample of them, by
systematic resampling. Where no sample agrees with what comes next, new ones are found by playing the game again from
the start and taking back what does not agree, as HyperPlay does (Schofield, Cerexhe and Thielscher 2012).
"""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic

from ludens.game import Game, JointMove, Move, Observation, S, View
from ludens.search.hidden.information_sets import Information, InformationSets
from ludens.search.hidden.remembered_rules import steps_of

MOST = 1_000
"""Positions that are kept."""

BRANCHES = 2_000
"""Joint moves of the others that are looked at in one position; where there are more, so many random ones."""

REPLAYED = 100
"""Games that are looked for from the start when no position is left."""

ATTEMPTS = 1_000
"""How often that is tried."""

LEAST_SECONDS = 0.002
"""What bringing a belief up to date may take when there is no time at all."""

Policy = Callable[[int, int, Sequence[Move]], Sequence[float]]
"""The chances with which a role makes its moves, by role, information set, and legal moves."""


@dataclass(frozen=True, slots=True)
class Sample(Generic[S]):
    """A position that the role may be in, what everybody knows in it, and its weight."""

    state: S
    known: Information
    weight: float


def evenly(role: int, information: int, legal: Sequence[Move]) -> Sequence[float]:
    """All moves alike."""
    return [1 / len(legal)] * len(legal)


class Beliefs(Generic[S]):
    """What one role believes. Told all it has seen again and again, it works only on what is new."""

    def __init__(
        self,
        game: Game[S],
        role: int,
        numbers: random.Random,
        *,
        sets: InformationSets[S] | None = None,
        most: int = MOST,
    ) -> None:
        self.role, self.most = role, most
        self.steps = steps_of(game)
        self._random = numbers
        self._sets = InformationSets(len(game.info.roles), hidden=True) if sets is None else sets
        self._told: tuple[Observation, ...] = ()
        self._samples = self._start()
        self.complete = True
        """Whether the samples are all positions that agree with the view, not only some of them."""

    def samples(self, view: View, end: float = math.inf, policy: Policy = evenly) -> list[Sample[S]]:
        """Positions that agree with the view; none when none was found until ``end``, a time of perf_counter.

        Weights add up to 1. They are the probabilities of the positions if everybody has played by ``policy``, as
        long as there are no more than ``most`` of them.
        """
        end = max(end, time.perf_counter() + LEAST_SECONDS)
        view = _in_order(view)
        if view.observations[: len(self._told)] != self._told:
            self._told, self._samples, self.complete = (), self._start(), True
        for observation in view.observations[len(self._told) :]:
            self._told = (*self._told, observation)
            self._samples = self._thinned(self._advance(observation, end, policy))
            if not self._samples:
                break
        fitting = [sample for sample in self._samples if self._fits(sample.state, view)]
        if not fitting:
            self.complete = False
            fitting = list(itertools.islice(self._replay(view, end), REPLAYED))
            self._told, self._samples = (view.observations, fitting) if fitting else ((), self._start())
        total = sum(sample.weight for sample in fitting)
        return [Sample(sample.state, sample.known, sample.weight / total) for sample in fitting]

    def legal(self, view: View, seconds: float = math.inf) -> tuple[Move, ...] | None:
        """The role's legal moves: those it was told, or those of a position that agrees with the view, if any."""
        if view.legal is not None:
            return view.legal
        found = self.samples(view, time.perf_counter() + seconds)
        return self.steps.legal(found[0].state)[self.role] if found else None

    def guess(self, view: View) -> Move:
        """A move that was legal after some game with the role's own moves, whatever else was seen: the last resort."""
        state, last = self.steps.game.initial_state(), view.observations[-1].move if view.observations else ""
        for observation in (*view.observations, None):
            legal = self.steps.legal(state)
            if not legal:
                return last
            if observation is None:
                return self._random.choice(legal[self.role])
            joint = [self._random.choice(moves) for moves in legal]
            if observation.move in legal[self.role]:
                joint[self.role] = observation.move
            state = self.steps.after(state, tuple(joint))[0]
        return last

    def _start(self) -> list[Sample[S]]:
        state = self.steps.game.initial_state()
        return [Sample(state, self._sets.at(state), 1.0)]

    def _fits(self, state: S, view: View) -> bool:
        legal = self.steps.legal(state)
        return bool(legal) and view.legal in (None, legal[self.role])

    def _advance(self, observation: Observation, end: float, policy: Policy) -> Iterator[Sample[S]]:
        """All ways to go on from the samples that agree with an observation."""
        self._random.shuffle(self._samples)
        for sample in self._samples:
            for joint, chance in self._joint_moves(sample, observation.move, policy):
                state, seen = self.steps.after(sample.state, joint)
                if seen[self.role] == observation.percepts:
                    known = self._sets.after(sample.known, joint, seen, state)
                    yield Sample(state, known, sample.weight * chance)
                if time.perf_counter() > end:
                    self.complete = False
                    return

    def _joint_moves(self, sample: Sample[S], own: Move, policy: Policy) -> Iterator[tuple[JointMove, float]]:
        """Joint moves with the role's own one, each with its chance; where there are too many, random ones."""
        legal = self.steps.legal(sample.state)
        if not legal or own not in legal[self.role]:
            return
        chance_role = self.steps.game.info.chance_role
        choices: list[list[tuple[Move, float]]] = []
        for role, moves in enumerate(legal):
            if role == self.role:
                choices.append([(own, 1.0)])
            else:
                chances = (evenly if role == chance_role else policy)(role, sample.known[role], moves)
                choices.append(list(zip(moves, chances, strict=True)))
        count = math.prod(map(len, choices))
        if count <= BRANCHES:
            drawn: Iterator[tuple[tuple[Move, float], ...]] = itertools.product(*choices)
        else:
            self.complete = False
            drawn = (tuple(map(self._random.choice, choices)) for _ in range(BRANCHES))
        share = max(1.0, count / BRANCHES)
        for made in drawn:
            yield tuple(move for move, _ in made), share * math.prod(chance for _, chance in made)

    def _thinned(self, samples: Iterator[Sample[S]]) -> list[Sample[S]]:
        """Equal samples as one; where there are too many, some of them by systematic resampling."""
        weights: dict[tuple[S, Information], float] = {}
        for sample in samples:
            where = sample.state, sample.known
            weights[where] = weights.get(where, 0.0) + sample.weight
        total = sum(weights.values())
        if len(weights) <= self.most:
            return [Sample(*where, weight / total) for where, weight in weights.items() if weight]
        self.complete = False
        kept: list[Sample[S]] = []
        point, passed = self._random.random(), 0.0
        for where, weight in weights.items():
            passed += self.most * weight / total
            times = max(0, math.ceil(passed - point))
            point += times
            if times:
                kept.append(Sample(*where, times / self.most))
        return kept

    def _replay(self, view: View, end: float) -> Iterator[Sample[S]]:
        """Positions found by playing again from the start, all with the same weight."""
        hopeless: set[tuple[int, S]] = set()
        start = self.steps.game.initial_state()
        for _ in range(ATTEMPTS):
            found = self._one_replay(view, end, hopeless)
            if found is not None:
                yield found
            if time.perf_counter() > end or (0, start) in hopeless:
                return

    def _one_replay(self, view: View, end: float, hopeless: set[tuple[int, S]]) -> Sample[S] | None:
        """Depth-first in random order; ``hopeless`` are positions, by depth, from which nothing agrees."""
        path = self._start()
        ways = [self._ways(path[0], view, 0, hopeless)]
        while ways:
            if len(ways) > len(view.observations) and self._fits(path[-1].state, view):
                return path[-1]
            following = next(ways[-1], None)
            if following is None:
                ways.pop()
                path.pop()
            else:
                path.append(following)
                ways.append(self._ways(following, view, len(ways), hopeless))
            if time.perf_counter() > end:
                return None
        return None

    def _ways(self, sample: Sample[S], view: View, depth: int, hopeless: set[tuple[int, S]]) -> Iterator[Sample[S]]:
        """How the game can go on in agreement with the view, in random order."""
        joints: list[JointMove] = []
        if depth < len(view.observations):
            observation = view.observations[depth]
            joints = [joint for joint, _ in self._joint_moves(sample, observation.move, evenly)]
            self._random.shuffle(joints)
        tried: list[tuple[int, S]] = []
        for joint in joints:
            state, seen = self.steps.after(sample.state, joint)
            if seen[self.role] == observation.percepts and (depth + 1, state) not in hopeless:
                tried.append((depth + 1, state))
                yield Sample(state, self._sets.after(sample.known, joint, seen, state), 1.0)
        if len(joints) < BRANCHES and hopeless.issuperset(tried):  # with so many, these were not all joint moves
            hopeless.add((depth, sample.state))


def _in_order(view: View) -> View:
    """The view with percepts ascending: who tells them may have them in any order."""
    seen = tuple(Observation(each.move, tuple(sorted(set(each.percepts)))) for each in view.observations)
    return View(view.role, seen, view.legal)
