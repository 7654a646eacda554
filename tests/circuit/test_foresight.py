"""Games for players with foresight: which moves stay legal, compared with looking ahead move by move."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.circuit.foresight import Foresight
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.rows import Rows
from ludens.games.loading import load_rulesheet
from ludens.search.evaluations.mobility import mobility

MOST = 60_000

NAMES = (
    "tic_tac_toe",
    "connect_four(columns=5, rows=4)",
    "connect_four(players=3, columns=5, rows=5)",
    "breakthrough(size=4)",
    "nim",
)


class Looking:
    """One engine call for every question: slow, and obviously right."""

    def __init__(self, engine: Engine, waiting: tuple[int, ...], blocks: bool) -> None:
        self.engine, self.waiting, self.blocks = engine, waiting, blocks

    def moves(self, row: Rows, role: int) -> set[int]:
        return {int(move) for move in np.flatnonzero(self.engine.legal(row)[role][0])}

    def after(self, row: Rows, role: int, move: int) -> tuple[Rows, bool, int]:
        joint = [[move if other == role else self.waiting[other] for other in range(len(self.waiting))]]
        following, over, goals = self.engine.follow(row, np.array(joint))
        return following, bool(over[0]), int(goals[0, role])

    def wins(self, row: Rows, role: int) -> set[int]:
        found = {move: self.after(row, role, move) for move in self.moves(row, role) - {self.waiting[role]}}
        return {move for move, (_, over, goal) in found.items() if over and goal == 100}

    def kept(self, row: Rows, role: int) -> set[int]:
        moves, wins = self.moves(row, role), self.wins(row, role)
        if wins or not self.blocks or moves == {self.waiting[role]}:
            return wins or moves
        safe = set()
        for move in moves:
            following, over, _ = self.after(row, role, move)
            others = [other for other in range(len(self.waiting)) if other != role]
            if over or not any(self.wins(following, other) for other in others):
                safe.add(move)
        return safe or moves


@pytest.mark.parametrize("blocks", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_legal_moves_are_those_that_looking_ahead_leaves(name: str, blocks: bool) -> None:
    game = ludens.load(name)
    engine, random = game.engine, np.random.default_rng(3)
    assert isinstance(engine, Engine)
    waiting = mobility(game).waiting
    circuit = Foresight(engine.circuit, waiting, MOST).circuit(anti_decisive=blocks)
    assert circuit is not None
    fast, slow = Engine(circuit, Backend.TABLE), Looking(engine, waiting, blocks)
    narrowed = 0
    for _ in range(12):
        row = engine.initial()
        while not engine.outcome(row)[0][0]:
            legal = engine.legal(row)
            for role in range(len(legal)):
                found = set(map(int, np.flatnonzero(fast.legal(row)[role][0])))
                assert found == slow.kept(row, role)
                narrowed += len(found) < legal[role][0].sum()
            assert (fast.outcome(row)[1] == engine.outcome(row)[1]).all()
            drawn = np.array([[random.choice(np.flatnonzero(table[0])) for table in legal]])
            assert (fast.step(row, drawn) == engine.step(row, drawn)).all()
            row = engine.step(row, drawn)
    assert narrowed


def test_what_is_too_large_or_cyclic_is_left_alone() -> None:
    game = ludens.load("connect_four")
    assert isinstance(game.engine, Engine)
    assert Foresight(game.engine.circuit, (7, 7), 100).circuit() is None
    cyclic = load_rulesheet("hex(size=3)").compiled.circuit
    if any(block.loops for block in cyclic.blocks):
        assert Foresight(cyclic, (9, 9), MOST).circuit() is None
