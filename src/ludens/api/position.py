"""A position for people: it shows itself, takes moves as they are typed, and goes back.

It rests on the contract, ``ludens.Game``, and changes nothing: every move gives another position.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Generic

from ludens.arena.typed import joint_move
from ludens.boards import picture
from ludens.game import Game, JointMove, Move, ParameterError, S, UnknownNameError
from ludens.games.loading import load

if TYPE_CHECKING:
    from rich.text import Text

    from ludens.boards.picture import Picture


class Position(Generic[S]):
    """A position of a game, for people: it shows itself, takes moves as they are typed, and goes back.

    ``game``: the game, as ``ludens.load`` gives it.
    ``state``: the position as the game's own functions take it.
    ``last``: the joint move that led here, which is marked in the picture.
    ``before``: the position before that move, if it is known.

    A position never changes: ``play`` and ``undo`` return another one.

    >>> position = ludens.show("tic_tac_toe").play("2 2; 1 1")
    >>> position.turn, len(position.moves()), position.is_over
    (('xplayer',), 7, False)
    >>> position.undo().history
    (('(mark 2 2)', 'noop'),)
    """

    def __init__(self, game: Game[S], state: S, last: JointMove = (), before: Position[S] | None = None) -> None:
        self.game, self.state, self.last, self.before = game, state, last, before

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.game.is_terminal(self.state)

    @property
    def goals(self) -> tuple[int, ...] | None:
        """Each role's goal, 0 to 100, when the game is over; None before."""
        return tuple(self.game.goals(self.state)) if self.is_over else None

    @property
    def turn(self) -> tuple[str, ...]:
        """The roles that have a choice here."""
        game, roles = self.game, self.game.info.roles
        return tuple(role for number, role in enumerate(roles) if len(game.legal_moves(self.state, number)) > 1)

    @property
    def history(self) -> tuple[JointMove, ...]:
        """The joint moves that led here, as far as they are known."""
        return tuple(position.last for position in self.positions[1:])

    @property
    def positions(self) -> tuple[Position[S], ...]:
        """This position and those before it, as far as they are known, the first one first."""
        found, here = list[Position[S]](), self.before
        while here is not None:
            found.append(here)
            here = here.before
        return (*reversed(found), self)

    def moves(self, role: str | int | None = None) -> tuple[Move, ...]:
        """The legal moves of a role; by default of the one that has a choice.

        Raises ParameterError if several roles choose at once and none is named.
        """
        if self.is_over:
            return ()
        roles = self.game.info.roles
        if role is None:
            choosing = self.turn
            if len(choosing) > 1:
                raise ParameterError(
                    f"{' and '.join(choosing)} choose at once: say whose moves, as in moves({choosing[0]!r})."
                )
            role = choosing[0] if choosing else roles[self.game.info.players[0]]
        number = roles.index(role) if role in roles else role
        if not isinstance(number, int) or not 0 <= number < len(roles):
            raise UnknownNameError(f"role of {self.game.info.name}", str(role), roles)
        return self.game.legal_moves(self.state, number)

    def play(self, *moves: Move) -> Position[S]:
        """The position after these moves: one for each role that has a choice, or one for every role.

        Type a move as in a game: ``"mark 2 2"`` or ``"2 2"`` for ``(mark 2 2)``, or its number in ``moves()``. Separate
        several joint moves with semicolons: ``"2 2; 1 1"``. Raises ParameterError, with the legal moves, if a move does
        not fit.
        """
        here: Position[S] = self
        for text in filter(str.strip, ", ".join(map(str, moves)).split(";")):
            joint = joint_move(here.game, here.state, text)
            here = Position(here.game, here.game.next_state(here.state, joint), joint, here)
        return here

    def undo(self, count: int = 1) -> Position[S]:
        """The position this many joint moves ago; raises ParameterError if there is none."""
        here: Position[S] | None = self
        for _ in range(count):
            here = None if here is None else here.before
        if here is None:
            raise ParameterError(f"There are only {len(self.history)} joint moves to take back, not {count}.")
        return here

    @property
    def picture(self) -> Picture:
        """The drawing, before it becomes text or SVG."""
        past = [position.state for position in self.positions[:-1]]
        return picture(self.game, self.state, self.last, past=past)

    @property
    def svg(self) -> str:
        """The position as an SVG document."""
        from ludens.boards.svg.document import as_svg  # noqa: PLC0415  (a terminal does not need it)

        return as_svg(self.picture)

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        from ludens.boards.text import as_text  # noqa: PLC0415  (it takes long to import)

        return as_text(self.picture)

    def __repr__(self) -> str:
        count = len(self.history)
        after = f", after {count} joint move{'s' if count > 1 else ''}" if count else ""
        goals = self.goals
        over = "" if goals is None else f"\nThe game is over: {result_words(self.game, goals)}."
        return f"{self.game.info.name}{after}\n{self}{over}"

    def __rich__(self) -> Text:
        from ludens.boards.text import as_rich  # noqa: PLC0415

        return as_rich(self.picture)


def show(
    game: str | os.PathLike[str] | Game[Any] | type[Any], state: Any = None, last: JointMove = ()
) -> Position[Any]:
    """A position of a game, which a notebook, a terminal and ``print`` show.

    ``game``: a game, as ``load`` takes it.
    ``state``: the position, by default the first one.
    ``last``: the joint move that led there, which is marked in the picture.

    Returns a ``Position``, in which you can move.

    >>> print(ludens.show("tic_tac_toe").play("2 2"))
     1  · · ·
     2  · x ·
     3  · · ·
        1 2 3
    oplayer to move
    """
    loaded = game if isinstance(game, Game) and not isinstance(game, type) else load(game)
    return Position(loaded, loaded.initial_state() if state is None else state, last)


def result_words(game: Game[Any], goals: tuple[float, ...]) -> str:
    """The goals of all roles, as ``red 100, blue 0``."""
    return ", ".join(f"{role} {goal:g}" for role, goal in zip(game.info.roles, goals, strict=True))
