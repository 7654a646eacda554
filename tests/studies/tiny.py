"""A study small enough for tests: seconds of the fastest agents, everything limited by playouts alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ludens.arena.clock import Terms
from ludens.arena.statistics import Interval
from ludens.game import Limit
from ludens.studies.best_values import best_value
from ludens.studies.published import Published, rate, results
from ludens.studies.running import Run
from ludens.studies.study import Axis, ByMode, Comparison, Experiment, Figure, Measurement, Mode, Study

FEW = Terms(limit=Limit(playouts=30))


def comparison(what: str, agent: str, opponent: str, games: int = 6, **others: object) -> Comparison:
    """Games of tic-tac-toe with 30 playouts a move; twice as many when full."""
    given: dict[str, object] = {"game": "tic_tac_toe", "terms": ByMode(FEW, FEW), **others}
    return Comparison(what=what, agent=agent, opponent=opponent, games=ByMode(games, 2 * games), **given)  # type: ignore[arg-type]


def measure(mode: Mode, seed: int) -> Sequence[Figure]:
    """Figures that depend on the mode and the seed alone."""
    return [
        Figure(what="a figure", value=10.0 + seed, unit="things", interval=Interval(9, 12), published=11, samples=7),
        Figure(what="another figure", value=2.0, unit="things", published=1.0, bound="at most", note=mode.value),
    ]


SWEEP = tuple(
    comparison(f"playing {agent}", agent, "legal", 4, place=place)
    for place, agent in enumerate(("random", "search_light", "monte_carlo"), start=1)
)

STUDY = Study(
    name="tiny",
    document="Nobody, *Nothing*, 2000",
    question="Does anything work?",
    experiments=(
        Experiment(
            name="first",
            title="First: who wins",
            about="About it.",
            conditions="50 games each, 1 s a move",
            comparisons=(
                comparison("v random", "search_light", "random", published=results(40, 5, 5)),
                comparison("v random, moving second", "search_light", "random", 5, seat=1, published=rate(2, 1000)),
                comparison("v Monte Carlo", "random", "monte_carlo", published=Published("behind", ahead=False)),
            ),
            measurements=(Measurement(what="some figures", measure=measure),),
        ),
        Experiment(
            name="curve",
            title="A curve",
            about="About the curve.",
            conditions="no figures",
            comparisons=SWEEP,
            axis=Axis("place"),
            conclude=best_value("curve", "the best place", 3.0),
        ),
    ),
    caveats=("Everything is smaller.",),
)


def finished(folder: Path, seed: int = 0, mode: Mode = Mode.QUICK, workers: int = 1) -> Run:
    """The study, played to its end; the caller closes it."""
    run = Run(STUDY, mode, seed, folder)
    for _ in run.play(workers):
        pass
    return run
