"""The engine of a game whose positions are judged for one role: coerced goals, and ends where latches have decided.

For a compiled rulesheet both are gates in a circuit of their own, as fast as the rules; any other game is judged
position by position, and has no latches to read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from ludens.circuit.analysis import GoalLatch, Structure, structure
from ludens.circuit.early_ends import LEVEL, LOST, WON, as_given, coerced, ended_early, ends_early, for_one_role
from ludens.circuit.network import Circuit
from ludens.engine.any_game import AnyGameEngine
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.engine import Engine
from ludens.search.views.coercion import CoercedEngine


@dataclass(frozen=True, slots=True)
class Judged:
    """An engine, and what is behind it: the goal latches that may end games early, and whether goals were changed."""

    engine: BatchEngine
    latches: tuple[GoalLatch, ...] = ()
    coerced: bool = False


_structures: WeakKeyDictionary[Circuit, Structure] = WeakKeyDictionary()
_engines: WeakKeyDictionary[Circuit, dict[tuple[int | None, bool, bool], Judged]] = WeakKeyDictionary()
"""What was made of a circuit, by role, whether latches are used and goals coerced; never the circuit's own engine."""


def structure_of(circuit: Circuit) -> Structure:
    """What the rules of a circuit show, found once."""
    if circuit not in _structures:
        _structures[circuit] = structure(circuit)
    return _structures[circuit]


def kept_structure(circuit: Circuit) -> Structure | None:
    """The same, if somebody has asked for it."""
    return _structures.get(circuit)


def goal_latches(circuit: Circuit) -> tuple[GoalLatch, ...]:
    """The goal latches of a circuit."""
    return structure_of(circuit).goal_latches


def engine_with_early_ends(game: LoadedGame[Any]) -> Judged:
    """The game, over as soon as goal latches have decided the goals of every role; itself where none can."""
    engine = game.engine
    if not isinstance(engine, Engine):
        return Judged(engine)
    latches = goal_latches(engine.circuit)
    if not all(ends_early(engine.circuit, role, latches) for role in range(len(engine.roles))):
        return Judged(engine)
    kept = _engines.setdefault(engine.circuit, {})
    key = (None, True, False)
    if key not in kept:
        kept[key] = Judged(Engine(ended_early(engine.circuit, latches)), latches)
    return kept[key]


def judged_for(game: LoadedGame[Any], role: int, *, latches: bool, coerce: bool) -> Judged:
    """The game as one role judges it; its own engine where there is nothing to change.

    Where goals or ends were changed in a circuit, the goals of the other roles are what the role's leave of 100.
    """
    engine, coerce = game.engine, coerce and not already_coerced(game, role)
    if not isinstance(engine, Engine):
        return Judged(CoercedEngine(engine), (), True) if coerce else Judged(engine)
    circuit, verdict = engine.circuit, coerced if coerce else as_given
    useful = goal_latches(circuit) if latches else ()
    if not ends_early(circuit, role, useful, verdict):
        useful = ()
    if not useful and not coerce:
        return Judged(engine)
    kept = _engines.setdefault(circuit, {})
    key = (role, bool(useful), coerce)
    if key not in kept:
        kept[key] = Judged(Engine(for_one_role(circuit, role, useful, verdict)), useful, coerce)
    return kept[key]


def already_coerced(game: LoadedGame[Any], role: int) -> bool:
    """Whether coercion changes nothing: a single role, or goals of two that are 0, 50 and 100 and add up to 100."""
    if len(game.info.roles) == 1:
        return True
    if len(game.info.roles) != 2 or game.info.goal_sum != WON or isinstance(game.engine, AnyGameEngine):
        return False
    listed = game.engine.playouts(game.engine.initial(), 1, 0, max_steps=1).values[role]
    return set(listed) <= {LOST, LEVEL, WON}
