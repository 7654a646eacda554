"""Multiple-observer information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012).

Every role has a tree of its own, whose nodes are its information sets: what it has done and seen. A simulation takes
one position that the searching role may be in, and in it every role goes down its own tree; chance is drawn. So nobody
uses what it cannot know. With joint moves several trees take a step at once, as in decoupled UCT.

Two additions. Moves are selected by UCB1, or by Smooth UCT (Heinrich and Silver 2015), which mixes it with the average
strategy so far, since in games with hidden information the best strategy often has to be a mixture. And simulations
may also begin at the start of the game, in which everything is still open: if others only ever learnt in positions that
agree with what the searching role has seen, they would come to know its cards (Lisý, Lanctot and Bowling 2015 treat
that in depth). What others learn there counts, and elsewhere they then only follow it.
"""

from __future__ import annotations

import math
import random
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Generic

from ludens.engine.contract import LoadedGame
from ludens.game import JointMove, Move, S
from ludens.search.hidden.beliefs import Sample
from ludens.search.hidden.information_sets import Information, InformationSets
from ludens.search.hidden.remembered_rules import steps_of

KEPT = 500_000
"""Nodes after which all are forgotten."""

LEAST_UCB, FIRST_UCB, UCB_DECAY = 0.1, 0.9, 0.002
"""Smooth UCT's γ, η and d: how often UCB1 decides, at least and at first, and how fast that changes with visits."""


@dataclass(frozen=True, slots=True)
class InformationSettings:
    """How to search. ``exploration`` is UCB1's constant, for goals from 0 to 1; ``playouts`` are those of a leaf."""

    exploration: float = 0.7
    smooth: bool = True
    leaves: int = 16
    playouts: int = 4
    max_steps: int = 0


@dataclass(slots=True)
class Node:
    """One information set. By place in ``moves``: how often a move could be chosen, and was, and its sum of goals and
    of their squares.

    ``open``: how often it was visited from the start of the game.
    """

    moves: list[Move] = field(default_factory=list)
    places: dict[Move, int] = field(default_factory=dict)
    available: list[int] = field(default_factory=list)
    visits: list[int] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)
    open: int = 0

    def places_of(self, legal: Sequence[Move]) -> list[int]:
        """The places of these moves; new ones are added."""
        for move in legal:
            if move not in self.places:
                self.places[move] = len(self.moves)
                self.moves.append(move)
                self.available.append(0)
                self.visits.append(0)
                self.sums.append(0.0)
                self.squares.append(0.0)
        return [self.places[move] for move in legal]


@dataclass(slots=True)
class _Descent(Generic[S]):
    """One simulation: the moves that are to learn from it, and where it ended."""

    learning: list[tuple[Node, int, int]]
    state: S


class InformationTree(Generic[S]):
    """The trees of all roles of one game."""

    def __init__(self, game: LoadedGame[S], role: int, settings: InformationSettings, numbers: random.Random) -> None:
        self.game, self.role, self.settings, self.steps = game, role, settings, steps_of(game)
        self.sets: InformationSets[S] = InformationSets(len(game.info.roles), game.info.hidden)
        self._random = numbers
        self._nodes: dict[int, Node] = {}
        self._edges: dict[tuple[S, Information, JointMove], tuple[S, Information]] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def node(self, information: int) -> Node:
        """The node of an information set, which may be new."""
        if len(self._nodes) >= KEPT:
            self._nodes.clear()
        return self._nodes.setdefault(information, Node())

    def policy(self, role: int, information: int, legal: Sequence[Move]) -> Sequence[float]:
        """The chances with which a role has chosen its moves so far; all alike where it has not been seen."""
        node = self._nodes.get(information)
        counts = [1 + (node.visits[node.places[move]] if node and move in node.places else 0) for move in legal]
        total = sum(counts)
        return [count / total for count in counts]

    def start(self) -> list[Sample[S]]:
        """The start of the game as the only sample."""
        state = self.game.initial_state()
        return [Sample(state, self.sets.at(state), 1.0)]

    def simulate(self, samples: Sequence[Sample[S]], leaves: int, playouts: int, *, open_start: bool = False) -> int:
        """Some simulations from samples drawn by weight; how many playouts they took.

        ``open_start``: the samples are not what the role believes but the start of the game.
        """
        bounds = list(accumulate(sample.weight for sample in samples))
        descents = []
        for _ in range(leaves):
            place = min(bisect(bounds, self._random.random() * bounds[-1]), len(samples) - 1)
            descents.append(self._descend(samples[place], open_start))
        self._back_up(descents, self._values([descent.state for descent in descents], playouts))
        return leaves * playouts

    def _descend(self, sample: Sample[S], open_start: bool) -> _Descent[S]:
        """Down the trees until somebody has to choose for the first time, and one step beyond it."""
        state, known, steps, chance_role = sample.state, sample.known, self.steps, self.game.info.chance_role
        learning: list[tuple[Node, int, int]] = []
        fresh = False
        length = 0
        while not fresh and length <= (self.settings.max_steps or length):
            legal = steps.legal(state)
            if not legal:
                break
            joint = []
            for role, moves in enumerate(legal):
                if len(moves) == 1:
                    joint.append(moves[0])
                elif role == chance_role:
                    joint.append(self._random.choice(moves))
                else:
                    move, new = self._choose(role, known, moves, learning, open_start)
                    joint.append(move)
                    fresh |= new
            state, known = self._after(state, known, tuple(joint))
            length += 1
        return _Descent(learning, state)

    def _after(self, state: S, known: Information, joint: JointMove) -> tuple[S, Information]:
        found = self._edges.get((state, known, joint))
        if found is None:
            after, seen = self.steps.after(state, joint)
            found = after, self.sets.after(known, joint, seen, after)
            if len(self._edges) >= KEPT:
                self._edges.clear()
            self._edges[state, known, joint] = found
        return found

    def _choose(
        self,
        role: int,
        known: Information,
        legal: Sequence[Move],
        learning: list[tuple[Node, int, int]],
        open_start: bool,
    ) -> tuple[Move, bool]:
        """The move of a role, and whether it is the first in its node."""
        node = self.node(known[role])
        places = node.places_of(legal)
        if role != self.role and node.open and not open_start:
            return self._random.choices(legal, [1e-9 + node.visits[place] for place in places])[0], False
        new = not any(node.visits[place] for place in places)
        place = self._selected(node, places)
        for other in places:
            node.available[other] += 1
        node.visits[place] += 1  # the goal comes later: until then it counts as 0, a virtual loss
        node.open += open_start
        learning.append((node, place, role))
        return node.moves[place], new

    def _selected(self, node: Node, places: Sequence[int]) -> int:
        visits = node.visits
        untried = [place for place in places if not visits[place]]
        if untried:
            return self._random.choice(untried)
        if self.settings.smooth:
            total = sum(visits[place] for place in places)
            often = max(LEAST_UCB, FIRST_UCB / (1 + UCB_DECAY * math.sqrt(total)))
            if self._random.random() >= often:
                return self._random.choices(places, [visits[place] for place in places])[0]
        sums, available, exploration = node.sums, node.available, self.settings.exploration
        best, found = -1.0, places[0]
        for place in places:
            count = visits[place]
            worth = sums[place] / count + exploration * math.sqrt(math.log(available[place] + 1) / count)
            if worth > best:
                best, found = worth, place
        return found

    def _values(self, states: Sequence[S], playouts: int) -> list[Sequence[float]]:
        """The goals of every role, 0 to 1, at these positions: as they are at the end, otherwise by playouts."""
        values: list[Sequence[float]] = [()] * len(states)
        open_places = []
        for place, state in enumerate(states):
            if self.steps.legal(state):
                open_places.append(place)
            else:
                values[place] = [goal / 100 for goal in self.steps.goals(state)]
        if open_places:
            rows = self.game.pack([states[place] for place in open_places])
            seed = self._random.getrandbits(62)
            found = self.game.engine.playouts(rows, playouts, seed, max_steps=self.settings.max_steps)
            for number, place in enumerate(open_places):
                played = max(1, int(found.finished[number]))
                values[place] = [float(goals) / (100 * played) for goals in found.goals[number]]
        return values

    def _back_up(self, descents: Sequence[_Descent[S]], values: Sequence[Sequence[float]]) -> None:
        for descent, goals in zip(descents, values, strict=True):
            for node, place, role in descent.learning:
                node.sums[place] += goals[role]
                node.squares[place] += goals[role] ** 2
