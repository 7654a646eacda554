"""What a lesson is: an algorithm that tells every step it takes on a small game, and the knobs a reader may turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from ludens.arena.session import Session
from ludens.arena.typed import play_typed
from ludens.boards import picture
from ludens.boards.move_names import MoveNames
from ludens.boards.notation import with_names
from ludens.boards.svg.document import as_svg
from ludens.game import Game, JointMove, ParameterError
from ludens.games.loading import load
from ludens.players.options import Options, described
from ludens.studio.frames.learn import Node, Step

MOST_ROUNDS = 200
"""Of one recording, whatever a round is: it has to be looked at, step by step."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position to learn on: a small game, and the moves that lead there as they are typed.

    ``name``: of its title in the texts of the pages.
    """

    name: str
    game: str
    opening: str = ""


Record = Callable[[Game[Any], Any, Any, int, Random], Iterator[Step]]


@dataclass(frozen=True, slots=True)
class Lesson:
    """An algorithm to be watched. A reader chooses how many rounds, by default ``usual_rounds``.

    What it says of itself – its title, its question, what its knobs mean – is in the texts of the pages, by its name.
    """

    name: str
    examples: tuple[Example, ...]
    knobs: type[Options]
    usual_rounds: int
    record: Record

    def steps(self, example: int, knobs: dict[str, Any], rounds: int, seed: int) -> list[Step]:
        """Every step of a run; raises ParameterError for knobs, rounds or examples that there are not."""
        chosen = self.example(example)
        session: Session[Any] = Session(load(chosen.game))
        play_typed(session, chosen.opening)
        return self.run(session.game, session.state, knobs, rounds, seed)

    def example(self, number: int) -> Example:
        """An example by its number; raises ParameterError."""
        if not 0 <= number < len(self.examples):
            raise ParameterError(f"{self.name} has no example number {number}.")
        return self.examples[number]

    def run(self, game: Game[Any], state: Any, knobs: dict[str, Any], rounds: int, seed: int) -> list[Step]:
        """Every step of a run on any position of any game; raises ParameterError likewise."""
        if not 1 <= rounds <= MOST_ROUNDS:
            raise ParameterError(f"The rounds may be from 1 to {MOST_ROUNDS}.")
        return list(self.record(game, state, self._options(knobs), rounds, Random(seed)))

    def _options(self, given: dict[str, Any]) -> Options:
        known = {knob.name: knob for knob in described(self.knobs)}
        for name in given:
            if name not in known:
                raise ParameterError(f"{self.name} has no knob called {name!r}; it has {', '.join(known) or 'none'}.")
        return self.knobs(**given)


def choosing(game: Game[Any], state: Any) -> tuple[int, ...]:
    """The roles that have a choice; nobody at the end."""
    return tuple(role for role in range(len(game.info.roles)) if len(game.legal_moves(state, role)) > 1)


@dataclass(frozen=True, slots=True)
class Made:
    """A joint move, the position in which it was made, and who had a choice there."""

    before: Any
    joint: JointMove
    turn: tuple[int, ...]


def appearing(game: Game[Any], state: Any, number: int, parent: int | None = None, made: Made | None = None) -> Node:
    """The node of a position that appears; ``made``: the joint move that led there."""
    return Node(
        number,
        parent,
        label(game, made) if made is not None else "",
        choosing(game, state),
        tuple(game.goals(state)) if game.is_terminal(state) else None,
        _board(game, state, made.joint if made is not None else ()),
    )


def _board(game: Game[Any], state: Any, last: JointMove) -> str:
    found = picture(game, state, last)
    return as_svg(replace(found, panels=with_names(found.panels)))


def label(game: Game[Any], made: Made) -> str:
    """The moves of those who had a choice, or of all where nobody had one, as people write them."""
    names = MoveNames(game, made.before)
    return " · ".join(names.text(made.joint[role]) for role in made.turn or range(len(made.joint)))
