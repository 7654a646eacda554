"""What a game is like, as far as that helps to choose a way to play it: found once, before the first move.

What is taken from random games here is called proven nowhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.circuit.findings import Structure
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import HIGHEST_GOAL, NoLegalMoveError, Turns
from ludens.search.evaluations.sample import random_positions
from ludens.search.facts import facts_of
from ludens.search.once import once
from ludens.search.random_games import longest

SAMPLE = 64
"""Positions of random games that are looked at."""

GAMES = 512
"""Random games whose results are counted."""

LEAF_WORK = 500_000
"""Gates that are evaluated in the time it takes to find a leaf of a tree, which tells the work of native games."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """Facts of a game.

    ``constant_sum``: goals added up to the same in random games, or are certain to. ``sure``: turns and sum are
    certain. ``branching``: moves of a role that has a choice, on average. ``structure``: what the rules show, where
    there are any. ``features``: a few numbers by which games are compared, see ``features_of``.
    """

    turns: Turns
    constant_sum: bool
    sure: bool
    branching: float
    structure: Structure | None
    features: dict[str, float]

    @property
    def parts(self) -> int:
        """Independent parts; 0 for a game that is one piece."""
        factors = None if self.structure is None else self.structure.factors
        return 0 if factors is None else len(factors.parts)

    @property
    def words(self) -> str:
        """What was found, in words."""
        found = [self.turns.value]
        found.append("goals of constant sum" if self.constant_sum else "goals without constant sum")
        if not self.sure:
            found.append("as far as random games show")
        found.append(f"{self.branching:.0f} moves to choose from")
        if self.structure is not None:
            found += _listed(self.structure, self.parts)
        return ", ".join(found)


def _listed(structure: Structure, parts: int) -> list[str]:
    """Latches, parts and symmetries, as far as there are any."""
    counted = (
        (len(structure.latches) + len(structure.set_latches), "latches"),
        (len(structure.goal_latches), "goal latches"),
        (parts, "independent parts"),
        (structure.symmetry_count if structure.symmetry_count > 1 else 0, "symmetries"),
    )
    return [f"{number} {name}" for number, name in counted if number]


def prospects(game: LoadedGame[Any]) -> Prospects:
    """What a game promises, found once; the same for the same game."""
    return once(game, Prospects, lambda: _prospects(game))


def _prospects(game: LoadedGame[Any]) -> Prospects:
    facts = facts_of(game)
    structure = facts.structure  # first: what it finds out need not be found out again
    in_turns, adds_up = facts.seems_in_turns, facts.certain.goal_sum is not None or facts.seems_constant_sum
    measured = facts.kept("prospects", lambda: _measured(game))
    return Prospects(
        (game.info.turns or Turns.SEQUENTIAL) if in_turns else Turns.SIMULTANEOUS,
        adds_up,
        # Where it is otherwise, games have shown it.
        facts.certain.in_turns == in_turns and (facts.certain.goal_sum is not None) == adds_up,
        measured["branching"],
        structure,
        features_of(game, structure, measured),
    )


def features_of(game: LoadedGame[Any], structure: Structure | None, measured: dict[str, float]) -> dict[str, float]:
    """What games are compared by; what cannot be told of a game is left out.

    ``moves``, ``length``: of a choice and of a random game, as powers of 2. ``draws``: random games in which all got
    the same, 0 to 1. ``open_wins``: positions of random games in which the next move can win, 0 to 1. ``latches``:
    facts of the rules that stay as they are once they are true or false, 0 to 1. ``changes``: bits of a position that
    a move changes, as a power of 2. ``cost``: gates of a random game, as a power of 10.
    """
    circuit = game.engine.circuit
    found = {
        "moves": math.log2(max(1.0, measured["branching"])),
        "length": math.log2(max(1.0, measured["length"])),
        "draws": measured["draws"],
        "open_wins": measured["open_wins"],
    }
    if structure is not None and circuit is not None:
        found["latches"] = len(structure.latches) / max(1, len(circuit.fluents))
        found["changes"] = math.log2(1 + measured["changes"])
        found["cost"] = math.log10(max(1.0, circuit.gates * measured["length"]))
    elif game.engine.batch:
        found["cost"] = math.log10(LEAF_WORK / game.engine.playouts_per_leaf)
    return {name: round(value, 3) for name, value in found.items()}


def _measured(game: LoadedGame[Any]) -> dict[str, float]:
    """What random games show."""
    engine = game.engine
    rows = random_positions(game, SAMPLE, 1).rows
    played = engine.games(engine.initial(), GAMES if engine.batch else 8, 1, max_steps=longest(game.info))
    goals = played.goals[0][played.ended[0]]
    open_wins, changes = _next_moves(engine, rows) if engine.batch else (0.0, 0.0)
    return {
        "branching": _branching(engine, rows),
        "length": float(np.mean(played.lengths)),
        "draws": float((goals == goals[:, :1]).all(axis=1).mean()) if len(goals) and goals.shape[1] > 1 else 0.0,
        "open_wins": open_wins,
        "changes": changes,
    }


def _branching(engine: BatchEngine, rows: Rows) -> float:
    if not len(rows):
        return 1.0
    try:
        legal = engine.legal(rows)
    except NoLegalMoveError:
        return 1.0
    counts = np.stack([table.sum(axis=1) for table in legal], axis=1)
    return float(counts[counts > 1].mean()) if (counts > 1).any() else 1.0


def _next_moves(engine: BatchEngine, rows: Rows) -> tuple[float, float]:
    """The part of the positions whose mover can win at once, and the bits that a move changes, on average.

    The mover is the role with most moves; others make their first.
    """
    try:
        legal = engine.legal(rows)
    except NoLegalMoveError:
        return 0.0, 0.0
    counts = np.stack([table.sum(axis=1) for table in legal], axis=1)
    movers, usable = counts.argmax(axis=1), (counts > 0).all(axis=1) & (counts > 1).any(axis=1)
    joint, places = [], []
    for place in np.flatnonzero(usable):
        moves = np.flatnonzero(legal[movers[place]][place])
        made = np.tile([int(table[place].argmax()) for table in legal], (len(moves), 1))
        made[:, movers[place]] = moves
        joint.append(made)
        places.append(np.full(len(moves), place))
    if not joint:
        return 0.0, 0.0
    origin = np.concatenate(places)
    after, over, goals = engine.follow(np.ascontiguousarray(rows[origin]), np.concatenate(joint))
    won = over & (goals[np.arange(len(origin)), movers[origin]] == HIGHEST_GOAL)
    changed = np.bitwise_count(after ^ rows[origin]).sum(axis=1)
    return len(np.unique(origin[won])) / int(usable.sum()), float(changed.mean())
