"""What a search makes of a network's policy: completed values of moves, and new chances (Danihelka et al. 2022, 4).

A move that was not visited is worth what the position is, as far as that is known. The new policy is the old one, each
move the likelier the more it is worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

torch: Any = import_module("torch")

Tensor = Any

VISITS, SCALE = 50.0, 1.0
"""How much values count beside the policy: more with more visits."""

SMALL = 1e-30


@dataclass(frozen=True, slots=True, eq=False)
class Improved:
    """``scores``: logits of the new policy; ``chances``: the new policy. All of shape (…, moves)."""

    scores: Tensor
    chances: Tensor


def improved(logits: Tensor, visits: Tensor, values: Tensor, worth: Tensor) -> Improved:
    """The new policy of positions.

    ``logits`` of the old one, FAR below where moves are not allowed; ``visits`` of moves and their mean ``values`` to
    who moves, where there were visits; ``worth``: what the network says of the position.
    """
    old = torch.softmax(logits, -1)
    visited = visits > 0
    seen = torch.where(visited, old, 0.0)
    total, known = visits.sum(-1, keepdim=True), seen.sum(-1, keepdim=True)
    mean = (seen * values).sum(-1, keepdim=True) / (known + SMALL)
    mixed = (worth[..., None] + total * mean) / (1 + total)
    completed = torch.where(visited, values, mixed)
    scores = logits + (VISITS + visits.amax(-1, keepdim=True)) * SCALE * completed
    return Improved(scores, torch.softmax(scores, -1))


def next_visit(new: Improved, visits: Tensor) -> Tensor:
    """The move inside a tree that is furthest below the share of visits that the new policy would give it."""
    return (new.chances - visits / (1 + visits.sum(-1, keepdim=True))).argmax(-1)
