"""Every pass keeps the game: exhaustively on small random networks, by random games on the networks of real ones.

The tests take the passes from their list, so that a new one is tested as soon as it stands there.
"""

from __future__ import annotations

import functools
import itertools
import random

import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.circuit.building import build_draft
from ludens.circuit.draft import Draft, Gates, MoveSet
from ludens.circuit.foresight import Foresight
from ludens.circuit.lowering import lowered
from ludens.circuit.network import Circuit
from ludens.circuit.passes import PASSES, Pass, factoring, optimise
from ludens.circuit.passes.factoring import disjunction_of_cubes, with_factored_gates
from ludens.circuit.planes import Looking
from ludens.circuit.sharing import share_pairs
from ludens.games.loading import built_in_source
from ludens.gdl import read_rules
from ludens.gdl.grounding.grounder import ground_rules
from ludens.rules.ground_rules import Ground
from tests.circuit.small_drafts import Answer, State, circuit_answer, draft_answer, first_state, random_draft, reachable

SMALL = 40
MANY_SMALL = 2_000
GAMES = ("tic_tac_toe", "connect_four", "blocker", "cephalopod", "nim", "tron", "hex(size=3)", "oshi_zumo")

each_pass = pytest.mark.parametrize("step", PASSES, ids=lambda step: step.name)


def assert_same(before: Draft, after: Draft) -> None:
    """Compares two networks in every position that can be reached."""
    assert first_state(before) == first_state(after)
    for state, answer in reachable(before):
        assert draft_answer(after, state) == answer, sorted(state)


def assert_pass_keeps(step: Pass, seed: int) -> None:
    draft = random_draft(seed)
    assert_same(draft, step.simplify(draft))
    for _, others in itertools.pairwise(optimise(draft)):
        assert_same(draft, step.simplify(others[1]))


@each_pass
def test_a_pass_keeps_small_networks_in_every_position(step: Pass) -> None:
    for seed in range(SMALL):
        assert_pass_keeps(step, seed)


def test_large_networks_are_factored_into_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factoring, "FEW_LITERALS", 0)
    changed = 0
    for seed in range(8 * SMALL):
        draft = random_draft(seed)
        after = with_factored_gates(draft)
        assert_same(draft, after)
        changed += after.size < draft.size
    assert changed > SMALL


@pytest.mark.slow
@each_pass
def test_a_pass_keeps_many_small_networks_in_every_position(step: Pass) -> None:
    for seed in range(SMALL, SMALL + MANY_SMALL):
        assert_pass_keeps(step, seed)


@pytest.mark.parametrize(
    "seeds", [range(4 * SMALL), pytest.param(range(4 * SMALL, MANY_SMALL), marks=pytest.mark.slow)]
)
def test_lowering_keeps_small_networks_in_every_position(seeds: range) -> None:
    for seed in seeds:
        draft = random_draft(seed)
        circuit = lowered(draft)
        assert circuit.state(circuit.initial) == first_state(draft)
        for state, answer in reachable(draft):
            assert circuit_answer(circuit, state) == answer


@pytest.mark.parametrize("seed", range(200))
def test_factoring_keeps_every_function_of_some_cubes(seed: int) -> None:
    chooser = random.Random(seed)
    inputs = 5
    gates = Gates(inputs, [], 0)
    cubes = []
    for _ in range(chooser.randint(1, 6)):
        nodes = chooser.sample(range(1, inputs + 1), chooser.choice((0, 1, 1, 2, 2, 3)))
        cubes.append(frozenset(2 * node + chooser.randrange(2) for node in nodes))
    literal = disjunction_of_cubes(gates, cubes)
    for given in itertools.product((False, True), repeat=inputs):
        values = [False, *given]
        for gate in gates.gates:
            assert not isinstance(gate, MoveSet)
            values.append(all(values[part >> 1] != bool(part & 1) for part in gate))
        wanted = any(all(given[(part >> 1) - 1] != bool(part & 1) for part in cube) for cube in cubes)
        assert (values[literal >> 1] != bool(literal & 1)) == wanted


@pytest.mark.parametrize("seed", range(30))
def test_sharing_keeps_every_gate(seed: int) -> None:
    chooser = random.Random(seed)
    inputs, first = 5, 6
    gates: list[set[int]] = []
    for number in range(chooser.randint(2, 12)):
        nodes = chooser.sample(range(1, first + number), chooser.randint(2, min(5, inputs + number)))
        gates.append({2 * node + chooser.randrange(2) for node in nodes})
    shared = [set(gate) for gate in gates]
    share_pairs(shared, first)
    for given in itertools.product((False, True), repeat=inputs):
        assert _gate_values(shared, given)[: len(gates)] == _gate_values(gates, given)


def _gate_values(gates: list[set[int]], given: tuple[bool, ...]) -> list[bool]:
    first = 1 + len(given)
    known: dict[int, bool] = dict(enumerate((False, *given)))

    def value(node: int) -> bool:
        if node not in known:
            known[node] = all(value(literal >> 1) != bool(literal & 1) for literal in gates[node - first])
        return known[node]

    return [value(first + number) for number in range(len(gates))]


@functools.cache
def steps_of(name: str) -> list[tuple[str, Draft]]:
    base, _, given = name.partition("(")
    parameters = dict([given[:-1].split("=")]) if given else {}
    return optimise(build_draft(ground_rules(read_rules(built_in_source(base, parameters))[0].rules)))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(len(PASSES)), ids=[step.name for step in PASSES])
def test_a_pass_keeps_the_random_games_of_a_network(name: str, number: int) -> None:
    steps = steps_of(name)
    assert_same_random_games(lowered(steps[number][1]), lowered(steps[number + 1][1]))


def assert_same_random_games(before: Circuit, after: Circuit, lanes: int = 64, steps: int = 20) -> None:
    """Plays many random games on one circuit and asks the other one in all of their positions."""
    random_numbers = np.random.default_rng(1)
    states = np.repeat(before.initial[None, :], lanes, axis=0)
    for _ in range(steps):
        others = _translated(before, after, states)
        looks, asks = Looking(before, states), Looking(after, others)
        over = looks.values([before.terminal])[:, 0]
        assert np.array_equal(over, asks.values([after.terminal])[:, 0])
        chosen, told = [], []
        for role, literals in enumerate(before.legal):
            legal = looks.values(literals)
            places = [after.moves[role].index(move) if move in after.moves[role] else -1 for move in before.moves[role]]
            found = np.where(np.array(places) < 0, False, asks.values(after.legal[role])[:, places])
            assert np.array_equal(legal, found)
            chosen.append(np.where(legal, random_numbers.random(legal.shape), -1.0).argmax(axis=1))
            told.append(np.array(places)[chosen[-1]])
            _assert_same_goals(before, after, role, looks, asks)
        following = Looking(before, states, np.stack(chosen, axis=1)).values(before.following)
        joint = np.stack(told, axis=1)
        found = Looking(after, others, joint).values(after.following)
        assert np.array_equal(_translated(before, after, following)[~over], found[~over])
        states = np.where(over[:, None], before.initial, following)


def _assert_same_goals(before: Circuit, after: Circuit, role: int, looks: Looking, asks: Looking) -> None:
    found = {value: asks.values([literal])[:, 0] for value, literal in after.goals[role]}
    for value, literal in before.goals[role]:
        held = looks.values([literal])[:, 0]
        assert np.array_equal(held, found.get(value, np.zeros_like(held)))


def _translated(before: Circuit, after: Circuit, states: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The states of one circuit as states of another that has fewer fluents."""
    columns: dict[Ground, NDArray[np.bool_]] = {fluent: states[:, n] for n, fluent in enumerate(before.fluents)}
    for fluent, literal in before.copies:
        columns[fluent] = states[:, (literal >> 1) - 1] ^ bool(literal & 1)
    bits = [columns[fluent] for fluent in after.fluents]
    found = np.stack(bits, axis=1) if bits else np.zeros((len(states), 0), dtype=np.bool_)
    for one, other in zip(states[:4], found[:4], strict=True):
        assert before.state(one) == after.state(other)
    return found


@pytest.mark.parametrize("anti_decisive", [False, True])
def test_foresight_changes_only_what_is_legal_and_as_looking_ahead_does(anti_decisive: bool) -> None:
    changed = 0
    for seed in range(2 * SMALL):
        draft = random_draft(seed)
        circuit = lowered(draft)
        waiting = [0] * len(circuit.roles)
        seeing = Foresight(circuit, waiting, 100_000).circuit(anti_decisive=anti_decisive)
        if seeing is None:
            continue
        for state, answer in reachable(draft):
            found = circuit_answer(seeing, state)
            assert (found.over, found.goals) == (answer.over, answer.goals)
            assert found.legal == tuple(
                _kept(draft, state, answer, role, anti_decisive) for role in range(len(circuit.roles))
            )
            assert found.following.items() <= answer.following.items()
            changed += found.legal != answer.legal
    assert changed


def _kept(draft: Draft, state: State, answer: Answer, role: int, anti_decisive: bool) -> frozenset[Ground]:
    """The moves that win at once; without one those that are no gift to anybody; without one of those all."""
    wins = _wins(draft, answer, role)
    if wins or not anti_decisive:
        return wins or answer.legal[role]
    safe = {
        move for move in answer.legal[role] if move == draft.moves[role][0] or not _is_gift(draft, state, role, move)
    }
    return frozenset(safe) or answer.legal[role]


def _wins(draft: Draft, answer: Answer, role: int) -> frozenset[Ground]:
    found = set()
    for move in answer.legal[role] - {draft.moves[role][0]}:
        after = draft_answer(draft, answer.following[_joint(draft, role, move)])
        if after.over and 100 in after.goals[role]:
            found.add(move)
    return frozenset(found)


def _is_gift(draft: Draft, state: State, role: int, move: Ground) -> bool:
    following = draft_answer(draft, draft_answer(draft, state).following[_joint(draft, role, move)])
    return any(_wins(draft, following, other) for other in range(len(draft.roles)) if other != role)


def _joint(draft: Draft, role: int, move: Ground) -> tuple[Ground, ...]:
    return tuple(move if other == role else moves[0] for other, moves in enumerate(draft.moves))
