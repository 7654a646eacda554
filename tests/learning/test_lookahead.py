"""Looking ahead, for many positions at once, against the same in plain Python for one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.contract import LoadedGame
from ludens.learning.lookahead import look_ahead
from ludens.search.evaluations.sample import random_positions
from ludens.search.networks.evaluation import NetworkEvaluation, OnProcessor
from ludens.search.networks.inputs import inputs_of
from ludens.search.networks.network import Shape, new_weights

HEAT = 0.1


def noise(game: LoadedGame[Any]) -> NetworkEvaluation:
    """A network that says something else of every position."""
    inputs, random = inputs_of(game), np.random.default_rng(1)
    weights = new_weights(Shape(inputs.size, 8, 2, inputs.values, inputs.widths), random)
    return NetworkEvaluation(inputs, OnProcessor({k: random.normal(0, 0.3, w.shape) for k, w in weights.items()}))


def values(game: LoadedGame[Any], network: NetworkEvaluation, row: Any, replies: int) -> dict[int, float]:
    """What the moves of the role to move are worth to it, by their numbers; the best so many are looked at longer."""
    legal = game.engine.legal(row)
    mover = int(np.argmax([table.sum() for table in legal]))
    found, after = {}, {}
    for move in np.flatnonzero(legal[mover][0]):
        joint = np.array([[table[0].argmax() for table in legal]])
        joint[0, mover] = move
        row_after, over, goals = game.engine.follow(row, joint)
        if over[0]:
            found[int(move)] = goals[0, mover] / 100
        else:
            after[int(move)] = row_after
            found[int(move)] = float(network.worth(row_after, game.engine.legal(row_after))[0, mover])
    best = sorted(found, key=lambda move: -found[move])[:replies]
    return found | {move: 1 - expected(game, network, after[move]) for move in best if move in after}


def expected(game: LoadedGame[Any], network: NetworkEvaluation, row: Any) -> float:
    """What a position is worth to the role to move that looks one move ahead."""
    own = np.array(list(values(game, network, row, 0).values()))
    chances = np.exp((own - own.max()) / HEAT)
    return float((chances * own).sum() / chances.sum())


@pytest.mark.parametrize("replies", [0, 2, 9])
def test_moves_are_worth_what_plain_python_says(replies: int) -> None:
    game = ludens.load("tic_tac_toe")
    network, rows = noise(game), random_positions(game, 12, 1).rows
    legal = game.engine.legal(rows)
    random = np.random.default_rng(1)
    ahead = look_ahead(game.engine, network, rows, legal, heat=HEAT, random=random, replies=replies)
    compared = 0
    for place in range(len(rows)):
        wanted = values(game, network, rows[place : place + 1], replies)
        mover = int(np.argmax([table[place].sum() for table in legal]))
        for move, value in wanted.items() if len(wanted) > 1 else ():
            assert ahead.values[mover][place, move] == pytest.approx(value, abs=1e-5)
            compared += 1
    assert compared > 30


def test_a_few_moves_are_looked_at_and_the_others_stay_as_likely_beside_each_other() -> None:
    game = ludens.load("tic_tac_toe")
    network, rows = noise(game), random_positions(game, 40, 1).rows
    legal = game.engine.legal(rows)
    all_moves, some = (
        look_ahead(game.engine, network, rows, legal, heat=HEAT, random=np.random.default_rng(1), most=most)
        for most in (0, 3)
    )
    before, compared, won = network.look(rows, legal)[1], 0, 0
    for role, table in enumerate(legal):
        for place in np.flatnonzero(table.sum(axis=1) > 3):
            looked, ends = some.values[role][place] >= 0, ending(game, rows[place : place + 1], legal, role, int(place))
            assert looked[ends].all()
            assert 3 <= looked.sum() <= 3 + ends.sum()
            won += int(ends.sum())
            assert some.values[role][place, looked] == pytest.approx(all_moves.values[role][place, looked], abs=1e-5)
            chances, others = some.chances[role][place], table[place] & ~looked
            assert chances.sum() == pytest.approx(1, abs=1e-5)
            assert not chances[~table[place]].any()
            seen = np.exp(some.values[role][place, looked] / HEAT)
            assert chances[looked] / chances[looked].sum() == pytest.approx(seen / seen.sum(), abs=1e-4)
            old = before[role][place, others]
            assert chances[others] / chances[others].sum() == pytest.approx(old / old.sum(), abs=1e-4)
            compared += 1
    assert compared > 20
    assert won >= 5


def ending(game: LoadedGame[Any], row: Any, legal: Any, role: int, place: int) -> Any:
    """The moves of a role that end the game, one after the other."""
    found = np.zeros(legal[role].shape[1], dtype=bool)
    for move in np.flatnonzero(legal[role][place]):
        joint = np.array([[table[place].argmax() for table in legal]])
        joint[0, role] = move
        found[move] = game.engine.follow(row, joint)[1][0]
    return found


def test_what_several_choose_at_once_is_looked_at_whole() -> None:
    game = ludens.load("goofspiel(cards=4)")
    network, rows = noise(game), random_positions(game, 20, 1).rows
    legal = game.engine.legal(rows)
    found = [
        look_ahead(game.engine, network, rows, legal, heat=HEAT, random=np.random.default_rng(1), most=most)
        for most in (0, 2)
    ]
    for one, other in zip(found[0].chances, found[1].chances, strict=True):
        assert one == pytest.approx(other)
