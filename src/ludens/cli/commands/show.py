"""``ludens show GAME``: what a game is made of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from ludens.arena.session import Session, find_moves
from ludens.boards import draw_svg, picture
from ludens.circuit.graphviz import to_dot
from ludens.cli.files import write_file
from ludens.cli.known import print_known
from ludens.cli.terminal import (
    console,
    echo,
    game_argument,
    json_option,
    patience,
    print_json,
    print_picture,
    print_table,
)
from ludens.engine.backend import Backend
from ludens.engine.contract import LoadedGame
from ludens.engine.engine import usual_backends
from ludens.game import BudgetError, JointMove, ParameterError, S, UnknownNameError
from ludens.games.loading import load, with_rules
from ludens.games.rules_game import RulesGame
from ludens.gdl.terms import RuleSheet
from ludens.rules.contract import HasSheet


@click.command()
@game_argument()
@click.option("--rules", is_flag=True, help="Print the rulesheet and nothing else.")
@click.option("--circuit", is_flag=True, help="Print the size of the circuit after each pass.")
@click.option("--dot", type=click.Path(dir_okay=False, path_type=Path), help="Write the circuit for Graphviz.")
@click.option("--moves", default="", help="Show the position after these moves, separated by ';'. Each is the move of "
              "the role that has a choice, or the moves of all roles separated by ','.")  # fmt: skip
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write the position as a picture, and "
              "print nothing else.")  # fmt: skip
@click.option("--role", "role_name", help="In a game with hidden information, show only what this role knows.")
@json_option
def show(
    game: str,
    rules: bool,
    circuit: bool,
    dot: Path | None,
    moves: str,
    svg: Path | None,
    role_name: str | None,
    as_json: bool,
) -> None:
    """Show roles, known facts, sizes and the first position of GAME."""
    loaded = load(game)
    session = played(loaded, moves)
    last = session.moves[-1] if session.moves else ()
    if role_name is not None:
        _show_known(session, role_name, as_json)
        return
    if svg is not None:
        write_file(svg, draw_svg(loaded, session.state, last, session.states[:-1]))
        return
    if rules:
        echo(with_rules(loaded, game).sheet.source.text.strip())
        return
    if dot is not None:
        write_file(dot, to_dot(with_rules(loaded, game).compiled.circuit))
    if circuit:
        _print_stages(with_rules(loaded, game), as_json)
        return
    facts = describe(loaded)
    if as_json:
        print_json(facts)
        return
    table = Table(box=None, show_header=False, pad_edge=False)
    for key, value in facts.items():
        if key != "start" and (value or key not in ("chance", "hidden")):
            table.add_row(Text(key.replace("_", " "), "bold"), _in_words(value))
    print_table(table)
    console().print()
    print_picture(picture(loaded, session.state, last))


def _show_known(session: Session[Any], name: str, as_json: bool) -> None:
    roles = session.game.info.roles
    if name.lower() not in roles:
        raise UnknownNameError("role", name, roles)
    if not session.game.info.hidden:
        raise ParameterError(f"--role {name}: in {session.game.info.name} everybody knows everything.")
    view = session.view(roles.index(name.lower()))
    if as_json:
        seen = [{"move": each.move, "percepts": each.percepts} for each in view.observations]
        print_json({"game": session.game.info.name, "role": name.lower(), "seen": seen, "legal": view.legal})
    else:
        print_known(session.game, view)


def played(game: LoadedGame[S], moves: str) -> Session[S]:
    """The game after the moves that somebody typed; raises LudensError for what is not legal or not clear."""
    session = Session(game)
    for typed in filter(None, (part.strip() for part in moves.split(";"))):
        session.play(_joint(game, session.state, [part.strip() for part in typed.split(",")]))
    return session


def _joint(game: LoadedGame[S], state: S, typed: list[str]) -> JointMove:
    """One move of every role: those typed, and the only move of roles that have no choice."""
    legal = [game.legal_moves(state, role) for role in range(len(game.info.roles))]
    choosing = [role for role, moves in enumerate(legal) if len(moves) > 1]
    roles = choosing if len(typed) == len(choosing) else list(range(len(legal)))
    if len(typed) != len(roles) or game.is_terminal(state):
        raise ParameterError(f"--moves {', '.join(typed)}: {len(choosing)} roles have a choice here.")
    joint = [moves[0] for moves in legal]
    for role, word in zip(roles, typed, strict=True):
        found = find_moves(legal[role], word)
        if len(found) != 1:
            which = f"may be {', '.join(found[:5])}" if found else "is not a legal move here"
            raise ParameterError(f"--moves: {word!r} of {game.info.roles[role]} {which}.")
        joint[role] = found[0]
    return tuple(joint)


def _print_stages(game: RulesGame[Any], as_json: bool) -> None:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("pass", "gates", "fluents", "moves"):
        table.add_column(heading, justify="left" if heading == "pass" else "right", overflow="fold")
    for stage in game.compiled.stages:
        if as_json:
            print_json({"pass": stage.name, "gates": stage.gates, "fluents": stage.fluents, "moves": stage.moves})
        table.add_row(stage.name, f"{stage.gates:,}", f"{stage.fluents:,}", f"{stage.moves:,}")
    if not as_json:
        print_table(table)
        seconds = f"ground in {game.compiled.ground_seconds:.2f} s, built in {game.compiled.build_seconds:.2f} s"
        echo(seconds, err=True)


def served_by(game: LoadedGame[S]) -> str:
    """By what the game is played, in words."""
    if not isinstance(game, RulesGame):
        return f"engine, kernels of its own, {sum(map(len, game.info.moves or ()))} moves"
    try:
        with patience(f"Compiling {game.info.name}"):
            circuit = game.compiled.circuit
    except BudgetError as error:
        return f"reasoner, since it cannot be compiled: {error}"
    is_huge = Backend.LLVM not in usual_backends(circuit)
    return f"engine, {circuit.gates:,} gates, {len(circuit.fluents)} fluents, {sum(map(len, circuit.moves))} moves" + (
        ", read from a table, since there are too many for machine code" if is_huge else ""
    )


def describe(game: LoadedGame[S]) -> dict[str, object]:
    """The facts of a game as plain data."""
    info, start = game.info, game.initial_state()
    sizes: dict[str, object] = {}
    sheet = game.sheet if isinstance(game, HasSheet) else None
    if isinstance(sheet, RuleSheet):
        rules = sheet.rules
        sizes = {"rules": len(rules), "relations": len({rule.head.relation for rule in rules})}
    over = game.is_terminal(start)
    return {
        "name": info.name,
        "roles": list(info.roles),
        "turns": info.turns.value if info.turns else None,
        "goal_sum": info.goal_sum,
        "max_steps": info.max_steps,
        "chance": None if info.chance_role is None else info.roles[info.chance_role],
        "hidden": info.hidden,
        "first_moves": {role: len(game.legal_moves(start, number)) for number, role in enumerate(info.roles)},
        **sizes,
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
