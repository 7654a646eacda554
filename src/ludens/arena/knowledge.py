"""What a person may be shown of a game with hidden information: what a role has seen, and what follows from it."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ludens.boards.seats import UNKNOWN
from ludens.game import Game, Observation, View
from ludens.search.hidden.beliefs import Beliefs

SECONDS = 1.0
"""For working out what is certain."""

MOST = 10_000
"""Positions that may agree with what was seen; with more, nothing is said about them."""


def account(view: View) -> list[str]:
    """What the role has done and seen, a line for each joint move."""
    return [f"{number}. {_told(each)}" for number, each in enumerate(view.observations, start=1)]


def _told(observation: Observation) -> str:
    seen = ", ".join(observation.percepts) or "nothing"
    return f"you play {observation.move} and see {seen}"


def possible(game: Game[Any], view: View, seconds: float = SECONDS) -> list[frozenset[Any]] | None:
    """Every position the role may be in; None when these are too many to look at.

    It is for games whose states are sets of facts, as those of rulesheets are.
    """
    if not isinstance(game.initial_state(), frozenset):
        return None
    beliefs = Beliefs(game, view.role, random.Random(0), most=MOST)
    found = [sample.state for sample in beliefs.samples(view, time.perf_counter() + seconds)]
    return found if found and beliefs.complete else None


def known_position(game: Game[Any], view: View, seconds: float = SECONDS) -> frozenset[Any] | None:
    """The position as far as the role knows it; None when it may be in too many.

    It has the facts that are certain, and such as ``(holds second ?0)`` where something is there but not known.
    """
    found = possible(game, view, seconds)
    return with_unknown(found) if found else None


def with_unknown(states: Sequence[frozenset[Any]]) -> frozenset[Any]:
    """The facts that are true in all positions, and those of which only the last argument is not known.

    Where every position has as many facts that begin alike, so many stand there with question marks and numbers: one
    card of the other, whichever it is.
    """
    sure = frozenset.intersection(*states)
    begun = [Counter(fact[:-1] for fact in state - sure if isinstance(fact, tuple)) for state in states]
    alike = {start: count for start, count in begun[0].items() if all(one[start] == count for one in begun)}
    return sure | {(*start, f"{UNKNOWN}{number}") for start, count in alike.items() for number in range(count)}
