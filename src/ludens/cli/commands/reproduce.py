"""``ludens reproduce``: a document's experiments run again, printed beside the published figures."""

from __future__ import annotations

import math
import shlex
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ludens.arena.executors import all_cores
from ludens.arena.shares import WHOLE, Share
from ludens.cli.terminal import console, echo, patience, print_table
from ludens.game import LudensError
from ludens.studies import STUDIES, find_study
from ludens.studies.report import REPORT, Circumstances, closing, games_words, write_report
from ludens.studies.rows import Row
from ludens.studies.rulesheets import on_rulesheets, sheets_in
from ludens.studies.running import Run, prepare
from ludens.studies.study import Mode, Study
from ludens.studies.words import verdict_words

FOLDER = Path("studies")

LINE_SECONDS = 60.0
"""After so long another line of progress is printed, where no bar can be."""


@click.command()
@click.argument("name", required=False)
@click.option("--full", is_flag=True, help="Use the document's sizes and clocks, or larger; takes hours.")
@click.option("--out", "folder", type=click.Path(path_type=Path, file_okay=False),
              help="Where to write the report, pictures and games.  [default: studies/NAME]")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--workers", type=click.IntRange(1, 1024), default=all_cores(), show_default="all cores",
              help="How many processes play.")  # fmt: skip
@click.option("--minutes", type=click.FloatRange(0), help="Begin no more games after this time.")
@click.option("--share", "share_text", help="Play one part of a full study here, such as 2/3: the second of three.")
@click.option("--from", "others", multiple=True, type=click.Path(path_type=Path, file_okay=False),
              help="First copy what another machine has played of this study, from its folder.")  # fmt: skip
@click.option("--rulesheets", type=click.Path(path_type=Path, file_okay=False),
              help="A folder with the document's own games, which are played in place of built-in ones.")  # fmt: skip
def reproduce(
    name: str | None,
    full: bool,
    folder: Path | None,
    seed: int,
    workers: int,
    minutes: float | None,
    share_text: str | None,
    others: tuple[Path, ...],
    rulesheets: Path | None,
) -> None:
    """Repeat a document's experiments and print its figures beside ours; without NAME, list the studies.

    Finished games are saved in the folder; run the same command again to continue.
    """
    begun = time.monotonic()
    if minutes is not None and math.isnan(minutes):
        raise click.UsageError("--minutes must be a number.")
    if name is None:
        _list_studies()
        return
    study, mode = find_study(name), Mode.FULL if full else Mode.QUICK
    if share_text is not None and not full:
        raise click.UsageError("--share is for full studies: add --full.")
    share = WHOLE if share_text is None else Share.parse(share_text)
    if rulesheets is not None:
        study = on_rulesheets(study, sheets_in(rulesheets))
    folder = folder or FOLDER / name
    command = _command(name, folder, full=full, seed=seed, workers=workers, minutes=minutes, share=share_text,
                       rulesheets=rulesheets)  # fmt: skip
    if minutes is None and not full:
        minutes = study.quick_minutes
    deadline = None if minutes is None else begun + 60 * minutes
    with Run(study, mode, seed, folder, share) as run:
        for other in others:
            run.take(other)
        try:
            _play(run, workers, deadline)
        except KeyboardInterrupt:
            echo(f"All finished games are saved. Continue with: {command}", err=True)
            raise
        try:
            rows = write_report(run, Circumstances(date.today(), command, workers), png=full)
        except OSError as error:
            raise LudensError(f"Cannot write to {folder}: {(error.strerror or str(error)).lower()}.") from None
    _print(study, rows, folder / REPORT)


def _play(run: Run, workers: int, deadline: float | None) -> None:
    """Does what is missing, showing how far it is."""
    missing = len(run.missing())
    if not missing or (deadline is not None and time.monotonic() >= deadline):
        return
    with patience("Preparing the games"):
        prepare(run.study)
    columns = BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    err = console(stderr=True)
    limit = "games" if deadline is None else f"games, at most {max(0.0, deadline - time.monotonic()) / 60:.1f} min"
    with Progress(
        *columns, TimeRemainingColumn(), console=err, transient=True, disable=not err.is_terminal
    ) as progress:
        done = sum(map(run.is_done, run.tasks))
        bar = progress.add_task(limit, total=done + missing, completed=done)
        lines = None if err.is_terminal else ProgressLines(done)
        for completed, _ in enumerate(run.play(workers, deadline), start=done + 1):
            # A full study learns as it goes how many games it needs.
            total = max(done + missing, completed if run.mode is Mode.FULL else 0)
            progress.update(bar, completed=completed, total=total)
            if lines is not None:
                lines.tell(completed, total)


class ProgressLines:
    """How far a study is, in plain lines for a log: one for each tenth of the games, or after a minute."""

    def __init__(self, completed: int) -> None:
        self._first, self._told_at, self._tenths = completed, time.monotonic(), 0
        self._begun = self._told_at

    def tell(self, completed: int, total: int) -> None:
        """Prints a line if it is time for one."""
        now, tenths = time.monotonic(), 10 * (completed - self._first) // max(1, total - self._first)
        if tenths > self._tenths or now >= self._told_at + LINE_SECONDS:
            self._told_at, self._tenths = now, tenths
            minutes = (now - self._begun) / 60
            echo(f"{completed:,} of {total:,} games and measurements, {minutes:.1f} min", err=True)


def _command(
    name: str,
    folder: Path,
    *,
    full: bool,
    seed: int,
    workers: int,
    minutes: float | None,
    share: str | None,
    rulesheets: Path | None,
) -> str:
    """The command that runs, or goes on with, the same study."""
    words = ["ludens", "reproduce", name, *(["--full"] if full else []), "--out", str(folder)]
    words += ["--seed", str(seed)] if seed else []
    words += ["--workers", str(workers)] if workers != all_cores() else []
    words += ["--minutes", f"{minutes:g}"] if minutes is not None else []
    words += ["--share", share] if share is not None else []
    words += ["--rulesheets", str(rulesheets)] if rulesheets is not None else []
    return shlex.join(words)


def _list_studies() -> None:
    grid = Grid(box=None, pad_edge=False)
    for heading in ("study", "document", "question"):
        grid.add_column(heading, overflow="fold")
    for study in STUDIES.values():
        grid.add_row(study.name, study.document, study.question)
    print_table(grid)


def _print(study: Study, rows: dict[str, tuple[Row, ...]], report: Path) -> None:
    out = console()
    for experiment in study.experiments:
        out.print(f"\n{experiment.title}", style="bold")
        print_table(_grid(rows[experiment.name]))
    everything = [row for each in rows.values() for row in each]
    out.print()
    out.print(closing(study, everything)[0], soft_wrap=True)
    out.print(f"The report: {report}", soft_wrap=True)


def _grid(rows: Sequence[Row]) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    for heading in ("compared", "document", "ours (95 %)", "games", "s", "verdict"):
        grid.add_column(heading, justify="right" if heading in ("games", "s") else "left", overflow="fold")
    for row in rows:
        grid.add_row(
            row.what,
            row.document,
            row.ours,
            games_words(row),
            f"{row.seconds:.0f}",
            verdict_words(row.verdict, row.needed),
        )
    return grid
