"""Marks of captures, against the rules followed move by move."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ludens
from ludens.circuit.captures import CAPTURES, SAFE_CAPTURES, Captures
from ludens.engine.backend import Backend
from ludens.engine.contract import LoadedGame
from ludens.engine.engine import Engine
from ludens.engine.rows import Rows, unpack_rows
from ludens.search.evaluations.mobility import mobility
from ludens.search.playouts.captures import engine_with_captures, fluent_owners

Flags = NDArray[np.bool_]


def positions(game: LoadedGame[Any], count: int) -> Rows:
    """One position of each of some random games."""
    engine, random = game.engine, np.random.default_rng(3)
    assert engine.telling is not None
    found = []
    for moves in engine.telling(engine.initial(), count, 2, max_steps=120).moves.astype(np.int64):
        steps, row = moves[moves[:, 0] >= 0], engine.initial()
        for joint in steps[: random.integers(len(steps))]:
            row = engine.step(row, joint[None])
        found.append(row)
    return np.concatenate(found)


def moved(game: LoadedGame[Any], row: Rows, role: int, move: int, waiting: list[int]) -> Rows:
    joint = np.array([waiting])
    joint[0, role] = move
    return game.engine.step(row, joint)


def taken(game: LoadedGame[Any], row: Rows, after: Rows, owners: list[int], role: int) -> Flags:
    """Which fluents of others the role's move made untrue."""
    gone = unpack_rows(row & ~after, len(owners))[0]
    return np.asarray(gone & (np.array(owners) != role) & (np.array(owners) >= 0))


def captures_by_hand(
    game: LoadedGame[Any], row: Rows, joint: tuple[int, int], waiting: list[int], owners: list[int]
) -> tuple[bool, bool]:
    """Whether a move, given with its role, captures, and whether nothing that it made true can be taken at once."""
    role, move = joint
    after = moved(game, row, role, move, waiting)
    made = unpack_rows(after & ~row, len(owners))[0] & (np.array(owners) == role)
    safe = True
    for other, legal in enumerate(game.engine.legal(after)):
        for answer in np.flatnonzero(legal[0]):
            if other != role and answer != waiting[other]:
                final = moved(game, after, other, int(answer), waiting)
                safe &= not (taken(game, after, final, owners, other) & made).any()
    return bool(taken(game, row, after, owners, role).any()), safe


@pytest.mark.parametrize(
    ("name", "complete"), [("breakthrough(size=6)", True), ("checkers_small", False), ("free_for_all(players=3)", True)]
)
def test_marks_are_what_the_rules_say(name: str, complete: bool) -> None:
    """Where what is safe would take too many gates, all captures count as safe."""
    game = ludens.load(name)
    waiting = list(mobility(game).waiting)
    owners = fluent_owners(game, waiting)
    engine = engine_with_captures(game)
    assert engine is not None
    marked = [Engine(replace(engine.circuit, legal=marks), Backend.TABLE) for marks in engine.circuit.marks]
    seen = np.zeros((2, 2), dtype=np.int64)
    for row in positions(game, 12):
        legal = game.engine.legal(row[None])
        tables = [one.legal(row[None]) for one in marked]
        for role in range(len(legal)):
            for move in np.flatnonzero(legal[role][0]):
                if move == waiting[role]:
                    continue
                captures, safe = captures_by_hand(game, row[None], (role, int(move)), waiting, owners)
                expected = {CAPTURES: captures, SAFE_CAPTURES: captures and (safe or not complete)}
                for mark, holds in expected.items():
                    assert bool(tables[mark][role][0, move]) == holds, (game.engine.moves(role)[move], mark)
                    seen[mark, int(holds)] += 1
    assert (seen > 0).all()


def test_pieces_belong_to_who_moves_them() -> None:
    game = ludens.load("breakthrough")
    owners = fluent_owners(game, list(mobility(game).waiting))
    assert game.engine.circuit is not None
    named = dict(zip(game.engine.circuit.fluents, owners, strict=True))
    assert named["cell", "4", "4", "white"] == 0
    assert named["cell", "4", "4", "black"] == 1
    assert all(owner == -1 for fluent, owner in named.items() if fluent[0] == "control")


def test_steps_and_turns_belong_to_nobody() -> None:
    game = ludens.load("checkers_small")
    owners = fluent_owners(game, list(mobility(game).waiting))
    assert game.engine.circuit is not None
    counted = {fluent[0] for fluent, owner in zip(game.engine.circuit.fluents, owners, strict=True) if owner >= 0}
    assert counted == {"cell", "continues"}


def test_where_nothing_is_taken_there_are_no_marks() -> None:
    assert engine_with_captures(ludens.load("connect_four")) is None


def test_without_room_for_more_gates_there_are_no_marks() -> None:
    game = ludens.load("breakthrough(size=4)")
    waiting = list(mobility(game).waiting)
    owners = fluent_owners(game, waiting)
    assert game.engine.circuit is not None
    assert Captures(game.engine.circuit, waiting, 3).circuit(owners) is None
    some = Captures(game.engine.circuit, waiting, 5000).circuit(owners)
    assert some is not None
    assert some.marks[CAPTURES] != some.marks[SAFE_CAPTURES]
