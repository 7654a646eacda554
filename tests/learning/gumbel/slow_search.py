"""The slow twin of the batched search: one position, one node at a time, in plain Python."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludens.engine.rows import Rows
from ludens.learning.gumbel.halving import visits_by_turn
from ludens.learning.gumbel.improvement import SCALE, VISITS
from ludens.search.networks.evaluation import NetworkEvaluation

Chances = dict[int, float]


@dataclass
class Node:
    row: Rows
    legal: list[Any]
    worth: list[float]
    over: bool
    mover: int = 0
    logits: Chances = field(default_factory=dict)
    children: dict[int, Node] = field(default_factory=dict)
    visits: int = 0
    total: list[float] = field(default_factory=list)

    def visits_of(self, move: int) -> int:
        return self.children[move].visits if move in self.children else 0

    def value_of(self, move: int) -> float:
        child = self.children[move]
        return child.total[self.mover] / child.visits


class SlowSearch:
    def __init__(self, game: Any, network: NetworkEvaluation, considered: int, depth: int) -> None:
        self._game, self._network, self._considered, self._depth = game, network, considered, depth

    def search(self, row: Rows, noise: Any, simulations: int) -> tuple[int, dict[int, float], list[float]]:
        root = self._node(row, over=False, goals=None)
        turns = visits_by_turn(min(self._considered, len(root.logits)), simulations)
        for due in turns:
            scores = self._scores(root)
            fitting = [move for move in root.logits if root.visits_of(move) == due]
            self._simulate(root, max(fitting, key=lambda move: noise[move] + scores[move]))
        scores, most = self._scores(root), max(root.visits_of(move) for move in root.logits)
        left = [move for move in root.logits if root.visits_of(move) == most]
        chances = _softmax(scores)
        seen = {move: chances[move] for move in root.children}
        worth = [
            sum(share * root.children[move].total[role] / root.children[move].visits for move, share in seen.items())
            / sum(seen.values())
            for role in range(len(root.worth))
        ]
        return max(left, key=lambda move: noise[move] + scores[move]), chances, worth

    def _simulate(self, root: Node, move: int) -> None:
        path, node = [root], root
        while move in node.children and len(path) <= self._depth and not node.over:
            node = node.children[move]
            path.append(node)
            move = -1 if node.over else self._inside(node)
        worth = node.worth
        if not node.over and move not in node.children:
            joint = np.array([[int(table[0].argmax()) for table in node.legal]])
            joint[0, node.mover] = move
            after, over, goals = self._game.engine.follow(node.row, joint)
            node.children[move] = new = self._node(after, over=bool(over[0]), goals=goals[0])
            path.append(new)
            worth = new.worth
        for passed in path:
            passed.visits += 1
            passed.total = [a + b for a, b in zip(passed.total or [0.0] * len(worth), worth, strict=True)]

    def _inside(self, node: Node) -> int:
        chances, total = _softmax(self._scores(node)), sum(node.visits_of(move) for move in node.logits)
        return max(node.logits, key=lambda move: chances[move] - node.visits_of(move) / (1 + total))

    def _scores(self, node: Node) -> Chances:
        old, visits = _softmax(node.logits), {move: node.visits_of(move) for move in node.logits}
        total, seen = sum(visits.values()), [move for move in node.logits if visits[move]]
        mixed = node.worth[node.mover]
        if seen:
            mean = sum(old[move] * node.value_of(move) for move in seen) / sum(old[move] for move in seen)
            mixed = (mixed + total * mean) / (1 + total)
        factor = (VISITS + max(visits.values())) * SCALE
        return {
            move: logit + factor * (node.value_of(move) if visits[move] else mixed)
            for move, logit in node.logits.items()
        }

    def _node(self, row: Rows, *, over: bool, goals: Any) -> Node:
        legal = self._game.engine.legal(row)
        if over:
            return Node(row, legal, [max(0, int(goal)) / 100 for goal in goals], over=True)
        worth, chances = self._network.look(row, legal)
        mover = int(np.argmax([table.sum() for table in legal]))
        moves = np.flatnonzero(legal[mover][0])
        logits = {int(move): math.log(float(chances[mover][0, move])) for move in moves}
        return Node(row, legal, [float(own) for own in worth[0]], over=False, mover=mover, logits=logits)


def _softmax(logits: Chances) -> Chances:
    highest = max(logits.values())
    weights = {move: math.exp(logit - highest) for move, logit in logits.items()}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}
