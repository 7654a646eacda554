"""A search of many positions at once, each with a tree of its own: one new node for every game in every simulation.

Trees lie in flat arrays, a row a node; those of a game are side by side, the root first. Every node knows which move it
would visit next, so that a descent is one look-up a level. That changes only for nodes that a simulation went through,
and is worked out for all of them together. Nothing depends on numbers that the processor would have to wait for, so a
simulation can be recorded once as a graph and repeated by a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ludens.learning.gumbel.eyes import Eyes, Turns
from ludens.learning.gumbel.halving import halving_table
from ludens.learning.gumbel.improvement import Improved, improved, next_visit
from ludens.learning.gumbel.lanes import Lanes
from ludens.learning.gumbel.net import Network, Parameters, masked, passed

torch: Any = import_module("torch")

Tensor = Any

NOWHERE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What searches found: ``moves`` to make, of the ``movers``; joint, with what the others must do; ``chances`` by
    the new policy; ``worth`` of the positions to each role."""

    moves: Tensor
    movers: Tensor
    joint: Tensor
    chances: Tensor
    worth: Tensor


class Trees:
    """Trees for so many games. ``simulations`` in each; ``considered``: moves of the root, at most; ``depth`` of paths.

    ``network``: what says how good positions and moves are. A path that is longer ends where it is: what the network
    said of that position counts once more.
    """

    def __init__(
        self,
        lanes: Lanes,
        eyes: Eyes,
        games: int,
        simulations: int,
        *,
        considered: int = 16,
        depth: int = 0,
        network: Network = passed,
    ) -> None:
        self._network = network
        self._lanes, self._eyes, self.games, self.simulations = lanes, eyes, games, simulations
        self._depth, self._nodes = depth or simulations, simulations + 1
        device, all_nodes, width, roles = lanes.device, games * self._nodes, eyes.width, eyes.roles
        self._width, self._roles = width, roles
        words = lanes.first(1).shape[1]

        def zeros(*shape: int, kind: Any = torch.float32) -> Tensor:
            return torch.zeros((all_nodes, *shape), dtype=kind, device=device)

        self._rows, self._mover = zeros(words, kind=torch.int64), zeros(kind=torch.int64)
        self._firsts, self._over = zeros(roles, kind=torch.int64), zeros(kind=torch.bool)
        self._logits, self._child = zeros(width), zeros(width, kind=torch.int64)
        self._visits, self._total, self._raw = zeros(), zeros(roles), zeros(roles)
        self._best, self._down = zeros(kind=torch.int64), zeros(kind=torch.int64)
        self._roots = torch.arange(games, device=device) * self._nodes
        self._one = torch.ones((), dtype=torch.int64, device=device)
        self._turn = torch.zeros((), dtype=torch.int64, device=device)
        self._gumbel = torch.zeros((games, width), device=device)
        self._table = torch.from_numpy(halving_table(min(considered, width), simulations)).to(device)
        self._considered = torch.zeros(games, dtype=torch.int64, device=device)

    def search(self, weights: Parameters, rows: Tensor, noise: Tensor, simulate: Any = None) -> Found:
        """Searches positions; ``noise``: Gumbel's, of shape (games, width), or zeros for the best move without chance.

        ``simulate``: a recorded ``simulation`` with the same weights.
        """
        self.begin(weights, rows, noise)
        for _ in range(self.simulations):
            if simulate is None:
                self.simulation(weights)
            else:
                simulate()
        return self.found()

    def begin(self, weights: Parameters, rows: Tensor, noise: Tensor) -> None:
        """Makes the roots of new trees."""
        self._child.fill_(NOWHERE)
        self._visits.zero_()
        self._total.zero_()
        self._turn.zero_()
        self._gumbel.copy_(noise)
        legal = self._lanes.legal(rows)
        never = torch.zeros(self.games, dtype=torch.bool, device=self._lanes.device)
        turns, worth = self._write(weights, self._roots, rows, legal, never)
        self._raw.index_copy_(0, self._roots, worth)
        self._considered.copy_(turns.allowed.sum(1).clamp(max=len(self._table) - 1))

    def simulation(self, weights: Parameters) -> None:
        """Goes down every tree, adds a node, and takes what it is worth up again."""
        self._choose_at_roots()
        path = self._descend()
        last = path[:, -1]
        grows = (self._down[last] == last) & ~self._over[last]
        new, move = self._roots + self._turn + 1, self._best[last]
        joint = self._firsts[last].scatter(1, self._mover[last][:, None], move[:, None])
        after = self._lanes.follow(self._rows[last], joint)
        _, worth = self._write(weights, new, after.rows, after.legal, after.over)
        worth = torch.where(after.over[:, None], after.goals, worth)
        self._raw.index_copy_(0, new, worth)
        edges = last * self._width + move
        child = self._child.view(-1)
        child.index_copy_(0, edges, torch.where(grows, new, child[edges]))
        self._back_up(path, new, grows, torch.where(grows[:, None], worth, self._raw[last]))
        touched = torch.cat([path[:, 1:], new[:, None]], 1).flatten()
        self._plan(touched)
        self._turn.add_(self._one)

    def found(self) -> Found:
        """What the searches have found so far."""
        roots = self._roots
        visits, new = self._at(roots)
        most = visits.amax(1, keepdim=True)
        scores = torch.where((visits == most) & self._allowed(roots), self._gumbel + new.scores, -torch.inf)
        moves, movers = scores.argmax(1), self._mover[roots]
        weights = torch.where(visits > 0, new.chances, 0.0)
        children = self._child[roots].clamp(min=0)
        means = self._total[children] / self._visits[children].clamp(min=1)[..., None]
        worth = (weights[..., None] * means).sum(1) / weights.sum(1, keepdim=True)
        joint = self._firsts[roots].scatter(1, movers[:, None], moves[:, None])
        return Found(moves, movers, joint, new.chances, worth)

    def _choose_at_roots(self) -> None:
        """Has the roots visit the best of the moves whose turn it is by sequential halving."""
        roots = self._roots
        visits, new = self._at(roots)
        due = self._table[self._considered].gather(1, self._turn.expand(self.games, 1))
        fits = (visits == due) & self._allowed(roots)
        move = torch.where(fits, self._gumbel + new.scores, -torch.inf).argmax(1)
        self._set_next(roots, move)

    def _descend(self) -> Tensor:
        """The nodes on the way down, (games, depth + 1): the last one stands in all places from where it ends."""
        path = [self._roots]
        for _ in range(self._depth):
            path.append(self._down[path[-1]])
        return torch.stack(path, 1)

    def _write(
        self, weights: Parameters, nodes: Tensor, rows: Tensor, legal: Tensor, over: Tensor
    ) -> tuple[Turns, Tensor]:
        """Writes new nodes; whose turn it is in them, and what the network says that they are worth."""
        turns = self._eyes.turns(legal)
        values, logits = self._network(weights, self._eyes.see(self._lanes.features(rows), turns.second))
        self._rows.index_copy_(0, nodes, rows)
        self._mover.index_copy_(0, nodes, turns.mover)
        self._firsts.index_copy_(0, nodes, turns.firsts)
        self._over.index_copy_(0, nodes, over)
        self._logits.index_copy_(0, nodes, masked(self._eyes.of_mover(logits, turns), turns.allowed))
        return turns, self._eyes.worth(torch.sigmoid(values), turns.second)

    def _back_up(self, path: Tensor, new: Tensor, grows: Tensor, worth: Tensor) -> None:
        """Adds a visit to every node of the way, each once."""
        counts = torch.ones_like(path, dtype=torch.float32)
        counts[:, 1:] = (path[:, 1:] != path[:, :-1]).float()
        nodes = torch.cat([path, new[:, None]], 1)
        counts = torch.cat([counts, grows[:, None].float()], 1)
        self._visits.index_add_(0, nodes.flatten(), counts.flatten())
        gains = counts[..., None] * worth[:, None, :]
        self._total.index_add_(0, nodes.flatten(), gains.flatten(0, 1))

    def _plan(self, nodes: Tensor) -> None:
        """Works out what nodes inside the trees visit next."""
        visits, new = self._at(nodes)
        self._set_next(nodes, next_visit(new, visits))

    def _set_next(self, nodes: Tensor, moves: Tensor) -> None:
        child = self._child.view(-1)[nodes * self._width + moves]
        stays = (child == NOWHERE) | self._over[nodes]
        self._best.index_copy_(0, nodes, moves)
        self._down.index_copy_(0, nodes, torch.where(stays, nodes, child))

    def _at(self, nodes: Tensor) -> tuple[Tensor, Improved]:
        """The visits of the moves of nodes, and the new policy there."""
        child, mover = self._child[nodes], self._mover[nodes]
        known = child.clamp(min=0)
        visits = torch.where(child == NOWHERE, 0.0, self._visits[known])
        totals = self._total.view(-1)[known * self._roles + mover[:, None]]
        values = totals / visits.clamp(min=1)
        worth = self._raw[nodes].gather(1, mover[:, None])[:, 0]
        return visits, improved(self._logits[nodes], visits, values, worth)

    def _allowed(self, nodes: Tensor) -> Tensor:
        return self._logits[nodes] > ALLOWED


ALLOWED = -1e8
"""Logits of moves that are not allowed are below."""
