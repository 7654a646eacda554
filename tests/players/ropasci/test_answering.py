"""Answers to an expected player: best of all moves where all is known, safe where nothing is, and as asked between."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import pytest

from ludens import Limit
from ludens.game import JointMove, ParameterError
from ludens.games.ropasci import Ropasci, position
from ludens.games.ropasci.deep_search import DeepSearch, Depths, Pace, judge_of, shipped_network
from ludens.games.ropasci.turn_search import Budget, Turn
from ludens.players import make_agent
from ludens.players.ropasci import ropasci_best
from ludens.players.ropasci.answering import OTHERS, Expectation, answer
from ludens.players.ropasci.likenesses import KINDS
from ludens.players.ropasci.ropasci_best import RopasciBestAgent

GAME = Ropasci()
STATE = position("r 0 0, p 1 0", "r -2 0, s 0 2", (5, 4), 30)
ROWS = GAME.pack([STATE])


def search() -> DeepSearch:
    return DeepSearch(judge_of(shipped_network()), Depths(), Pace())


def legal(role: int) -> np.ndarray:
    return np.flatnonzero(GAME.engine.legal(ROWS)[role][0])


def some_expectation(role: int, number: int, trust: float = 1.0) -> Expectation:
    """A few moves of the other side, with any chances."""
    random = np.random.default_rng(number)
    moves = random.choice(legal(1 - role), 4, replace=False)
    return Expectation(moves, random.dirichlet(np.ones(4)), trust)


@pytest.mark.parametrize("role", [0, 1])
@pytest.mark.parametrize("number", range(3))
def test_where_all_is_known_no_move_is_better(role: int, number: int) -> None:
    """The slow twin: each own move against each expected one alone, one and two turns ahead, added up."""
    deep, expected = search(), some_expectation(role, number)
    own = legal(role)
    found = answer(deep, ROWS, role, own, expected, kept=len(own), budget=Budget())

    def worth(mine: int, theirs: int, depth: int) -> float:
        table = deep.table(ROWS, np.array([mine]), np.array([theirs]), role, depth, Budget())
        assert table is not None
        return float(table[0, 0])

    gains = [
        sum(
            chance * (worth(mine, theirs, 0) + worth(mine, theirs, 1)) / 2
            for theirs, chance in zip(expected.moves, expected.chances, strict=True)
        )
        for mine in own
    ]
    chosen = int(found.moves[role][found.chances(role).argmax()])
    assert found.chances(role).max() == 1.0
    assert gains[list(own).index(chosen)] == pytest.approx(max(gains))
    value = found.found.value if role == 0 else 1 - found.found.value
    assert value == pytest.approx(max(gains))
    assert found.depth == 2


@pytest.mark.parametrize("role", [0, 1])
def test_no_mixture_keeps_more_of_both_when_trust_is_shared(role: int) -> None:
    """What is gained against the expected player and kept against the worst, weighed by trust, is the most possible."""
    deep, trust = search(), 0.6
    turn = deep.solved(ROWS, Budget(), 2)
    expected = some_expectation(role, 7, trust)
    found = answer(deep, ROWS, role, legal(role), expected, kept=8, budget=Budget(), turn=turn)
    table = found.matrix if role == 0 else 1 - found.matrix.T
    theirs = found.chances(1 - role)

    def kept(chances: np.ndarray) -> float:
        return float(trust * (chances @ table @ theirs) + (1 - trust) * (chances @ table).min())

    best = kept(found.chances(role))
    random = np.random.default_rng(1)
    others = [*np.eye(len(table)), *random.dirichlet(np.full(len(table), 0.3), 2000)]
    assert all(kept(chances) <= best + 1e-9 for chances in others)
    assert sum(theirs) == pytest.approx(1)


@pytest.mark.parametrize("kept", [0, 16])
def test_without_time_it_answers_one_turn_ahead(kept: int) -> None:
    deep, over = search(), Budget(math.inf, time.perf_counter() - 1)
    turn, expected = deep.one_turn(ROWS, Budget()), some_expectation(0, 1, 0.9)
    found = answer(deep, ROWS, 0, legal(0), expected, kept=kept, budget=over, turn=turn)
    assert found.depth == 1
    near = deep.table(ROWS, *found.moves, 0, 0, Budget())
    assert near is not None
    assert np.array_equal(found.matrix, near)


def test_few_of_many_expected_moves_are_looked_at() -> None:
    moves = legal(1)
    assert len(moves) > OTHERS
    expected = Expectation(moves, np.full(len(moves), 1 / len(moves)))
    found = answer(search(), ROWS, 0, legal(0), expected, kept=8, budget=Budget())
    assert found.matrix.shape == (8, OTHERS)
    assert found.chances(1).sum() == pytest.approx(1)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.startswith("ropasci_")])
def test_kinds_say_by_what_chances_they_move(kind: str) -> None:
    decision = make_agent(kind, GAME, 1, 1).decide(STATE, Limit(playouts=2000))
    chances = {report.move: report.chance or 0.0 for report in decision.moves}
    assert sum(chances.values()) == pytest.approx(1)
    assert chances[decision.move] > 0


def test_if_nobody_tells_our_player_of_moves_it_stays_with_the_equilibrium(monkeypatch: pytest.MonkeyPatch) -> None:
    answered: list[int] = []

    def counting(*arguments: Any, **named: Any) -> Turn:
        answered.append(1)
        return answer(*arguments, **named)

    monkeypatch.setattr(ropasci_best, "answer", counting)
    ours, limit = make_agent("ropasci_best", GAME, 0, 1), Limit(playouts=6000)
    later = position("r 0 0, p 1 0", "r -2 0, s 0 2", (5, 4), 31)
    for state, times in ((STATE, 1), (later, 1)):
        ours.decide(state, limit)
        assert len(answered) == times


def test_our_player_recognises_another_and_answers_it() -> None:
    """Against the steady one that kind grows the heaviest within some turns; what we do then is no equilibrium."""
    ours, other = make_agent("ropasci_best", GAME, 0, 1), make_agent("ropasci_steady", GAME, 1, 2)
    blind = make_agent("ropasci_best(recognises=false)", GAME, 0, 1)
    assert isinstance(ours, RopasciBestAgent)
    state, limit, differ = GAME.initial_state(), Limit(playouts=100_000), 0
    history: list[JointMove] = []
    for _ in range(40):
        ours.hear(history)
        decision = ours.decide(state, limit)
        differ += {report.move: report.chance for report in decision.moves if report.chance} != {
            report.move: report.chance for report in blind.decide(state, limit).moves if report.chance
        }
        joint = (decision.move, other.decide(state, Limit(playouts=2000)).move)
        state, history = GAME.next_state(state, joint), [*history, joint]
    weights = ours.recognised
    assert max(weights, key=lambda name: weights[name]) in ("ropasci_steady", "ropasci_patient")
    assert differ > 10


def test_kinds_that_it_is_not_to_know_are_left_out() -> None:
    agent = make_agent("ropasci_best(without=ropasci_steady+ropasci_greedy)", GAME, 0, 1)
    assert isinstance(agent, RopasciBestAgent)
    assert set(agent.recognised) == {"", *KINDS} - {"ropasci_steady", "ropasci_greedy"}
    with pytest.raises(ParameterError, match="'ropasci_stedy' is no kind of player that is recognised"):
        make_agent("ropasci_best(without=ropasci_stedy)", GAME, 0, 1)
