"""The advantage of the first move, and what the swap rule (pie rule) would make of it.

By the swap rule whoever moves second may take over the side that has just moved. So the first mover gets, after each of
its moves, the worse of both sides, and chooses the move after which that is most.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludens.game import Move
from ludens.quality.figures import Estimate, Figures, exactly

EXACTLY = 1e-6


@dataclass(frozen=True, slots=True)
class Swap:
    """What the first mover gets of ``total`` without and with the swap rule.

    ``even``: moves after which both are equal.
    """

    first: int
    total: float
    plain: Estimate
    swapped: Estimate
    even: tuple[Move, ...]
    proven: bool


def swap(figures: Figures) -> Swap | None:
    """For two players whose goals always add up to the same, the first of whom moves alone."""
    total = _total(figures)
    if total is None or len(figures.players) != 2:
        return None
    proof = figures.proof
    if proof is not None and proof.mover is not None and len(proof.moves) > 1:
        values = proof.moves
        shares = {move: min(value, total - value) for move, value in values.items()}
        even = tuple(move for move, value in values.items() if abs(2 * value - total) < EXACTLY)
        return Swap(proof.mover, total, exactly(max(values.values())), exactly(max(shares.values())), even, proven=True)
    thinking = figures.thinking
    if proof is not None or thinking is None or thinking.mover is None or len(thinking.by_first) < 2:
        return None
    worth = thinking.by_first.values()
    low = max(min(each.low, total - each.high) for each in worth)
    high = max(min(each.high, total - each.low) for each in worth)
    mean = max(min(each.mean, total - each.mean) for each in worth)
    place = figures.info.players.index(thinking.mover)
    swapped = Estimate(mean, max(0.0, low), high, min(each.games for each in worth))
    return Swap(thinking.mover, total, thinking.goals[place], swapped, (), proven=False)


def _total(figures: Figures) -> float | None:
    """What goals add up to, where that is certain."""
    whole, structure, info = figures.whole, figures.structure, figures.info
    if whole is not None:
        sums = {sum(goals) for goals in whole.goal_sets}
        return float(sums.pop()) if len(sums) == 1 else None
    if structure is not None and structure.constant_sum is not None and structure.constant_sum.evidence.certain:
        return float(structure.constant_sum.total)
    return None if info.goal_sum is None else float(info.goal_sum)
