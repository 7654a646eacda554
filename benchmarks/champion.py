"""The champion against another agent, game by game, on all cores, with 95 % intervals.

    python benchmarks/champion.py [GAME …] [--against AGENT] [--clocks 0.3,1] [--pairs 100] [--jobs N] [--minutes M]
                                  [--store FILE] [--agent AGENT] [--prepare S] [--seed N]

Both have the same time for each move. With ``--store`` every pair is kept as it is played, and a later call goes on
from there, so that it can be run in slices; ``--minutes`` begins no pair that would take longer. With ``--prepare`` the
champion has a start clock before the first pair of each game; what its trial games show is kept by the rules.
"""

from __future__ import annotations

import argparse
import collections
import statistics
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from ludens import Limit
from ludens.arena.executors import all_cores
from ludens.arena.measured_pairs import MeasuredPair, PairJob, play_pairs, read_pairs, while_time
from ludens.arena.statistics import estimate
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
    given = parser.parse_args()
    end = time.monotonic() + 60 * given.minutes
    clocks = [float(text) for text in given.clocks.split(",")]
    done = [] if given.store is None else read_pairs(given.store)
    wanted = list(jobs(given, clocks, {pair.job for pair in done}))
    if given.prepare:
        for name in dict.fromkeys(job.game for job in wanted):
            prepare(name, given.agent, given.prepare)
    in_time = while_time(wanted, done, end - time.monotonic())
    for pair in play_pairs(in_time, given.store, given.jobs):
        done.append(pair)
    print(table(done, given, clocks))


def jobs(given: argparse.Namespace, clocks: list[float], known: set[PairJob]) -> Iterator[PairJob]:
    """The pairs that are still to be played: the first of every game, then the second, and so on."""
    for number in range(given.pairs):
        for clock in clocks:
            for name in given.games:
                job = PairJob(name, clock, given.agent, given.against, number, given.seed)
                if job not in known:
                    yield job


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
    scores: dict[tuple[str, float], list[float]] = collections.defaultdict(list)
    for pair in done:
        job = pair.job
        asked = job.challenger == given.agent and job.opponent == given.against and job.seed == given.seed
        if asked and not pair.refused:
            scores[job.game, job.clock].append(pair.score)
    lines = ["| game | " + " | ".join(f"{clock:g} s" for clock in clocks) + " | plan |"]
    lines.append("|---" * (len(clocks) + 2) + "|")
    for name in given.games:
        cells = [_cell(scores[name, clock]) for clock in clocks]
        lines.append(f"| {name} | {' | '.join(cells)} | {plan_of(name, given.agent)} |")
    means = [[statistics.fmean(scores[name, clock]) for name in given.games if scores[name, clock]] for clock in clocks]
    summary = [
        f"{100 * statistics.fmean(found):.1f}, lowest {100 * min(found):.0f}" if found else "–" for found in means
    ]
    return "\n".join([*lines, f"| mean | {' | '.join(summary)} | |"])


def _cell(scores: list[float]) -> str:
    if not scores:
        return "–"
    found = estimate(scores)
    low, high = 100 * found.by_pairs.low, 100 * found.by_pairs.high
    return f"{100 * found.mean:.0f} ({low:.0f} to {high:.0f}), {found.pairs} pairs"


if __name__ == "__main__":
    main()
