"""The tools of the analysis against slow twins."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from ludens.circuit.analysis.games import Evaluator, play
from ludens.circuit.analysis.implications import implied_latches
from ludens.circuit.analysis.prover import Prover, Stopwatch
from ludens.circuit.analysis.supports import Questions, Supports
from ludens.circuit.network import evaluate, value_of
from tests.circuit.analysis import sheets
from tests.circuit.analysis.plays import Plays, built_in_circuit, circuit_of, every_play

GAMES = ("tic_tac_toe", "hex", "blocker", "pentago", "sheep")
SMALL = {
    "alarm": sheets.ALARM,
    "rescue": sheets.RESCUE,
    "walks": sheets.walks(),
    "series": sheets.walks(legal=sheets.ONE_AFTER_THE_OTHER),
    "pair": sheets.pair_of_walks(),
}


@pytest.fixture(params=SMALL)
def small(request: pytest.FixtureRequest) -> Plays:
    return every_play(circuit_of(SMALL[request.param]))


@pytest.mark.parametrize("name", GAMES)
def test_games_on_planes_are_the_games_of_the_slow_evaluation(name: str) -> None:
    circuit = built_in_circuit(name)
    record = play(Evaluator(circuit), seed=3)
    assert record.ended == 256
    for lane in (0, 100, 255):
        for step, following in zip(record.steps, record.steps[1:], strict=False):
            if not step.going >> lane & 1:
                break
            state = np.array([plane >> lane & 1 for plane in step.state], dtype=np.bool_)
            values = evaluate(circuit, state)
            assert bool(step.over >> lane & 1) == value_of(values, circuit.terminal)
            for planes, literals in zip(step.legal, circuit.legal, strict=True):
                assert [bool(p >> lane & 1) for p in planes] == [value_of(values, literal) for literal in literals]
            if step.over >> lane & 1:
                assert not following.going >> lane & 1
                break
            joint = [[plane >> lane & 1 for plane in planes].index(1) for planes in step.made]
            after = evaluate(circuit, state, joint)
            expected = [value_of(after, literal) for literal in circuit.following]
            assert [bool(plane >> lane & 1) for plane in following.state] == expected


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_in_the_support_makes_no_difference(name: str) -> None:
    circuit = built_in_circuit(name)
    supports = Supports(circuit)
    chooser = random.Random(5)
    outputs = [circuit.terminal, *(literal for literals in circuit.legal for literal in literals)]
    for literal in chooser.sample(outputs, min(4, len(outputs))):
        state = np.array([chooser.random() < 0.5 for _ in circuit.fluents])
        value = value_of(evaluate(circuit, state), literal)
        rest = np.array([not supports.fluents(literal) >> fluent & 1 for fluent in range(len(circuit.fluents))])
        for _ in range(3):
            flipped = state ^ (rest & (np.array([chooser.random() < 0.5 for _ in rest])))
            assert value_of(evaluate(circuit, flipped), literal) == value


@pytest.mark.parametrize("name", GAMES)
def test_moves_of_one_class_make_no_difference(name: str) -> None:
    circuit = built_in_circuit(name)
    questions = Questions(Supports(circuit))
    chooser = random.Random(6)
    for fluent in chooser.sample(range(len(circuit.fluents)), 4):
        literal = circuit.following[fluent]
        state = np.array([chooser.random() < 0.5 for _ in circuit.fluents])
        joint = [chooser.randrange(len(moves)) for moves in circuit.moves]
        value = value_of(evaluate(circuit, state, joint), literal)
        for role, classes in enumerate(questions.classes(fluent)):
            (own,) = [mask for mask in classes if mask >> joint[role] & 1]
            for move in [move for move in range(len(circuit.moves[role])) if own >> move & 1][:5]:
                changed = [move if other == role else made for other, made in enumerate(joint)]
                assert value_of(evaluate(circuit, state, changed), literal) == value


def test_what_the_prover_excludes_never_happens(small: Plays) -> None:
    circuit = small.circuit
    prover = Prover(circuit, Stopwatch(60))
    literals = range(2, 2 * circuit.first_move)
    excluded = 0
    for pair in combinations(literals, 2):
        if prover.never(*pair):
            excluded += 1
            assert not any(all(small.holds(after, literal) for literal in pair) for _, _, after in small.steps)
        if prover.never_before_the_end(*pair):
            assert not any(
                all(small.holds(key, literal) for literal in pair) for key in small.positions if not small.is_over(key)
            )
    assert excluded >= len(circuit.fluents)


def test_what_the_prover_keeps_is_kept_and_includes_what_the_implication_graph_shows(small: Plays) -> None:
    circuit = small.circuit
    prover = Prover(circuit, Stopwatch(60))
    kept = {literal for literal in range(2, 2 * circuit.first_move) if prover.keeps(literal)}
    for literal in kept:
        assert all(small.holds(after, literal) for before, _, after in small.steps if small.holds(before, literal))
    assert kept.issuperset(implied_latches(circuit))


@pytest.mark.parametrize("name", [name for name in SMALL if name != "rescue"])
def test_every_latch_of_small_games_is_found(name: str) -> None:
    """In "rescue" one is missing: a fluent that is a latch only because it never becomes true before the last step."""
    plays = every_play(circuit_of(SMALL[name]))
    real = {
        literal
        for literal in range(2, 2 * plays.circuit.first_move)
        if all(plays.holds(after, literal) for before, _, after in plays.steps if plays.holds(before, literal))
    }
    assert {latch.literal for latch in plays.found.latches} == real


def test_nothing_is_proved_when_there_is_no_time() -> None:
    circuit = built_in_circuit("tic_tac_toe")
    prover = Prover(circuit, Stopwatch(-1))
    assert prover.possible() is None
    assert not prover.keeps(2)
