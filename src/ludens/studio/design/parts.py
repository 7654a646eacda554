"""The parts of a report for pages: figures as data, with the places of moves on the board."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from ludens.circuit.findings import Structure
from ludens.engine.contract import LoadedGame
from ludens.gdl.sliders import Slider
from ludens.quality.figures import Estimate, Figures
from ludens.quality.report import Part
from ludens.quality.sentences.play import traps
from ludens.quality.sentences.statement import Statement
from ludens.quality.swap import swap
from ludens.studio.design.structure_report import findings
from ludens.studio.frames import design as frames
from ludens.studio.work.drawing import MovePlaces, label

BARS = 24
STEPS_SHOWN = 200


class Parts:
    """The parts of the report on one game."""

    def __init__(self, game: LoadedGame[Any], compiled: frames.Speed) -> None:
        self._game, self._compiled = game, compiled

    def data(self, part: Part, figures: Figures) -> frames.PartData | None:
        """A part as it is known now; None where there is none."""
        if part in figures.left_out:
            return {"left_out": figures.left_out[part]}
        makers: Mapping[Part, Callable[[Figures], frames.PartData | None]] = {
            "speed": self._speed,
            "balance": _balance,
            "length": _length,
            "branching": _branching,
            "first_move": self._first_move,
            "flaws": _flaws,
            "structure": self._structure,
            "proof": _proof,
            "thinking": _thinking,
            "idle": _idle,
            "skill": _skill,
        }
        return makers[part](figures)

    def _speed(self, figures: Figures) -> frames.Speed:
        return self._compiled if figures.speed is None else {**self._compiled, "games_per_second": figures.speed}

    def _structure(self, figures: Figures) -> frames.Findings | None:
        found: Structure | None = figures.structure
        circuit = self._game.engine.circuit
        return None if found is None or circuit is None else {"findings": findings(circuit, found)}

    def _first_move(self, figures: Figures) -> frames.FirstMove | None:
        first, proof = figures.first, figures.proof
        if first is None or len(first.worth) < 2:
            return None
        places = MovePlaces(self._game, self._game.initial_state())
        known = proof.moves if proof is not None and proof.mover == first.role else {}
        top, bad = max(known.values(), default=None), set(traps(figures))
        moves: list[frames.RankedMove] = [
            {
                "move": move,
                "label": label(move),
                "places": places.of(move),
                "worth": figure(worth),
                "group": first.groups[move],
                "value": known.get(move),
                "best": bool(known) and known.get(move) == top,
                "trap": move in bad,
            }
            for move, worth in first.worth.items()
        ]
        moves.sort(key=lambda each: (-(each["value"] or 0), -(each["worth"]["mean"] or 0)))
        return {"role": first.role, "name": figures.info.roles[first.role], "proven": bool(known), "moves": moves}


def statement_data(statement: Statement) -> frames.StatementData:
    """A sentence for a page."""
    return {
        "topic": statement.topic.value,
        "kind": statement.kind,
        "text": statement.text,
        "proven": statement.proven,
        "basis": statement.basis,
    }


def slider_data(slider: Slider) -> frames.SliderData:
    """A slider for a page."""
    return {"name": slider.name, "value": slider.value, "low": slider.low, "high": slider.high}


def figure(estimate: Estimate) -> frames.Figure:
    """An estimate for JSON, which has none that are not numbers."""
    return {
        "mean": _number(estimate.mean),
        "low": _number(estimate.low),
        "high": _number(estimate.high),
        "games": estimate.games,
    }


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _balance(figures: Figures) -> frames.Balance | None:
    found = figures.random
    if found is None:
        return None
    return {
        "games": found.games,
        "ended": found.ended,
        "exact": all(goal.exact for goal in found.goals) and not found.games,
        "roles": [
            {"role": role, "goal": figure(goal), "wins": figure(wins)}
            for role, goal, wins in zip(figures.players, found.goals, found.wins, strict=True)
        ],
        "draws": figure(found.draws),
    }


def _length(figures: Figures) -> frames.Length | None:
    found = figures.lengths
    if found is None:
        return None
    bounds = None if found.bounds is None else list(found.bounds)
    data: frames.Length = {"games": found.games, "ended": found.ended, "cut": found.cut, "bars": [], "bounds": bounds}
    if found.ended:
        shortest, longest = min(found.counts), max(found.counts)
        half, median = found.ended / 2, shortest
        for length in sorted(found.counts):
            half -= found.counts[length]
            if half <= 0:
                median = length
                break
        data["mean"], data["median"] = found.mean, median
        data["shortest"], data["longest"] = shortest, longest
        width = max(1, -(-(longest - shortest + 1) // BARS))
        data["bars"] = [
            {
                "first": start,
                "last": min(longest, start + width - 1),
                "games": sum(found.counts.get(length, 0) for length in range(start, start + width)),
            }
            for start in range(shortest, longest + 1, width)
        ]
    return data


def _branching(figures: Figures) -> frames.Branching | None:
    found = figures.choices
    if found is None:
        return None
    data: frames.Branching = {
        "games": found.games,
        "most": found.most,
        "choices": [round(each, 2) for each in found.by_step[:STEPS_SHOWN]],
        "decided": found.decided,
    }
    if found.by_step:
        data["first"], data["mean"] = found.by_step[0], sum(found.by_step) / len(found.by_step)
    return data


def _flaws(figures: Figures) -> frames.Flaws:
    return {
        "flaws": [
            {"message": each.message, "moves": [list(joint) for joint in each.moves]} for each in figures.wrong or ()
        ]
    }


def _proof(figures: Figures) -> frames.Solution | frames.LeftOut | None:
    found = figures.proof
    if found is None:
        return {"left_out": figures.unproven} if figures.unproven else None
    roles = figures.info.roles
    return {
        "goals": [{"role": roles[role], "goal": found.goals[role]} for role in figures.info.players],
        "positions": found.positions,
        "moves": found.length,
    }


def _thinking(figures: Figures) -> frames.Course | None:
    found = figures.thinking
    if found is None:
        return None
    rule = swap(figures)
    return {
        "games": found.games,
        "playouts": found.playouts,
        "roles": [
            {"role": role, "goal": figure(goal)} for role, goal in zip(figures.players, found.goals, strict=True)
        ],
        "decisive": figure(found.decisive),
        "drama": None if found.drama is None else figure(found.drama),
        "changes": found.changes,
        "length": found.length,
        "swapped": None if rule is None or rule.proven else figure(rule.swapped),
        "first": [{"label": label(move), "goal": figure(goal)} for move, goal in found.by_first.items()],
    }


def _idle(figures: Figures) -> frames.IdleRules | None:
    found = figures.idle
    if found is None:
        return None
    rules: list[frames.IdleRuleData] = [
        {"line": rule.line, "column": rule.column, "head": rule.head} for rule in found.rules
    ]
    return {"rules": rules, "positions": found.positions, "exact": found.exact}


def _skill(figures: Figures) -> frames.SkillLevels | None:
    found = figures.skill
    if found is None:
        return None
    own = zip(figures.players, found.goals, strict=False)
    return {
        "steps": [
            {"stronger": step.stronger, "weaker": step.weaker, "share": figure(step.share)} for step in found.steps
        ],
        "own": [{"role": role, "goal": figure(goal)} for role, goal in own],
        "alone": [{"name": name, "goal": figure(goal)} for name, goal in found.alone],
    }
