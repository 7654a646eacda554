"""Nested rollout policy adaptation as Rosin writes it (2011, figure 1), by the reasoner, one game after the other.

Moves are drawn as on lanes, the first of exponential clocks, so that the same random numbers give the same games.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame

Policy = dict[tuple[int, int], float]
"""The weight of a move, by step and number."""


@dataclass(frozen=True, slots=True)
class Played:
    """Moves by number, those that were legal at each step, and the goal."""

    moves: tuple[int, ...]
    legal: tuple[tuple[int, ...], ...]
    goal: int


def textbook_lines(
    game: LoadedGame[Any], random: np.random.Generator, most: int, *, levels: int, iterations: int, learning: float
) -> Iterator[tuple[tuple[int, ...], int]]:
    """After every game the moves and the goal of the best so far; of equals the shorter with 100, else the longer."""
    best: Played | None = None
    found: list[Played] = []

    def search(level: int, policy: Policy) -> Iterator[None]:
        """One search of this level; leaves its best game at the end of ``found``."""
        nonlocal best
        if level == 0:
            played = rollout(game, policy, random, most)
            if best is None or rank(played) > rank(best):
                best = played
            found.append(played)
            yield
            return
        own: Played | None = None
        for _ in range(iterations):
            yield from search(level - 1, defaultdict(float, policy))
            new = found.pop()
            if own is None or new.goal >= own.goal:
                own = new
            adapt(policy, own, learning)
        assert own is not None
        found.append(own)

    while True:
        for _ in search(levels, defaultdict(float)):
            assert best is not None
            yield best.moves, best.goal


def rank(played: Played) -> tuple[int, int]:
    return played.goal, -len(played.moves) if played.goal == 100 else len(played.moves)


def rollout(game: LoadedGame[Any], policy: Policy, random: np.random.Generator, most: int) -> Played:
    names = game.engine.moves(0)
    state, moves, choices = game.initial_state(), list[int](), list[tuple[int, ...]]()
    while not game.is_terminal(state) and len(moves) < most:
        legal = tuple(sorted(names.index(move) for move in game.legal_moves(state, 0)))
        clocks = random.standard_exponential((1, len(names)), dtype=np.float32)[0]
        chosen = min(legal, key=lambda move: float(clocks[move]) * math.exp(-policy[len(moves), move]))
        choices.append(legal)
        moves.append(chosen)
        state = game.next_state(state, [names[chosen]])
    return Played(tuple(moves), tuple(choices), game.goals(state)[0])


def adapt(policy: Policy, line: Played, learning: float) -> None:
    before = dict(policy)
    for step, (chosen, legal) in enumerate(zip(line.moves, line.legal, strict=True)):
        total = sum(math.exp(before.get((step, move), 0.0)) for move in legal)
        for move in legal:
            policy[step, move] -= learning * math.exp(before.get((step, move), 0.0)) / total
        policy[step, chosen] += learning
