"""The engine of a game whose positions are judged for one role: coerced goals, and ends where latches have decided.

For a compiled rulesheet both are gates in a circuit of their own, as fast as the rules; any other game is judged
position by position, and has no latches to read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.circuit.early_ends import LEVEL, LOST, WON, as_given, coerced, ended_early, ends_early, for_one_role
from ludens.circuit.findings import GoalLatch
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.engine import Engine
from ludens.search.facts import facts_of
from ludens.search.once import once
from ludens.search.views.coercion import CoercedEngine


@dataclass(frozen=True, slots=True)
class Judged:
    """An engine, and what is behind it: the goal latches that may end games early, and whether goals were changed."""

    engine: BatchEngine
    latches: tuple[GoalLatch, ...] = ()
    coerced: bool = False


def goal_latches(game: LoadedGame[Any]) -> tuple[GoalLatch, ...]:
    """The goal latches of a game; none where there is no network to find them in."""
    structure = facts_of(game).structure
    return () if structure is None else structure.goal_latches


def engine_with_early_ends(game: LoadedGame[Any]) -> Judged:
    """The game, over as soon as goal latches have decided the goals of every role; itself where none can."""
    engine = game.engine
    circuit = engine.circuit
    if circuit is None:
        return Judged(engine)
    latches = goal_latches(game)
    if not all(ends_early(circuit, role, latches) for role in range(len(engine.roles))):
        return Judged(engine)
    return once(game, "early ends", lambda: Judged(Engine(ended_early(circuit, latches)), latches))


def judged_for(game: LoadedGame[Any], role: int, *, latches: bool, coerce: bool) -> Judged:
    """The game as one role judges it; its own engine where there is nothing to change.

    Where goals or ends were changed in a circuit, the goals of the other roles are what the role's leave of 100.
    """
    engine, coerce = game.engine, coerce and not already_coerced(game, role)
    circuit, verdict = engine.circuit, coerced if coerce else as_given
    if circuit is None:
        return Judged(CoercedEngine(engine), (), True) if coerce else Judged(engine)
    useful = goal_latches(game) if latches else ()
    if not ends_early(circuit, role, useful, verdict):
        useful = ()
    if not useful and not coerce:
        return Judged(engine)

    def made() -> Judged:
        return Judged(Engine(for_one_role(circuit, role, useful, verdict)), useful, coerce)

    return once(game, ("judged", role, bool(useful), coerce), made)


def already_coerced(game: LoadedGame[Any], role: int) -> bool:
    """Whether coercion changes nothing: a single role, or goals of two that are 0, 50 and 100 and add up to 100."""
    if len(game.info.roles) == 1:
        return True
    if len(game.info.roles) != 2 or game.info.goal_sum != WON or not game.engine.batch:
        return False
    listed = game.engine.playouts(game.engine.initial(), 1, 0, max_steps=1).values[role]
    return set(listed) <= {LOST, LEVEL, WON}
