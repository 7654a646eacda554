"""``ludens perft GAME DEPTH``: counting sequences of moves."""

from __future__ import annotations

from collections.abc import Iterator

import click
from rich.table import Table

from ludens.cli.terminal import echo, game_argument, json_option, print_json, print_table
from ludens.game import Game, S
from ludens.games.loading import load
from ludens.search import perft as counting


@click.command()
@game_argument()
@click.argument("depth", type=click.IntRange(1, 1000))
@click.option("--split", is_flag=True, help="Count separately for each first joint move.")
@click.option("--states", is_flag=True, help="Count distinct positions and finished games too.")
@json_option
def perft(game: str, depth: int, split: bool, states: bool, as_json: bool) -> None:
    """Count the sequences of DEPTH joint moves of GAME, the classic test of rules.

    Each count is printed as soon as it is known.
    """
    loaded = load(game)
    if split and states:
        raise click.UsageError("--split and --states cannot be combined.")
    rows = _split(loaded, depth) if split else _states(loaded, depth) if states else _plain(loaded, depth)
    if as_json:
        for row in rows:
            print_json(row)
        return
    if split:
        _print_split(rows)
        return
    for row in rows:
        echo("  ".join(f"{key} {value:,}" for key, value in row.items() if isinstance(value, int)))


def _plain(game: Game[S], depth: int) -> Iterator[dict[str, object]]:
    for number, sequences in enumerate(counting.counts(game, game.initial_state(), depth), start=1):
        yield {"depth": number, "sequences": sequences}


def _states(game: Game[S], depth: int) -> Iterator[dict[str, object]]:
    for ply in counting.perft(game, game.initial_state(), depth):
        yield {"depth": ply.depth, "sequences": ply.sequences, "states": ply.states, "finished": ply.finished}


def _split(game: Game[S], depth: int) -> Iterator[dict[str, object]]:
    for moves, number in counting.split(game, game.initial_state(), depth):
        yield {"moves": list(moves), "sequences": number}


def _print_split(rows: Iterator[dict[str, object]]) -> None:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(overflow="fold")
    table.add_column(justify="right", overflow="fold")
    total = 0
    for row in rows:
        moves, number = row["moves"], row["sequences"]
        assert isinstance(moves, list)
        assert isinstance(number, int)
        total += number
        table.add_row(" ".join(moves), f"{number:,}")
    table.add_row("total", f"{total:,}", style="bold")
    print_table(table)
