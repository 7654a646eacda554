"""How much of the engine the tree search uses: simulations a second of UCT beside the same playouts without a tree.

Both take turns on one core, and what counts is processor time. ``playouts``: games from positions of the tree, on the
engine and with the guide that value its leaves, thousands from each, so that no lane is ever idle. ``tree``:
simulations of the search as agents are set up by default.
Then two threads against one. ``clock``: by the clock, which needs two idle cores. ``work``: by processor time, which
does not: simulations of two threads for each of one in a second of processor time, in which nobody waits.

python benchmarks/tree.py [GAME ...] [--seconds S]
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import ludens
from ludens import Limit
from ludens.engine.rows import Rows
from ludens.players import make_agent
from ludens.players.tree_agent import TreeAgent
from ludens.search.random_games import cut_after
from ludens.search.tree.arrays import NODES
from ludens.search.tree.evaluate import ValuesInLoops, Valuing
from ludens.search.tree.positions import rows_of
from ludens.search.tree.search import TreeSearch

GAMES = ("breakthrough", "reversi", "hex", "connect_four", "pentago_swap")
POSITIONS, GAMES_EACH = 16, 4096
ROUNDS = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seconds", type=float, default=4.0, help="for each game and number of threads")
    parser.add_argument("--agent", default="uct", help="an agent that searches a tree, with its options")
    given = parser.parse_args()
    print(f"{'game':<14} {'lanes':>5} {'each':>4} {'tree':>12} {'playouts':>12}  ratio  clock   work")
    for name in given.games:
        agent = tree_agent(name, given.agent, 1)
        settings = agent.search.settings
        tree, playouts = side_by_side(agent, given.seconds)
        clock, work = two_threads(name, given.agent, given.seconds)
        print(
            f"{name:<14} {settings.lanes:>5} {settings.playouts:>4} {tree:>12,.0f} {playouts:>12,.0f} "
            f"{tree / playouts:>6.0%} {clock:>6.2f} {work:>6.2f}",
            flush=True,
        )


def tree_agent(name: str, agent: str, threads: int) -> TreeAgent[Any, Any]:
    """An agent that has begun to search from the first position."""
    game = ludens.load(name)
    game.engine.wait()
    made = make_agent(f"{agent.removesuffix(')')}{', ' if '(' in agent else '('}threads={threads})", game, 0, seed=1)
    assert isinstance(made, TreeAgent)
    made.decide(game.initial_state(), Limit(0.2))
    return made


def side_by_side(agent: TreeAgent[Any, Any], seconds: float) -> tuple[float, float]:
    """Simulations and plain playouts in a second of processor time."""
    search, game = agent.search, agent.game
    spent, made = np.zeros(2), np.zeros(2)
    for _ in range(ROUNDS):
        begin, before = time.process_time(), search.simulations
        search.think(Limit(seconds / ROUNDS / 2))
        spent[0] += time.process_time() - begin
        made[0] += search.simulations - before
        places = np.linspace(0, int(search.tree.sizes[NODES]) - 1, POSITIONS).astype(np.int64)
        rows = rows_of(search.tree, places)
        begin, left = time.process_time(), seconds / ROUNDS / 2
        while time.process_time() - begin < left:
            made[1] += played(search, rows, cut_after(game.info))
        spent[1] += time.process_time() - begin
    rates = made / spent
    return float(rates[0]), float(rates[1])


def played(search: TreeSearch, rows: Rows, max_steps: int) -> int:
    """Plays games as the leaves of a search are valued by them; returns how many."""
    evaluation, engine, preference = search.settings.evaluation, search.engine, None
    if isinstance(evaluation, ValuesInLoops):
        valuing = evaluation.in_loops(engine, search.playouts, amaf=search.settings.needs_amaf) or Valuing()
        engine = valuing.player or engine
        preference = None if valuing.guide is None else valuing.guide.preference
    if preference is None:
        engine.playouts(rows, GAMES_EACH, 1, max_steps=max_steps)
    else:
        assert engine.preferring is not None
        engine.preferring(rows, GAMES_EACH, 1, max_steps=max_steps, preference=preference)
    return len(rows) * GAMES_EACH


def two_threads(name: str, agent: str, seconds: float) -> tuple[float, float]:
    """Simulations of two threads for each of one, by the clock and by processor time; both take turns."""
    agents = [tree_agent(name, agent, threads) for threads in (1, 2)]
    made, spent = np.zeros(2), np.zeros(2)
    for _ in range(ROUNDS):
        for number, one in enumerate(agents):
            before, begin = one.search.simulations, time.process_time()
            one.search.think(Limit(seconds / ROUNDS / 2))
            made[number] += one.search.simulations - before
            spent[number] += time.process_time() - begin
    rates = made / spent
    return float(made[1] / made[0]), float(rates[1] / rates[0])


if __name__ == "__main__":
    main()
