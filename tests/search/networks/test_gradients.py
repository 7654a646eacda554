"""The gradients that are written out by hand, against differences."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.search.networks.adam import new_adam
from ludens.search.networks.forms import form_of
from ludens.search.networks.gradients import Lesson, learn_from, softmax
from ludens.search.networks.inputs import inputs_of
from ludens.search.networks.network import Shape, new_weights

SHAPES = [Shape(7, 6, 1, 1, (5,)), Shape(7, 6, 3, 2, (4, 3)), Shape(5, 8, 2, 3, (2, 3, 4))]


def lesson(shape: Shape, random: np.random.Generator, positions: int = 9) -> Lesson:
    allowed = random.random((positions, sum(shape.moves))) < 0.7
    chances, first = np.zeros(allowed.shape), 0
    for width in shape.moves:
        own = slice(first, first + width)
        allowed[:, first] = True
        drawn = random.random((positions, width)) * allowed[:, own]
        chances[:, own] = drawn / drawn.sum(axis=1, keepdims=True)
        chances[random.random(positions) < 0.3, own] = 0  # a role without a choice
        first += width
    inputs = (random.random((positions, shape.inputs)) < 0.5).astype(np.float64)
    return Lesson(inputs, random.random((positions, shape.values)), chances, allowed)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_gradient_is_that_of_the_losses(shape: Shape) -> None:
    random = np.random.default_rng(1)
    weights = {name: random.normal(0, 0.5, own.shape) for name, own in new_weights(shape, random).items()}
    asked, step = lesson(shape, random), 1e-6
    gradient = learn_from(np, weights, asked, shape.moves)[1]
    assert gradient.keys() == weights.keys()
    for name, own in weights.items():
        for place in np.ndindex(own.shape):
            kept, losses = own[place], []
            for moved in (kept + step, kept - step):
                own[place] = moved
                loss = learn_from(np, weights, asked, shape.moves)[0]
                losses.append(loss.values + loss.moves)
            own[place] = kept
            assert gradient[name][place] == pytest.approx((losses[0] - losses[1]) / (2 * step), abs=1e-5)


BOARDS = [
    ("tic_tac_toe", 3),
    ("connect_four(columns=5,rows=4)", 70),
    ("breakthrough(size=5)", 3),
    ("hex(size=4)", 3),
    ("checkers_small", 3),
]
"""With how many positions: 70 are more than are worked out together."""


@pytest.mark.parametrize(("name", "positions"), BOARDS)
def test_the_gradient_on_a_board_is_that_of_the_losses(name: str, positions: int) -> None:
    inputs, random, step = inputs_of(ludens.load(name)), np.random.default_rng(4), 1e-6
    form = form_of("grid", inputs, 4, 2)
    weights = {part: random.normal(0, 0.3, own.shape) for part, own in form.fresh(random).items()}
    asked = lesson(Shape(inputs.size, 4, 2, inputs.values, inputs.widths), random, positions)
    gradient = form.learn_from(np, weights, asked)[1]
    assert gradient.keys() == weights.keys()
    for part, own in weights.items():
        assert gradient[part].shape == own.shape
        kept = own.copy()
        for _ in range(6):
            way, losses = random.normal(0, 1, own.shape), []
            for moved in (kept + step * way, kept - step * way):
                weights[part] = moved
                loss = form.learn_from(np, weights, asked)[0]
                losses.append(loss.values + loss.moves)
            weights[part] = kept
            assert (gradient[part] * way).sum() == pytest.approx((losses[0] - losses[1]) / (2 * step), abs=1e-5)


def test_moves_that_are_not_allowed_have_no_chance() -> None:
    logits = np.array([[50.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    found = softmax(np, logits, np.array([[False, True, True], [True, False, False]]))
    assert found.tolist() == [[0.0, 0.5, 0.5], [1.0, 0.0, 0.0]]


def test_steps_against_the_gradient_make_a_network_less_wrong() -> None:
    shape, random = SHAPES[1], np.random.default_rng(2)
    adam, asked = new_adam(new_weights(shape, random)), lesson(shape, random)
    before = learn_from(np, adam.weights, asked, shape.moves)[0]
    for _ in range(200):
        adam.step(np, learn_from(np, adam.weights, asked, shape.moves)[1], 1e-2)
    after = learn_from(np, adam.average, asked, shape.moves)[0]
    assert after.values < before.values
    assert after.moves < before.moves


@pytest.mark.parametrize("shape", SHAPES)
def test_pytorch_does_the_same_arithmetic(shape: Shape) -> None:
    torch = pytest.importorskip("torch")
    random = np.random.default_rng(3)
    weights = {name: random.normal(0, 0.5, own.shape) for name, own in new_weights(shape, random).items()}
    asked = lesson(shape, random)
    arrays = asked.inputs, asked.worth, asked.chances, asked.allowed
    others = {name: torch.from_numpy(own.copy()) for name, own in weights.items()}
    gradient = learn_from(np, weights, asked, shape.moves)[1]
    other = learn_from(torch, others, Lesson(*map(torch.from_numpy, arrays)), shape.moves)[1]
    one, two = new_adam(weights), new_adam(others)
    one.step(np, gradient, 1e-2)
    two.step(torch, other, 1e-2)
    for name, own in one.average.items():
        assert other[name].numpy() == pytest.approx(gradient[name], abs=1e-9)
        assert two.average[name].numpy() == pytest.approx(own, abs=1e-6)
