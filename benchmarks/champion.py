"""The champion against another agent, game by game, on all cores, with 95 % intervals.

    python benchmarks/champion.py [GAME …] [--against AGENT] [--clocks 0.3,1] [--pairs 100] [--jobs N] [--minutes M]
                                  [--store FILE] [--agent AGENT] [--prepare S] [--seed N] [--commit HASH]

Both have the same time for each move. With ``--store`` every pair is kept as it is played, and a later call goes on
from there, so that it can be run in slices; ``--minutes`` begins no pair that would take longer. With ``--prepare`` the
champion has a start clock before the first pair of each game; what its trial games show is kept by the rules.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from pathlib import Path

from ludens import Limit
from ludens.arena.executors import all_cores
from ludens.arena.measuring.measured_pairs import (
    MeasuredPair,
    games_in_words,
    play_pairs,
    read_pairs,
    score_in_words,
    scores_of,
    wanted_pairs,
    while_time,
)
from ludens.games.loading import load
from ludens.players import make_agent
from ludens.players.champion import ChampionAgent
from ludens.players.plans.words import plan_in_words

GAMES = (
    "breakthrough",
    "cephalopod",
    "checkers_small",
    "connect_four",
    "hex",
    "odd",
    "oshi_zumo",
    "pentago_swap",
    "reversi",
    "tron",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--agent", default="champion", help="who is measured")
    parser.add_argument("--against", default="uct")
    parser.add_argument("--clocks", default="0.3,1", help="seconds of a move, with commas")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=all_cores(), help="processes")
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--store", type=Path, help="JSON lines, one a pair, to go on from")
    parser.add_argument("--prepare", type=float, default=0.0, help="seconds before the first move")
    parser.add_argument("--seed", type=int, default=1, help="of openings and players")
    parser.add_argument("--commit", default="", help="noted with each pair")
    given = parser.parse_args()
    end = time.monotonic() + 60 * given.minutes
    clocks = [float(text) for text in given.clocks.split(",")]
    done = [] if given.store is None else read_pairs(given.store)
    known, agents = {pair.job for pair in done}, (given.agent, given.against)
    wanted = [
        job for job in wanted_pairs(given.games, clocks, agents, range(given.pairs), given.seed) if job not in known
    ]
    if given.prepare:
        for name in dict.fromkeys(job.game for job in wanted):
            prepare(name, given.agent, given.prepare)
    in_time = while_time(wanted, done, end - time.monotonic())
    for pair in play_pairs(in_time, given.store, given.jobs, given.commit):
        done.append(pair)
    print(table(done, given, clocks))


def prepare(name: str, agent: str, seconds: float) -> None:
    """Gives an agent its start clock, once: what it finds out is kept."""
    game = load(name)
    game.engine.wait()
    champion = make_agent(agent, game, 0, 1)
    if isinstance(champion, ChampionAgent):
        champion.prepare(game.initial_state(), Limit(seconds))


def plan_of(name: str, agent: str) -> str:
    """How the champion plays a game."""
    made = make_agent(agent, load(name), 0, 1)
    return plan_in_words(made.plan) if isinstance(made, ChampionAgent) else agent


def table(done: Iterable[MeasuredPair], given: argparse.Namespace, clocks: list[float]) -> str:
    """The scores as a table in Markdown."""
    scores = scores_of(done, (given.agent, given.against), given.seed)
    lines = ["| game | " + " | ".join(f"{clock:g} s" for clock in clocks) + " | plan |"]
    lines.append("|---" * (len(clocks) + 2) + "|")
    for name in given.games:
        cells = [score_in_words(scores[name, clock]) for clock in clocks]
        lines.append(f"| {name} | {' | '.join(cells)} | {plan_of(name, given.agent)} |")
    summary = [games_in_words(scores[name, clock] for name in given.games) for clock in clocks]
    return "\n".join([*lines, f"| mean | {' | '.join(summary)} | |"])


if __name__ == "__main__":
    main()
