"""``ludens bench``: how fast games are played."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import click
from rich.table import Table

from ludens.adapters.open_spiel_speed import OPEN_SPIEL, measure_open_spiel
from ludens.cli.terminal import echo, json_option, patience, print_json, print_table
from ludens.engine.backend import Backend
from ludens.engine.bench import Measured, measure, measure_native
from ludens.engine.devices import CPU
from ludens.engine.engine import TARGETS, usual_backends
from ludens.game import BudgetError
from ludens.games.loading import load
from ludens.games.rules_game import RulesGame

USUAL = ("tic_tac_toe", "connect_four(columns=8)", "breakthrough", "pentago", "reversi", "hex")


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]…")
@click.option(
    "--seconds", type=click.FloatRange(0.01), default=1.0, show_default=True, help="Time for each measurement."
)
@click.option("--threads", type=click.IntRange(1), multiple=True, help="Numbers of threads to measure.  [default: 1]")
@click.option("--max-steps", type=click.IntRange(1), default=10_000, show_default=True,
              help="Stop a game of unknown length after this many moves.")  # fmt: skip
@click.option("--target", type=click.Choice(list(TARGETS)),
              help="Size of the vectors for rulesheets: words x bits.  [default: what suits the game]")  # fmt: skip
@click.option("--device", default=CPU, show_default=True, metavar="DEVICE",
              help="Where rulesheets are played: cpu, cuda, cuda:1, … ('ludens devices' lists them).")  # fmt: skip
@click.option("--peers", is_flag=True, help="Measure OpenSpiel on the same games in the same run.")
@json_option
def bench(
    games: tuple[str, ...],
    seconds: float,
    threads: tuple[int, ...],
    max_steps: int,
    target: str | None,
    device: str,
    peers: bool,
    as_json: bool,
) -> None:
    """Measure random playouts of GAMEs: positions and whole games per second."""
    rows: list[Measured] = []
    for name in games or (tuple(OPEN_SPIEL) if peers else USUAL):
        try:
            for row in _measure(name, threads or (1,), seconds, max_steps, target, device):
                rows.append(row)
                if as_json:
                    print_json(dataclasses.asdict(row))
        except BudgetError as error:
            echo(f"{name}: cannot be compiled: {error}", err=True)
    if not as_json:
        _print(rows)
    if peers:
        _print_peers(rows, seconds, as_json)


def _measure(
    name: str, threads: tuple[int, ...], seconds: float, max_steps: int, target: str | None, device: str
) -> Iterator[Measured]:
    game = load(name)
    limit = 0 if game.info.max_steps is not None else max_steps
    if not isinstance(game, RulesGame):
        for number in threads:
            echo(f"{name}: its own kernels, {number} thread(s) …", err=True)
            with patience(f"Compiling {name}"):
                yield measure_native(game, number, seconds, limit)
        return
    with patience(f"Compiling {name}"):
        backends = usual_backends(game.compiled.circuit)
    for backend in backends:
        for number in threads if device == CPU else (1,):
            echo(f"{name}: {backend.value}, {f'{number} thread(s)' if device == CPU else device} …", err=True)
            yield measure(game, backend, number, seconds, limit, target=target, device=device)


def _print(rows: list[Measured]) -> None:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("game", "backend", "device", "threads", "states/s", "games/s", "gates", "length", "compile s"):
        table.add_column(
            heading, justify="left" if heading in ("game", "backend", "device") else "right", overflow="fold"
        )
    for row in rows:
        speeds = (f"{speed:.3g}" for speed in (row.states_per_second, row.games_per_second))
        sizes = (f"{row.gates:,}", f"{row.mean_length:.1f}", f"{row.compile_seconds:.2f}")
        table.add_row(row.game, row.backend, row.device, str(row.threads), *speeds, *sizes)
    print_table(table)


def _print_peers(rows: list[Measured], seconds: float, as_json: bool) -> None:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("game", "Ludens games/s", "OpenSpiel from Python", "ratio", "OpenSpiel in C++", "ratio"):
        table.add_column(heading, justify="left" if heading == "game" else "right", overflow="fold")
    for row in rows:
        if row.game not in OPEN_SPIEL or row.backend != Backend.LLVM.value or row.threads != 1:
            continue
        echo(f"{row.game}: OpenSpiel …", err=True)
        peer = measure_open_spiel(row.game, seconds)
        ratios = row.games_per_second / peer.from_python, row.games_per_second / peer.in_cpp
        if as_json:
            speeds = {"python_games_per_second": peer.from_python, "cpp_games_per_second": peer.in_cpp}
            print_json(
                {"game": row.game, "peer": "open_spiel", **speeds, "python_ratio": ratios[0], "cpp_ratio": ratios[1]}
            )
        cells = (f"{peer.from_python:.3g}", f"{ratios[0]:,.0f}×", f"{peer.in_cpp:.3g}", f"{ratios[1]:,.0f}×")
        table.add_row(row.game, f"{row.games_per_second:.3g}", *cells)
    if not as_json:
        print_table(table)
