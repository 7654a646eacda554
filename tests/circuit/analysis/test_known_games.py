"""What is known about games is found."""

from __future__ import annotations

import pytest

from ludens.circuit.analysis import Combination, Structure, possible_goals, structure
from ludens.circuit.compiled import compile_circuit
from ludens.circuit.network import Circuit
from ludens.game import Turns
from ludens.games import RULESHEETS
from ludens.games.loading import built_in_source, load, read_source
from ludens.gdl import read_rules
from ludens.rules.ground_rules import ground_text
from tests.circuit.analysis.plays import built_in_circuit, circuit_of, some_plays
from tests.corpus import FOLDER, needs_corpus

SYMMETRIES = {
    "tic_tac_toe": 16,  # eight of the square, each with or without the roles exchanged
    "double_tic_tac_toe": 32,  # of both boards together, and the boards exchanged
    "connect_four": 4,
    "breakthrough": 4,
    "pentago": 16,
    "cephalopod": 16,
    "hex": 4,
    "reversi": 8,
    "rock_paper_scissors": 2,
    "tron": 2,
}

PARTS = {
    "blocks": (2, Combination.SERIAL, False),
    "double_tic_tac_toe": (2, Combination.CONJUNCTIVE, False),
    "lights_on": (4, Combination.CONJUNCTIVE, False),
    "kuhn_poker": (2, Combination.CONJUNCTIVE, False),  # the deal, and the bets
    "nim": (4, Combination.CONJUNCTIVE, False),
}

CORPUS_PARTS = {
    "lightsOnParallel": (4, Combination.DISJUNCTIVE, False),
    "lightsOnSimul4": (4, Combination.DISJUNCTIVE, True),
    "blocksWorldSerial": (2, Combination.SERIAL, False),
    "blockerSerial": (2, Combination.SERIAL, False),
    "blocksWorldParallel": (2, Combination.CONJUNCTIVE, True),
    "ticTacToeParallel": (2, Combination.DISJUNCTIVE, True),
    "ticTacToe": None,
    "buttons": None,
}


def parts_of(found: Structure) -> tuple[int, Combination, bool] | None:
    factors = found.factors
    return None if factors is None else (len(factors.parts), factors.combination, factors.simultaneous)


@pytest.mark.parametrize("name", sorted(RULESHEETS))
def test_built_in_games_are_what_they_declare(name: str) -> None:
    circuit, info = built_in_circuit(name), load(name).info
    known = structure(circuit)
    assert known.turns is not None
    assert known.turns.turns is info.turns
    assert (known.constant_sum.total if known.constant_sum else None) == (
        info.goal_sum if len(info.roles) > 1 else None
    )
    if known.max_steps is not None:
        assert known.max_steps == info.max_steps
    assert known.symmetry_count == SYMMETRIES.get(name, known.symmetry_count)
    assert parts_of(known) == PARTS.get(name)


@needs_corpus
@pytest.mark.parametrize(("name", "parts"), CORPUS_PARTS.items())
def test_public_games_have_the_parts_they_are_made_of(name: str, parts: tuple[int, Combination, bool] | None) -> None:
    path = FOLDER / f"{name}.kif"
    circuit = compile_circuit(read_rules(read_source(path))[0]).circuit
    assert parts_of(structure(circuit)) == parts


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough", "double_tic_tac_toe", "pentago"])
def test_that_goals_add_up_is_proved(name: str) -> None:
    known = structure(built_in_circuit(name))
    assert known.constant_sum is not None
    assert known.constant_sum.evidence.certain


def test_pentago_players_place_and_turn() -> None:
    turns = structure(built_in_circuit("pentago")).turns
    assert turns is not None
    assert turns.turns is Turns.SEQUENTIAL
    assert turns.order == (0, 0, 1, 1)


def test_who_steps_on_a_mine_has_lost_before_the_end() -> None:
    circuit = built_in_circuit("minefield")
    known = structure(circuit)
    decided = {(latch.condition, circuit.roles[latch.role]): latch.values for latch in known.goal_latches}
    assert decided["(blown white)", "white"] == (0,)
    assert decided["(blown white)", "black"] == (100,)
    plays = some_plays(circuit, games=20, most_steps=40)
    lost = [
        key
        for key in plays.positions
        if not plays.is_over(key)
        and [len(v) for v in possible_goals(circuit, known, lambda literal, k=key: plays.holds(k, literal))] == [1, 1]  # type: ignore[misc]
    ]
    assert lost


def test_a_line_that_does_not_count_breaks_symmetries() -> None:
    text = built_in_source("tic_tac_toe", {}).text
    diagonal = "(true (cell 1 3 ?mark))\n    (true (cell 2 2 ?mark))\n    (true (cell 3 1 ?mark))"
    assert diagonal in text
    crooked = circuit_of(text.replace(diagonal, diagonal.replace("(cell 3 1", "(cell 3 2")))
    known = structure(crooked)
    assert known.symmetry_count == 2
    assert [symmetry.description for symmetry in known.symmetries] == [
        "oplayer and xplayer exchanged, o and x exchanged"
    ]


def test_counters_tell_the_step_and_the_turn() -> None:
    counters = structure(built_in_circuit("minefield")).counters
    periods = {ground_text(counter.fluents[0]): (len(counter.fluents), counter.period) for counter in counters}
    assert periods == {"(control white)": (2, 2), "(step 0)": (25, None)}


def test_a_game_that_is_over_at_once_has_little_structure() -> None:
    known = structure(circuit_of("(role a) (role b) terminal (legal a x) (legal b x) (goal a 100) (goal b 0)"))
    assert known.latches == ()
    assert known.factors is None


def test_the_same_seed_finds_the_same() -> None:
    circuit: Circuit = built_in_circuit("sheep")
    assert structure(circuit, seed=4) == structure(circuit, seed=4)


def test_a_game_without_end_has_nothing_to_say_about_goals() -> None:
    rules = """
    (role a) (role b) (init p) (legal a x) (legal a y) (legal b x)
    (<= (next p) (does a x)) (<= terminal (true q)) (<= (next q) (true q)) (goal a 50) (goal b 50)
    """
    known = structure(circuit_of(rules))
    assert known.games == 0
    assert known.constant_sum is None
    assert known.goal_latches == ()
