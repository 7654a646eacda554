"""The slow twin of the tree search with mixed strategies: Exp3 and regret matching, on objects.

As in the twin it is made of, random numbers and playouts come in the same order as those of the fast search.
"""

from __future__ import annotations

import math
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import JointMove, Move
from tests.search.tree.textbook import Node, Textbook

Key = tuple[int, Move]


class MixedTextbook(Textbook):
    """Chances are learnt where several roles choose; where one does, it is UCT."""

    def __init__(
        self, game: LoadedGame[Any], state: Any, seed: int, *, exp3: bool, share: float, floor: bool = False
    ) -> None:
        super().__init__(game, state, exploration=0.7, seed=seed)
        self.exp3, self.share, self.floor = exp3, share, floor
        self.scores: dict[int, dict[Key, float]] = {}
        self.averages: dict[int, dict[Key, float]] = {}
        self.joint_values: dict[int, dict[JointMove, list[list[float]]]] = {}
        self.drawn: dict[tuple[int, int], float] = {}

    def choose(self, node: Node, role: int) -> Move:
        assert node.moves is not None
        if not several(node):
            return super().choose(node, role)
        moves = node.moves[role]
        if len(moves) == 1:
            return moves[0]
        chances = [self.share / len(moves) + (1 - self.share) * part for part in self.strategy(node, role)]
        left = ((self.random_word() >> 12) + 0.5) / (1 << 52)
        for move, chance in zip(moves, chances, strict=True):
            left -= chance
            if left < 0:
                self.drawn[id(node), role] = chance
                return move
        self.drawn[id(node), role] = chances[-1]
        return moves[-1]

    def strategy(self, node: Node, role: int) -> list[float]:
        """The chances of a role's moves without exploration."""
        assert node.moves is not None
        moves, scores = node.moves[role], self.scores.get(id(node), {})
        known = [scores.get((role, move), 0.0) for move in moves]
        if self.exp3:
            weights = [math.exp(self.share / len(moves) * (score - max(known))) for score in known]
        else:
            weights = [max(0.0, score) for score in known]
        total = sum(weights)
        return [weight / total if total else 1 / len(moves) for weight in weights]

    def update(self, path: list[tuple[Node, JointMove]], values: list[float]) -> None:
        super().update(path, values)
        for node, joint in path:
            if several(node):
                self.joint_values.setdefault(id(node), {}).setdefault(joint, []).append(values)
        for node, joint in path:
            if several(node):
                for role in range(len(joint)):
                    self.learn(node, joint, role, values[role])

    def learn(self, node: Node, joint: JointMove, role: int, value: float) -> None:
        assert node.moves is not None
        moves = node.moves[role]
        if len(moves) == 1:
            return
        averages = self.averages.setdefault(id(node), {})
        for move, part in zip(moves, self.strategy(node, role), strict=True):
            averages[role, move] = averages.get((role, move), 0.0) + part
        scores = self.scores.setdefault(id(node), {})
        if self.exp3:
            scores[role, joint[role]] = scores.get((role, joint[role]), 0.0) + value / self.drawn[id(node), role]
            return
        for move in moves:
            seen = self.joint_values[id(node)].get((*joint[:role], move, *joint[role + 1 :]))
            if move != joint[role] and seen:
                mean = sum(values[role] for values in seen) / len(seen)
                regret = scores.get((role, move), 0.0) + mean - value
                scores[role, move] = max(0.0, regret) if self.floor else regret


def several(node: Node) -> bool:
    """Whether more than one role has a choice."""
    return node.moves is not None and sum(len(moves) > 1 for moves in node.moves) > 1
