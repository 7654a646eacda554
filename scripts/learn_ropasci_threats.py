"""Learns the weights of the figures of RoPaSci 360 (``games/ropasci/threats.py``) from whole games, and prints them.

    python scripts/learn_ropasci_threats.py [--rounds 4] [--games 256] [--seed 1]

In every round games are played side by side. Most sides draw their moves by the chances of one turn as a matrix game
of candidates, with the weights of the round or, for the pool, of an earlier one; some draw any candidate, and all do so
now and then. Repetitions do not end these games; one that is not over after LONGEST turns counts as what its tokens and
throws say. Weights are fitted by logistic regression (Newton's method with a small penalty) to how the games ended, for
positions of all rounds so far, the sides being alike. What is printed goes into ``games/ropasci/threat_weights.py``.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from ludens.engine.rows import Rows
from ludens.games.ropasci import Ropasci
from ludens.games.ropasci.threat_weights import WEIGHTS
from ludens.games.ropasci.threats import FIGURES, NAMES, Threats, figures_of
from ludens.games.ropasci.turn_search import TurnSearch, matrices, without_past
from ludens.search.evaluations.ridge import explained
from ludens.search.matrix.game import solve

TOKENS, THROWS = NAMES.index("tokens"), NAMES.index("throws")
Array = NDArray[np.float64]
Weights = tuple[float, ...]

ANY = 0.06
"""How often a side draws any candidate."""

CARELESS = 0.2
"""The part of sides that always does."""

LONGEST = 160
TOKEN = 0.7
"""Of a game that is cut: the logistic function of so much for each token and throw more."""

EVERY = 3
"""Of so many turns, one is learnt from."""

PENALTY = 4.0
JUDGED = 8
"""Of so many games the positions of one are kept for judging."""


class Batch:
    """Games side by side. ``pool``: weights to play by; each side of each game has one of them, or none (careless)."""

    def __init__(self, pool: list[Weights], games: int, rng: np.random.Generator) -> None:
        self.game, self.rng = Ropasci(), rng
        self.searches = [TurnSearch(self.game.engine, Threats(weights)) for weights in pool]
        last = len(pool) - 1
        older = rng.integers(max(0, last - 2), last + 1, size=(games, 2))
        self.players = np.where(rng.random((games, 2)) < 0.6, last, older)
        self.players[rng.random((games, 2)) < CARELESS] = -1
        self.goals = np.full(games, np.nan)
        self.met: list[tuple[Array, NDArray[np.int64]]] = []

    def play(self) -> tuple[Array, Array, NDArray[np.int64]]:
        """Figures of positions, what their games ended with for Upper (0 to 1), and the numbers of the games."""
        engine = self.game.engine
        rows, numbers = engine.initial(len(self.goals)), np.arange(len(self.goals))
        for turn in range(LONGEST):
            if turn % EVERY == 0 and turn > 5:
                self.met.append((figures_of(rows), numbers))
            rows = without_past(engine.step(rows, self._moves(rows, self.players[numbers])))
            over, goals = engine.outcome(rows)
            self.goals[numbers[over]] = goals[over, 0] / 100
            rows, numbers = rows[~over], numbers[~over]
            if not len(rows):
                break
        figures = figures_of(rows)
        self.goals[numbers] = 1 / (1 + np.exp(-TOKEN * (figures[:, TOKENS] + figures[:, THROWS])))
        numbers = np.concatenate([part for _, part in self.met])
        return np.concatenate([part for part, _ in self.met]), self.goals[numbers], numbers

    def _moves(self, rows: Rows, players: NDArray[np.int64]) -> NDArray[np.int64]:
        lists = self.searches[0].candidates(rows)
        joint = np.array([[self.rng.choice(lists[side][n]) for side in (0, 1)] for n in range(len(rows))])
        for number, search in enumerate(self.searches):
            places = np.flatnonzero((players == number).any(axis=1))
            if not len(places):
                continue
            uppers, lowers = ([lists[side][place] for place in places] for side in (0, 1))
            for place, matrix in zip(
                places, matrices(self.game.engine, search.value, rows[places], uppers, lowers), strict=True
            ):
                found = solve(matrix)
                for side, chances in enumerate((found.row, found.column)):
                    if players[place, side] == number and self.rng.random() > ANY:
                        joint[place, side] = self.rng.choice(lists[side][place], p=chances / chances.sum())
        return joint


def fitted(figures: Array, values: Array) -> Array:
    """The weights that make the values likeliest."""
    weights = np.zeros(FIGURES)
    for _ in range(30):
        expected = 1 / (1 + np.exp(-figures @ weights))
        slope = figures.T @ (values - expected) - PENALTY * weights
        curve = (figures * (expected * (1 - expected))[:, None]).T @ figures + PENALTY * np.eye(FIGURES)
        weights += np.linalg.solve(curve, slope)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=256, help="of a round")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    pool: list[Weights] = [WEIGHTS]
    seen: list[tuple[Array, Array, NDArray[np.int64]]] = []
    for number in range(given.rounds):
        begin, batch = time.process_time(), Batch(pool, given.games, rng)
        seen.append(batch.play())
        figures, values, games = (np.concatenate(parts) for parts in zip(*seen, strict=True))
        judged = games % JUDGED == 0
        weights = fitted(figures[~judged], values[~judged])
        part = explained(1 / (1 + np.exp(-figures[judged] @ weights)), values[judged])
        pool.append(tuple(round(float(weight), 4) for weight in weights))
        print(
            f"round {number}: {np.mean(batch.goals == 0.5):.0%} drawn, {len(seen[-1][1])} positions, "
            f"{100 * part:.1f} % of the variance explained, {time.process_time() - begin:.0f} s",
            flush=True,
        )
        print(
            "  " + ", ".join(f"{name} {weight:+.3f}" for name, weight in zip(NAMES, pool[-1], strict=True)), flush=True
        )
    print(f"WEIGHTS = {pool[-1]}")


if __name__ == "__main__":
    main()
