"""Games of a network against itself, each move chosen by a small search, and what should be said of their positions.

Games begin after a random number of random moves, so that what nobody would play is known as well. Those that are over
are replaced at once, so the same number is always under way.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ludens.learning.gumbel.eyes import Eyes
from ludens.learning.gumbel.lanes import Lanes
from ludens.learning.gumbel.net import Network, Parameters, passed
from ludens.learning.gumbel.tree import Found, Trees

torch: Any = import_module("torch")

Tensor = Any


@dataclass(frozen=True, slots=True)
class Manner:
    """How games are played.

    ``games``: at once. ``steps``: moves of each in a generation. ``simulations``: of a search; ``considered``: moves at
    its root, at most; ``depth``: of its paths, at most. ``opening``: random moves at first, at most. ``decay``: the λ
    of TD(λ), from what searches say and the goals at the end.
    """

    games: int = 256
    steps: int = 16
    simulations: int = 32
    considered: int = 16
    depth: int = 12
    opening: int = 10
    decay: float = 0.7


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """Positions with what a network should say: ``chances`` of the mover's moves, ``worth`` to each role."""

    rows: Tensor
    chances: Tensor
    worth: Tensor

    def __len__(self) -> int:
        return len(self.rows)


class Play:
    """Games under way: ``rows`` is where they are."""

    def __init__(self, lanes: Lanes, eyes: Eyes, manner: Manner, network: Network = passed) -> None:
        self.lanes, self.eyes, self.manner = lanes, eyes, manner
        self.trees = Trees(
            lanes,
            eyes,
            manner.games,
            manner.simulations,
            considered=manner.considered,
            depth=min(manner.depth, manner.simulations),
            network=network,
        )
        self.rows: Tensor | None = None

    def generation(self, weights: Parameters, random: Any, simulate: Any = None) -> Lessons:
        """Plays on for some moves; ``random``: a generator. What should be said of the positions on the way."""
        manner, starts = self.manner, self.openings(random)
        rows = starts if self.rows is None else self.rows
        steps: list[_Step] = []
        for _ in range(manner.steps):
            found = self.trees.search(weights, rows, self._noise(random), simulate)
            after = self.lanes.follow(rows, found.joint)
            steps.append(_Step(rows, found, after.over, after.goals))
            picked = torch.randint(len(starts), (len(rows),), generator=random, device=self.lanes.device)
            rows = torch.where(after.over[:, None], starts[picked], after.rows)
        self.rows = rows
        return _lessons(steps, manner.decay)

    def openings(self, random: Any) -> Tensor:
        """Positions after random moves in which nothing is over, as many as there are games."""
        manner, device = self.manner, self.lanes.device
        lengths = (self._uniform(random, manner.games) * (manner.opening + 1)).long()
        rows = self.lanes.first(manner.games)
        for step in range(manner.opening):
            turns = self.eyes.turns(self.lanes.legal(rows))
            drawn = torch.rand(turns.allowed.shape, generator=random, device=device)
            moves = torch.where(turns.allowed, drawn, -1.0).argmax(1)
            joint = turns.firsts.scatter(1, turns.mover[:, None], moves[:, None])
            after = self.lanes.follow(rows, joint)
            goes_on = (lengths > step) & ~after.over
            lengths = torch.where(goes_on, lengths, 0)
            rows = torch.where(goes_on[:, None], after.rows, rows)
        return rows

    def _noise(self, random: Any) -> Tensor:
        """Gumbel's distribution, for every move."""
        drawn = self._uniform(random, self.manner.games, self.eyes.width)
        return -torch.log(-torch.log(drawn.clamp(1e-20, 1 - 1e-7)))

    def _uniform(self, random: Any, *shape: int) -> Tensor:
        return torch.rand(shape, generator=random, device=self.lanes.device)


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    rows: Tensor
    found: Found
    over: Tensor
    goals: Tensor


def _lessons(steps: list[_Step], decay: float) -> Lessons:
    """What should be said of the positions of some steps: TD(λ) (Sutton 1988) from the last to the first.

    The games go on, so the last position of each is worth what its search said, unless its move ended the game.
    """
    later = steps[-1].found.worth
    worths = []
    for step in reversed(steps):
        later = torch.where(step.over[:, None], step.goals, later)
        later = decay * later + (1 - decay) * step.found.worth
        worths.append(later)
    rows, chances = (torch.cat(parts) for parts in zip(*((s.rows, s.found.chances) for s in steps), strict=True))
    return Lessons(rows, chances.half(), torch.cat(worths[::-1]).float())
