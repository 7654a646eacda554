"""Learns the network of RoPaSci 360 (``games/ropasci/network.py``) from games against itself and its older selves.

    python scripts/learn_ropasci_network.py [--minutes 4] [--jobs N] [--games 200] [--units 16] [--seed 1]
                                            [--start FILE] [--output FILE]

In every round all processes play games in compiled code (``games/ropasci/self_play.py``): both sides solve each turn
one turn ahead, one of them often being an older network or a sparring partner, and now and then draw any candidate. In
most games each side begins with up to four blind throws, so that many tokens against few are known as well. The network
is fitted to what the next turns of the last rounds' games were worth, and how they ended (TD(λ), Sutton 1988; Adam,
Kingma and Ba 2015). Every few rounds it meets the best one so far from
both sides, and is written if it scores more than half. ``--start`` goes on from a file; without one, and without a
shipped network, it begins with weights set by hand.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludens.arena.executors import all_cores
from ludens.games.ropasci import layout
from ludens.games.ropasci.deep_search import PATH, Weights, judge_of, read_network
from ludens.games.ropasci.network import FIGURES, INVINCIBLE, NAMES, network_rows
from ludens.games.ropasci.self_play import play_games
from ludens.games.ropasci.styles import inclined
from ludens.games.ropasci.turn_search import without_past
from ludens.players.ropasci.likenesses import linear_network
from ludens.processes.parallel import in_parallel, one_by_one

Array = NDArray[np.float64]

BY_HAND = {"tokens": 2.4, "throws": 3.0, "any throw": 0.1, "nearness": 0.3, "in the zone": 0.1, "in reach": 0.1,
           "invincible": 0.8, "unbeatable": 0.2}  # fmt: skip

LIMITS = np.array([12, 1, 2], dtype=np.int64)
"""Candidates of a side, rounds of best answers, and how many."""

DRAW, REPEATED = 0.3, 0.5
"""What a draw is worth to either side, and how near to one a second occurrence brings a position."""

ANY, CARELESS = 0.04, 0.15
"""How often a side draws any move, and a careless one does."""

POSITIONS = 120
"""Of a game, on average, that there is room for."""

KEPT = 0.6
"""The part of positions that is learnt from."""

LATEST = 300
"""Turns: a lead is worth less and less after this, by what the rules say and not by what is learnt."""

LAMBDA = 0.95
"""Of TD(λ), a turn."""

BLIND, MOST_THROWS = 0.8, 4
"""The part of games that begin with blind throws, and how many these are of a side, at most."""

SHARES = (0.45, 0.3, 0.25)
"""Of games with itself, with an older network and with a sparring partner."""

REMEMBERED = 6
"""Rounds whose games are learnt from."""

EVERY = 3
"""Rounds between two matches with the best network so far."""

EPOCHS, RATE, BATCH, PENALTY = 5, 2e-3, 512, 1e-5


@dataclass(frozen=True, slots=True)
class Job:
    """Games of two networks; of one with itself if there is no lower. ``learn``: whether positions are wanted."""

    upper: Weights
    lower: Weights | None
    games: int
    seed: int
    any_moves: tuple[float, float]
    learn: bool


@dataclass(frozen=True, slots=True)
class Result:
    """Upper's goals from 0 to 1, and figures of both sides with what is to be learnt of each position."""

    goals: Array
    figures: Array
    wanted: Array


def play(job: Job) -> Result:
    """Plays the games of a job."""
    rng = np.random.default_rng(job.seed)
    rows = np.zeros((POSITIONS * job.games if job.learn else 0, layout.WORDS), dtype=np.uint64)
    values, throws = np.zeros((len(rows), 2)), rng.integers(0, MOST_THROWS + 1, (job.games, 2))
    throws[rng.random(job.games) >= BLIND] = 0
    of_game = np.zeros(len(rows), dtype=np.int64)
    goals, lengths = np.zeros(job.games, dtype=np.int64), np.zeros(job.games, dtype=np.int64)
    judges = judge_of(job.upper, DRAW, REPEATED), judge_of(job.lower or job.upper, 1 - DRAW, REPEATED)
    written = play_games(
        job.seed,
        judges[0],
        judges[1],
        0,
        np.array(job.any_moves, dtype=np.float64),
        throws,
        LIMITS,
        rows,
        values,
        of_game,
        goals,
        lengths,
    )
    turns = (rows[:written, layout.NUMBERS] >> np.uint64(layout.TURN) & np.uint64(0xFFFF)).astype(np.int64)
    kept = np.flatnonzero((rng.random(written) < KEPT) & (turns > 2) & (turns < LATEST))
    figures = np.empty((len(kept), 2, FIGURES))
    network_rows(without_past(rows[kept]), judges[0], figures, np.empty(len(kept)))
    wanted = returns(values[:written].mean(axis=1), of_game[:written], goals / 100)[kept]
    upper, lower = (figures[:, side, INVINCIBLE] > 0 for side in (0, 1))
    wanted = np.where(upper, np.clip(2 * wanted - 1, 0, 1), np.where(lower, np.clip(2 * wanted, 0, 1), wanted))
    return Result(goals / 100, figures, wanted)


def returns(values: Array, of_game: NDArray[np.int64], goals: Array) -> Array:
    """What is to be learnt of each position: the mean of what the turns after it were worth, and of the goal."""
    found = np.empty(len(values))
    for place in reversed(range(len(values))):
        if place + 1 == len(values) or of_game[place + 1] != of_game[place]:
            found[place] = goals[of_game[place]]
        else:
            found[place] = (1 - LAMBDA) * values[place + 1] + LAMBDA * found[place + 1]
    return found


def begin() -> functools.partial[Result]:
    return functools.partial(play)


def by_hand(units: int, rng: np.random.Generator) -> Weights:
    """The first network: a linear one, with hidden units of small weights."""
    linear = np.array([BY_HAND.get(name, 0.0) for name in NAMES])
    return rng.normal(0, 0.15, (units, 2 * FIGURES)), np.full(units, 0.1), rng.normal(0, 0.1, units), linear


def outputs(network: Weights, own: Array, other: Array) -> tuple[Array, Array, Array]:
    """What Upper is ahead by, and the hidden layer for both orders of the sides."""
    hidden, bias, out, linear = network
    one = np.concatenate([own, other], axis=1) @ hidden.T + bias
    two = np.concatenate([other, own], axis=1) @ hidden.T + bias
    return (own - other) @ linear + (np.maximum(one, 0) - np.maximum(two, 0)) @ out, one, two


def slopes(network: Weights, own: Array, other: Array, wanted: Array) -> list[Array]:
    """The gradient of the mean cross-entropy."""
    ahead, one, two = outputs(network, own, other)
    error = (1 / (1 + np.exp(-ahead)) - wanted) / len(wanted)
    first, second = (one > 0) * error[:, None] * network[2], (two > 0) * -error[:, None] * network[2]
    return [
        first.T @ np.concatenate([own, other], axis=1) + second.T @ np.concatenate([other, own], axis=1),
        first.sum(axis=0) + second.sum(axis=0),
        (np.maximum(one, 0) - np.maximum(two, 0)).T @ error,
        (own - other).T @ error,
    ]


def fitted(network: Weights, figures: Array, wanted: Array, rng: np.random.Generator) -> Weights:
    """The network after a few passes over the positions."""
    weights = [part.copy() for part in network]
    means, squares = [np.zeros_like(part) for part in weights], [np.zeros_like(part) for part in weights]
    steps = EPOCHS * (len(wanted) // BATCH)
    step = 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(wanted))
        for first in range(0, len(wanted) - BATCH + 1, BATCH):
            some = order[first : first + BATCH]
            step += 1
            found = slopes(
                (weights[0], weights[1], weights[2], weights[3]), figures[some, 0], figures[some, 1], wanted[some]
            )
            for place, steep in enumerate(found):
                slope = steep + PENALTY * weights[place]
                means[place] = 0.9 * means[place] + 0.1 * slope
                squares[place] = 0.999 * squares[place] + 0.001 * slope**2
                mean, square = means[place] / (1 - 0.9**step), squares[place] / (1 - 0.999**step)
                weights[place] -= RATE * (1 - step / (steps + 1)) * mean / (np.sqrt(square) + 1e-8)
    return weights[0], weights[1], weights[2], weights[3]


def jobs_of(pool: Sequence[Weights], number: int, games: int, rng: np.random.Generator) -> list[Job]:
    """A round: games of the newest network with itself, with an older one and with sparring partners."""
    found = []
    partners = [linear_network(inclined()), linear_network(inclined(throws=0.4, last_throw=0.2))]
    for _ in range(number):
        older = pool[int(rng.integers(max(0, len(pool) - REMEMBERED), len(pool)))]
        other = (None, older, partners[int(rng.integers(len(partners)))])[int(rng.choice(3, p=SHARES))]
        upper, lower = (pool[-1], other) if other is None or rng.random() < 0.5 else (other, pool[-1])
        careless = (CARELESS, ANY) if rng.random() < 1 / 8 else (ANY, ANY)
        found.append(Job(upper, lower, games, int(rng.integers(1 << 40)), careless, learn=True))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--jobs", type=int, default=all_cores(), help="processes")
    parser.add_argument("--games", type=int, default=200, help="of each process in a round")
    parser.add_argument("--units", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="a network to go on from; by default the one that is shipped")
    parser.add_argument("--output", type=Path, default=PATH)
    given = parser.parse_args()
    until, rng = time.monotonic() + 60 * given.minutes, np.random.default_rng(given.seed)
    start = given.start or (PATH if PATH.exists() else None)
    first = by_hand(given.units, rng) if start is None else read_network(start)
    pool, best = [first], first
    met: list[list[Result]] = []
    with in_parallel(begin, given.jobs) if given.jobs > 1 else nullcontext(one_by_one(play)) as do:
        number = 0
        while time.monotonic() < until:
            number += 1
            results = [result for _, result in do(jobs_of(pool, given.jobs, given.games, rng))]
            met = [*met, results][-REMEMBERED:]
            figures, wanted = (
                np.concatenate([getattr(result, name) for part in met for result in part])
                for name in ("figures", "wanted")
            )
            goals = np.concatenate([result.goals for result in results])
            pool.append(fitted(pool[-1], figures, wanted, rng))
            print(
                f"round {number}: {len(goals)} games, {np.mean(goals == 0.5):.0%} drawn, {len(wanted)} positions",
                flush=True,
            )
            if number % EVERY == 0:
                pairs = [
                    Job(upper, lower, given.games, int(rng.integers(1 << 40)), (0.0, 0.0), learn=False)
                    for place in range(max(2, given.jobs))
                    for upper, lower in [(pool[-1], best) if place % 2 else (best, pool[-1])]
                ]
                found = [result.goals if job.lower is best else 1 - result.goals for job, result in do(pairs)]
                scores = np.concatenate(found)
                print(f"  against the best so far: {100 * scores.mean():.1f} % of {len(scores)} games", flush=True)
                if scores.mean() > 0.5:
                    best = pool[-1]
                    write(given.output, best)


def write(path: Path, network: Weights) -> None:
    hidden, bias, out, linear = (part.astype(np.float32) for part in network)
    np.savez_compressed(path, hidden=hidden, bias=bias, out=out, linear=linear)


if __name__ == "__main__":
    # Processes import what they are to do; from the file that was started, as such, nobody can.
    importlib.import_module(Path(__file__).stem).main()
