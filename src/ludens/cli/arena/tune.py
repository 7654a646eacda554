"""``ludens tune AGENT GAME``: which values of an agent's options play best."""

from __future__ import annotations

import math
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ludens.arena.statistics import Estimate
from ludens.arena.tuning import DEFAULT_LIMIT, Method, Task, Tuned, default_log
from ludens.arena.tuning import tune as run
from ludens.arena.tuning.parameters import written
from ludens.arena.tuning.plot import picture
from ludens.cli.completion import complete_agent
from ludens.cli.files import write_file
from ludens.cli.terminal import console, echo, game_argument, json_option, print_json, print_table
from ludens.game import Limit


@click.command()
@click.argument("agent", shell_complete=complete_agent)
@game_argument()
@click.option("--parameter", "parameters", multiple=True, required=True, metavar="NAME=VALUES",
              help="What to tune: NAME=LOW..HIGH or NAME=ONE|ANOTHER; may be given several times.")  # fmt: skip
@click.option("--against", help="The opponent.  [default: AGENT as given]")
@click.option("--method", type=click.Choice([method.value for method in Method]), default="bandit", show_default=True,
              help="Sequential halving of many values, or hill climbing from AGENT's own.")  # fmt: skip
@click.option("--pairs", type=click.IntRange(1), default=512, show_default=True, help="Pairs of games in all.")
@click.option("--candidates", type=click.IntRange(2), default=16, show_default=True, help="Values the bandit tries.")
@click.option("--confirm", type=click.IntRange(0), default=64, show_default=True,
              help="Fresh pairs for the best value, beyond --pairs.")  # fmt: skip
@click.option(
    "--playouts", type=click.IntRange(1), help=f"Playouts for each move.  [default: {DEFAULT_LIMIT.playouts:,}]"
)
@click.option("--seconds", type=click.FloatRange(0, 86_400, min_open=True), help="Time for each move, instead.")
@click.option(
    "--opening", type=click.IntRange(0), default=2, show_default=True, help="Random joint moves at the start."
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--log", "log_path", type=click.Path(path_type=Path), help="The log; a second run continues it.")
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="How many processes play.")
@json_option
def tune(
    agent: str,
    game: str,
    parameters: tuple[str, ...],
    against: str | None,
    method: str,
    pairs: int,
    candidates: int,
    confirm: int,
    playouts: int | None,
    seconds: float | None,
    opening: int,
    seed: int,
    log_path: Path | None,
    workers: int,
    as_json: bool,
) -> None:
    """Find the values of AGENT's options that score best in GAME, by pairs of games with seats swapped.

    Run the same command again to continue after an interruption. A picture is written beside the log.
    """
    if seconds is not None and math.isnan(seconds):
        raise click.UsageError("--seconds must be a number.")
    limit = Limit(seconds, playouts) if playouts or seconds else DEFAULT_LIMIT
    task = Task(game=game, agent=agent, parameters=parameters, against=against, method=Method(method), pairs=pairs,
                candidates=candidates, confirm=confirm, limit=limit, opening=opening, seed=seed)  # fmt: skip
    log = log_path or default_log(task)
    tuned = _tune(task, log, workers)
    image = log.with_suffix(".svg")
    write_file(image, picture(task, tuned))
    if as_json:
        print_json(as_data(task, tuned, log, image))
    else:
        _print(tuned, log, image)


def _tune(task: Task, log: Path, workers: int) -> Tuned:
    columns = TextColumn("pairs"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        bar = progress.add_task("", total=task.pairs + task.confirm)
        try:
            return run(task, log, workers=workers, on_pair=lambda: progress.advance(bar))
        except KeyboardInterrupt:
            echo(f"{log} has the games played so far; run the same command again to continue.", err=True)
            raise


def as_data(task: Task, tuned: Tuned, log: Path, image: Path) -> dict[str, object]:
    """A result as plain data."""
    return {
        **task.identity(),
        "even": tuned.even,
        "best": tuned.best.values,
        "tuned_agent": tuned.best.agent,
        "searched": _estimate(tuned.best.estimate),
        "confirmed": _estimate(tuned.confirmed) if tuned.confirmed else None,
        "evaluations": [{"values": each.values, **_estimate(each.estimate)} for each in tuned.evaluations],
        "log": str(log),
        "picture": str(image),
    }


def _estimate(found: Estimate) -> dict[str, object]:
    return {
        "pairs": found.pairs,
        "score": found.mean,
        "interval": [found.by_pairs.low, found.by_pairs.high],
        "simple_interval": [found.simple.low, found.simple.high],
    }


def _print(tuned: Tuned, log: Path, image: Path) -> None:
    out = console()
    names = [parameter.name for parameter in tuned.space.parameters]
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in (*names, "pairs", "score", "95 % interval", ""):
        table.add_column(heading, justify="right" if heading else "left", overflow="fold")
    listed = [(each.values, each.estimate, "best" if each == tuned.best else "") for each in tuned.evaluations]
    listed.sort(key=lambda row: (not row[2], -row[1].pairs, -row[1].mean))
    if tuned.confirmed:
        listed.insert(1, (tuned.best.values, tuned.confirmed, "best, in fresh pairs"))
    for values, found, note in listed:
        interval = f"{found.by_pairs.low:.3f} to {found.by_pairs.high:.3f}"
        cells = (written(values[name]) for name in names)
        table.add_row(*cells, str(found.pairs), f"{found.mean:.3f}", interval, note)
    print_table(table)
    even = "" if tuned.even is None else f" An even score is {tuned.even:g}."
    out.print(f"Best: {tuned.best.agent}.{even}", soft_wrap=True)
    if not tuned.is_better:
        out.print("The difference may be noise: nothing here shows that it plays better than its opponent.")
    out.print(f"Log: {log}\nPicture: {image}", soft_wrap=True)
