"""The report of a study: a page of Markdown with tables, pictures and what agreed; all rows as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version

from ludens.studies.plots import picture
from ludens.studies.png import as_png
from ludens.studies.rows import Row, experiment_rows
from ludens.studies.running import Run
from ludens.studies.study import Experiment, Mode, Study
from ludens.studies.verdicts import Verdict
from ludens.studies.words import terms_words, verdict_words

REPORT, ROWS = "report.md", "rows.csv"

HEADINGS = {
    Verdict.AGREES: "Agreed",
    Verdict.DIRECTION: "Agreed in direction",
    Verdict.DIFFERS: "Differed",
    Verdict.UNCLEAR: "Cannot tell",
    Verdict.NOT_PLAYED: "Not played",
}


@dataclass(frozen=True, slots=True)
class Circumstances:
    """When and how a study was run: the day, the exact command, and the processes that played."""

    day: date
    command: str
    workers: int


def study_rows(run: Run) -> dict[str, tuple[Row, ...]]:
    """The rows of all experiments by name."""
    return {experiment.name: experiment_rows(run, experiment) for experiment in run.study.experiments}


def write_report(run: Run, circumstances: Circumstances, *, png: bool = False) -> dict[str, tuple[Row, ...]]:
    """Writes the page, the CSV and the pictures into the folder of the run; returns the rows.

    Pictures are SVG; with ``png`` they are PNG, too, where a program of this machine can draw them.
    """
    rows = study_rows(run)
    for experiment in run.study.experiments:
        drawn = picture(experiment.title, rows[experiment.name], experiment.axis)
        if drawn is not None:
            (run.folder / f"{experiment.name}.svg").write_text(drawn, "utf-8")
            if png:
                as_png(drawn, run.folder / f"{experiment.name}.png")
    (run.folder / ROWS).write_text(as_csv([row for each in rows.values() for row in each], run.seed), "utf-8")
    (run.folder / REPORT).write_text(as_markdown(run, rows, circumstances), "utf-8")
    return rows


def as_markdown(run: Run, rows: dict[str, tuple[Row, ...]], circumstances: Circumstances) -> str:
    """The page."""
    study = run.study
    parts = [
        f"# Study: {study.name}",
        study.question,
        f"Document: {study.document}.",
        _circumstances(run, rows, circumstances),
    ]
    if study.caveats:
        parts.append("\n".join(["How our conditions differ:", "", *(f"- {caveat}" for caveat in study.caveats)]))
    for experiment in study.experiments:
        parts += _section(run, experiment, rows[experiment.name])
    everything = [row for each in rows.values() for row in each]
    parts += ["## What agreed", *closing(study, everything)]
    return "\n\n".join(parts) + "\n"


def closing(study: Study, rows: Sequence[Row]) -> list[str]:
    """What agreed and what did not: a paragraph in words, then a list for each verdict, then what goes beyond."""
    claims = [row for row in rows if row.verdict is not Verdict.NO_CLAIM]
    counts = {verdict: [row for row in claims if row.verdict is verdict] for verdict in HEADINGS}
    counted = "; ".join(f"{heading.lower()}: {len(counts[verdict])}" for verdict, heading in HEADINGS.items())
    parts = [f"The study tests {len(claims)} claims of the document. {counted[0].upper()}{counted[1:]}."]
    titles = {experiment.name: experiment.title for experiment in study.experiments}
    for verdict, heading in HEADINGS.items():
        lines = [
            f"- {titles[row.experiment]}: {row.what}: document {row.document}, ours {row.ours}{_still_needed(row)}"
            for row in counts[verdict]
        ]
        parts += ["\n".join([f"**{heading}**", "", *lines])] if lines else []
    return parts + beyond(study, [row for row in rows if row.verdict is Verdict.NO_CLAIM])


def beyond(study: Study, rows: Sequence[Row]) -> list[str]:
    """What comparisons that the document does not have show: who is clearly ahead, and where nobody is."""
    titles = {experiment.name: experiment.title for experiment in study.experiments}
    found: dict[str, list[str]] = {"ahead": [], "behind": [], "not clear": []}
    for row in rows:
        if row.even is not None and row.interval is not None:
            side = "ahead" if row.interval.low > row.even else "behind" if row.interval.high < row.even else "not clear"
            found[side].append(f"- {titles[row.experiment]}: {row.what}: {row.ours}")
    unclear = len(found.pop("not clear"))
    parts = ["\n".join([f"**Beyond the document: {side}**", "", *lines]) for side, lines in found.items() if lines]
    return [*parts, f"Beyond the document, {unclear} comparisons leave open who is ahead."] if unclear else parts


def as_csv(rows: Sequence[Row], seed: int) -> str:
    """All rows as CSV with a heading; the seed is that of all games."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(
        ["experiment", "what", "document", "published", "ours", "value", "low", "high", "unit", "games", "planned",
         "seconds", "place", "verdict", "needed", "even", "limit", "seats", "seed", "note"]
    )  # fmt: skip
    for row in rows:
        low, high = (row.interval.low, row.interval.high) if row.interval else (None, None)
        figures = [_rounded(each) for each in (row.value, low, high)]
        writer.writerow(
            [row.experiment, row.what, row.document, _rounded(row.published), row.ours, *figures, row.unit, row.games,
             row.planned, _rounded(row.seconds), _rounded(row.place), row.verdict.value, row.needed, _rounded(row.even),
             row.limit, row.seats, seed, row.note]
        )  # fmt: skip
    return file.getvalue()


def as_table(rows: Sequence[Row]) -> str:
    """The rows as a table of Markdown."""
    headings = "compared", "document", "ours (95 %)", "verdict", "games", "seat", "limit", "s", "remarks"
    lines = [f"| {' | '.join(headings)} |", "|---" * len(headings) + "|"]
    for row in rows:
        verdict, seconds = verdict_words(row.verdict, row.needed), f"{row.seconds:,.0f}"
        cells = (row.what, row.document, row.ours, verdict, games_words(row), row.seats, row.limit, seconds, row.note)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def games_words(row: Row) -> str:
    """How many games, or samples, a row rests on, and of how many at most."""
    if not row.planned:
        return "–"
    return f"{row.games:,}" if row.games == row.planned else f"{row.games:,} of {row.planned:,}"


def _circumstances(run: Run, rows: dict[str, tuple[Row, ...]], circumstances: Circumstances) -> str:
    everything = [row for each in rows.values() for row in each]
    seconds = sum(outcome.seconds for outcome in run.outcomes.values())
    size = "quick" if run.mode is Mode.QUICK else "full, the document's or larger"
    missing = len(run.missing())
    done = sum(map(run.is_done, run.tasks))
    wanted = done + missing
    lines = [
        f"- Run on {circumstances.day.isoformat()} with `{circumstances.command}`",
        f"- Ludens {version('ludens')}, {circumstances.workers} processes of one thread each, seed {run.seed}",
        f"- Size: {size}; {done:,} of {wanted:,} games and measurements, {seconds:,.0f} s of play in all",
    ]
    if run.mode is Mode.FULL:
        lines.append(
            "- A comparison ends when its verdict is certain at 99.9 % and its interval at most 20 points wide, or at "
            "the number of games that the tables give as the most"
        )
    if missing and run.mode is Mode.FULL:
        lines.append(f"- Time ran out before everything could be told: about {missing:,} games are missing")
    elif missing:
        parts = [row.games / row.planned for row in everything if row.planned]
        lines.append(
            f"- Time ran out before everything was played: comparisons have {min(parts, default=0):.0%} to "
            f"{max(parts, default=0):.0%} of their games"
        )
    return "\n".join(lines)


def _section(run: Run, experiment: Experiment, rows: Sequence[Row]) -> list[str]:
    clocks = dict.fromkeys(terms_words(comparison.terms.of(run.mode)) for comparison in experiment.comparisons)
    ours = f" Ours: {'; '.join(clocks)}." if clocks else ""
    parts = [
        f"## {experiment.title}",
        experiment.about,
        f"The document: {experiment.conditions}.{ours}",
        as_table(rows),
    ]
    name = experiment.name
    if (run.folder / f"{name}.svg").is_file():
        as_png = f" ([PNG]({name}.png))" if (run.folder / f"{name}.png").is_file() else ""
        parts.append(f"![{experiment.title}]({name}.svg){as_png}")
    return parts


def _still_needed(row: Row) -> str:
    return f" – needs about {row.needed:,}" if row.needed else ""


def _rounded(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
