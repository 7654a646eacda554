"""Positions to draw: random walks through games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ludens.game import Game, JointMove


def positions(game: Game[Any], steps: int, seed: int = 1) -> Iterator[tuple[Any, JointMove]]:
    """The positions of a random game from the first on, each with the joint move that led there."""
    rng, state = random.Random(seed), game.initial_state()
    last: JointMove = ()
    yield state, last
    for _ in range(steps):
        if game.is_terminal(state):
            return
        last = tuple(rng.choice(game.legal_moves(state, role)) for role in range(len(game.info.roles)))
        state = game.next_state(state, last)
        yield state, last
