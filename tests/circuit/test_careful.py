"""Games for careful players: which moves stay legal, compared with trying every joint move on the engine."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import ludens
from ludens.circuit.careful import ANY, Careful
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.rows import Rows
from ludens.players import make_agent
from ludens.search.evaluations.mobility import mobility
from ludens.search.playouts.foresight import engine_looking

MOST = 60_000


def moves(engine: Engine, row: Rows, role: int) -> list[int]:
    return [int(move) for move in np.flatnonzero(engine.legal(row)[role][0])]


def hopeless(engine: Engine, row: Rows, role: int, move: int) -> bool:
    """Whether every reply ends the game without a win for the role, each tried by itself."""
    replies = [[move] if other == role else moves(engine, row, other) for other in range(len(engine.roles))]
    for joint in itertools.product(*replies):
        _, over, goals = engine.follow(row, np.array([joint]))
        if not over[0] or goals[0, role] == 100:
            return False
    return True


def kept(engine: Engine, row: Rows, role: int) -> set[int]:
    own = moves(engine, row, role)
    return {move for move in own if not hopeless(engine, row, role, move)} or set(own)


@pytest.mark.parametrize(
    ("name", "at_once"),
    [
        ("tron(size=4)", True),
        ("oshi_zumo(coins=4, size=1)", True),
        ("connect_four(columns=4, rows=4, suicide=true)", False),
    ],
)
def test_legal_moves_are_those_that_trying_all_leaves(name: str, at_once: bool) -> None:
    game = ludens.load(name)
    engine, random = game.engine, np.random.default_rng(5)
    assert isinstance(engine, Engine)
    waiting = (ANY, ANY) if at_once else mobility(game).waiting
    circuit = Careful(engine.circuit, waiting, MOST).circuit()
    assert circuit is not None
    fast, narrowed = Engine(circuit, Backend.TABLE), 0
    for _ in range(12):
        row = engine.initial()
        while not engine.outcome(row)[0][0]:
            legal = engine.legal(row)
            for role in range(2):
                found = set(moves(fast, row, role))
                assert found == kept(engine, row, role)
                narrowed += len(found) < legal[role][0].sum()
            drawn = np.array([[random.choice(np.flatnonzero(table[0])) for table in legal]])
            assert (fast.step(row, drawn) == engine.step(row, drawn)).all()
            row = engine.step(row, drawn)
    assert narrowed


def test_what_is_too_large_is_left_alone() -> None:
    tron = ludens.load("tron(size=4)").engine
    assert tron.circuit is not None
    assert Careful(tron.circuit, (ANY, ANY), 10).circuit() is None


def test_careful_playouts_last_longer_and_an_agent_takes_them() -> None:
    game = ludens.load("tron(size=5)")
    careful = engine_looking(game, "careful")
    usual, longer = (e.playouts(e.initial(), 512, 1, max_steps=100).steps.sum() for e in (game.engine, careful))
    assert longer > 1.5 * usual
    agent = make_agent("uct(playout=careful, playouts=4)", game, 0, 1)
    state = game.initial_state()
    assert agent.decide(state, ludens.Limit(playouts=2000)).move in game.legal_moves(state, 0)
