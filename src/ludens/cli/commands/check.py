"""``ludens check FILE``: what is wrong with a rulesheet."""

from __future__ import annotations

import click

from ludens.cli.terminal import echo, game_argument, json_option, print_json
from ludens.games.loading import find_rulesheet
from ludens.gdl import Reasoner, Source, examined
from ludens.gdl.mistakes import MistakesError, Problem, errors
from ludens.gdl.mistakes import show as show_problem
from ludens.gdl.playtest import Flaw, PlayReport, playtest
from ludens.gdl.terms import RuleSheet

MOVES_SHOWN = 12


@click.command()
@game_argument(metavar="FILE")
@click.option("--play", "games", type=click.IntRange(1), is_flag=False, flag_value=20, metavar="[GAMES]",
              help="Play random games too (default: 20), and report what goes wrong in them.")  # fmt: skip
@click.option(
    "--max-steps", type=click.IntRange(1), default=1000, show_default=True, help="Moves after which a game is endless."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random games.")
@json_option
@click.pass_context
def check(ctx: click.Context, game: str, games: int | None, max_steps: int, seed: int, as_json: bool) -> None:
    """Check a rulesheet, and report the line and column of each mistake.

    A sheet that has only warnings is valid. The exit code is 2 if there is an error, or if random play breaks down.
    """
    source = find_rulesheet(game, again=True)
    sheet, problems, playable = _examined(ctx, source, as_json)
    for problem in problems:
        _print_problem(source, problem, as_json)
    if errors(problems):
        if not as_json:
            echo(f"{source.name}: {_number(len(errors(problems)), 'error')}", err=True)
        ctx.exit(2)
    if not as_json:
        echo(f"{source.name}: no errors, {_number(len(problems), 'warning')}, {_number(len(sheet.rules), 'rule')}")
    if games is not None and playable is not None:
        report = playtest(playable, games, seed, max_steps)
        _print_report(report, as_json)
        if report.flaws:
            ctx.exit(2)


def _examined(ctx: click.Context, source: Source, as_json: bool) -> tuple[RuleSheet, list[Problem], Reasoner | None]:
    try:
        return examined(source)
    except MistakesError as error:
        if as_json:
            for problem in error.problems:
                _print_problem(source, problem, as_json)
        else:
            echo(str(error))
            echo(f"{source.name}: {_number(len(error.places), 'error')}", err=True)
        ctx.exit(2)


def _print_problem(source: Source, problem: Problem, as_json: bool) -> None:
    if as_json:
        line, column = problem.place
        print_json({"severity": problem.severity.value, "code": problem.code, "line": line, "column": column,
                    "message": problem.message})  # fmt: skip
    else:
        echo(show_problem(source, problem))


def _print_report(report: PlayReport, as_json: bool) -> None:
    if as_json:
        for flaw in report.flaws:
            print_json({"severity": "error", "code": "play", "message": flaw.message, "moves": flaw.moves,
                        "position": flaw.position})  # fmt: skip
        print_json({"games": report.games, "finished": len(report.lengths), "lengths": report.lengths})
        return
    for flaw in report.flaws:
        echo(_flaw_in_words(flaw))
    if report.lengths:
        shortest, longest = min(report.lengths), max(report.lengths)
        mean = sum(report.lengths) / len(report.lengths)
        echo(f"{len(report.lengths)} of {report.games} random games came to an end, "
                   f"after {shortest} to {longest} joint moves, {mean:.1f} on average")  # fmt: skip
    else:
        echo(f"None of {_number(report.games, 'random game')} came to an end.")


def _flaw_in_words(flaw: Flaw) -> str:
    shown = [" ".join(moves) for moves in flaw.moves[-MOVES_SHOWN:]]
    skipped = len(flaw.moves) - len(shown)
    lines = [f"error: {flaw.message}", f"  after {_number(len(flaw.moves), 'joint move')}:"]
    lines += [f"    … {skipped} before these"] if skipped else []
    return "\n".join([*lines, *(f"    {moves}" for moves in shown), f"  position: {flaw.position}"])


def _number(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number or 'no'} {noun}s"
