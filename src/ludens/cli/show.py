"""``ludens show GAME``: what a game is made of."""

from __future__ import annotations

import click
from rich.table import Table

from ludens.boards import draw
from ludens.cli.app import console, game_argument, json_option, print_json
from ludens.games.loading import load
from ludens.gdl import Reasoner


@click.command()
@game_argument()
@click.option("--rules", is_flag=True, help="Print the rulesheet and nothing else.")
@json_option
def show(game: str, rules: bool, as_json: bool) -> None:
    """Show roles, known facts, sizes and the first position of GAME."""
    loaded = load(game)
    if rules:
        click.echo(loaded.sheet.source.text.strip())
        return
    facts = describe(loaded)
    if as_json:
        print_json(facts)
        return
    table = Table(box=None, show_header=False, pad_edge=False)
    for key, value in facts.items():
        if key != "start":
            table.add_row(f"[bold]{key.replace('_', ' ')}[/bold]", _in_words(value))
    console().print(table)
    console().print()
    console().print(draw(loaded, loaded.initial_state()), markup=False)


def describe(game: Reasoner) -> dict[str, object]:
    """The facts of a game as plain data."""
    info, start = game.info, game.initial_state()
    over = game.is_terminal(start)
    return {
        "name": info.name,
        "roles": list(info.roles),
        "turns": info.turns.value if info.turns else None,
        "goal_sum": info.goal_sum,
        "max_steps": info.max_steps,
        "first_moves": {role: len(game.legal_moves(start, number)) for number, role in enumerate(info.roles)},
        "rules": len(game.sheet.rules),
        "relations": len({rule.head.relation for rule in game.sheet.rules}),
        "served_by": "reasoner",
        "over_at_the_start": over,
        "start": game.text(start),
    }


def _in_words(value: object) -> str:
    if value is None:
        return "not known"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {number}" for key, number in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
