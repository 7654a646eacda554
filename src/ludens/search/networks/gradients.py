"""How wrong a network is, and in which direction each weight would make it less so, written out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludens.search.networks.network import Arithmetic, Array, Passed, Weights, forward, layers_of, logistic

FAR = -1e9
"""In place of the logit of a move that is not allowed."""


@dataclass(slots=True)
class Lesson:
    """What a network should say of some positions.

    ``worth``: values from 0 to 1, (positions, values). ``chances`` of moves and which are ``allowed``, (positions,
    moves of all roles); the chances of a role without a choice are all 0, and its moves do not count.
    """

    inputs: Array
    worth: Array
    chances: Array
    allowed: Array


@dataclass(slots=True)
class Loss:
    """Mean cross entropies: of values, and of moves."""

    values: float
    moves: float


def learn_from(
    xp: Arithmetic, weights: Weights, lesson: Lesson, widths: Sequence[int]
) -> tuple[Loss, dict[str, Array]]:
    """The losses of a network, each a mean over the positions, and the gradient of their sum."""
    passed = forward(weights, lesson.inputs)
    loss, wrong_values, wrong_moves = wrongs(xp, passed.values, passed.moves, lesson, widths)
    return loss, _backward(weights, passed, wrong_values, wrong_moves)


def wrongs(
    xp: Arithmetic, values: Array, moves: Array, lesson: Lesson, widths: Sequence[int]
) -> tuple[Loss, Array, Array]:
    """The losses of what a network said, and their gradients at the logits of values and of moves."""
    n, expected = len(values), logistic(xp, values)
    value_loss = _cross_entropy(xp, expected, lesson.worth)
    wrong_moves, move_loss = _wrong_moves(xp, moves, lesson, widths)
    return Loss(float(value_loss) / n, float(move_loss) / n), (expected - lesson.worth) / n, wrong_moves / n


def _cross_entropy(xp: Arithmetic, expected: Array, worth: Array) -> Array:
    tiny = 1e-7
    return -(worth * xp.log(expected + tiny) + (1 - worth) * xp.log(1 - expected + tiny)).sum()


def _wrong_moves(xp: Arithmetic, moves: Array, lesson: Lesson, widths: Sequence[int]) -> tuple[Array, Array]:
    """The gradient at the logits of moves, and the loss."""
    wrong, loss, first = moves * 0, 0.0, 0
    for width in widths:
        own = slice(first, first + width)
        chances, first = lesson.chances[:, own], first + width
        likely = softmax(xp, moves[:, own], lesson.allowed[:, own])
        counts = chances.sum(1)[:, None]
        loss = loss - (chances * xp.log(likely + 1e-9)).sum()
        wrong[:, own] = likely * counts - chances
    return wrong, loss


def softmax(xp: Arithmetic, logits: Array, allowed: Array) -> Array:
    """The chances of moves, none of those that are not allowed."""
    kept = xp.where(allowed, logits, logits * 0 + FAR)
    weights = xp.exp(kept - xp.amax(kept, 1)[:, None]) * allowed
    return weights / (weights.sum(1)[:, None] + 1e-30)


def _backward(weights: Weights, passed: Passed, wrong_values: Array, wrong_moves: Array) -> dict[str, Array]:
    found: dict[str, Array] = {}
    last = passed.into[-1]
    found["values"], found["values_offset"] = last.T @ wrong_values, wrong_values.sum(0)
    found["moves"], found["moves_offset"] = last.T @ wrong_moves, wrong_moves.sum(0)
    wrong = wrong_values @ weights["values"].T + wrong_moves @ weights["moves"].T
    for layer in reversed(range(layers_of(weights))):
        before, after = passed.into[layer], passed.into[layer + 1]
        active = (after > 0) if layer == 0 else (after > before)
        inner = wrong * active
        found[f"layer{layer}"], found[f"offset{layer}"] = before.T @ inner, inner.sum(0)
        if layer:
            wrong = wrong + inner @ weights[f"layer{layer}"].T
    return found


def chances_of(logits: Array, allowed: Array) -> Array:
    """``softmax`` in NumPy."""
    return softmax(np, logits, allowed)
