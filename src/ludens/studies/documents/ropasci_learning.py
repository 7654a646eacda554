"""RoPaSci 360: the evaluation that Yu and Krishnan (2021) could not learn, learnt.

They wanted true utilities of boards, to fit seven weights to by gradient descent, and gave up: utilities could not be
worked out, not even with some moves drawn at random and 30 turns at most. ``measure_labels`` counts what that gives.
Then weights are learnt in two ways that need no true utility: from labels that are only the result of one game, and by
temporal differences from games of the evaluation against itself, with one thing changed at a time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ludens.engine.native import NativeEngine
from ludens.engine.rows import Rows
from ludens.games.ropasci import Ropasci
from ludens.games.ropasci.evaluation import SixFigures
from ludens.games.ropasci.features import FIGURES, TOKENS, figure_rows
from ludens.learning.temporal_difference.evaluation import Features, TanhOfSum
from ludens.learning.temporal_difference.games import at_random, by_search, exploring, openings
from ludens.learning.temporal_difference.judging import Judged, Room, examples
from ludens.learning.temporal_difference.learning import Manner, Setting, learn
from ludens.learning.temporal_difference.shallow import at_once
from ludens.learning.temporal_difference.updates import Array
from ludens.studies.documents.learning_figures import figures_of
from ludens.studies.figures import share
from ludens.studies.study import ByMode, Figure, Mode

CUT = 30
"""Turns after which the document stops looking for a utility."""

SUBNODES = 2
"""The fewest joint moves of a turn that make a sample of them."""

EXPLORED = 0.2
"""The share of random moves in games that only judge."""

BASE = Manner(games=1_000, batch=20, rate=0.001, halved=250, decay=0.7, leaf=True, explore=0.1, scaled=False)

CHANGES = {
    "TDLeaf, λ 0.7, self-play": BASE,
    "TD in place of TDLeaf": replace(BASE, leaf=False),
    "λ 0": replace(BASE, decay=0.0),
    "λ 1: how games ended": replace(BASE, decay=1.0),
    "λ 1 with a tenth of the rate": replace(BASE, decay=1.0, rate=0.0001),
    "20 games": replace(BASE, games=20),
    "100 games": replace(BASE, games=100),
    "4,000 games": replace(BASE, games=4_000),
    "features scaled": replace(BASE, scaled=True),
    "ten times the rate": replace(BASE, rate=0.01),
    "a tenth of the rate": replace(BASE, rate=0.0001),
    "constant rate": replace(BASE, halved=0),
    "no exploration": replace(BASE, explore=0.0),
    "random games": replace(BASE, explore=1.0),
    "random games, TD": replace(BASE, explore=1.0, leaf=False),
    "drawn games left out": replace(BASE, draws=False),
}
"""What is changed in ``BASE``, one thing at a time; two where one change alone does badly, to find out why."""

LABELS = {
    "in 30 random turns, decided ones": ("", CUT, False),
    "in 30 random turns, others drawn": ("", CUT, True),
    "in 30 greedy turns, others drawn": ("greedy", CUT, True),
    "a whole random game": ("", 0, True),
    "a whole greedy game": ("greedy", 0, True),
}
"""Results that positions are labelled with: moves of the game, turns at most, whether undecided games are kept."""

LABELLED = ByMode(1_000, 10_000)
FEWER = ByMode(100, 300)
"""Positions with a label, and a number that is far smaller."""

FROM_A_GAME = 4
PAIRS, TRAININGS, FRESH = ByMode(6, 90), ByMode(1, 3), ByMode(20, 300)
QUICK_GAMES = 40


def six_figures(rows: Rows) -> Array:
    """The document's figures, each the difference of both sides."""
    figures = np.zeros((len(rows), FIGURES))
    figure_rows(np.ascontiguousarray(rows), figures)
    return figures


TOKENS_ALONE = TanhOfSum(six_figures, np.eye(FIGURES)[TOKENS] / 3)
"""Made by hand: the document has no weights of its own to compare with."""


def with_intercept(rows: Rows) -> Array:
    """The same with w₀, as the document writes the sum."""
    return np.concatenate([six_figures(rows), np.ones((len(rows), 1))], axis=1)


def setting(features: Features = six_figures) -> Setting:
    """One turn ahead, with at most 12 moves a side; games begin at the beginning."""
    engine = Ropasci().engine
    wide = engine.guided(moves="wide")
    return Setting(
        engine,
        features,
        looking=lambda evaluation: at_once(engine, evaluation, wide),
        any_move=at_random(engine),
        starts=lambda count, random: engine.initial(count),
    )


def room(mode: Mode, seed: int, features: Features = six_figures) -> Room:
    """Everything that weights of these features are learnt with and judged by."""
    here, random = setting(features), np.random.default_rng(seed + 1)
    greedy, regression = Ropasci().engine.guided(moves="greedy"), by_search(here.looking(SixFigures()))
    opponents = {"random": here.any_move, "rules": at_random(greedy), "regression": regression}
    starts = openings(here.engine, here.any_move, PAIRS.of(mode), 1, random)
    mixed = exploring(regression, here.any_move, EXPLORED)
    fresh = examples(here.engine, mixed, here.engine.initial(FRESH.of(mode)), random)
    return Room(here, opponents, starts, fresh, seed)


def logistic_weights(seed: int) -> Array:
    """Weights for ``SixFigures``, whose logistic function is the hyperbolic tangent of half the sum."""
    return 2 * learn(setting(), BASE, seed).weights


def judged_labels(mode: Mode, seed: int) -> Iterator[tuple[str, Judged]]:
    """Weights from least squares, as the document meant them, with labels of several kinds."""
    here, few = room(mode, seed, with_intercept), FEWER.of(mode)
    rows, engine = sampled_positions(LABELLED.of(mode), seed), Ropasci().engine
    for name, (policy, most, undecided) in LABELS.items():
        labels, kept = labels_of(engine, rows, policy, most, seed, undecided=undecided)
        yield name, here.judged([fitted(rows[kept], labels[kept])])
    labels, _ = labels_of(engine, rows, "greedy", 0, seed, undecided=True)
    parts = [slice(number * few, (number + 1) * few) for number in range(TRAININGS.of(mode))]
    yield f"a whole greedy game, {few} positions", here.judged([fitted(rows[part], labels[part]) for part in parts])


def judged_changes(mode: Mode, seed: int) -> Iterator[tuple[str, Judged]]:
    """Weights by temporal differences, with one thing changed at a time, after those they are compared with."""
    here, trainings = room(mode, seed), TRAININGS.of(mode)
    yield "tokens", here.judged([TOKENS_ALONE])
    yield "regression", here.judged([SixFigures()])
    if mode is Mode.QUICK:
        yield f"TDLeaf, λ 0.7, self-play, {QUICK_GAMES} games", here.learnt(replace(BASE, games=QUICK_GAMES), trainings)
        return
    for name, manner in CHANGES.items():
        yield name, here.learnt(manner, trainings)
    for name in ("random", "rules"):
        yield f"games against {name}", here.learnt(replace(BASE, opponent=here.opponents[name]), trainings)
    yield "with w₀", room(mode, seed, with_intercept).learnt(BASE, trainings)


def sampled_positions(count: int, seed: int) -> Rows:
    """Positions of games in which both sides draw from good moves, a quarter of the moves from all."""
    engine, random = Ropasci().engine, np.random.default_rng(seed)
    player = exploring(at_random(engine.guided(moves="wide")), at_random(engine), 0.25)
    met = examples(engine, player, engine.initial(count // FROM_A_GAME), random)
    return met.rows[random.permutation(len(met.rows))[:count]]


def labels_of(
    engine: NativeEngine, rows: Rows, policy: str, most: int, seed: int, *, undecided: bool
) -> tuple[Array, np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    """How one game from each position ends, 0 if it is cut; and which labels are kept."""
    view = engine.guided(playouts=policy) if policy else engine
    goals = view.games(rows, 1, seed, max_steps=most).goals[:, 0, 0]
    return np.where(goals < 0, 0.0, goals / 50 - 1.0), (goals >= 0) | undecided


def fitted(rows: Rows, labels: Array) -> TanhOfSum:
    """The weights that gradient descent on squared errors ends with, the least of them where several do."""
    found = np.linalg.lstsq(with_intercept(rows), labels, rcond=None)[0]
    return TanhOfSum(with_intercept, np.asarray(found, dtype=np.float64))


def measure_labels(mode: Mode, seed: int) -> list[Figure]:
    """How many positions get a label within 30 turns, and how long a sample of two joint moves a turn would take."""
    engine, rows = Ropasci().engine, sampled_positions(LABELLED.of(mode), seed)
    first = engine.initial(len(rows))
    figures = []
    for where, positions in (("the first position", first), ("positions of games", rows)):
        for policy, words in (("", "random"), ("greedy", "greedy")):
            _, decided = labels_of(engine, positions, policy, CUT, seed, undecided=False)
            what = f"{words} games from {where} that end within {CUT} turns"
            figures.append(share(what, int(decided.sum()), len(rows), "games"))
    begin = time.process_time()
    turns = engine.games(rows, 1, seed).lengths.sum()
    each = (time.process_time() - begin) / turns
    hours = each * SUBNODES ** (CUT + 1) / 3600
    note = f"{1e6 * each:.1f} µs a turn of a random game"
    what = f"hours for the utility of one position: {SUBNODES} joint moves a turn, {CUT} turns"
    return [*figures, Figure(what=what, value=hours, unit="h", samples=int(turns), note=note)]


def measure_fitted(mode: Mode, seed: int) -> list[Figure]:
    """What weights from labels are worth."""
    return figures_of((f"labels: {name}", found) for name, found in judged_labels(mode, seed))


def measure_learnt(mode: Mode, seed: int) -> list[Figure]:
    """What weights by temporal differences are worth."""
    return figures_of(judged_changes(mode, seed))
