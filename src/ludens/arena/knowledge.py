"""What a person may be shown of a game with hidden information: what a role has seen, and what follows from it."""

from __future__ import annotations

import random
import time
from typing import Any

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


def certain(game: Game[Any], view: View) -> frozenset[Any] | None:
    """The facts that are true in every position the role may be in; None when these are too many to look at.

    It is for games whose states are sets of facts, as those of rulesheets are.
    """
    if not isinstance(game.initial_state(), frozenset):
        return None
    beliefs = Beliefs(game, view.role, random.Random(0), most=MOST)
    found = [sample.state for sample in beliefs.samples(view, time.perf_counter() + SECONDS)]
    return frozenset.intersection(*found) if found and beliefs.complete else None
