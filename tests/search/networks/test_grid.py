"""A network on a board: what lies where, and the arithmetic against a slow twin that goes from cell to cell."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.game import ParameterError
from ludens.search.evaluations.learnt.feature import LEGAL, LINE, TRUE
from ludens.search.evaluations.learnt.names import arguments_of
from ludens.search.networks.forms import form_of
from ludens.search.networks.grid import Grid, grid_of
from ludens.search.networks.grid_network import Floats, around
from ludens.search.networks.inputs import Inputs, inputs_of

GAMES = ("tic_tac_toe", "connect_four(columns=5,rows=4)", "breakthrough(size=5)", "hex(size=4)", "checkers_small")


def grid(name: str) -> tuple[Inputs, Grid]:
    inputs = inputs_of(ludens.load(name))
    found = grid_of(inputs)
    assert found is not None
    return inputs, found


@pytest.mark.parametrize("name", GAMES)
def test_every_input_and_every_move_is_in_one_place(name: str) -> None:
    inputs, found = grid(name)
    shown = set(found.planes.ravel().tolist()) - {inputs.size}
    assert shown | set(found.others.tolist()) == set(range(inputs.size))
    assert not shown & set(found.others.tolist())
    outputs = sorted([*found.placed.tolist(), *found.unplaced.tolist()])
    assert outputs == list(range(sum(inputs.widths)))
    cells = found.height * found.width
    assert found.spots.min() >= 0
    assert found.spots.max() <= cells * found.kinds
    assert found.inside[found.spots[found.spots < cells * found.kinds] // found.kinds].all()


def test_a_piece_and_the_move_that_puts_it_there_lie_on_the_same_cell() -> None:
    inputs, found = grid("tic_tac_toe")
    circuit = inputs.circuit
    cell_of = {number: cell for cell, row in enumerate(found.planes.tolist()) for number in row}
    by_name = {
        **{("fluent", str(circuit.fluents[key[1]])): n for n, key in enumerate(inputs.keys) if key[0] == TRUE},
        **{("move", str(circuit.moves[key[1]][key[2]])): n for n, key in enumerate(inputs.keys) if key[0] == LEGAL},
    }
    for column in "123":
        for row in "123":
            piece = by_name["fluent", str(("cell", column, row, "x"))]
            move = by_name.get(("move", str(("mark", column, row))))
            if move is not None and move in cell_of:
                assert cell_of[piece] == cell_of[move]
            assert cell_of[piece] == 3 * (int(column) - 1) + int(row) - 1


def test_where_a_piece_goes_makes_another_kind_of_move() -> None:
    _, found = grid("breakthrough(size=5)")
    assert found.kinds == 3, "straight ahead, and to either side"


def test_a_move_that_names_a_column_lies_on_all_its_cells() -> None:
    _, found = grid("connect_four(columns=5,rows=4)")
    assert found.spots.shape == (5, 4)
    assert sorted(found.spots.ravel().tolist()) == list(range(20))


def test_a_game_without_a_board_has_no_such_network() -> None:
    assert grid_of(inputs_of(ludens.load("nim"))) is None
    with pytest.raises(ParameterError, match="board"):
        form_of("grid", inputs_of(ludens.load("nim")), 8, 2)


def test_around_a_cell_are_its_neighbours() -> None:
    x = np.arange(1, 7, dtype=np.float32).reshape(1, 2, 3, 1)
    assert around(x)[0, 0, 0].tolist() == [0, 0, 0, 0, 1, 2, 0, 4, 5]
    assert around(x)[0, 1, 2].tolist() == [2, 3, 0, 5, 6, 0, 0, 0, 0]


@pytest.mark.parametrize("name", GAMES)
def test_the_arithmetic_is_that_of_a_slow_twin(name: str) -> None:
    inputs, found = grid(name)
    random = np.random.default_rng(1)
    form = form_of("grid", inputs, 5, 2)
    weights = {
        key: own + random.normal(0, 0.1, own.shape).astype(np.float32) for key, own in form.fresh(random).items()
    }
    seen = random.integers(0, 2, (70, inputs.size)).astype(np.float32)
    values, logits = form.answers(weights)(seen, moves=True)
    assert logits is not None
    assert form.answers(weights)(seen, moves=False)[1] is None
    for row in (0, 1, 69):
        slow_values, slow_logits = slowly(found, weights, seen[row], sum(inputs.widths))
        np.testing.assert_allclose(values[row], 1 / (1 + np.exp(-slow_values)), atol=1e-5)
        np.testing.assert_allclose(logits[row], slow_logits, atol=1e-4)


def slowly(found: Grid, weights: dict[str, Floats], seen: Floats, outputs: int) -> tuple[Floats, Floats]:
    """One position, a cell and a neighbour at a time."""
    height, width = found.height, found.width
    cells = [(row, column) for row in range(height) for column in range(width) if found.inside[row * width + column]]
    everywhere = seen[found.others] @ weights["others"] + weights["planes_offset"]
    x = {}
    for row, column in cells:
        on_cell = [seen[n] if n < found.inputs else 0.0 for n in found.planes[row * width + column]]
        x[row, column] = np.maximum(np.array(on_cell) @ weights["planes"] + everywhere, 0)
    size = len(everywhere)
    for layer in range(2):
        mean = np.mean([x[cell] for cell in cells], axis=0)
        new = {}
        for row, column in cells:
            made = mean @ weights[f"pool{layer}"] + weights[f"offset{layer}"]
            for place in range(9):
                neighbour = row + place // 3 - 1, column + place % 3 - 1
                if neighbour in x:
                    made = made + x[neighbour] @ weights[f"layer{layer}"][place * size : (place + 1) * size]
            new[row, column] = x[row, column] + np.maximum(made, 0)
        x = new
    most = np.max([*x.values(), *([np.zeros(size)] if len(cells) < height * width else [])], axis=0)
    pooled = np.concatenate([np.mean([x[cell] for cell in cells], axis=0), most])
    hidden = np.maximum(pooled @ weights["hidden"] + weights["hidden_offset"], 0)
    logits = np.zeros(outputs, dtype=np.float32)
    for move, spots in zip(found.placed, found.spots, strict=True):
        there = [divmod(int(spot), found.kinds) for spot in spots if spot < height * width * found.kinds]
        said = [x[divmod(cell, width)] @ weights["moves"][:, k] + weights["moves_offset"][k] for cell, k in there]
        logits[move] = np.mean(said)
    logits[found.unplaced] = pooled @ weights["nowhere"] + weights["nowhere_offset"]
    return hidden @ weights["values"] + weights["values_offset"], logits


def test_a_line_lies_on_the_cell_in_its_middle_and_lines_that_are_alike_are_of_one_kind() -> None:
    inputs, found = grid("connect_four(columns=5,rows=4)")
    circuit = inputs.circuit
    lines = {number: key[1] for number, key in enumerate(inputs.keys) if key[0] == LINE}
    placed = {number: cell for cell, row in enumerate(found.planes.tolist()) for number in row if number in lines}
    kinds = {number: kind for row in found.planes.tolist() for kind, number in enumerate(row) if number in lines}
    assert lines
    steps: dict[int, object] = {}
    for number, cell in placed.items():
        terms = [arguments_of(circuit.fluents[fluent]) for fluent in lines[number]]
        cells = sorted((int(str(column)) - 1, int(str(row)) - 1) for column, row, _ in terms)
        assert cells[len(cells) // 2] == divmod(cell, found.width)
        own = tuple((column - cells[0][0], row - cells[0][1]) for column, row in cells), str(terms[0][2])
        assert steps.setdefault(kinds[number], own) == own
    assert len(steps) == 4, "along and across for either role; of the others there are fewer than a plane is worth"
