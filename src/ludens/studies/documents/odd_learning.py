"""Odd: what El Bouhali (2013) leaves for the future, features with weights that reinforcement learning finds.

The features are the document's own ideas for a static evaluation (its section 2.5): is the number of clusters odd, if
small ones count, or if empty cells belong to all? Each also counts times how full the board is. Merging clusters over
disjoint paths is left out, since it takes a hundred times as long as all the others together. The document's players
end games with ends only (``H_0``) or by one of its ideas; the learnt weights meet both, at equal depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ludens.engine.rows import Rows
from ludens.games.hexagon.cells import CELLS
from ludens.games.odd import Odd
from ludens.games.odd.evaluation import SmallClusters
from ludens.games.odd.learnt import QUICK, features, learnt_odd
from ludens.learning.temporal_difference.evaluation import Features, signed
from ludens.learning.temporal_difference.games import at_random, by_search, exploring, openings
from ludens.learning.temporal_difference.judging import Judged, Room, examples
from ludens.learning.temporal_difference.learning import Manner, Setting, learn
from ludens.learning.temporal_difference.shallow import in_turns
from ludens.learning.temporal_difference.updates import Array
from ludens.search.evaluations.static import Static, TerminalOnly
from ludens.studies.documents.learning_figures import figures_of
from ludens.studies.study import ByMode, Figure, Mode

BEGIN = 20
"""Random stones that every game begins with, so that games differ; before, no feature tells anything."""

EXPLORED = 0.2
"""The share of random moves in games that only judge."""

BASE = Manner(games=1_000, batch=20, rate=0.01, halved=250, decay=0.7, leaf=True, explore=0.1, scaled=False)

CHANGES = {
    "TDLeaf, λ 0.7, self-play": BASE,
    "TD in place of TDLeaf": replace(BASE, leaf=False),
    "λ 0": replace(BASE, decay=0.0),
    "λ 1: how games ended": replace(BASE, decay=1.0),
    "λ 1 with a tenth of the rate": replace(BASE, decay=1.0, rate=0.001),
    "20 games": replace(BASE, games=20),
    "100 games": replace(BASE, games=100),
    "4,000 games": replace(BASE, games=4_000),
    "features scaled": replace(BASE, scaled=True),
    "ten times the rate": replace(BASE, rate=0.1),
    "a tenth of the rate": replace(BASE, rate=0.001),
    "constant rate": replace(BASE, halved=0),
    "no exploration": replace(BASE, explore=0.0),
    "random games": replace(BASE, explore=1.0),
    "random games, TD": replace(BASE, explore=1.0, leaf=False),
}
"""What is changed in ``BASE``, one thing at a time; two where one change alone does badly, to find out why."""

PAIRS, DEEP_PAIRS, TRAININGS, FRESH = ByMode(15, 300), ByMode(2, 30), ByMode(1, 3), ByMode(40, 500)
QUICK_GAMES = 200
STONES = (30, 40, 50, 55, 58, 60)
"""On the board where it is asked how much is known of the result."""


def with_fullness(rows: Rows) -> Array:
    """The parities, times powers of how full the board is, and an intercept."""
    rows = np.ascontiguousarray(rows)
    return np.concatenate([features(rows, QUICK), np.ones((len(rows), 1))], axis=1)


def parities_alone(rows: Rows) -> Array:
    """The parities whatever the number of stones, and an intercept."""
    return np.concatenate([with_fullness(rows)[:, : len(QUICK)], np.ones((len(rows), 1))], axis=1)


def setting(*, depth: int = 1, columns: Features = with_fullness) -> Setting:
    """So many moves ahead; games begin after some random stones."""
    engine = Odd().engine
    any_move = at_random(engine)
    return Setting(
        engine,
        columns,
        looking=lambda evaluation: in_turns(engine, evaluation, depth),
        any_move=any_move,
        starts=lambda count, random: openings(engine, any_move, count, BEGIN, random),
    )


def room(mode: Mode, seed: int, *, depth: int = 1, columns: Features = with_fullness) -> Room:
    """Everything that weights of these features are learnt with and judged by."""
    here, random = setting(depth=depth, columns=columns), np.random.default_rng(seed + 1)
    known: dict[str, Static] = {
        "ends only": TerminalOnly(), "clusters of 4": SmallClusters(4), "regression": regression()
    }  # fmt: skip
    opponents = {"random": here.any_move, **{name: by_search(here.looking(each)) for name, each in known.items()}}
    mixed = exploring(by_search(setting().looking(regression())), here.any_move, EXPLORED)
    fresh = examples(here.engine, mixed, here.starts(FRESH.of(mode), random), random)
    pairs = PAIRS if depth == 1 else DEEP_PAIRS
    return Room(here, opponents, here.starts(pairs.of(mode), random), fresh, seed)


def regression() -> Static:
    """The same features, fitted to the results of random games by least squares."""
    return learnt_odd(counts=QUICK)


def judged_changes(mode: Mode, seed: int) -> Iterator[tuple[str, Judged]]:
    """Weights by temporal differences, with one thing changed at a time, after those they are compared with."""
    here, trainings = room(mode, seed), TRAININGS.of(mode)
    yield "ends only", here.judged([TerminalOnly()])
    yield "clusters of 4", here.judged([SmallClusters(4)])
    yield "groups of 5", here.judged([SmallClusters(5)])
    yield "regression", here.judged([regression()])
    if mode is Mode.QUICK:
        yield f"TDLeaf, λ 0.7, self-play, {QUICK_GAMES} games", here.learnt(replace(BASE, games=QUICK_GAMES), trainings)
        return
    for name, manner in CHANGES.items():
        yield name, here.learnt(manner, trainings)
    against = replace(BASE, opponent=here.opponents["random"])
    yield "games against random", here.learnt(against, trainings)
    yield "games against random, TD", here.learnt(replace(against, leaf=False), trainings)
    yield "parities alone", room(mode, seed, columns=parities_alone).learnt(BASE, trainings)


def judged_deeper(mode: Mode, seed: int) -> Iterator[tuple[str, Judged]]:
    """The same evaluations two moves ahead, and one that was learnt so."""
    here, trainings = room(mode, seed, depth=2), TRAININGS.of(mode)
    yield "ends only", here.judged([TerminalOnly()])
    yield "clusters of 4", here.judged([SmallClusters(4)])
    yield "groups of 5", here.judged([SmallClusters(5)])
    yield "regression", here.judged([regression()])
    yield "TDLeaf 1 move ahead", here.judged([learn(setting(), BASE, seed + number) for number in range(trainings)])
    yield "TDLeaf 2 moves ahead, 400 games", here.learnt(replace(BASE, games=400), 1)


def measure_stages(mode: Mode, seed: int) -> list[Figure]:
    """How much of the result is known while the board fills: by the parity of groups as they are, and by weights."""
    here = room(mode, seed)
    games = BASE.games if mode is Mode.FULL else QUICK_GAMES
    ways: dict[str, Static] = {
        "groups of 5": SmallClusters(5),
        "clusters of 4": SmallClusters(4),
        "learnt weights": learn(here.setting, replace(BASE, games=games), seed),
    }
    figures = []
    for stones in STONES:
        now = here.fresh.turns == stones - BEGIN
        for name, evaluation in ways.items():
            values = signed(evaluation, here.setting.engine, here.fresh.rows[now])
            told = np.corrcoef(values, here.fresh.results[now])[0, 1] ** 2
            what = f"{stones} of {CELLS} stones: share of results told by {name}"
            figures.append(Figure(what=what, value=100 * float(told), unit="%", samples=int(now.sum())))
    return figures


def measure_learnt(mode: Mode, seed: int) -> list[Figure]:
    """What weights by temporal differences are worth."""
    return figures_of(judged_changes(mode, seed))
