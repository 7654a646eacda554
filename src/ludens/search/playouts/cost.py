"""How many random games from each leaf are worth their time, by the gates of a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.search.facts import facts_of
from ludens.search.playouts.elsewhere import WORD

GATES_PER_LEAF = 1_550_000
"""Gates that are evaluated, lane by lane, in twice the time it takes to find a leaf."""

SLOW_WORK = 5e7
"""Gates of a random game above which a batch of them takes some tenths of a second."""


def gates_of_a_game(game: LoadedGame[Any]) -> float | None:
    """The gates of a random game; ``None`` for a game without a circuit."""
    facts = facts_of(game)
    if facts.circuit is None:
        return None
    return facts.random_games.length * (facts.circuit.gates + 4 * sum(map(len, facts.circuit.moves)))


def is_slow(game: LoadedGame[Any]) -> bool:
    """Whether a clock allows for a few batches only. They take the same time however many lanes they have."""
    work = gates_of_a_game(game)
    return work is not None and work > SLOW_WORK


def playouts_per_leaf(game: LoadedGame[Any]) -> int:
    """As many as take about twice as long as finding a leaf: 1 to 64, more where games are short and rules simple."""
    work = gates_of_a_game(game)
    if work is None:
        return game.engine.playouts_per_leaf
    return WORD if is_slow(game) else int(2 ** np.clip(np.round(np.log2(GATES_PER_LEAF / work)), 0, 6))
