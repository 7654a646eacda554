"""A game whose other roles care, in part or only, for one role's harm; the moves and the ends stay as they are.

With three and more roles a search has to assume what the others want. Each wants its own goal: max^n (Luckhardt and
Irani 1986). All want that one role fares badly: paranoid search (Sturtevant and Korf 2000). Between the two lies a
weighted mean of both. The assumption is gates in a circuit of its own, and as fast as the rules.
"""

from __future__ import annotations

from typing import Any

from ludens.circuit.added_gates import AddedGates, Values
from ludens.circuit.network import Circuit, Literal
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.engine import Engine
from ludens.game import HIGHEST_GOAL, UnsuitableGameError
from ludens.search.once import once


def hostile_goal(own: int, foe: int, hostility: float) -> int:
    """What a goal is worth to a role that has this much of its heart in the low goal of its foe."""
    return round((1 - hostility) * own + hostility * (HIGHEST_GOAL - foe))


def hostile(circuit: Circuit, role: int, hostility: float) -> Circuit:
    """The game with the goals of all roles but one mixed with what the goal of that one leaves of 100."""
    gates = AddedGates(circuit)
    goals = [
        dict(listed) if other == role else _mixed(gates, dict(listed), dict(circuit.goals[role]), hostility)
        for other, listed in enumerate(circuit.goals)
    ]
    return gates.circuit(goals=goals)


def _mixed(gates: AddedGates, own: Values, foe: Values, hostility: float) -> Values:
    parts: dict[int, list[Literal]] = {}
    for value, holds in own.items():
        for other, beside in foe.items():
            parts.setdefault(hostile_goal(value, other, hostility), []).append(gates.both(holds, beside))
    return {value: gates.any(literals) for value, literals in parts.items()}


def hostile_engine(game: LoadedGame[Any], role: int, hostility: float) -> BatchEngine:
    """The engine of the game as a role sees it that expects hostility; its own where there is none to expect."""
    circuit = game.engine.circuit
    if hostility == 0 or len(game.info.roles) < 2:
        return game.engine
    if circuit is None:
        raise UnsuitableGameError("An agent with hostility", game.info.name, "its rules are no circuit")
    return once(game, ("hostile", role, hostility), lambda: Engine(hostile(circuit, role, hostility)))
