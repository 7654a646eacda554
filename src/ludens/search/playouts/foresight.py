"""Playouts on another engine than the tree's: that of the same game for players with a little foresight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludens.circuit.careful import ANY, Careful
from ludens.circuit.foresight import Foresight
from ludens.circuit.network import Circuit
from ludens.circuit.storage import kept_variant
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.engine import Engine
from ludens.engine.rows import Rows
from ludens.game import UnsuitableGameError
from ludens.search.evaluations.mobility import NO_WAITING, mobility
from ludens.search.facts import facts_of
from ludens.search.once import once
from ludens.search.tree.evaluate import Evaluated, RandomPlayouts, Valuing

MOST_GATES = 8_000
"""New gates beyond which playouts would be too slow, and making them would take too long."""

MOST_CAREFUL = 32_000
"""The same for careful players, whose games may be many times longer and so tell much more."""


class EnginePlayouts:
    """Random games on one engine, whatever view of it a tree is searched on."""

    def __init__(self, engine: BatchEngine, max_steps: int = 0) -> None:
        self.engine, self.random = engine, RandomPlayouts(max_steps)

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        return self.random(self.engine, rows, per_row, seed, amaf=amaf, deadline=deadline)

    def in_loops(self, engine: BatchEngine, per_row: int, *, amaf: bool) -> Valuing | None:
        """The same games in compiled loops."""
        return self.random.in_loops(self.engine, per_row, amaf=amaf)


def engine_with_foresight(game: LoadedGame[Any], *, blocks: bool) -> Engine | None:
    """The engine of the game with decisive moves, and with anti-decisive ones if asked; made once."""
    return once(game, ("foresight", blocks), lambda: _engine(game, blocks))


def _engine(game: LoadedGame[Any], blocks: bool) -> Engine | None:
    circuit = game.engine.circuit
    if circuit is None or len(game.info.roles) < 2 or game.info.chance_role is not None:
        return None
    waiting = facts_of(game).kept("moves to wait by", lambda: list(mobility(game).waiting))
    made = None if NO_WAITING in waiting else _circuit(circuit, waiting, blocks)
    return None if made is None else Engine(made)


def _circuit(circuit: Circuit, waiting: Sequence[int], blocks: bool) -> Circuit | None:
    name = f"foresight {list(waiting)} {MOST_GATES} {blocks}"
    return kept_variant(circuit, name, lambda: Foresight(circuit, waiting, MOST_GATES).circuit(anti_decisive=blocks))


def engine_of_the_careful(game: LoadedGame[Any]) -> Engine | None:
    """The engine of the game without moves that end it at once and do not win; made once."""
    return once(game, "careful", lambda: _careful(game))


def _careful(game: LoadedGame[Any]) -> Engine | None:
    circuit, facts = game.engine.circuit, facts_of(game)
    if circuit is None:
        return None
    waiting = [ANY] * len(game.info.roles)
    if facts.seems_in_turns:
        waiting = facts.kept("moves to wait by", lambda: list(mobility(game).waiting))
    name = f"careful {waiting} {MOST_CAREFUL}"
    made = kept_variant(circuit, name, lambda: Careful(circuit, waiting, MOST_CAREFUL).circuit())
    return None if made is None else Engine(made)


def engine_looking(game: LoadedGame[Any], look: str) -> Engine:
    """The engine with ``decisive`` moves, with ``foresight``, or of ``careful`` players.

    Raises UnsuitableGameError where there is none.
    """
    found = (
        engine_of_the_careful(game) if look == "careful" else engine_with_foresight(game, blocks=look == "foresight")
    )
    if found is None:
        reason = "what single moves lead to cannot be told from its rules with few enough gates"
        raise UnsuitableGameError("foresight in playouts", game.info.name, reason)
    return found
