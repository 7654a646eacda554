"""A sentence with what it rests on, and the words that sentences share."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ludens.game import Move
from ludens.quality.figures import Estimate, Figures

GOOD, FAIR, BAD, TOLD = "good", "warn", "bad", "info"
SHOWN = 4


class Topic(enum.StrEnum):
    """What a sentence is about; one at most for each."""

    VERDICT = "verdict"
    FLAWS = "flaws"
    BALANCE = "balance"
    FIRST_MOVE = "first_move"
    SWAP = "swap"
    LENGTH = "length"
    CHOICES = "branching"
    COURSE = "thinking"
    SKILL = "skill"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence. ``kind``: good, warn, bad or info. ``proven``: it is certain; ``basis``: what it rests on."""

    topic: Topic
    kind: str
    text: str
    proven: bool
    basis: str
    claims: Mapping[str, str] = field(default_factory=dict)


def label(move: Move) -> str:
    """A move as it is told: without the parentheses around it."""
    return move[1:-1] if move.startswith("(") and move.endswith(")") else move


def best_first(figures: Figures) -> tuple[list[Move], Mapping[Move, float]]:
    """The best first moves, and what each is worth; nothing where that is not proven."""
    proof = figures.proof
    if proof is None or not proof.moves:
        return [], {}
    top = max(proof.moves.values())
    return [move for move, value in proof.moves.items() if value == top], proof.moves


def listed(moves: Sequence[Move]) -> str:
    """Some moves by name."""
    shown = [label(move) for move in moves[:SHOWN]]
    if len(moves) > SHOWN:
        return f"{', '.join(shown)} and {len(moves) - SHOWN} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def goals_of(figures: Figures, goals: Sequence[float]) -> str:
    return ", ".join(f"{role} {goal:g}" for role, goal in zip(figures.players, goals, strict=True))


def measured_goals(figures: Figures, goals: Sequence[Estimate]) -> str:
    return ", ".join(f"{role} {figure(goal)}" for role, goal in zip(figures.players, goals, strict=True))


def figure(estimate: Estimate) -> str:
    if estimate.exact:
        return f"{estimate.mean:.1f}".removesuffix(".0")
    low, high = f"{estimate.low:.0f}", f"{estimate.high:.0f}"
    return f"{estimate.mean:.0f}" if low == high else f"{estimate.mean:.0f} ({low}–{high})"


def share(estimate: Estimate) -> str:
    return f"{estimate.mean:.0%} ({100 * estimate.low:.0f}–{100 * estimate.high:.0f})"


def basis_of(estimates: Sequence[Estimate]) -> str:
    return "exact" if all(each.exact for each in estimates) else f"{min(each.games for each in estimates):,} games"


def all_positions(positions: int) -> str:
    return f"all {count(positions, 'position')}"


def count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
