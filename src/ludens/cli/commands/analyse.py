"""``ludens analyse GAME``: what random play, or the rules themselves, say about a game."""

from __future__ import annotations

import os

import click
import numpy as np
from numpy.typing import NDArray
from rich.table import Table
from rich.text import Text

from ludens.cli.structure import show_structure
from ludens.cli.terminal import console, echo, game_argument, json_option, patience, print_json, print_table
from ludens.engine.contract import LoadedGame
from ludens.game import S
from ludens.games.loading import load
from ludens.games.rules_game import RulesGame
from ludens.search.playouts.statistics import Results, Value, Walks, first_moves, results, walks

FOLLOWED = 1024
BARS = 12


@click.command()
@game_argument()
@click.option("--games", type=click.IntRange(64), help="Random games to play.  [default: a million; 100,000 of "
              "a game without a rulesheet, 100 of one that cannot be compiled]")  # fmt: skip
@click.option("--max-steps", type=click.IntRange(1, 1_000_000), default=10_000, show_default=True,
              help="When a game counts as endless.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=os.cpu_count() or 1, show_default="all cores")
@click.option("--structure", "of_rules", is_flag=True, help="Report what the rules prove instead: what stays as it is, "
              "independent parts, turns, sums, symmetries, counters; each with how it is known.")  # fmt: skip
@json_option
def analyse(
    game: str, games: int | None, max_steps: int, seed: int, threads: int, of_rules: bool, as_json: bool
) -> None:
    """Play random games of GAME: its balance, length, and number of choices."""
    loaded = load(game)
    if of_rules:
        show_structure(loaded, seed, as_json)
        return
    with patience(f"Compiling {loaded.info.name}"):
        engine = loaded.engine
    slow, native = not engine.batch, not isinstance(loaded, RulesGame)
    games = games or (100 if slow else 100_000 if native else 1_000_000)
    limit = loaded.info.max_steps or max_steps
    echo(f"Playing {games:,} random games of {loaded.info.name} …", err=True)
    found = results(engine, games, seed, max_steps=limit, threads=threads)
    followed = walks(engine, 64 if slow else 256 if native else FOLLOWED, seed, max_steps=limit)
    table = [] if slow else first_moves(loaded, max(64, games // 100), seed, max_steps=limit, threads=threads)
    if as_json:
        print_json(_as_data(loaded, found, followed, table))
    else:
        _print(loaded, found, followed, table)


def _as_data(
    game: LoadedGame[S], found: Results, followed: Walks, table: list[tuple[tuple[str, ...], tuple[Value, ...]]]
) -> dict[str, object]:
    roles = game.info.roles
    length = np.arange(len(found.lengths))
    return {
        "game": game.info.name,
        "games": found.games,
        "ended": found.ended,
        "goals": {role: _pair(value) for role, value in zip(roles, found.goals, strict=True)},
        "wins": {role: _pair(value) for role, value in zip(roles, found.wins, strict=True)},
        "draws": _pair(found.draws),
        "mean_length": float(found.lengths @ length) / max(1, found.ended),
        "lengths": {int(n): int(found.lengths[n]) for n in np.flatnonzero(found.lengths)},
        "choices_by_step": [round(choices, 3) for choices in followed.choices],
        "decided_half_way": followed.decided,
        "first_moves": [
            {"moves": list(moves), "goals": {role: _pair(value) for role, value in zip(roles, values, strict=True)}}
            for moves, values in table
        ],
    }


def _pair(value: Value) -> dict[str, float]:
    return {"mean": value.mean, "margin": value.margin}


def _print(
    game: LoadedGame[S], found: Results, followed: Walks, table: list[tuple[tuple[str, ...], tuple[Value, ...]]]
) -> None:
    out = console()
    ended = "all ended" if found.ended == found.games else f"{found.ended:,} ended"
    out.print(Text(game.info.name, "bold").append(f": {found.games:,} random games, {ended}", "not bold"))
    balance = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("role", "mean goal", "wins alone"):
        balance.add_column(heading, justify="left" if heading == "role" else "right", overflow="fold")
    for role, goal, wins in zip(game.info.roles, found.goals, found.wins, strict=True):
        balance.add_row(role, _shown(goal, 1), _shown(wins, 100) + " %")
    print_table(balance)
    out.print(f"all the same: {_shown(found.draws, 100)} %")
    _print_lengths(found.lengths)
    if followed.choices:
        steps = followed.choices
        middle = steps[len(steps) // 4 : max(1, len(steps) * 3 // 4)] or steps
        out.print(
            f"choices: {steps[0]:.1f} at the first step, {np.mean(middle):.1f} in the middle of the longest games"
        )
    out.print(f"decided half-way: {100 * followed.decided:.0f} % of games")
    _print_first_moves(game, table)


def _print_lengths(lengths: NDArray[np.int64]) -> None:
    """A histogram of at most BARS bars."""
    out = console()
    if not lengths.sum():
        return
    first, last = int(np.flatnonzero(lengths)[0]), len(lengths) - 1
    mean = float(lengths @ np.arange(len(lengths))) / float(lengths.sum())
    out.print(f"length: {first} to {last} joint moves, {mean:.1f} on average")
    width = max(1, -(-(last - first + 1) // BARS))
    bars = [int(lengths[start : start + width].sum()) for start in range(first, last + 1, width)]
    for number, count in enumerate(bars):
        start = first + number * width
        share = count / float(lengths.sum())
        name = str(start) if width == 1 else f"{start}–{min(last, start + width - 1)}"
        out.print(f"  {name:>9}  {'█' * round(40 * count / max(bars)):40} {100 * share:5.1f} %")


def _print_first_moves(game: LoadedGame[S], table: list[tuple[tuple[str, ...], tuple[Value, ...]]]) -> None:
    """The best and the worst first moves for the first role that has a choice."""
    if len(table) < 2:
        return
    changing = [role for role in range(len(game.info.roles)) if len({moves[role] for moves, _ in table}) > 1]
    role = next((role for role in changing if role != game.info.chance_role), game.info.players[0])
    ranked = sorted(table, key=lambda row: -row[1][role].mean)
    shown = ranked if len(ranked) <= 10 else [*ranked[:5], *ranked[-5:]]
    rows = Table(box=None, header_style="bold", pad_edge=False)
    rows.add_column(
        "first moves" if len(ranked) <= 10 else f"first moves, the best and worst of {len(ranked)}", overflow="fold"
    )
    rows.add_column(f"mean goal of {game.info.roles[role]}", justify="right", overflow="fold")
    for moves, values in shown:
        rows.add_row(" ".join(moves), _shown(values[role], 1))
    print_table(rows)


def _shown(value: Value, factor: float) -> str:
    return f"{factor * value.mean:.2f} ± {factor * value.margin:.2f}"
