"""Features read off the rules, and which of them share a weight."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.circuit.findings import Symmetry
from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows, pack_rows, unpack_rows
from ludens.search.evaluations.learnt.columns import column_values, feature_values
from ludens.search.evaluations.learnt.feature import COULD, LEGAL, THREAT, TRUE
from ludens.search.evaluations.learnt.game_features import features_of
from ludens.search.evaluations.learnt.goals import wanted
from ludens.search.evaluations.learnt.names import Names
from ludens.search.evaluations.learnt.ties import tie
from ludens.search.evaluations.learnt.turns import turn_fluents
from ludens.search.evaluations.sample import random_positions
from ludens.search.facts import facts_of


@cache
def loaded(name: str) -> tuple[LoadedGame[Any], Rows]:
    game = ludens.load(name)
    return game, random_positions(game, 300, 5).rows


def values_of(name: str) -> dict[tuple[Any, ...], np.ndarray]:
    game, rows = loaded(name)
    features = features_of(game)
    held = feature_values(features, rows)
    return {key: held[:, number] ^ is_inverted for key, (number, is_inverted) in features.known.items()}


def symmetries_of(name: str) -> tuple[Symmetry, ...]:
    structure = facts_of(loaded(name)[0]).structure
    assert structure is not None
    return structure.symmetries


def test_fluents_and_legal_moves_hold_where_the_engine_says_so() -> None:
    game, rows = loaded("breakthrough")
    circuit = game.engine.circuit
    assert circuit is not None
    found, bits, legal = values_of("breakthrough"), unpack_rows(rows, len(circuit.fluents)), game.engine.legal(rows)
    for key, held in found.items():
        if key[0] == TRUE:
            np.testing.assert_array_equal(held, bits[:, key[1]])
        elif key[0] == LEGAL:
            np.testing.assert_array_equal(held, legal[key[1]][:, key[2]])


@pytest.mark.parametrize("name", ["breakthrough", "checkers_small"])
def test_what_could_be_done_is_legal_when_the_turn_is_changed(name: str) -> None:
    game, rows = loaded(name)
    circuit = game.engine.circuit
    assert circuit is not None
    bits, legal = unpack_rows(rows, len(circuit.fluents)), game.engine.legal(rows)
    turns = turn_fluents(bits, legal)
    assert all(turns)
    found, compared = values_of(name), 0
    for role, values in enumerate(turns):
        waits = ~np.all([bits[:, fluent] == value for fluent, value in values.items()], axis=0)
        changed = bits.copy()
        changed[:, list(values)] = list(values.values())
        then = game.engine.legal(pack_rows(changed))[role]
        for key, held in found.items():
            if key[:2] == (COULD, role):
                np.testing.assert_array_equal(held, then[:, key[2]] & waits)
                compared += bool(held.any())
    assert compared


def test_simultaneous_moves_have_no_turns() -> None:
    game, _ = loaded("rock_paper_scissors")
    assert not any(key[0] == COULD for key in values_of("rock_paper_scissors"))
    assert not facts_of(game).seems_opposed or len(game.info.roles) == 2


def test_lines_are_what_the_goals_test() -> None:
    circuit = loaded("tic_tac_toe")[0].engine.circuit
    assert circuit is not None
    assert [len(own) for own in wanted(circuit)] == [8, 8]
    circuit = loaded("connect_four")[0].engine.circuit
    assert circuit is not None
    assert [len(own) for own in wanted(circuit)] == [69, 69]
    assert {len(line) for own in wanted(circuit) for line in own} == {4}


def test_a_threat_is_a_goal_that_lacks_one_fluent() -> None:
    game, rows = loaded("tic_tac_toe")
    circuit = game.engine.circuit
    assert circuit is not None
    bits, found = unpack_rows(rows, len(circuit.fluents)), values_of("tic_tac_toe")
    names = {fluent: number for number, fluent in enumerate(circuit.fluents)}
    seen = 0
    for role, sets in enumerate(wanted(circuit)):
        for fluent in {fluent for line in sets for fluent in line}:
            blank = bits[:, names[*circuit.fluents[fluent][:3], "b"]]
            rest = [
                bits[:, [other for other in line if other != fluent]].all(axis=1) for line in sets if fluent in line
            ]
            np.testing.assert_array_equal(found[THREAT, role, fluent], np.any(rest, axis=0) & blank)
            seen += int(found[THREAT, role, fluent].sum())
    assert seen


@pytest.mark.parametrize("name", ["breakthrough", "connect_four", "cephalopod"])
def test_symmetries_leave_the_columns_as_they_are(name: str) -> None:
    game, rows = loaded(name)
    circuit, features = game.engine.circuit, features_of(game)
    assert circuit is not None
    symmetries = symmetries_of(name)
    columns = tie(features, symmetries, opposed=True)
    bits = unpack_rows(rows, len(circuit.fluents))
    before = column_values(features, columns, rows).astype(np.int64)
    assert before.shape[1] < len(features.features) / 2
    for symmetry in symmetries:
        images = np.array(symmetry.fluents)
        changed = np.zeros_like(bits)
        changed[:, (images >> 1) - 1] = bits ^ (images & 1).astype(np.bool_)
        after = column_values(features, columns, pack_rows(changed)).astype(np.int64)
        sign = -1 if symmetry.roles[0] else 1
        np.testing.assert_array_equal(after, sign * before)
    assert any(symmetry.roles[0] for symmetry in symmetries)
    assert not columns.has_offset


def test_names_have_groups_and_axes() -> None:
    terms = [("cell", str(x), str(y), piece) for x in range(1, 5) for y in range(1, 4) for piece in ("b", "w")]
    names = Names(terms)
    labels = dict(names.labels(("cell", "4", "1", "w"), "true"))
    assert labels["true", "cell", 3, (2, "w")] == 1.0
    assert labels["true", "cell", 3, "along", 0, (2, "w")] == 1.0
    assert labels["true", "cell", 3, "along", 1, (2, "w")] == -1.0
    (board,) = names.coordinates(terms)
    assert board.at[3, 0, ("w",)] == terms.index(("cell", "4", "1", "w"))
    assert Counter(content for _, _, content in board.at) == {("b",): 12, ("w",): 12}
