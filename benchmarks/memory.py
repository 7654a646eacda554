"""What the search tree takes up: bytes of a node by game, and whether a long game leaves memory behind.

python benchmarks/memory.py [--playouts N] [--moves N]
"""

from __future__ import annotations

import argparse
import random
import resource
from typing import Any

import ludens
from ludens import Limit
from ludens.players import make_agent
from ludens.players.tree_agent import TreeAgent
from ludens.search.tree.arrays import EDGES, NODES

GAMES = ("tic_tac_toe", "connect_four", "breakthrough", "reversi", "hex", "odd", "pentago_swap")
LONG_GAME = "breakthrough"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--playouts", type=int, default=1_000_000, help="playouts from the first position")
    parser.add_argument("--moves", type=int, default=1_000, help="moves of the long series of games")
    given = parser.parse_args()
    print(f"peak memory of a process whose two agents play {LONG_GAME} again and again, 20,000 playouts a move")
    for moves, peak in long_series(given.moves):
        print(f"{moves:>6,} moves  {peak:>6.0f} MiB")
    print("\ngame                nodes  edges a node  bytes a node")
    for name in GAMES:
        nodes, edges, size = node_size(name, given.playouts)
        print(f"{name:<14} {nodes:>10,}  {edges:>12.2f}  {size:>12.0f}")


def node_size(name: str, playouts: int) -> tuple[int, float, float]:
    """Nodes of a tree searched from the start, edges of a node, and bytes of a node with its edges and position."""
    game = ludens.load(name)
    agent = tree_agent(game, 0)
    agent.decide(game.initial_state(), Limit(playouts=playouts))
    tree = agent.search.tree
    nodes, edges = int(tree.sizes[NODES]), int(tree.sizes[EDGES])
    slots = 2 * tree.state_slots.itemsize if len(tree.state_slots) > 1 else 0  # there are two a node
    node = sum(part[0].nbytes for part in (tree.nodes, tree.states, tree.counts, tree.exact)) + slots
    edge = sum(part.itemsize for part in (tree.edges, tree.moves, tree.high_moves) if len(part))
    return nodes, edges / nodes, node + edge * edges / nodes


def long_series(moves: int) -> list[tuple[int, float]]:
    """The peak memory of this process in MiB after so many moves, at five moments."""
    game, rng = ludens.load(LONG_GAME), random.Random(1)
    agents = [tree_agent(game, role) for role in (0, 1)]
    state, found = game.initial_state(), []
    for move in range(1, moves + 1):
        joint = tuple(agent.decide(state, Limit(playouts=20_000)).move for agent in agents)
        state = game.next_state(state, joint)
        if game.is_terminal(state):
            state = game.initial_state()
            agents = [tree_agent(game, role, rng.randrange(1 << 30)) for role in (0, 1)]
        if move % max(1, moves // 5) == 0:
            found.append((move, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))
    return found


def tree_agent(game: Any, role: int, seed: int = 1) -> TreeAgent[Any, Any]:
    agent = make_agent("uct", game, role, seed)
    assert isinstance(agent, TreeAgent)
    return agent


if __name__ == "__main__":
    main()
