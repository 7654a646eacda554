"""The engine of a game whose captures are marked; who owns what is seen in random games."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.captures import NOBODY, Captures
from ludens.circuit.network import Circuit
from ludens.circuit.storage import kept_variant
from ludens.engine.contract import LoadedGame
from ludens.engine.engine import Engine
from ludens.engine.preference import Numbers
from ludens.engine.rows import unpack_rows
from ludens.search.evaluations.mobility import NO_WAITING, mobility
from ludens.search.facts import facts_of
from ludens.search.once import once
from ludens.search.random_games import longest

GATES_PER_MOVE, MOST_GATES = 12, 16_000
"""A choice among moves takes about as long as so many gates for each; new gates may take as long as all that there was
before, and never be more than so many."""

GAMES = 64
"""Random games in which owners are seen."""

ANYWAY = 0.5
"""A fluent that another move would have made true as well, in more than this part of cases, says whose turn it is, or
counts steps."""


def engine_with_captures(game: LoadedGame[Any]) -> Engine | None:
    """The engine of the game with marked captures, made once; ``None`` where there are none to be marked."""
    return once(game, "captures", lambda: _engine(game))


def _engine(game: LoadedGame[Any]) -> Engine | None:
    circuit = game.engine.circuit
    if circuit is None or len(game.info.roles) < 2 or game.info.chance_role is not None:
        return None
    waiting = facts_of(game).kept("moves to wait by", lambda: list(mobility(game).waiting))
    if NO_WAITING in waiting:
        return None
    owners = facts_of(game).kept("owners of fluents", lambda: fluent_owners(game, waiting))
    made = _circuit(circuit, waiting, owners)
    return None if made is None else Engine(made)


def _circuit(circuit: Circuit, waiting: list[int], owners: list[int]) -> Circuit | None:
    most = min(MOST_GATES, circuit.gates + GATES_PER_MOVE * sum(map(len, circuit.moves)))
    name = f"captures {waiting} {owners} {most}"
    return kept_variant(circuit, name, lambda: Captures(circuit, waiting, most).circuit(owners))


def fluent_owners(game: LoadedGame[Any], waiting: list[int]) -> list[int]:
    """For each fluent the role whose moves alone make it true, some but not others; NOBODY where there is none."""
    engine, circuit = game.engine, game.engine.circuit
    assert circuit is not None
    assert engine.telling is not None
    moves = engine.telling(engine.initial(), GAMES, 1, max_steps=longest(game.info)).moves.astype(np.int64)
    rows, random = engine.initial(GAMES), np.random.default_rng(1)
    made, anyway = np.zeros((2, len(waiting), len(circuit.fluents)))
    for step in range(moves.shape[1]):
        going = moves[:, step, 0] >= 0
        rows, moves = rows[going], moves[going]
        joint = moves[:, step]
        after, legal = engine.step(rows, joint), engine.legal(rows)
        for role in range(len(waiting)):
            alone = ((joint != waiting).sum(axis=1) == 1) & (joint[:, role] != waiting[role])
            other = _another(legal[role], joint, role, random)
            alone &= legal[role][np.arange(len(other)), other[:, role]] & (other[:, role] != joint[:, role])
            new = after[alone] & ~rows[alone]
            same = new & engine.step(rows[alone], other[alone])
            made[role] += unpack_rows(new, len(circuit.fluents)).sum(axis=0)
            anyway[role] += unpack_rows(same, len(circuit.fluents)).sum(axis=0)
        rows = after
    single = ((made > 0).sum(axis=0) == 1) & (anyway <= ANYWAY * made).all(axis=0)
    return [int(role) for role in np.where(single, made.argmax(axis=0), NOBODY)]


def _another(legal: NDArray[np.bool_], joint: Numbers, role: int, random: np.random.Generator) -> Numbers:
    """The joint moves with another move of a role, where it has one."""
    drawn = legal * random.random(legal.shape)
    drawn[np.arange(len(joint)), joint[:, role]] = 0
    other = joint.copy()
    other[:, role] = drawn.argmax(axis=1)
    return other
