"""Games for one player by the clocks of a match: which goal an agent reaches, sheet by sheet.

    python benchmarks/single_player.py FOLDER_OR_SHEET … [--agent champion] [--start 10] [--move 1] [--processes N]
        [--cold] [--proof S]

Of a folder, all rulesheets for one role are played. The start clock begins when the rules are compiled; with ``--cold``
the time that compiling takes is taken off it, as in a match whose rules nobody has seen. Told is the goal that was
reached of the highest that the rules name. Where it is not reached, and the planner has not shown that nobody can,
clingo is given ``--proof`` seconds of CPU time to show it; only sheets whose highest goal is reached or not shown to be
out of reach are counted.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import ludens
from ludens.game import Limit, LudensError
from ludens.players import make_agent
from ludens.players.agent import Prepares
from ludens.players.planner import PlannerAgent
from ludens.search.planning.answer_sets import plain_circuit
from ludens.search.planning.clingo_process import AnyPosition, StepByStep
from ludens.search.planning.line import highest_goal
from ludens.search.planning.unrolled import Network


@dataclass(frozen=True, slots=True)
class Job:
    sheet: str
    agent: str
    start: float
    move: float
    proof: float
    cold: bool


@dataclass(frozen=True, slots=True)
class Result:
    """``compiled``, ``prepared``, ``slowest``: seconds for rules, before the first move, and for one move at most."""

    name: str
    goal: int
    highest: int
    compiled: float
    prepared: float
    slowest: float
    moves: int
    how: str
    possible: bool = True


def play(job: Job) -> Result:
    name = Path(job.sheet).stem
    begin = time.perf_counter()
    game = ludens.load(job.sheet)
    engine = game.engine
    agent = make_agent(job.agent, game, 0, 1)
    compiled = time.perf_counter() - begin
    highest = highest_goal(engine)
    state, begin = game.initial_state(), time.perf_counter()
    start = max(0.0, job.start - compiled) if job.cold else job.start
    if start and isinstance(agent, Prepares):
        agent.prepare(state, Limit(start))
    prepared = time.perf_counter() - begin
    # What is shown later may be so because of the moves that were made; before a search nothing is.
    shown = start > 0 and isinstance(agent, PlannerAgent) and agent.portfolio.highest < highest
    slowest, moves, how = 0.0, 0, ""
    while not game.is_terminal(state):
        begin = time.perf_counter()
        decision = agent.decide(state, Limit(job.move))
        slowest, moves = max(slowest, time.perf_counter() - begin), moves + 1
        how = str(decision.notes.get("plan", how))
        state = game.next_state(state, [decision.move])
    goal = game.goals(state)[0]
    possible = goal == highest or not (shown or impossible(job))
    return Result(name, goal, highest, compiled, prepared, slowest, moves, how, possible)


def impossible(job: Job) -> bool:
    """Whether clingo proves that nobody can reach the highest goal: no position has it, or no game comes to it."""
    circuit = ludens.load(job.sheet).engine.circuit
    if circuit is None or not job.proof:
        return False
    network, usual = Network(plain_circuit(circuit)), {"horizon": 16, "longest": 200, "in_order": False, "solver": []}
    for kind in (AnyPosition, StepByStep):
        program = kind(usual, network, circuit.initial.tolist())
        end = time.process_time() + job.proof / 2
        while time.process_time() < end and not program.exhausted:
            if program.solve(network.goals[0][0], end - time.process_time()):
                return False
        if program.proved:
            return True
    return False


def sheets_of(paths: list[str]) -> list[str]:
    """The rulesheets for one role."""
    found = [sheet for path in map(Path, paths) for sheet in (sorted(path.glob("*.kif")) if path.is_dir() else [path])]
    return [str(sheet) for sheet in found if is_for_one(sheet)]


def is_for_one(sheet: Path) -> bool:
    try:
        info = ludens.load(str(sheet)).info
    except LudensError:
        return False
    return len(info.roles) == 1 and info.chance_role is None and not info.hidden


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sheets", nargs="+")
    parser.add_argument("--agent", default="champion")
    parser.add_argument("--start", type=float, default=10.0, help="seconds before the first move")
    parser.add_argument("--move", type=float, default=1.0, help="seconds of a move")
    parser.add_argument("--proof", type=float, default=20.0, help="seconds to show that a goal is out of reach")
    parser.add_argument("--processes", type=int, default=max(1, (os.cpu_count() or 1) // 2))
    parser.add_argument("--cold", action="store_true", help="compiling counts for the start clock")
    given = parser.parse_args()
    jobs = [
        Job(sheet, given.agent, given.start, given.move, given.proof, given.cold) for sheet in sheets_of(given.sheets)
    ]
    reached = counted = 0
    with ProcessPoolExecutor(given.processes, multiprocessing.get_context("spawn")) as pool:
        for result in pool.map(play, jobs):
            counted += result.possible
            reached += result.goal == result.highest
            print(
                f"{result.name:36} {result.goal:3} of {result.highest:3}  rules {result.compiled:5.1f} s, "
                f"plan {result.prepared:5.2f} s, slowest move {result.slowest:5.2f} s, {result.moves:3} moves  "
                f"{result.how if result.possible else 'the highest goal is out of reach'}",
                flush=True,
            )
    print(f"the highest goal on {reached} of {counted} sheets on which it is not shown to be out of reach")


if __name__ == "__main__":
    main()
