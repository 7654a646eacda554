"""The features of a loaded game, always the same."""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import unpack_rows
from ludens.game import NoLegalMoveError, UnsuitableGameError
from ludens.search.evaluations.cone import circuit_of
from ludens.search.evaluations.learnt.collecting import Features, collect
from ludens.search.evaluations.sample import random_positions
from ludens.search.facts import facts_of
from ludens.search.once import once

NAME = "learnt"
"""Of the evaluation, as users know it."""

SHOWN = 2_048
"""Positions that show which features there are."""


def features_of(game: LoadedGame[Any]) -> Features:
    """The features of a game; raises UnsuitableGameError without a circuit."""
    return once(game, Features, lambda: _features(game))


def _features(game: LoadedGame[Any]) -> Features:
    circuit = circuit_of(game, NAME)
    structure = facts_of(game).structure
    assert structure is not None
    rows = random_positions(game, SHOWN, 0).rows
    try:
        legal = game.engine.legal(rows)
    except NoLegalMoveError:
        legal = []
    if not len(rows) or not legal:
        raise UnsuitableGameError(NAME, game.info.name, "there are no positions to learn from")
    return collect(circuit, structure, unpack_rows(rows, len(circuit.fluents)), legal)
