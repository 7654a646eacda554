"""The network of ``search/networks/network.py`` in PyTorch: quick forwards, and its losses for autograd."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

torch: Any = import_module("torch")

Tensor = Any
Parameters = dict[str, Tensor]
Passed = tuple[Tensor, Tensor]
Network = Callable[[Parameters, Tensor], Passed]
"""Value logits and move logits of inputs."""

FAR = -1e9
"""In place of the logit of a move that is not allowed."""


def passed(weights: Parameters, inputs: Tensor) -> Passed:
    """Value logits and move logits, of 32 bits; the layers work with numbers of the weights' kind."""
    x = torch.relu(torch.addmm(weights["offset0"], inputs.to(weights["layer0"].dtype), weights["layer0"]))
    layer = 1
    while f"layer{layer}" in weights:
        x = x + torch.relu(torch.addmm(weights[f"offset{layer}"], x, weights[f"layer{layer}"]))
        layer += 1
    values = torch.addmm(weights["values_offset"], x, weights["values"])
    moves = torch.addmm(weights["moves_offset"], x, weights["moves"])
    return values.float(), moves.float()


def masked(logits: Tensor, allowed: Tensor) -> Tensor:
    """Logits of moves, FAR below where they are not allowed."""
    return torch.where(allowed, logits, FAR)


def losses(values: Tensor, logits: Tensor, worth: Tensor, chances: Tensor) -> tuple[Tensor, Tensor]:
    """Mean cross entropies: of values, and of moves. ``logits`` are masked; chances may be all 0 without a choice."""
    of_values = torch.nn.functional.binary_cross_entropy_with_logits(values, worth, reduction="sum") / len(worth)
    of_moves = -(chances * torch.log_softmax(logits, 1)).sum() / len(chances)
    return of_values, of_moves


def as_kind(weights: Parameters, kind: Any) -> Parameters:
    """A copy of weights with numbers of another kind."""
    return {name: own.detach().to(kind, copy=True) for name, own in weights.items()}


def copy_into(target: Parameters, source: Parameters) -> None:
    """Copies weights, changing kinds where they differ; tensors stay where they are, as graphs need it."""
    torch._foreach_copy_(list(target.values()), [own.detach() for own in source.values()])


def average_into(average: Parameters, weights: Parameters, keep: float) -> None:
    """Moves an average towards weights."""
    torch._foreach_lerp_(list(average.values()), [own.detach() for own in weights.values()], 1 - keep)


def parameters(weights: Parameters, decay: float) -> Sequence[dict[str, Any]]:
    """Weights for an optimiser: matrices decay, offsets do not."""
    matrices = [own for name, own in weights.items() if not name.startswith("offset") and not name.endswith("_offset")]
    offsets = [own for name, own in weights.items() if name.startswith("offset") or name.endswith("_offset")]
    return [{"params": matrices, "weight_decay": decay}, {"params": offsets, "weight_decay": 0.0}]
