"""Alpha-beta and proof-number search on the same questions: positions expanded, and seconds of the processor.

    python benchmarks/proof_numbers.py [GAME@MOVES …] [--nodes 200000] [--positions 12] [--memory 64] [--kinds …]

Of each game so many positions are asked for, each after about so many random moves (0: the start alone), with an empty
table: what it is worth, by each search alone, and as ``ludens solve`` does, which chooses by evidence. A search that
has not answered after ``--nodes`` positions counts with these. One search learns from position to position
which of the two does better, as it does from part to part of a long question.
"""

from __future__ import annotations

import argparse
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

KINDS = ("alpha-beta", "proof numbers", "both")


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


def asker(kind: str, search: DepthFirst) -> Splitting | ProofNumbers:
    """Who asks: one of the searches, or both."""
    proofs = ProofNumbers(search)
    if kind == "proof numbers":
        return proofs
    return Splitting(search, proofs=proofs if kind == "both" else None, spent=time.process_time)


def value(asking: Splitting | ProofNumbers, row: Rows, nodes: int) -> int | None:
    """What a position is worth; ``None`` if that takes too long."""
    try:
        return asking.value(row, Patience(nodes=nodes))
    except (StoppedError, UnsuitedError):
        return None


def measure(question: str, kinds: list[str], nodes: int, positions: int, memory: int) -> None:
    """Prints a line for a game."""
    name, _, moves = question.partition("@")
    game, rng = load(name), random.Random(question)
    expander = expander_of(game)
    if expander is None:
        print(f"{name}: not for this search")
        return
    game.engine.wait()
    search = DepthFirst(game.engine, expander, new_table(memory << 20), longest=longest_path(game))
    costs = {kind: Cost() for kind in kinds}
    rows = [reached(game, rng, int(moves) + rng.randrange(3)) if int(moves) else game.engine.initial()
            for _ in range(positions if int(moves) else 1)]  # fmt: skip
    game.engine.playouts(rows[0], 100, 1)
    askers = {kind: asker(kind, search) for kind in kinds}
    for number, row in enumerate(rows):
        values = set()
        for kind in sorted(costs, reverse=number % 2 == 1):
            search.table[:] = 0
            search.memories[0].history[:] = 0
            before, begin = search.nodes, time.process_time()
            found = value(askers[kind], row, nodes)
            cost = costs[kind]
            cost.seconds += time.process_time() - begin
            cost.solved, cost.nodes = cost.solved + (found is not None), cost.nodes + search.nodes - before
            values |= {found} - {None}
        assert len(values) < 2, question
    columns = " ".join(f"{cost.solved:4} {cost.nodes:11,} {cost.seconds:8.2f}" for cost in costs.values())
    print(f"{question:36} {len(rows):3} {columns}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("questions", nargs="*", default=QUESTIONS, metavar="GAME@MOVES")
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--memory", type=int, default=64, help="MiB of the table")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), help="what is measured")
    given = parser.parse_args()
    print(f"{'':40}" + " ".join(f"{kind:>25}" for kind in given.kinds))
    print(f"{'':36}  of " + " ".join(f"{'done':>4} {'nodes':>11} {'seconds':>8}" for _ in given.kinds))
    for question in given.questions:
        measure(question, given.kinds, given.nodes, given.positions, given.memory)


if __name__ == "__main__":
    main()
