"""Parts of games play by themselves as they do in the whole game, in random games."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.circuit.analysis import Combination, Evidence, Factor, Factors, Way, structure
from ludens.circuit.network import Circuit, evaluate, value_of
from ludens.circuit.part import ELSEWHERE, Cutting, InseparableError, Part
from ludens.circuit.planes import Bits, Looking
from ludens.circuit.rejoining import Rejoining
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.rows import pack_rows, unpack_rows
from tests.circuit.analysis.plays import built_in_circuit, circuit_of, some_plays
from tests.circuit.analysis.sheets import (
    BACK_AND_FORTH,
    ONE_AFTER_THE_OTHER,
    OR_END,
    RIGHT_STARTS_LATE,
    pair_of_jumps,
    pair_of_walks,
    three_switches,
    walks,
)

GAMES = {
    "nim": lambda: built_in_circuit("nim"),
    "double_tic_tac_toe": lambda: built_in_circuit("double_tic_tac_toe"),
    "lights_on": lambda: built_in_circuit("lights_on"),
    "lights_on on two boards": lambda: built_in_circuit("lights_on", boards="2"),
    "walks": lambda: circuit_of(walks()),
    "walks, one is enough": lambda: circuit_of(walks(end=OR_END)),
    "walks, one after the other": lambda: circuit_of(walks(legal=ONE_AFTER_THE_OTHER)),
    "walks, the right one late": lambda: circuit_of(walks(legal=RIGHT_STARTS_LATE)),
    "walks at the same time": lambda: circuit_of(pair_of_walks()),
    "jumps": lambda: circuit_of(pair_of_jumps()),
    "switches": lambda: circuit_of(three_switches("")),
}


def factors_of(circuit: Circuit) -> Factors:
    found = structure(circuit).factors
    assert found is not None
    return found


def seen_by(part: Part, positions: Bits, look: Looking) -> Bits:
    """What the circuit of a part has as its position in positions of the whole game."""
    own, shared = positions[:, list(part.factor.fluents)], positions[:, list(part.shared)]
    return np.concatenate([own, shared, look.values(part.conditions)], axis=1)


def choices_of(part: Part, joint: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    return np.array([[part.factor.choices[role][move] for role, move in enumerate(moves)] for moves in joint])


@pytest.mark.parametrize("name", GAMES)
def test_looking_gives_what_plain_evaluation_gives(name: str) -> None:
    circuit = GAMES[name]()
    steps = some_plays(circuit, games=6, most_steps=12).steps
    states, joint = np.array([before for before, _, _ in steps]), np.array([moves for _, moves, _ in steps])
    literals = [literal for node in range(circuit.first_gate + circuit.gates) for literal in (2 * node, 2 * node + 1)]
    found = Looking(circuit, states, joint).values(literals)
    still = Looking(circuit, states).values([circuit.terminal, *circuit.legal[0]])
    for place, (before, moves, _) in enumerate(steps):
        values = evaluate(circuit, np.array(before), moves)
        assert found[place].tolist() == [value_of(values, literal) for literal in literals]
        assert still[place].tolist() == [value_of(values, one) for one in (circuit.terminal, *circuit.legal[0])]


@pytest.mark.parametrize("name", GAMES)
def test_a_part_by_itself_goes_where_it_goes_in_the_whole_game(name: str) -> None:
    """By its circuit and by an engine over it; the same signs, and the same moves."""
    circuit = GAMES[name]()
    factors = factors_of(circuit)
    plays = some_plays(circuit, games=12, most_steps=25)
    before = np.array([key for key, _, _ in plays.steps])
    after = np.array([key for _, _, key in plays.steps])
    joint = [moves for _, moves, _ in plays.steps]
    look, look_after = Looking(circuit, before), Looking(circuit, after)
    for part in Cutting(circuit, factors).parts():
        seen, expected = seen_by(part, before, look), seen_by(part, after, look_after)
        kept = len(part.factor.fluents) + len(part.shared)
        choices = choices_of(part, joint)
        moved = Looking(part.circuit, seen, choices)
        assert np.array_equal(moved.values(part.circuit.following)[:, :kept], expected[:, :kept])
        engine = Engine(part.circuit, Backend.TABLE)
        rows = engine.step(pack_rows(seen), choices)
        assert np.array_equal(unpack_rows(rows, seen.shape[1])[:, :kept], expected[:, :kept])
        assert np.array_equal(moved.values(part.own_signs), look.values(part.signs))
        for role, numbers in enumerate(choices.T):
            assert moved.values(part.circuit.legal[role])[np.arange(len(numbers)), numbers].all()


@pytest.mark.parametrize("name", [name for name in GAMES if "time" not in name and name not in ("jumps", "switches")])
def test_a_choice_is_legal_when_one_of_its_moves_is(name: str) -> None:
    circuit = GAMES[name]()
    plays = some_plays(circuit, games=12, most_steps=25)
    keys = [key for key in plays.positions if not plays.is_over(key)]
    look = Looking(circuit, np.array(keys))
    for part in Cutting(circuit, factors_of(circuit)).parts():
        own = Looking(part.circuit, seen_by(part, np.array(keys), look))
        for role, literals in enumerate(part.circuit.legal):
            legal, whole = own.values(literals), look.values(circuit.legal[role])
            assert legal[:, 0].all()
            assert part.circuit.moves[role][0] == ELSEWHERE
            for choice in range(1, len(literals)):
                moves = [move for move, number in enumerate(part.factor.choices[role]) if number == choice]
                assert np.array_equal(legal[:, choice], whole[:, moves].any(axis=1))


@pytest.mark.parametrize("name", GAMES)
def test_end_and_goals_come_from_signs(name: str) -> None:
    circuit = GAMES[name]()
    cutting = Cutting(circuit, factors_of(circuit))
    parts = cutting.parts()
    rejoining = Rejoining(cutting, parts)
    plays = some_plays(circuit, games=12, most_steps=25)
    ends = 0
    for key in plays.positions:
        look = Looking(circuit, np.array([key]))
        signs = np.concatenate([look.values(part.signs) for part in parts], axis=1)
        standing = rejoining.standing(signs, [key[fluent] for fluent in cutting.factors.shared])
        assert bool(standing.over[0]) == plays.is_over(key)
        expected = [values[0] if len(values) == 1 else -1 for values in plays.goals(key)]
        assert standing.goals[0].tolist() == expected
        for role, moves in enumerate(cutting.passes):
            assert bool(standing.passes[0, role]) == bool(set(moves) & set(plays.legal(key)[role]))
        ends += plays.is_over(key)
    assert ends > 0 or name == "walks, the right one late"


def test_the_end_of_a_part_is_what_it_gives_to_the_whole() -> None:
    """Double tic-tac-toe is over when both boards are, walks to one of two places when one is there."""
    for rules, all_needed in ((built_in_circuit("double_tic_tac_toe"), True), (circuit_of(walks(end=OR_END)), False)):
        plays = some_plays(rules, games=30, most_steps=40)
        parts = Cutting(rules, factors_of(rules)).parts()
        for key in plays.positions:
            look = Looking(rules, np.array([key]))
            over = [
                bool(Looking(part.circuit, seen_by(part, np.array([key]), look)).values([part.circuit.terminal])[0, 0])
                for part in parts
            ]
            assert (all(over) if all_needed else any(over)) == plays.is_over(key)


def test_a_later_part_of_a_series_sees_whether_the_earlier_is_over() -> None:
    circuit = circuit_of(walks(legal=ONE_AFTER_THE_OTHER))
    first, second = Cutting(circuit, factors_of(circuit)).parts()
    assert not first.conditions
    assert len(second.conditions) == 1
    assert second.conditions[0] in first.signs


def test_a_game_that_is_not_in_series_has_no_conditions() -> None:
    circuit = circuit_of(walks(legal=BACK_AND_FORTH))
    assert structure(circuit).factors is None


def test_recursion_across_parts_is_refused() -> None:
    """The halves of a board of hex are no parts: connections go across them."""
    circuit = built_in_circuit("hex", size="3")
    fluents, choices = range(len(circuit.fluents)), tuple((0,) * len(moves) for moves in circuit.moves)
    halves = (tuple(fluents[: len(fluents) // 2]), tuple(fluents[len(fluents) // 2 :]))
    parts = tuple(Factor(half, choices) for half in halves)
    with pytest.raises(InseparableError, match="a recursive rule goes across its parts"):
        Cutting(circuit, Factors(parts, Combination.CONJUNCTIVE, False, (), Evidence(Way.READ))).parts()
