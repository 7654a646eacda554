"""``ludens standings``: the table of a tournament in a store."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click
from rich.table import Table as Grid

from ludens.arena.ratings.agon import AgonRating
from ludens.arena.standings import role_ratings, table_data
from ludens.arena.standings import standings as table_of
from ludens.arena.store import Outcome, Store
from ludens.arena.tournament import Contest, Tournament
from ludens.cli.arena.arena_options import store_option
from ludens.cli.arena.tournament import print_standings
from ludens.cli.terminal import json_option, print_json, print_table


@click.command()
@click.argument("tournament", required=False)
@store_option
@click.option("--roles", is_flag=True, help="Also rate the roles of the games, in the manner of Agon.")
@click.option("--list", "as_list", is_flag=True, help="List the tournaments of the store.")
@click.option("--games", "as_games", is_flag=True, help="List the games, with the ids that 'ludens replay' takes.")
@json_option
def standings(
    tournament: str | None, store_path: Path, roles: bool, as_list: bool, as_games: bool, as_json: bool
) -> None:
    """Print the table of TOURNAMENT, by default the latest of the store, finished or not."""
    with Store(store_path, must_exist=True) as store:
        if as_list:
            _list(store, as_json)
            return
        identity, definition = store.tournament(tournament)
        if as_games:
            _list_games(store.outcomes(identity), as_json)
            return
        contest = Contest(Tournament.from_definition(definition), store, identity)
        table, rated = table_of(contest), role_ratings(contest) if roles else None
        if as_json:
            data: dict[str, object] = {**table_data(table), "tournament": identity, **definition, "played": table.games}
            if rated is not None:
                data["agon"] = {
                    "agents": [_rating(each) for each in rated.agents],
                    "roles": [_rating(each) for each in rated.roles],
                }
            print_json(data)
            return
        print_standings(contest, table)
        if rated is not None:
            print_table(_grid("agent", rated.agents))
            print_table(_grid("role", rated.roles))


def _list(store: Store, as_json: bool) -> None:
    grid = Grid(box=None, header_style="bold", pad_edge=False)
    for heading in ("tournament", "kind", "games played", "games", "agents"):
        grid.add_column(heading, overflow="fold")
    for identity, definition, count in store.tournaments():
        if as_json:
            print_json({"tournament": identity, **definition, "played": count})
        held = Tournament.from_definition(definition)
        grid.add_row(identity, held.kind.value, f"{count:,}", ", ".join(held.games), ", ".join(held.agents))
    if not as_json:
        print_table(grid)


def _list_games(outcomes: Iterable[Outcome], as_json: bool) -> None:
    grid = Grid(box=None, header_style="bold", pad_edge=False)
    for heading in ("id", "game", "agents", "goals", "forfeits"):
        grid.add_column(heading, overflow="fold")
    for each in outcomes:
        if as_json:
            print_json({"id": each.id, "game": each.game, "agents": each.agents, "goals": each.goals,
                        "forfeits": [{"seat": seat, "cause": cause} for seat, cause in each.forfeits]})  # fmt: skip
        goals = ", ".join(f"{goal:g}" for goal in each.goals)
        forfeits = ", ".join(f"{each.agents[seat]}: {cause}" for seat, cause in each.forfeits)
        grid.add_row(each.id, each.game, ", ".join(each.agents), goals, forfeits)
    if not as_json:
        print_table(grid)


def _rating(rating: AgonRating) -> dict[str, object]:
    return {"name": rating.name, "elo": rating.elo, "interval": [rating.interval.low, rating.interval.high]}


def _grid(heading: str, ratings: tuple[AgonRating, ...]) -> Grid:
    grid = Grid(box=None, header_style="bold", pad_edge=False)
    grid.add_column(heading, overflow="fold")
    for name in ("Agon", "95 % interval"):
        grid.add_column(name, justify="right", overflow="fold")
    for each in ratings:
        interval = f"{each.interval.low:+.0f} to {each.interval.high:+.0f}"
        grid.add_row(each.name, f"{each.elo:+.0f}", interval)
    return grid
