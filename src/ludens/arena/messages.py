"""What the referee and an agent in another process tell each other, as plain data."""

from __future__ import annotations

import math
from typing import Any, TypeGuard

from ludens.game import Decision, Limit, Observation, View
from ludens.processes.messages import Data, NonsenseError

LONGEST = 1 << 20
"""Bytes of an answer."""


def plain(value: Any) -> Any:
    """A number of NumPy's, or anything else that has an ``item``, as Python's own; None for what is not a number."""
    try:
        found = value.item()
    except AttributeError:
        return str(value)
    return None if isinstance(found, float) and not math.isfinite(found) else found


def limit_data(limit: Limit) -> Data:
    return {"seconds": limit.seconds, "playouts": limit.playouts, "depth": limit.depth}


def view_data(view: View) -> Data:
    seen = [[each.move, list(each.percepts)] for each in view.observations]
    return {"role": view.role, "seen": seen, "legal": view.legal}


def read_view(data: Data) -> View:
    seen = tuple(Observation(move, tuple(percepts)) for move, percepts in data["seen"])
    return View(data["role"], seen, None if data["legal"] is None else tuple(data["legal"]))


def decision_data(decision: Decision) -> Data:
    """What the referee keeps of a decision: the move, its value, and the notes."""
    return {"move": decision.move, "value": decision.value, "notes": dict(decision.notes)}


def read_decision(data: object) -> Decision:
    """The decision in an answer, whoever gave it; raises NonsenseError for what is none."""
    if not isinstance(data, dict) or not isinstance(data.get("move"), str):
        raise NonsenseError("it answered without a move")
    value, notes = data.get("value"), data.get("notes")
    return Decision(
        data["move"],
        value if _is_number(value) else None,
        notes={str(name): each for name, each in notes.items() if _is_number(each) or isinstance(each, str)}
        if isinstance(notes, dict)
        else {},
    )


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300
