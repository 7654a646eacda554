"""``ludens show GAME``: what a game is made of."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table

from ludens.boards import draw
from ludens.circuit.graphviz import to_dot
from ludens.cli.app import console, game_argument, json_option, patience, print_json
from ludens.engine.compiled_game import CompiledGame
from ludens.game import BudgetError
from ludens.games.loading import load


@click.command()
@game_argument()
@click.option("--rules", is_flag=True, help="Print the rulesheet and nothing else.")
@click.option("--circuit", is_flag=True, help="Print the size of the circuit after each pass.")
@click.option("--dot", type=click.Path(dir_okay=False, writable=True), help="Write the circuit for Graphviz.")
@json_option
def show(game: str, rules: bool, circuit: bool, dot: str | None, as_json: bool) -> None:
    """Show roles, known facts, sizes and the first position of GAME."""
    loaded = load(game)
    if rules:
        click.echo(loaded.sheet.source.text.strip())
        return
    if dot:
        Path(dot).write_text(to_dot(loaded.compiled.circuit), encoding="utf-8")
    if circuit:
        _print_stages(loaded, as_json)
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


def _print_stages(game: CompiledGame, as_json: bool) -> None:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("pass", "gates", "fluents", "moves"):
        table.add_column(heading, justify="left" if heading == "pass" else "right")
    for stage in game.compiled.stages:
        if as_json:
            print_json({"pass": stage.name, "gates": stage.gates, "fluents": stage.fluents, "moves": stage.moves})
        table.add_row(stage.name, f"{stage.gates:,}", f"{stage.fluents:,}", f"{stage.moves:,}")
    if not as_json:
        console().print(table)
        seconds = f"ground in {game.compiled.ground_seconds:.2f} s, built in {game.compiled.build_seconds:.2f} s"
        click.echo(seconds, err=True)


def served_by(game: CompiledGame) -> str:
    """By what the game is played, in words."""
    try:
        with patience(f"Compiling {game.info.name}"):
            circuit = game.compiled.circuit
    except BudgetError as error:
        return f"reasoner, since it cannot be compiled: {error}"
    return f"engine, {circuit.gates:,} gates, {len(circuit.fluents)} fluents, {sum(map(len, circuit.moves))} moves"


def describe(game: CompiledGame) -> dict[str, object]:
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
        "served_by": served_by(game),
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
