"""Learns the weights of the evaluation of RoPaSci 360, and prints them with what they explain.

    python scripts/learn_ropasci.py [--positions 10000] [--playouts 48] [--seed 1]

Positions come from games in which both sides draw their moves from the wide set of candidates, a quarter of the moves
from all legal ones. Each is worth the mean goal of playouts of candidates from it. Weights are fitted by logistic
regression (Newton's method, with a small penalty) to the positions of seven eighths of the games, and judged by those
of the rest. There is no intercept: sides are alike. What is printed goes into
``src/ludens/games/ropasci/weights.py``.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from ludens.engine.native import NativeEngine
from ludens.engine.rows import Rows
from ludens.games.ropasci import Ropasci, layout
from ludens.games.ropasci.features import FIGURES, figure_rows
from ludens.search.evaluations.ridge import explained

NAMES = ("tokens", "thrown", "unthrown", "dominance", "spread", "distance")
ANY_MOVE = 0.25
FROM_A_GAME = 4
PENALTY = 1.0
JUDGED = 8
"""Of so many games the positions of one are kept for judging."""

Array = NDArray[np.float64]


def self_play(engine: NativeEngine, games: int, rng: np.random.Generator) -> tuple[Rows, NDArray[np.int64]]:
    """Some positions of so many games, none of them over, with the number of each one's game."""
    view, rows, numbers = engine.guided(moves="wide"), engine.initial(games), np.arange(games)
    met: list[tuple[Rows, NDArray[np.int64]]] = []
    for _ in range(layout.TURNS):
        going = ~engine.outcome(rows)[0]
        rows, numbers = rows[going], numbers[going]
        if not len(rows):
            break
        met.append((rows, numbers))
        joint = []
        for some, every in zip(view.legal(rows), engine.legal(rows), strict=True):
            table = np.where(rng.random((len(rows), 1)) < ANY_MOVE, every, some)
            joint.append((table * (1 - rng.random(table.shape))).argmax(axis=1))
        rows = engine.step(rows, np.stack(joint, axis=1))
    found, games_of = np.concatenate([part for part, _ in met]), np.concatenate([part for _, part in met])
    chosen = rng.permutation(len(found))[: FROM_A_GAME * games]
    return found[chosen], games_of[chosen]


def logistic(figures: Array, weights: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-figures @ weights)))


def fitted(figures: Array, values: Array) -> Array:
    """The weights of a logistic regression on values from 0 to 1."""
    weights = np.zeros(figures.shape[1])
    for _ in range(50):
        found = logistic(figures, weights)
        slope = figures.T @ (values - found) - PENALTY * weights
        bend = (figures * (found * (1 - found))[:, None]).T @ figures + PENALTY * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-9:
            break
    return weights


def judged(found: Array, values: Array) -> str:
    error = float(np.sqrt(np.mean((found - values) ** 2)))
    return f"error {error:.4f} (root mean square), explains {100 * explained(found[:, None], values[:, None]):.1f} %"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--playouts", type=int, default=48)
    parser.add_argument("--policy", default="greedy", choices=("greedy", "wide"), help="what playouts are made of")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    begin, engine = time.process_time(), Ropasci().engine
    rows, games = self_play(engine, given.positions // FROM_A_GAME, np.random.default_rng(given.seed))
    playouts = engine.guided(playouts=given.policy).playouts(rows, given.playouts, given.seed)
    values = playouts.goals[:, 0] / 100 / given.playouts
    figures = np.zeros((len(rows), FIGURES))
    figure_rows(rows, figures)
    kept = games % JUDGED == 0
    weights = fitted(figures[~kept], values[~kept])
    line = np.linalg.lstsq(figures[~kept], values[~kept] - 0.5, rcond=None)[0]
    print(f"{len(rows):,} positions, {given.playouts} playouts each, {time.process_time() - begin:.0f} s")
    print(
        f"logistic, {kept.sum():,} positions of other games: {judged(logistic(figures[kept], weights), values[kept])}"
    )
    print(f"straight line: {judged(figures[kept] @ line + 0.5, values[kept])}")
    for number, name in enumerate(NAMES):
        column = figures[:, [number]]
        alone = logistic(column[kept], fitted(column[~kept], values[~kept]))
        print(f"{name:10} {weights[number]:8.4f}   alone: {judged(alone, values[kept])}")
    print(f"WEIGHTS = ({', '.join(f'{weight:.4f}' for weight in weights)})")


if __name__ == "__main__":
    main()
