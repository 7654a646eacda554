"""The slow twin of the tree search: textbook UCT with one playout a leaf, on objects.

It draws its random numbers and asks for its playouts in the same order as the fast one, so that both must grow the same
tree, visit for visit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.game import JointMove, Move

MASK = (1 << 64) - 1


@dataclass
class Node:
    state: Any
    over: bool
    visits: int = 0
    moves: list[tuple[Move, ...]] | None = None
    counts: dict[tuple[int, Move], int] = field(default_factory=dict)
    totals: dict[tuple[int, Move], float] = field(default_factory=dict)
    children: dict[JointMove, Node] = field(default_factory=dict)


class Textbook:
    """UCT on any game, without proofs."""

    def __init__(self, game: LoadedGame[Any], state: Any, exploration: float, seed: int) -> None:
        self.game, self.exploration, self.seed = game, exploration, seed
        self.random, self.simulations = seed, 0
        self.root = Node(state, game.is_terminal(state))

    def simulate(self) -> None:
        path: list[tuple[Node, JointMove]] = []
        node, fresh = self.root, False
        node.visits += 1
        while not node.over and not fresh:
            if node.moves is None:
                node.moves = [self.legal(node.state, role) for role in range(len(self.game.info.roles))]
            joint = tuple(self.choose(node, role) for role in range(len(node.moves)))
            path.append((node, joint))
            fresh = joint not in node.children
            if fresh:
                after = self.game.next_state(node.state, joint)
                node.children[joint] = Node(after, self.game.is_terminal(after))
            node = node.children[joint]
            node.visits += 1
        self.update(path, self.value(node))

    def update(self, path: list[tuple[Node, JointMove]], values: list[float]) -> None:
        """Carries the values of a leaf up."""
        for above, joint in path:
            for role, move in enumerate(joint):
                above.counts[role, move] = above.counts.get((role, move), 0) + 1
                above.totals[role, move] = above.totals.get((role, move), 0.0) + values[role]

    def legal(self, state: Any, role: int) -> tuple[Move, ...]:
        """The legal moves in the engine's order."""
        names = self.game.engine.moves(role)
        return tuple(sorted(self.game.legal_moves(state, role), key=names.index))

    def choose(self, node: Node, role: int) -> Move:
        assert node.moves is not None
        moves = node.moves[role]
        if len(moves) == 1:
            return moves[0]
        start = (self.random_word() >> 32) * len(moves) >> 32
        best, best_score = moves[0], -math.inf
        for move in (*moves[start:], *moves[:start]):
            count = node.counts.get((role, move), 0)
            score = math.inf
            if count:
                bonus = self.exploration * math.sqrt(math.log(node.visits) / count)
                score = node.totals[role, move] / count + bonus
            if score > best_score:
                best, best_score = move, score
        return best

    def value(self, node: Node) -> list[float]:
        number = self.simulations
        self.simulations += 1
        if node.over:
            return [goal / 100 for goal in self.game.goals(node.state)]
        found = self.game.engine.playouts(self.game.pack([node.state]), 1, self.seed + number, max_steps=1_000)
        cut = float(found.cut[0])
        return [float(goal) / 100 + 0.5 * cut for goal in np.asarray(found.goals[0])]

    def random_word(self) -> int:
        """splitmix64."""
        self.random = (self.random + 0x9E3779B97F4A7C15) & MASK
        z = self.random
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)
