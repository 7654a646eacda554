"""Rules that never apply: looked for in random games, then, where some are left, in all positions of a small game."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from ludens.game import BudgetError, IllFormedGameError
from ludens.games.rules_game import RulesGame
from ludens.gdl.coverage import Coverage
from ludens.gdl.reasoner import Reasoner
from ludens.quality.figures import Idle, IdleRule
from ludens.search.perft import joint_moves

LONGEST = 300
HEAD_WIDTH = 60
MOST = 1_000
"""Positions of random games after which all positions are looked at instead."""

ENOUGH = 100
"""Positions below which nothing is said."""


def idle_rules(game: RulesGame[Any], seconds: float, stopped: Callable[[], bool], seed: int = 0) -> Idle | None:
    """The rules that never applied; None where that could not be looked at, or not long enough."""
    single = game.single
    if not isinstance(single, Reasoner):
        return None
    end = time.perf_counter() + seconds

    def expired() -> bool:
        return stopped() or time.perf_counter() > end

    try:
        coverage = Coverage(single, seconds)
        seen = _random_positions(single, coverage, time.perf_counter() + seconds / 3, stopped, seed)
        exact = not coverage.idle
        if coverage.idle:
            positions = _all_positions(single, coverage, expired)
            exact, seen = positions is not None, seen if positions is None else positions
    except (BudgetError, IllFormedGameError):
        return None
    if not exact and seen < ENOUGH:
        return None
    rules = [
        IdleRule(
            rule.place.line,
            rule.place.column,
            head if len(head := str(rule.head)) <= HEAD_WIDTH else head[:HEAD_WIDTH] + "…",
        )
        for rule in coverage.idle
    ]
    return Idle(tuple(rules), seen, exact)


def _random_positions(game: Reasoner, coverage: Coverage, end: float, stopped: Callable[[], bool], seed: int) -> int:
    """Plays random games, and returns how many positions were seen."""
    rng, seen, roles = random.Random(seed), 0, range(len(game.info.roles))
    while coverage.idle and seen < MOST and time.perf_counter() < end and not stopped():
        state = game.initial_state()
        for _ in range(LONGEST):
            seen += 1
            if game.is_terminal(state) or time.perf_counter() > end:
                coverage.see(state)
                break
            moves = tuple(rng.choice(game.legal_moves(state, role)) for role in roles)
            coverage.see(state, moves)
            state = game.next_state(state, moves)
    return seen


def _all_positions(game: Reasoner, coverage: Coverage, expired: Callable[[], bool]) -> int | None:
    """Looks at every position and every joint move; None when time is up before."""
    start = game.initial_state()
    known, waiting = {start}, deque([start])
    while waiting:
        state = waiting.popleft()
        if game.is_terminal(state):
            coverage.see(state)
            continue
        for moves in joint_moves(game, state):
            if expired():
                return None
            coverage.see(state, moves)
            after = game.next_state(state, moves)
            if after not in known:
                known.add(after)
                waiting.append(after)
        if not coverage.idle:
            break
    return len(known)
