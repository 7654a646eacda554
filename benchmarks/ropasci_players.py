"""Players of RoPaSci 360 against each other at equal time for a game: scores with intervals, and who is best of all.

    python benchmarks/ropasci_players.py [--game-seconds 6] [--pairs 10] [--match NAME OPPONENT | --all]
                                         [--jobs N] [--minutes M] [--store FILE] [--seed 101]

A pair is two games from the same first turn, drawn at random, with sides exchanged. Each side may think for
``--game-seconds`` in a game; who has no clock of its own gets its share for every move from the same ``GameClock``.
Scores are the first player's: a draw counts half. Intervals are 95 %, by pairs. Without ``--match``, our best player
meets all others, with the scores that it should reach; ``--all`` lets every two meet, and prints who scored what
against whom, and the mixture of players that no player beats on average: an equilibrium of that table.

With ``--store`` every pair is a line of the file, and a later call goes on from there; ``--minutes`` begins no pair
that would take longer. The first pair of every match is played first, then the second ones, and so on.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import itertools
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludens.arena.executors import all_cores
from ludens.arena.measuring.json_lines import append_line, read_lines
from ludens.arena.pairs import Conditions, Pairing
from ludens.arena.statistics import estimate
from ludens.game import Game, Limit
from ludens.games.ropasci import Ropasci
from ludens.games.ropasci.layout import TURNS
from ludens.players import check_agent, make_agent
from ludens.players.agent import Agent
from ludens.players.game_clock import Clocked, GameClock
from ludens.players.game_lengths import GameLengths
from ludens.players.options import described
from ludens.players.ropasci.ropasci_agent import KNOWN_LENGTHS
from ludens.processes.parallel import in_parallel, one_by_one
from ludens.search.matrix.game import solve

BEST, MINIMAX = "ropasci_best", "sm_minimax(evaluation=ropasci)"
TARGETS = {
    "ropasci_best_2": "≥ 50 %",
    "ropasci_best_1": "≥ 85 %",
    "ropasci_nash": "≥ 75 %",
    "ropasci_patient": "≥ 75 %",
    "ropasci_steady": "≥ 75 %",
    "ropasci_aggressive": "≥ 75 %",
    "ropasci_repeater": "≥ 75 %",
    "ropasci_response": "near 50 %",
    "ropasci_document": "≥ 90 %",
    "ropasci_greedy": "≥ 95 %",
    MINIMAX: "≥ 95 %",
    "random": "100 %",
}
"""Whom our best player meets, and what it should score."""


@dataclass(frozen=True, slots=True)
class Job:
    """A pair that is to be played."""

    first: str
    second: str
    game_seconds: float
    number: int
    seed: int


@dataclass(frozen=True, slots=True)
class Played:
    """A pair that was played: the first player's scores as Upper and as Lower, turns of both games, and how long."""

    job: Job
    scores: tuple[float, float]
    turns: tuple[int, int]
    seconds: float

    @property
    def mean(self) -> float:
        return sum(self.scores) / 2


class Maker:
    """Makes the agents of a match, each with a clock for the whole game."""

    def __init__(self, game_seconds: float) -> None:
        self.game_seconds = game_seconds

    def __call__(self, name: str, game: Game[Any], role: int, seed: int | None) -> Agent[Any]:
        if any(about.name == "game_seconds" for about in described(check_agent(name)[0].options)):
            given = f"game_seconds={self.game_seconds}"
            return make_agent(f"{name[:-1]},{given})" if name.endswith(")") else f"{name}({given})", game, role, seed)
        clock = GameClock(self.game_seconds, GameLengths(KNOWN_LENGTHS, TURNS))
        return Clocked(make_agent(name, game, role, seed), clock)


def play(job: Job) -> Played:
    """Plays a pair."""
    pairing = Pairing(Ropasci(), Conditions(Limit(), opening=1, seed=job.seed), Maker(job.game_seconds))
    pair = pairing.play(job.first, job.second, job.number)
    one, two = pair.games
    return Played(job, (one.score, two.score), (one.steps, two.steps), round(pair.seconds, 2))


def begin() -> Callable[[Job], Played]:
    return functools.partial(play)


def played(data: dict[str, Any]) -> Played:
    """The pair of a line."""
    return Played(Job(**data["job"]), tuple(data["scores"]), tuple(data["turns"]), data["seconds"])


def in_time(jobs: Iterable[Job], done: list[Played], until: float) -> Iterator[Job]:
    """Those jobs that should be finished in time, by how long pairs of the match have taken; ``done`` grows."""
    for job in jobs:
        alike = [pair.seconds for pair in done if (pair.job.first, pair.job.second) == (job.first, job.second)]
        if time.monotonic() + max(alike, default=0.0) < until:
            yield job


def table(done: Iterable[Played], matches: list[tuple[str, str]], game_seconds: float) -> str:
    """Scores of the first players, in Markdown."""
    lines = ["| player | opponent | score in % | won, drawn, lost | turns | wanted |", "|---|---|---|---|---|---|"]
    of_match = by_match(done, game_seconds)
    for first, second in matches:
        pairs = of_match[first, second]
        if not pairs:
            continue
        found = estimate([pair.mean for pair in pairs])
        scores = [score for pair in pairs for score in pair.scores]
        won, lost = scores.count(1.0), scores.count(0.0)
        interval = f"{100 * found.by_pairs.low:.0f} to {100 * found.by_pairs.high:.0f}"
        turns = np.mean([number for pair in pairs for number in pair.turns])
        wanted = TARGETS.get(second, "") if first == BEST else ""
        lines.append(
            f"| {first} | {second} | {100 * found.mean:.1f} ({interval}) | {won}, {len(scores) - won - lost}, {lost} "
            f"| {turns:.0f} | {wanted} |"
        )
    return "\n".join(lines)


def by_match(done: Iterable[Played], game_seconds: float) -> dict[tuple[str, str], list[Played]]:
    found: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for pair in done:
        if pair.job.game_seconds == game_seconds:
            found[pair.job.first, pair.job.second].append(pair)
    return found


def pool(done: Iterable[Played], players: list[str], game_seconds: float) -> str:
    """All players against all: the table of scores in Markdown, the best on average first, and its equilibrium."""
    of_players: dict[tuple[str, str], list[float]] = defaultdict(list)
    for (first, second), pairs in by_match(done, game_seconds).items():
        if first in players and second in players:
            of_players[first, second] += [pair.mean for pair in pairs]
            of_players[second, first] += [1 - pair.mean for pair in pairs]
    if len(of_players) < len(players) * (len(players) - 1):
        return "The pool takes at least one pair of every two players."
    scores = {both: float(np.mean(own)) for both, own in of_players.items()}
    means = {name: estimate(list(itertools.chain(*(of_players[name, other] for other in players)))) for name in players}
    ranked = sorted(players, key=lambda name: -means[name].mean)
    numbers = " | ".join(str(number) for number, _ in enumerate(ranked, 1))
    lines = [f"| | player | mean | {numbers} |", "|---" * (len(ranked) + 3) + "|"]
    for number, name in enumerate(ranked, 1):
        own, interval = means[name].mean, means[name].by_pairs
        cells = " | ".join("" if other == name else f"{100 * scores[name, other]:.0f}" for other in ranked)
        mean = f"{100 * own:.0f} ({100 * interval.low:.0f} to {100 * interval.high:.0f})"
        lines.append(f"| {number} | {name} | {mean} | {cells} |")
    return "\n".join(lines) + "\n\n" + mixture(scores, ranked)


def mixture(scores: Mapping[tuple[str, str], float], players: list[str]) -> str:
    """The equilibrium of the table of scores: how often each player is drawn by who wants to lose to nobody."""
    table = np.array([[scores.get((one, other), 0.5) for other in players] for one in players])
    chances = solve(table).row
    parts = [f"{name} {100 * chance:.0f} %" for name, chance in zip(players, chances, strict=True) if chance > 0.005]
    return "Equilibrium of the pool: " + ", ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game-seconds", type=float, default=6.0)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--match", nargs=2, action="append", metavar=("NAME", "OPPONENT"), help="instead of all")
    parser.add_argument("--all", action="store_true", help="every two players meet")
    parser.add_argument("--jobs", type=int, default=all_cores(), help="processes")
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--store", type=Path, help="JSON lines, one a pair, to go on from")
    parser.add_argument("--seed", type=int, default=101, help="of openings; players were tuned with others")
    given = parser.parse_args()
    players = [BEST, *TARGETS]
    matches = list(itertools.combinations(players, 2)) if given.all else [(BEST, name) for name in TARGETS]
    if given.match:
        matches = [(first, second) for first, second in given.match]
    until, done = time.monotonic() + 60 * given.minutes, read_lines(given.store, played)
    known = {pair.job for pair in done}
    wanted = (Job(*match, given.game_seconds, number, given.seed) for number in range(given.pairs) for match in matches)
    jobs = in_time((job for job in wanted if job not in known), done, until)
    with in_parallel(begin, given.jobs) if given.jobs > 1 else nullcontext(one_by_one(play)) as do:
        for _, pair in do(jobs):
            done.append(pair)
            append_line(given.store, asdict(pair))
    print(table(done, matches, given.game_seconds))
    if given.all:
        print("\n" + pool(done, players, given.game_seconds))


if __name__ == "__main__":
    # Processes import what they are to do; from the file that was started, as such, nobody can.
    importlib.import_module(Path(__file__).stem).main()
