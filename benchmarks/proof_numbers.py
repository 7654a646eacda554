"""Alpha-beta and proof-number search on the same questions: positions expanded, and seconds of the processor.

    python benchmarks/proof_numbers.py [--nodes 200000] [--positions 12] [--memory 64] [GAME@MOVES …]

Of each game so many positions are asked for, each after about so many random moves (0: the start alone), with an empty
table: what it is worth, by each search alone, and as ``ludens solve`` does, which chooses by evidence. A search that
has not answered after ``--nodes`` positions counts with these. ``ratio``: the geometric mean, over positions, of how
many times as many seconds alpha-beta takes as proof-number search; above 1 proof numbers are faster.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from dataclasses import dataclass
from typing import Any

from ludens.engine.rows import Rows
from ludens.games.loading import load
from ludens.search.minimax.depth_first.available import expander_of, longest_path
from ludens.search.minimax.depth_first.proof_numbers.search import ProofNumbers
from ludens.search.minimax.depth_first.search import DepthFirst, Patience, StoppedError, UnsuitedError
from ludens.search.minimax.depth_first.splitting import Splitting
from ludens.search.minimax.depth_first.table import new_table

QUESTIONS = [
    "tic_tac_toe@0",
    "nim(heaps=3-5-7-9)@0",
    "connect_four(columns=5, rows=4)@0",
    "connect_four@16",
    "connect_four(suicide=true)@20",
    "breakthrough(size=5)@8",
    "breakthrough(size=6)@16",
    "breakthrough@44",
    "checkers_small@40",
    "reversi(size=4)@0",
    "reversi@50",
    "pentago@14",
    "pentago_swap@18",
    "cephalopod@12",
    "double_tic_tac_toe@4",
]


@dataclass(slots=True)
class Cost:
    """What a search has needed for all positions."""

    solved: int = 0
    nodes: int = 0
    seconds: float = 0.0


def reached(game: Any, rng: random.Random, moves: int) -> Rows:
    """The position after so many random moves, of a game that lasts longer."""
    while True:
        state = game.initial_state()
        for _ in range(moves):
            if game.is_terminal(state):
                break
            joint = [rng.choice(game.legal_moves(state, role)) for role in range(len(game.info.roles))]
            state = game.next_state(state, joint)
        if not game.is_terminal(state):
            row: Rows = game.pack([state])
            return row


def value(kind: str, search: DepthFirst, row: Rows, nodes: int) -> int | None:
    """What a position is worth; ``None`` if that takes too long."""
    asking = Splitting(search) if kind == "alpha_beta" else ProofNumbers(search)
    try:
        return asking.value(row, Patience(nodes=nodes))
    except (StoppedError, UnsuitedError):
        return None


def measure(question: str, nodes: int, positions: int, memory: int) -> None:
    """Prints a line for a game."""
    name, _, moves = question.partition("@")
    game, rng = load(name), random.Random(question)
    expander = expander_of(game)
    if expander is None:
        print(f"{name}: not for this search")
        return
    game.engine.wait()
    search = DepthFirst(game.engine, expander, new_table(memory << 20), longest=longest_path(game))
    costs = {kind: Cost() for kind in ("alpha_beta", "proof_numbers")}
    ratios = []
    for number in range(positions if int(moves) else 1):
        row = reached(game, rng, int(moves) + rng.randrange(3) if int(moves) else 0)
        seconds, values = [], set()
        for kind in sorted(costs, reverse=number % 2 == 1):
            search.table[:] = 0
            search.memories[0].history[:] = 0
            before, begin = search.nodes, time.process_time()
            found = value(kind, search, row, nodes)
            seconds.append((kind, time.process_time() - begin))
            cost = costs[kind]
            cost.solved, cost.nodes = cost.solved + (found is not None), cost.nodes + search.nodes - before
            cost.seconds += seconds[-1][1]
            values |= {found} - {None}
        assert len(values) < 2, question
        by_kind = dict(seconds)
        if values:
            ratios.append(math.log(by_kind["alpha_beta"] / by_kind["proof_numbers"]))
    ratio = f"{math.exp(sum(ratios) / len(ratios)):6.2f}" if ratios else "   -"
    columns = " ".join(f"{cost.solved:4} {cost.nodes:11,} {cost.seconds:8.2f}" for cost in costs.values())
    print(f"{question:36} {columns} {ratio}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("questions", nargs="*", default=QUESTIONS, metavar="GAME@MOVES")
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--memory", type=int, default=64, help="MiB of the table")
    given = parser.parse_args()
    print(f"{'':36} {'alpha-beta':>25} {'proof numbers':>25}")
    print(f"{'':36} {'done':>4} {'nodes':>11} {'seconds':>8} {'done':>4} {'nodes':>11} {'seconds':>8}  ratio")
    for question in given.questions:
        measure(question, given.nodes, given.positions, given.memory)


if __name__ == "__main__":
    main()
