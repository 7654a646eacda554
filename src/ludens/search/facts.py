"""What is known of a game: found when it is first asked for, once, and kept with the game.

Two kinds of facts are never mixed. ``certain`` and ``structure`` say how they are known: declared, or proved from the
rules; what is called proven rests on them alone. ``random_games`` shows what some games look like; what they do not
refute ``seems`` so, which is good enough to choose a way to play by, and proves nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from ludens import cache
from ludens.circuit.findings import Structure
from ludens.circuit.kept_findings import kept_structure, structure_of, turns_and_sum_of
from ludens.circuit.network import Circuit
from ludens.engine.contract import LoadedGame
from ludens.game import HIGHEST_GOAL, Turns
from ludens.search.certainty import Certain, certain_of, is_declared
from ludens.search.once import once
from ludens.search.random_games import RandomGames

Plain = TypeVar("Plain", bool, int, list[int], dict[str, float])
"""What JSON keeps as it is."""

CODE = ("rules/*.py", "circuit/*.py", "circuit/passes/*.py", "engine/**/*.py", "search/**/*.py")
"""What finds facts that are kept."""


class GameFacts:
    """The facts of one game; ``facts_of`` has them."""

    def __init__(self, game: LoadedGame[Any]) -> None:
        self._game = game
        self.random_games = RandomGames(game)

    @cached_property
    def circuit(self) -> Circuit | None:
        """The rules as a network; ``None`` for a game without one."""
        return self._game.engine.circuit

    @cached_property
    def structure(self) -> Structure | None:
        """What the rules show, each finding with how it is known; ``None`` for a game without a network."""
        return None if self.circuit is None else structure_of(self.circuit)

    @cached_property
    def certain(self) -> Certain:
        """What is declared or proved of turns and goals."""
        info = self._game.info
        if is_declared(info) or self.circuit is None or info.hidden or info.chance_role is not None:
            return certain_of(info)
        # All findings take long: without need only turns and sums are looked at.
        found = vars(self).get("structure") or kept_structure(self.circuit)
        return certain_of(info, turns_and_sum_of(self.circuit) if found is None else (found.turns, found.constant_sum))

    def kept(self, what: str, find: Callable[[], Plain]) -> Plain:
        """What a function finds from the rules alone, whatever the clock says: from the cache or new.

        ``what`` says which function, and with what. A game without a network is not known well enough to be kept.
        """
        if self.circuit is None:
            return find()
        info = self._game.info
        known = f"{info.turns} {info.goal_sum} {info.max_steps}"
        made_from = f"{cache.code_version(*CODE)}\n{what}\n{known}\n{self.circuit.digest}"
        data = cache.fetch("facts", made_from)
        if data is not None:
            found: Plain = json.loads(data)
            return found
        found = find()
        cache.keep("facts", made_from, json.dumps(found).encode())
        return found

    @cached_property
    def seems_in_turns(self) -> bool:
        """Whether one role at a time has a choice: as the game declares, or else in random games."""
        turns = self._game.info.turns
        return self.random_games.one_at_a_time if turns is None else turns is not Turns.SIMULTANEOUS

    @cached_property
    def seems_constant_sum(self) -> bool:
        """Whether goals add up to the same at every end: as the game declares, or else in random games."""
        return self._game.info.goal_sum is not None or len(self.random_games.sums) == 1

    @cached_property
    def seems_opposed(self) -> bool:
        """Whether there are two roles and one gets what the other does not, at least in random games."""
        return len(self._game.info.roles) == 2 and self.seems_constant_sum and self.random_games.sums <= {HIGHEST_GOAL}


def facts_of(game: LoadedGame[Any]) -> GameFacts:
    """What is known of a game; the same object for everybody who asks."""
    return once(game, GameFacts, lambda: GameFacts(game))
