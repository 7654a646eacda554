"""A game from the rules of a START, as one role of a match follows it: what the worker processes of a player hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludens.game import IllegalMoveError, LudensError, Observation, View
from ludens.gdl import Reasoner
from ludens.gdl.mistakes import errors
from ludens.gdl.terms import RuleSheet
from ludens.ggp.player.missed_moves import Whereabouts
from ludens.ggp.player.server_reading import read_as_server
from ludens.ggp.player.steps import JointStep, MissedSteps, Step
from ludens.rules.contract import AnyReasoner
from ludens.rules.ground_rules import State

Make = Callable[[Reasoner], AnyReasoner[RuleSheet]]


class UnplayableError(LudensError):
    """Rules or a role with which nobody can play."""


class SeatedGame:
    """The game, the role, and the position after the steps so far: the likeliest one while some are missing.

    Rules that the checker refuses are played if the reasoner can make anything of them: a manager that sends them
    will not send others. ``problems`` says what is wrong. ``search_seconds``: for finding out where the match may be
    after joint moves that were missed. ``make`` may make a game with an engine of the reasoner. Raises UnplayableError
    where nothing can be done.
    """

    search_seconds = 1.0

    def __init__(self, rules: str, role: str, make: Make = lambda reasoner: reasoner) -> None:
        try:
            sheet, problems, self.spelling = read_as_server(rules)
            self.game = make(Reasoner(sheet))
        except LudensError as error:
            raise UnplayableError(str(error)) from None
        except (AssertionError, ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
            # What rules that break the restrictions of GDL do to the reasoner is not defined.
            raise UnplayableError(f"the rules cannot be used: {type(error).__name__}: {error}") from None
        self.problems = tuple(problem.message for problem in errors(problems))
        roles = self.game.info.roles
        if self.spelling.in_game(role) not in roles:
            raise UnplayableError(f"there is no role {role!r} in these rules; there are {', '.join(roles) or 'none'}")
        self.role = roles.index(self.spelling.in_game(role))
        self.restart()

    @property
    def hidden(self) -> bool:
        """Whether the role is told what it sees instead of what is played."""
        return self.game.info.hidden

    @property
    def position(self) -> State | View:
        """What an agent is given: the position, or what its role knows of it."""
        return View(self.role, tuple(self._seen)) if self.hidden else self.state

    def restart(self) -> None:
        """Goes back to the first position."""
        self.state: State = self.game.initial_state()
        self._seen: list[Observation] = []
        self._possible: Whereabouts | None = None

    def go_to(self, position: str) -> None:
        """Takes the position with this text."""
        self.state = self.game.state_from_text(position)
        self._possible = None

    @property
    def sure(self) -> bool:
        """Whether no joint moves are missing before the position."""
        return self._possible is None

    def legal(self) -> list[str]:
        """The legal moves of the role as the rulesheet spells them; while joint moves are missing, the likeliest."""
        if self._possible is not None and self._possible.positions and not self._possible.sure:
            return self.written(self._possible.legal(self.role))
        return self.written(self.game.legal_moves(self.state, self.role))

    def advance(self, steps: Iterable[Step]) -> list[str]:
        """Follows the steps; returns what was wrong with those that do not fit the position, which are passed over."""
        wrong = []
        for step in steps:
            try:
                self._follow(step)
            except (IllegalMoveError, ValueError) as error:
                wrong.append(str(error))
        return wrong

    def _follow(self, step: Step) -> None:
        if isinstance(step, MissedSteps):
            self._possible = None if self.hidden else Whereabouts(self.game, self.state, step)
        elif isinstance(step, JointStep):
            if self.hidden:
                raise ValueError("all moves were sent in a game of hidden information")
            self._joint([self.spelling.in_game(move) for move in step.moves])
        elif not self.hidden:
            raise ValueError("percepts were sent in a game in which nothing is hidden")
        else:
            self._seen.append(
                Observation(self.spelling.in_game(step.move), tuple(sorted(map(self.spelling.in_game, step.percepts))))
            )

    def _joint(self, moves: list[str]) -> None:
        if self._possible is None:
            self.state = self.game.next_state(self.state, moves)
            return
        if not self._possible.tell(moves, self.search_seconds):
            raise ValueError(f"{' '.join(moves)[:200]} fits no position that is possible")
        self.state = self._possible.likeliest

    def written(self, moves: Iterable[str]) -> list[str]:
        """Moves as the rulesheet spells them."""
        return [self.spelling.written(move) for move in moves]

    def facts(self) -> dict[str, Any]:
        """What the supervisor wants to know of the game, as plain data."""
        info = self.game.info
        return {"roles": self.written(info.roles), "hidden": info.hidden, "problems": list(self.problems)}
