"""Agents in games of three and more players: one of each against copies of a common opponent, in every seat in turn.

    python benchmarks/many_players.py [GAME …] [--agents champion uct …] [--against monte_carlo] [--seconds S |
        --playouts N] [--rounds N] [--prepare S] [--processes N] [--minutes M] [--store FILE] [--seed N]

GAME is the name of a built-in game or the path of a rulesheet. A round is one game for each seat of the agent, after
the same two random moves. Printed are the part of games won (no other has as much; shared between those who have most),
its 95 % interval by rounds, and the mean goal. Processes play rounds side by side, one core each. With ``--store``
every round is kept as it is played, and a later call goes on from there; ``--minutes`` begins no round that would take
longer. With ``--prepare`` champions have a start clock once in each game; what their trial games show is kept by the
rules.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ludens import Limit
from ludens.arena.executors import all_cores
from ludens.arena.measuring.measured_pairs import MeasuredPair, PairJob, play_pairs, read_pairs, while_time
from ludens.arena.statistics import estimate
from ludens.game import LudensError
from ludens.games.loading import load
from ludens.players import check_agent, make_agent
from ludens.players.champion import ChampionAgent

GAMES = (
    "connect_four(players=3)",
    "connect_four(players=3, columns=5)",
    "connect_four(players=3, suicide=true)",
    "free_for_all(players=3)",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--agents", nargs="+", default=["champion", "uct", "grave", "maxn", "paranoid", "monte_carlo"])
    parser.add_argument("--against", default="monte_carlo")
    parser.add_argument("--seconds", type=_above_zero(float), default=0.3, help="of a move")
    parser.add_argument(
        "--playouts",
        type=_above_zero(int),
        default=0,
        help="of a move, instead of seconds: whatever else the machine does",
    )
    parser.add_argument("--prepare", type=float, default=0.0, help="seconds before the first move")
    parser.add_argument("--rounds", type=_above_zero(int), default=20)
    parser.add_argument("--processes", type=_above_zero(int), default=all_cores())
    parser.add_argument("--minutes", type=_above_zero(float), default=math.inf)
    parser.add_argument("--store", type=Path, help="JSON lines, one a round, to go on from")
    parser.add_argument("--seed", type=int, default=1, help="of openings and players")
    given = parser.parse_args()
    end = time.monotonic() + 60 * given.minutes
    try:
        check(given)
        done = [] if given.store is None else read_pairs(given.store)
        if given.store is not None:
            given.store.open("a").close()  # says now, and not after the first round, that it cannot be written
    except (LudensError, OSError, UnicodeDecodeError) as error:
        parser.error(str(error))
    known = {played.job for played in done}
    left = [job for job in wanted(given) if job not in known]
    if given.prepare > 0:
        prepare(left, given.prepare)
    for played in play_pairs(while_time(left, done, end - time.monotonic()), given.store, given.processes):
        done.append(played)
    print(table(done, given))


def _above_zero(kind: type[int] | type[float]) -> Callable[[str], float]:
    def read(text: str) -> float:
        number = kind(text)
        if not number > 0:
            raise argparse.ArgumentTypeError(f"{text} is not above 0")
        return number

    read.__name__ = kind.__name__  # what argparse says that a text is not
    return read


def check(given: argparse.Namespace) -> None:
    """Raises LudensError where a game or an agent is not known, or a game has fewer than two players."""
    for agent in (*given.agents, given.against):
        check_agent(agent)
    for name in given.games:
        if len(load(name).info.players) < 2:
            raise LudensError(f"{name} has one player: there is nobody to play against.")


def wanted(given: argparse.Namespace) -> Iterator[PairJob]:
    """Rounds: the first of every agent in every game, then the second, and so on."""
    clock = 0.0 if given.playouts else given.seconds
    for number in range(given.rounds):
        for name in given.games:
            for agent in given.agents:
                yield PairJob(name, clock, agent, given.against, number, given.seed, given.playouts)


def prepare(jobs: Iterable[PairJob], seconds: float) -> None:
    """Gives champions their start clock, once in each game: what they find out is kept."""
    for name, agent in dict.fromkeys((job.game, job.challenger) for job in jobs):
        game = load(name)
        game.engine.wait()
        player = make_agent(agent, game, 0, 1)
        if isinstance(player, ChampionAgent):
            player.prepare(game.initial_state(), Limit(seconds))


def table(done: Iterable[MeasuredPair], given: argparse.Namespace) -> str:
    """What was won as a table in Markdown, and who cannot play."""
    asked = set(wanted(given))
    found = [played for played in done if played.job in asked]
    lines = ["| agent | " + " | ".join(given.games) + " |", "|---" * (len(given.games) + 1) + "|"]
    for agent in dict.fromkeys(given.agents):
        of_agent = [played for played in found if played.job.challenger == agent]
        cells = [in_words([played for played in of_agent if played.job.game == name]) for name in given.games]
        lines.append(f"| {agent} | {' | '.join(cells)} |")
    refused = dict.fromkeys(played.refused for played in found if played.refused)
    return "\n".join([*lines, *refused])


def in_words(rounds: Iterable[MeasuredPair]) -> str:
    """The part of games won with its interval, in per cent, and the mean goal; a dash without any game."""
    played = [one for one in rounds if one.goals]
    if not played:
        return "–"
    won, games = estimate([one.won for one in played]), sum(len(one.goals) for one in played)
    low, high = 100 * won.by_pairs.low, 100 * won.by_pairs.high
    goal = statistics.fmean(one.goal for one in played)
    return f"{100 * won.mean:.0f} ({low:.0f} to {high:.0f}), {games} games, goal {goal:.1f}"


if __name__ == "__main__":
    main()
