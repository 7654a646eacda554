"""The slow twin of UCT with a minimising opponent: as Cheng, Krauthamer, Ofir and Siddiqui describe it, on objects.

Only the role's own reward is kept. The role takes the move that maximises X̄ + c·√(2 ln t / s); the others take the
joint reply that minimises X̄ − c·√(2 ln t / s). It draws random numbers and asks for playouts in the same
order as the fast one, so that both must grow the same tree.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import JointMove

MASK = (1 << 64) - 1


@dataclass
class Node:
    state: Any
    over: bool
    visits: int = 0
    sides: tuple[list[JointMove], list[JointMove]] | None = None
    counts: dict[tuple[int, JointMove], int] = field(default_factory=dict)
    totals: dict[tuple[int, JointMove], float] = field(default_factory=dict)
    children: dict[tuple[JointMove, JointMove], Node] = field(default_factory=dict)


class MinimaxUct:
    """UCT for one role of any game, all others being one opponent."""

    def __init__(self, game: LoadedGame[Any], role: int, state: Any, exploration: float, seed: int) -> None:
        self.game, self.role, self.exploration, self.seed = game, role, exploration, seed
        self.random, self.trials = seed, 0
        self.root = Node(state, game.is_terminal(state))

    def simulate(self) -> None:
        path: list[tuple[Node, tuple[JointMove, JointMove]]] = []
        node, fresh = self.root, False
        node.visits += 1
        while not node.over and not fresh:
            if node.sides is None:
                node.sides = self.sides(node.state)
            pair = self.choose(node, 0), self.choose(node, 1)
            path.append((node, pair))
            fresh = pair not in node.children
            if fresh:
                after = self.game.next_state(node.state, self.joint(*pair))
                node.children[pair] = Node(after, self.game.is_terminal(after))
            node = node.children[pair]
            node.visits += 1
        reward = self.reward(node)
        for above, chosen in path:
            for side, move in enumerate(chosen):
                above.counts[side, move] = above.counts.get((side, move), 0) + 1
                above.totals[side, move] = above.totals.get((side, move), 0.0) + reward

    def sides(self, state: Any) -> tuple[list[JointMove], list[JointMove]]:
        """The role's moves, and the joint replies of the others, the first of them changing fastest."""
        game, lists = self.game, []
        for role in range(len(game.info.roles)):
            names = game.engine.moves(role)
            lists.append(sorted(game.legal_moves(state, role), key=names.index))
        others = [moves for role, moves in enumerate(lists) if role != self.role]
        replies = [tuple(reversed(reply)) for reply in itertools.product(*reversed(others))]
        return [(move,) for move in lists[self.role]], replies

    def joint(self, own: JointMove, reply: JointMove) -> JointMove:
        moves = list(reply)
        moves.insert(self.role, own[0])
        return tuple(moves)

    def choose(self, node: Node, side: int) -> JointMove:
        assert node.sides is not None
        moves = node.sides[side]
        if len(moves) == 1:
            return moves[0]
        start = (self.random_word() >> 32) * len(moves) >> 32
        best, best_score = moves[0], math.inf if side else -math.inf
        for move in (*moves[start:], *moves[:start]):
            visits = node.counts.get((side, move), 0)
            if not visits:
                return move
            mean = node.totals[side, move] / visits
            bonus = self.exploration * math.sqrt(2 * math.log(node.visits) / visits)
            score = mean - bonus if side else mean + bonus
            if score < best_score if side else score > best_score:
                best, best_score = move, score
        return best

    def reward(self, node: Node) -> float:
        """What the role gets: 1 if it is ahead of all others, one half if level with the best, 0 otherwise."""
        number = self.trials
        self.trials += 1
        if node.over:
            return self.coerced(self.game.goals(node.state))
        found = self.game.engine.games(self.game.pack([node.state]), 1, self.seed + number, max_steps=1_000)
        return self.coerced(tuple(int(goal) for goal in found.goals[0, 0])) if found.ended[0, 0] else 0.5

    def coerced(self, goals: tuple[int, ...]) -> float:
        others = [goal for role, goal in enumerate(goals) if role != self.role]
        if not others:
            return goals[0] / 100
        return 1.0 if goals[self.role] > max(others) else 0.5 if goals[self.role] == max(others) else 0.0

    def random_word(self) -> int:
        """splitmix64."""
        self.random = (self.random + 0x9E3779B97F4A7C15) & MASK
        z = self.random
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)
