"""``ludens analyse GAME --structure``: what the rules of a game show, each with how it is known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import click
from rich.text import Text

from ludens.circuit.analysis import Evidence, Factors, GoalLatch, Latch, Structure, Symmetry, structure
from ludens.circuit.network import Circuit
from ludens.cli.terminal import console, patience, print_json
from ludens.engine.contract import LoadedGame
from ludens.game import S, Turns
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import Ground, ground_text

SHOWN = 6
"""Of longer lists only so many are printed; JSON has all."""


def show_structure(game: LoadedGame[S], seed: int, as_json: bool) -> None:
    """Prints the structure of a game that is given by a rulesheet; raises UsageError for any other."""
    if not isinstance(game, RulesGame):
        raise click.UsageError(f"{game.info.name} is not given by a rulesheet: there are no rules to read.")
    with patience(f"Compiling {game.info.name}"):
        circuit = game.compiled.circuit
    with patience(f"Looking at the rules of {game.info.name}"):
        found = structure(circuit, seed=seed)
    if as_json:
        print_json({"game": game.info.name, **as_data(circuit, found)})
    else:
        out = console()
        what = f": what the rules show, checked in {found.games} random games"
        out.print(Text(game.info.name, "bold").append(what, "not bold"), soft_wrap=True)
        for line in lines(circuit, found):
            out.print(line, highlight=False, soft_wrap=True)


def lines(circuit: Circuit, found: Structure) -> Iterator[str]:
    """The findings in words."""
    yield from _turn_lines(circuit, found)
    if found.constant_sum:
        yield f"goals: add up to {found.constant_sum.total} ({found.constant_sum.evidence})"
    for counter in found.counters:
        again = "" if counter.period is None else f", again after {counter.period} steps"
        yield f"counter: {_list(counter.fluents)}{again} ({counter.evidence})"
    if found.max_steps is not None:
        moves = "joint move" if found.max_steps == 1 else "joint moves"
        yield f"length: at most {found.max_steps} {moves} (proved by induction)"
    yield from _latch_lines(found.latches)
    for latch in found.set_latches:
        yield f"once one of these, always one of these: {_list(latch.fluents)} ({latch.evidence})"
    yield from _goal_latch_lines(circuit, found.goal_latches)
    yield from _factor_lines(circuit, found.factors)
    yield from _symmetry_lines(circuit, found)
    dead = [
        ((circuit.roles[move.role], move.evidence), circuit.moves[move.role][move.move]) for move in found.dead_moves
    ]
    for (whose, evidence), never in _grouped(dead):
        yield f"moves of {whose} that are never legal: {_list(never)} ({evidence})"


def _turn_lines(circuit: Circuit, found: Structure) -> Iterator[str]:
    if found.turns is None:
        return
    order = ""
    if found.turns.order is not None and found.turns.turns is Turns.SEQUENTIAL:
        order = f": {', '.join(circuit.roles[role] for role in found.turns.order)}, and so on"
    yield f"turns: {found.turns.turns.value}{order} ({found.turns.evidence})"


def _latch_lines(latches: Sequence[Latch]) -> Iterator[str]:
    for (stays, evidence), fluents in _grouped(((latch.stays, latch.evidence), latch.fluent) for latch in latches):
        value = "true" if stays else "false"
        yield f"once {value}, always {value}: {_list(fluents)} ({evidence})"


def _goal_latch_lines(circuit: Circuit, latches: Sequence[GoalLatch]) -> Iterator[str]:
    for latch in latches:
        values = ", ".join(map(str, latch.values))
        yield f"once {latch.condition}: the goal of {circuit.roles[latch.role]} is {_either(values)} ({latch.evidence})"


def _either(values: str) -> str:
    first, comma, last = values.rpartition(", ")
    return f"{first} or {last}" if comma else values


def _factor_lines(circuit: Circuit, factors: Factors | None) -> Iterator[str]:
    if factors is None:
        yield "parts: none, the game is one piece as far as can be seen"
        return
    manner = ", a choice in each with every move" if factors.simultaneous else ""
    yield f"parts: {len(factors.parts)}, {factors.combination.value}{manner} ({factors.evidence})"
    for number, part in enumerate(factors.parts, start=1):
        yield f"  {number}: {_list([circuit.fluents[fluent] for fluent in part.fluents])}"


def _symmetry_lines(circuit: Circuit, found: Structure) -> Iterator[str]:
    if not found.symmetries:
        yield "symmetries: none found"
        return
    yield f"symmetries: {found.symmetry_count} in all, made from"
    for symmetry in found.symmetries:
        start = "" if symmetry.keeps_start else "; the first position changes in what no move changes"
        yield f"  {symmetry.description}{start} ({symmetry.evidence})"


def _list(terms: Sequence[Ground]) -> str:
    shown = ", ".join(map(ground_text, terms[:SHOWN]))
    return shown if len(terms) <= SHOWN else f"{shown}, … ({len(terms)} in all)"


def _grouped(
    pairs: Iterable[tuple[tuple[object, Evidence], Ground]],
) -> list[tuple[tuple[object, Evidence], list[Ground]]]:
    groups: defaultdict[tuple[object, Evidence], list[Ground]] = defaultdict(list)
    for key, term in pairs:
        groups[key].append(term)
    return list(groups.items())


def as_data(circuit: Circuit, found: Structure) -> dict[str, object]:
    """The findings for JSON, fluents and moves as they are written in GDL."""
    return {
        "games": found.games,
        "turns": found.turns
        and {
            "kind": found.turns.turns.value,
            "order": found.turns.order and [circuit.roles[role] for role in found.turns.order],
            "evidence": str(found.turns.evidence),
        },
        "goal_sum": found.constant_sum
        and {"total": found.constant_sum.total, "evidence": str(found.constant_sum.evidence)},
        "max_steps": found.max_steps,
        "counters": [
            {"fluents": _texts(c.fluents), "period": c.period, "evidence": str(c.evidence)} for c in found.counters
        ],
        "latches": [
            {"fluent": ground_text(latch.fluent), "stays": latch.stays, "evidence": str(latch.evidence)}
            for latch in found.latches
        ],
        "set_latches": [
            {"fluents": _texts(latch.fluents), "evidence": str(latch.evidence)} for latch in found.set_latches
        ],
        "goal_latches": [
            {
                "condition": latch.condition,
                "role": circuit.roles[latch.role],
                "goals": list(latch.values),
                "evidence": str(latch.evidence),
            }
            for latch in found.goal_latches
        ],
        "factors": found.factors and _factor_data(circuit, found.factors),
        "symmetry_count": found.symmetry_count,
        "symmetries": [_symmetry_data(circuit, symmetry) for symmetry in found.symmetries],
        "dead_moves": [
            {
                "role": circuit.roles[dead.role],
                "move": ground_text(circuit.moves[dead.role][dead.move]),
                "evidence": str(dead.evidence),
            }
            for dead in found.dead_moves
        ],
    }


def _texts(terms: Iterable[Ground]) -> list[str]:
    return list(map(ground_text, terms))


def _factor_data(circuit: Circuit, factors: Factors) -> dict[str, object]:
    return {
        "combination": factors.combination.name.lower(),
        "simultaneous": factors.simultaneous,
        "shared": _texts(circuit.fluents[fluent] for fluent in factors.shared),
        "parts": [
            {
                "fluents": _texts(circuit.fluents[fluent] for fluent in part.fluents),
                "moves": {
                    role: _texts(circuit.moves[number][move] for move in part.moves(number))
                    for number, role in enumerate(circuit.roles)
                },
            }
            for part in factors.parts
        ],
        "evidence": str(factors.evidence),
    }


def _symmetry_data(circuit: Circuit, symmetry: Symmetry) -> dict[str, object]:
    return {
        "description": symmetry.description,
        "roles": {role: circuit.roles[symmetry.roles[number]] for number, role in enumerate(circuit.roles)},
        "keeps_start": symmetry.keeps_start,
        "evidence": str(symmetry.evidence),
    }
