"""How often agents throw away what they had: ``python benchmarks/blunders.py GAME [AGENT …]``

Positions come from games of UCT with few playouts against itself, after random openings. Every position that can be
solved with all its moves, and in which moves differ in what they are worth, is an exercise. An agent that makes a move
worth less than the best one has blundered. All agents have the same exercises, begin each with an empty tree, and have
the same time, or as many playouts, which gives the same figures everywhere. Two agents are compared by the exercises in
which only one of them blundered. That tells them apart with fewer moves than whole games take. For games for two that
the depth-first solver can search.

    python benchmarks/blunders.py cephalopod uct 'uct(lanes=64)' [--exercises 300] [--seconds 0.3 | --playouts N]
                                  [--processes N] [--nodes N] [--seed N]
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludens.arena.match import match_opening
from ludens.engine.contract import LoadedGame
from ludens.game import JointMove, Limit, Move
from ludens.games.loading import load
from ludens.players import make_agent
from ludens.search.facts import facts_of
from ludens.search.minimax.depth_first.available import expander_of, longest_path
from ludens.search.minimax.depth_first.proof_numbers.search import ProofNumbers
from ludens.search.minimax.depth_first.search import DepthFirst, Patience, StoppedError
from ludens.search.minimax.depth_first.splitting import Splitting
from ludens.search.minimax.depth_first.table import new_table

PLAYOUTS = 20_000
"""Of a move in the games that exercises come from."""

OPENING, ASKED = 2, 0.5
"""Random moves at the beginning, and the part of the positions after them that are asked about."""

TABLE = 256 << 20
"""Bytes of a solver's table."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position by the moves that lead to it, the role that is to choose, and the moves that lose nothing."""

    moves: tuple[JointMove, ...]
    role: int
    best: frozenset[Move]


@cache
def game_of(name: str) -> LoadedGame[Any]:
    game = load(name)
    game.engine.wait()
    return game


@cache
def solver_of(name: str) -> Splitting:
    game = game_of(name)
    expander = expander_of(game)
    if expander is None or not facts_of(game).certain.opposed:
        sys.exit(f"{name} is not for the depth-first solver.")
    search = DepthFirst(game.engine, expander, new_table(TABLE), longest=longest_path(game))
    return Splitting(search, proofs=ProofNumbers(search))


def exercises_of(job: tuple[str, int, int, int]) -> list[Exercise]:
    """The exercises of one game, by its number."""
    name, nodes, seed, number = job
    game, rng, found = game_of(name), random.Random(f"{seed} {number}"), list[Exercise]()
    moves = list(match_opening(game, OPENING, seed, number))
    agents = [make_agent("uct", game, role, rng.randrange(1 << 30)) for role in (0, 1)]
    state = game.initial_state()
    for joint in moves:
        state = game.next_state(state, joint)
    while not game.is_terminal(state):
        choices = [game.legal_moves(state, role) for role in (0, 1)]
        joint = tuple(legal[0] for legal in choices)
        role = max((0, 1), key=lambda one: len(choices[one]))
        if len(choices[role]) > 1:
            if rng.random() < ASKED:
                worth = values(name, state, role, joint, nodes)
                if len(set(worth.values())) > 1:
                    best = frozenset(move for move, value in worth.items() if value == max(worth.values()))
                    found.append(Exercise(tuple(moves), role, best))
            joint = replaced(joint, role, agents[role].decide(state, Limit(playouts=PLAYOUTS)).move)
        moves.append(joint)
        state = game.next_state(state, joint)
    return found


def replaced(joint: JointMove, role: int, move: Move) -> JointMove:
    return tuple(move if place == role else other for place, other in enumerate(joint))


def values(name: str, state: Any, role: int, joint: JointMove, nodes: int) -> dict[Move, int]:
    """What each move is worth to the role, or nothing where that takes more than so many positions in all."""
    game, solver, patience = game_of(name), solver_of(name), Patience(nodes=nodes)
    found: dict[Move, int] = {}
    try:
        for move in game.legal_moves(state, role):
            value = solver.value(game.pack([game.next_state(state, replaced(joint, role, move))]), patience)
            found[move] = value if role == 0 else -value
    except StoppedError:
        return {}
    return found


def blunders(job: tuple[str, str, Exercise, Limit, int]) -> bool:
    """Whether an agent's move loses something."""
    name, agent, exercise, limit, seed = job
    game = game_of(name)
    state = game.initial_state()
    for joint in exercise.moves:
        state = game.next_state(state, joint)
    decision = make_agent(agent, game, exercise.role, seed).decide(state, limit)
    return decision.move not in exercise.best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("agents", nargs="*", default=["uct", "champion"], metavar="AGENT")
    parser.add_argument("--exercises", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=0.3, help="a move")
    parser.add_argument("--playouts", type=int, help="a move, in place of seconds")
    parser.add_argument("--nodes", type=int, default=300_000, help="positions that solving an exercise may take")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    limit = Limit(given.seconds) if given.playouts is None else Limit(playouts=given.playouts)
    solver_of(given.game)
    with ProcessPoolExecutor(given.processes) as pool:
        exercises: list[Exercise] = []
        for first in itertools.count(0, 4 * given.processes):
            jobs = [(given.game, given.nodes, given.seed, first + more) for more in range(4 * given.processes)]
            exercises += [one for found in pool.map(exercises_of, jobs) for one in found]
            if len(exercises) >= given.exercises or first >= 100 * given.processes:
                break
        exercises = exercises[: given.exercises]
        print(f"{len(exercises)} exercises, {limit}, {given.processes} processes", flush=True)
        found: dict[str, list[bool]] = {}
        for agent in given.agents:
            asked = [(given.game, agent, one, limit, place) for place, one in enumerate(exercises)]
            found[agent] = list(pool.map(blunders, asked, chunksize=1))
            print(row(agent, found[agent], found[given.agents[0]]), flush=True)


def row(agent: str, own: list[bool], first: list[bool]) -> str:
    """How often an agent blundered, and how often where the first one did not, and the other way round."""
    wrong, count = sum(own), max(1, len(own))
    margin = 196 * math.sqrt(wrong / count * (1 - wrong / count) / count)
    alone = sum(mine and not other for mine, other in zip(own, first, strict=True))
    spared = sum(other and not mine for mine, other in zip(own, first, strict=True))
    return f"{agent:50} {wrong:4} {100 * wrong / count:5.1f} % ± {margin:.1f}   worse in {alone}, better in {spared}"


if __name__ == "__main__":
    main()
