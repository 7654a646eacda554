"""The tables of a study: what was compared, the document's figure, ours with its interval, and the verdict."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from ludens.arena.statistics import Interval
from ludens.studies.plan import game_tasks, measurement_task
from ludens.studies.running import Run
from ludens.studies.study import Comparison, Experiment, Figure, Measured, Measurement
from ludens.studies.tallies import Tally, tally, whole_meetings, work_of
from ludens.studies.verdicts import Verdict, figure_verdict, games_to_tell, score_verdict
from ludens.studies.words import number, seats_words, terms_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of a table. ``value`` and ``interval`` are in ``unit``; ``published`` is the document's in the same one.

    ``planned``: games that the study wants, of which ``games`` were played. ``place``: on the axis of the experiment.
    ``even``: the value of equals, where there are two sides. ``limit`` and ``seats``: what either might use, and where
    the first one sat, in words. ``needed``: games that would tell, where the verdict is that nobody can.
    """

    experiment: str
    what: str
    document: str
    ours: str
    verdict: Verdict
    unit: str = "%"
    value: float | None = None
    interval: Interval | None = None
    published: float | None = None
    published_interval: Interval | None = None
    games: int = 0
    planned: int = 0
    seconds: float = 0.0
    place: float | None = None
    note: str = ""
    even: float | None = None
    limit: str = ""
    seats: str = ""
    needed: int | None = None


def experiment_tallies(run: Run, experiment: Experiment) -> tuple[Tally, ...]:
    """What was played of the comparisons of an experiment."""
    return tuple(_tally_in(run, comparison) for comparison in experiment.comparisons)


def experiment_rows(run: Run, experiment: Experiment) -> tuple[Row, ...]:
    """The rows of an experiment: what it concludes from its comparisons, these, and its measurements."""
    tallies = experiment_tallies(run, experiment)
    concluded = experiment.conclude(tallies) if experiment.conclude else []
    rows = [replace(row, experiment=experiment.name) for row in concluded]
    rows += [
        replace(score_row(experiment.name, tally), limit=terms_words(tally.comparison.terms.of(run.mode)))
        for tally in tallies
        if experiment.listed
    ]
    for measurement in experiment.measurements:
        found = run.measured(measurement_task(run.study, measurement, run.mode, run.seed))
        rows += _measured_rows(experiment.name, measurement, found)
    return tuple(rows)


def score_row(experiment: str, found: Tally) -> Row:
    """The row of a comparison."""
    comparison, published = found.comparison, found.comparison.published
    theirs = published.interval if published else None
    verdict = score_verdict(found.score, found.interval, published, comparison.even)
    needed = None
    if verdict is Verdict.UNCLEAR and found.score is not None and published is not None:
        needed = games_to_tell(found.score, found.games, published, comparison.even)
    return Row(
        experiment=experiment,
        what=comparison.what,
        document=published.words if published else "–",
        ours=_score_words(found),
        verdict=verdict,
        value=None if found.score is None else 100 * found.score,
        interval=_percent(found.interval),
        published=None if published is None or published.score is None else 100 * published.score,
        published_interval=_percent(theirs if theirs and theirs.low < theirs.high else None),
        games=found.games,
        planned=found.planned,
        seconds=found.seconds,
        place=comparison.place,
        note=_note(found),
        even=100 * comparison.even,
        seats=seats_words(comparison.seat),
        needed=needed,
    )


def figure_row(experiment: str, figure: Figure, seconds: float = 0.0) -> Row:
    """The row of a figure that was measured."""
    words = f"{number(figure.published)} {figure.unit}".strip() if figure.published is not None else "–"
    ours = f"{number(figure.value)} {figure.unit}".strip()
    if figure.interval:
        ours += f" ({number(figure.interval.low)} to {number(figure.interval.high)})"
    return Row(
        experiment=experiment,
        what=figure.what,
        document=figure.words or words,
        ours=ours,
        verdict=_figure_verdict(figure),
        unit=figure.unit,
        value=figure.value,
        interval=figure.interval,
        published=figure.published,
        games=figure.samples,
        planned=figure.samples,
        seconds=seconds,
        place=figure.place,
        note=figure.note,
        needed=_samples_needed(figure),
    )


def _figure_verdict(figure: Figure) -> Verdict:
    return figure_verdict(
        figure.value,
        figure.interval,
        figure.published,
        tolerance=figure.tolerance,
        bound=figure.bound,
        threshold=figure.threshold,
    )


def _samples_needed(figure: Figure) -> int | None:
    """How many samples would settle the claim, intervals being as wide as one divided by their root."""
    claimed = figure.published if figure.threshold is None else figure.threshold
    if figure.interval is None or claimed is None or _figure_verdict(figure) is not Verdict.UNCLEAR:
        return None
    half, distance = (figure.interval.high - figure.interval.low) / 2, abs(figure.value - claimed)
    return max(figure.samples + 1, math.ceil(figure.samples * (half / distance) ** 2)) if distance else None


def _measured_rows(experiment: str, measurement: Measurement, found: Measured | None) -> list[Row]:
    if found is None:
        missing = Row(experiment=experiment, what=measurement.what, document="–", ours="–", verdict=Verdict.NOT_PLAYED)
        return [missing]
    share = found.seconds / max(1, len(found.figures))
    return [figure_row(experiment, figure, share) for figure in found.figures]


def _tally_in(run: Run, comparison: Comparison) -> Tally:
    """The tally of a comparison from what a run has in its store."""
    tasks = game_tasks(comparison, run.mode, run.seed)
    played = whole_meetings(tasks, run.outcomes)
    found = tally(comparison, played, len(tasks))
    wanted = {outcome.id for outcome in played}
    records = [record for record in run.store.records(tasks[0].tournament) if record.id in wanted]
    work = work_of(comparison.agent, records), work_of(comparison.opponent, records)
    return replace(found, work=work)


def _percent(interval: Interval | None) -> Interval | None:
    return None if interval is None else Interval(100 * interval.low, 100 * interval.high)


def _score_words(found: Tally) -> str:
    if found.score is None or found.interval is None:
        return "–"
    low, high = 100 * found.interval.low, 100 * found.interval.high
    score = f"{100 * found.score:.1f} % ({low:.0f} to {high:.0f})"
    return f"{score}: {found.wins}–{found.draws}–{found.losses}" if found.draws else score


def _note(found: Tally) -> str:
    parts = []
    if any(work is not None for work in found.work):
        parts.append("work a move " + " v ".join("–" if work is None else number(work) for work in found.work))
    parts += [f"forfeits of {what} {count}" for what, count in found.forfeits]
    return "; ".join(parts)
