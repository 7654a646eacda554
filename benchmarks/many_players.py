"""Agents in games of three and more players: one of each against copies of a common opponent, in every seat in turn.

    python benchmarks/many_players.py [GAME …] [--agents champion uct …] [--against monte_carlo] [--seconds S |
        --playouts N] [--rounds N] [--prepare S] [--processes N] [--seed N]

GAME is the name of a built-in game or the path of a rulesheet. A round is one game for each seat of the agent. Printed
are the mean goal, the part of games won (no other has as much; shared between those who have most), and its 95 %
interval. Processes play games side by side, one core each.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import ludens
from ludens.engine.contract import LoadedGame
from ludens.game import Limit, UnsuitableGameError
from ludens.players import make_agent
from ludens.players.agent import Prepares

GAMES = (
    "connect_four(players=3)",
    "connect_four(players=3, columns=5)",
    "connect_four(players=3, suicide=true)",
    "free_for_all(players=3)",
)


@dataclass(frozen=True, slots=True)
class Job:
    """One game: who is asked about, in which seat."""

    game: str
    agent: str
    against: str
    seat: int
    limit: Limit
    prepare: float
    seed: int


@cache
def loaded(name: str) -> LoadedGame[Any]:
    game = ludens.load(name)
    game.engine.wait()
    return game


def play(job: Job) -> tuple[Job, float, float]:
    """The agent's goal, and its part of the win: 1 alone, a share where several have most, else 0."""
    game = loaded(job.game)
    roles = range(len(game.info.roles))
    names = [job.agent if role == job.seat else job.against for role in roles]
    players = [make_agent(name, game, role, job.seed + role) for role, name in enumerate(names)]
    state = game.initial_state()
    for player in players:
        if job.prepare and isinstance(player, Prepares):
            player.prepare(state, Limit(job.prepare))
    while not game.is_terminal(state):
        state = game.next_state(state, [player.decide(state, job.limit).move for player in players])
    goals = game.goals(state)
    most = [role for role in roles if goals[role] == max(goals)]
    return job, goals[job.seat], 1 / len(most) if job.seat in most else 0.0


def suitable(name: str, agents: list[str]) -> list[str]:
    """The agents that can play the game; says of the others why not."""
    found = []
    for agent in agents:
        try:
            make_agent(agent, loaded(name), 0, 1)
        except UnsuitableGameError as error:
            print(f"  {error}")
        else:
            found.append(agent)
    return found


def margin(values: list[float]) -> float:
    """Half of a 95 % interval of the mean."""
    return 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--agents", nargs="+", default=["champion", "uct", "grave", "maxn", "paranoid", "monte_carlo"])
    parser.add_argument("--against", default="monte_carlo")
    parser.add_argument("--seconds", type=float, default=0.3, help="of a move")
    parser.add_argument("--playouts", type=int, help="of a move, instead of seconds: whatever else the machine does")
    parser.add_argument("--prepare", type=float, default=5.0, help="seconds before the first move")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    begin = time.perf_counter()
    limit = Limit(playouts=given.playouts) if given.playouts else Limit(given.seconds)
    for name in given.games:
        seats, agents = len(loaded(name).info.roles), suitable(name, given.agents)
        jobs = [
            Job(name, agent, given.against, seat, limit, given.prepare, given.seed + 100 * number)
            for number in range(given.rounds)
            for seat in range(seats)
            for agent in agents
        ]
        with ProcessPoolExecutor(given.processes, multiprocessing.get_context("spawn")) as pool:
            done = list(pool.map(play, jobs))
        print(f"{name}: {seats} players against {given.against}, {time.perf_counter() - begin:.0f} s so far")
        for agent in agents:
            goals = [goal for job, goal, _ in done if job.agent == agent]
            wins = [won for job, _, won in done if job.agent == agent]
            print(
                f"  {agent:24} goal {statistics.fmean(goals):5.1f}   won {100 * statistics.fmean(wins):5.1f} % "
                f"± {100 * margin(wins):.1f} in {len(wins)} games",
                flush=True,
            )


if __name__ == "__main__":
    main()
