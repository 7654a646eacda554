"""What a game promises to each way of searching it, measured before the first move.

It serves to choose a way to play. What is taken from random games here is called proven nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.circuit.findings import Structure
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import NoLegalMoveError, Turns
from ludens.search.evaluations.sample import random_positions
from ludens.search.facts import facts_of
from ludens.search.minimax.alphabeta import AlphaBeta, Budget, Settings
from ludens.search.minimax.guarantees import guarantees
from ludens.search.once import once
from ludens.search.random_games import longest

SAMPLE = 64
"""Positions of random games in which moves are counted."""

PROVED = 8
"""Of those, positions that alpha-beta looks at."""

POSITIONS = 4_000
"""Positions that it may make for each."""

LEAST_SHARE, MOST_SHARE = 0.02, 0.1
"""Alpha-beta's part of the clock where it proved nothing, and where it proved something everywhere."""

TABLE_BYTES = 8 << 20


@dataclass(frozen=True, slots=True)
class Prospects:
    """Facts of a game.

    ``constant_sum``: goals added up to the same in random games, or are certain to. ``sure``: turns and sum are
    certain. ``branching``: moves of a role that has a choice, on average. ``proved``: of ``tried`` positions, those in
    which alpha-beta found a move that certainly wins or loses. ``structure``: what the rules show, where there are any.
    """

    turns: Turns
    constant_sum: bool
    sure: bool
    branching: float
    proved: int
    tried: int
    structure: Structure | None

    @property
    def share(self) -> float:
        """The part of the clock that alpha-beta should have at first."""
        return LEAST_SHARE + (MOST_SHARE - LEAST_SHARE) * (self.proved / self.tried if self.tried else 0.0)

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
        if self.tried:
            found.append(f"alpha-beta proved something in {self.proved} of {self.tried} positions")
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
    measured = facts.kept("prospects", lambda: _measured(game, in_turns))
    return Prospects(
        (game.info.turns or Turns.SEQUENTIAL) if in_turns else Turns.SIMULTANEOUS,
        adds_up,
        # Where it is otherwise, games have shown it.
        facts.certain.in_turns == in_turns and (facts.certain.goal_sum is not None) == adds_up,
        measured["branching"],
        int(measured["proved"]),
        int(measured["tried"]),
        structure,
    )


def _measured(game: LoadedGame[Any], in_turns: bool) -> dict[str, float]:
    """How many moves there are to choose from, and in how many positions alpha-beta proved something."""
    rows = random_positions(game, SAMPLE, 1).rows
    proved, tried = _proofs(game, rows[:PROVED]) if in_turns else (0, 0)
    return {"branching": _branching(game.engine, rows), "proved": proved, "tried": tried}


def _branching(engine: BatchEngine, rows: Rows) -> float:
    if not len(rows):
        return 1.0
    try:
        legal = engine.legal(rows)
    except NoLegalMoveError:
        return 1.0
    counts = np.stack([table.sum(axis=1) for table in legal], axis=1)
    return float(counts[counts > 1].mean()) if (counts > 1).any() else 1.0


def _proofs(game: LoadedGame[Any], rows: Rows) -> tuple[int, int]:
    """In how many positions alpha-beta proves something with few positions, and in how many it could."""
    if not game.engine.batch:
        return 0, 0
    proved = tried = 0
    for row in rows:
        counts = [int(table.sum()) for table in game.engine.legal(row[None])]
        role = int(np.argmax(counts))
        if counts[role] < 2:
            continue
        search = AlphaBeta(game.engine, Settings(role=role, memory_bytes=TABLE_BYTES))
        search.start(row[None])
        list(search.deepen(Budget(left=POSITIONS), longest(game.info)))
        tried += 1
        proved += any(found.won or found.lost for found in guarantees(search).values())
    return proved, tried
