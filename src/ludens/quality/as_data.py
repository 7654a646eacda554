"""Figures and sentences as plain data, for JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ludens.quality.figures import Estimate, Figures
from ludens.quality.sentences.play import traps
from ludens.quality.sentences.statement import Statement
from ludens.quality.swap import swap


def analysis_data(figures: Figures, said: Sequence[Statement]) -> dict[str, object]:
    """All of an analysis; what is not known is None."""
    random, lengths, choices = figures.random, figures.lengths, figures.choices
    roles = figures.players
    sentences = [statement_data(each) for each in said]
    return {
        "game": figures.info.name,
        "verdict": next((each for each in sentences if each["topic"] == "verdict"), None),
        "statements": sentences,
        "games": lengths.games if lengths is not None else 0,
        "ended": lengths.ended if lengths is not None else 0,
        "goals": dict(zip(roles, map(estimate_data, random.goals), strict=True)) if random is not None else None,
        "wins": dict(zip(roles, map(estimate_data, random.wins), strict=True)) if random is not None else None,
        "draws": estimate_data(random.draws) if random is not None else None,
        "mean_length": lengths.mean if lengths is not None else None,
        "lengths": dict(sorted(lengths.counts.items())) if lengths is not None else None,
        "all_lengths": None if lengths is None or lengths.bounds is None else list(lengths.bounds),
        "choices_by_step": [round(each, 3) for each in choices.by_step] if choices is not None else None,
        "most_choices": choices.most if choices is not None else None,
        "decided_half_way": choices.decided if choices is not None else None,
        "first_mover": None if figures.first is None else figures.info.roles[figures.first.role],
        "first_moves": _first_moves(figures),
        "positions": None if figures.whole is None else figures.whole.positions,
        "solution": _solution(figures),
        "swap_rule": _swap(figures),
        "thinking": _thinking(figures),
        "skill": _skill(figures),
        "flaws": [
            {"message": each.message, "moves": [list(joint) for joint in each.moves]} for each in figures.wrong or ()
        ],
        "idle_rules": None if figures.idle is None else {
            "rules": [{"line": each.line, "column": each.column, "head": each.head} for each in figures.idle.rules],
            "positions": figures.idle.positions,
            "proven": figures.idle.exact,
        },
    }  # fmt: skip


def statement_data(statement: Statement) -> dict[str, object]:
    """A sentence."""
    return {
        "topic": statement.topic.value,
        "kind": statement.kind,
        "text": statement.text,
        "proven": statement.proven,
        "basis": statement.basis,
    }


def estimate_data(estimate: Estimate | None) -> dict[str, float | int | None] | None:
    """A figure; its ends are its mean where it is exact."""
    if estimate is None:
        return None
    numbers = {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}
    return {
        **{name: value if math.isfinite(value) else None for name, value in numbers.items()},
        "games": estimate.games,
    }


def _first_moves(figures: Figures) -> list[dict[str, object]]:
    first, proof = figures.first, figures.proof
    if first is None:
        return []
    known = proof.moves if proof is not None and proof.mover == first.role else {}
    bad = set(traps(figures))
    return [
        {
            "move": move,
            "random": estimate_data(worth),
            "value": known.get(move),
            "group": first.groups[move],
            "trap": move in bad,
        }
        for move, worth in first.worth.items()
    ]


def _solution(figures: Figures) -> dict[str, object] | None:
    proof = figures.proof
    if proof is None:
        return None
    return {
        "goals": dict(zip(figures.info.roles, proof.goals, strict=True)),
        "positions": proof.positions,
        "method": proof.method,
        "moves": proof.length,
    }


def _swap(figures: Figures) -> dict[str, object] | None:
    found = swap(figures)
    if found is None:
        return None
    return {
        "first": figures.info.roles[found.first],
        "plain": estimate_data(found.plain),
        "swapped": estimate_data(found.swapped),
        "proven": found.proven,
    }


def _thinking(figures: Figures) -> dict[str, object] | None:
    found = figures.thinking
    if found is None:
        return None
    return {
        "games": found.games,
        "playouts": found.playouts,
        "goals": dict(zip(figures.players, map(estimate_data, found.goals), strict=True)),
        "decisive": estimate_data(found.decisive),
        "drama": estimate_data(found.drama),
        "lead_changes": found.changes,
        "mean_length": found.length,
        "by_first_move": {move: estimate_data(goal) for move, goal in found.by_first.items()},
    }


def _skill(figures: Figures) -> dict[str, object] | None:
    found = figures.skill
    if found is None:
        return None
    return {
        "steps": [
            {"stronger": step.stronger, "weaker": step.weaker, "share": estimate_data(step.share)}
            for step in found.steps
        ],
        "own": dict(zip(figures.players, map(estimate_data, found.goals), strict=False)),
        "alone": {name: estimate_data(goal) for name, goal in found.alone},
    }
