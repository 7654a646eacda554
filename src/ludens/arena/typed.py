"""A game so far, as a person types it in one line: ``(mark 2 2); (mark 1 1)``."""

from __future__ import annotations

import re

from ludens.arena.session import Session, find_moves
from ludens.boards.move_names import MoveNames
from ludens.game import Game, JointMove, Move, ParameterError, S

SHOWN = 12
"""Legal moves that are told to whoever names another."""


def play_typed(session: Session[S], text: str) -> None:
    """Makes the joint moves of a text: joint moves separated by ``;``, the moves of one by ``,``.

    A move may be typed as in a game (see find_moves), or as boards name it (``b2``). Roles without a choice may be left
    out. Raises ParameterError, with the number of the move, where something does not fit.
    """
    for number, part in enumerate(filter(str.strip, text.split(";")), start=1):
        try:
            session.play(joint_move(session.game, session.state, part))
        except ParameterError as error:
            raise ParameterError(f"Move {number}, {part.strip()!r}: {error}") from None


def joint_move(game: Game[S], state: S, text: str) -> JointMove:
    """One move of every role, or of every role that has a choice, in the order of the roles."""
    if game.is_terminal(state):
        raise ParameterError("the game is over before it.")
    legal = [game.legal_moves(state, role) for role in range(len(game.info.roles))]
    choosing = [role for role, moves in enumerate(legal) if len(moves) > 1]
    typed = [part.strip() for part in re.split(r",(?![^()]*\))", text) if part.strip()]
    roles = list(range(len(legal))) if len(typed) == len(legal) else choosing
    if len(typed) != len(roles):
        names = " and ".join(game.info.roles[role] for role in choosing) or "nobody"
        raise ParameterError(f"the moves to be given here are those of {names}.")
    joint = [moves[0] for moves in legal]
    for role, part in zip(roles, typed, strict=True):
        joint[role] = _move(game, state, role, part)
    return tuple(joint)


def _move(game: Game[S], state: S, role: int, typed: str) -> Move:
    legal = game.legal_moves(state, role)
    found = find_moves(legal, typed) or MoveNames(game, state).find(legal, typed)
    if len(found) > 1:
        raise ParameterError(f"{typed!r} may mean {' or '.join(found[:3])}.")
    if not found:
        shown = ", ".join(legal[:SHOWN]) + (f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else "")
        raise ParameterError(f"{typed!r} is not a legal move of {game.info.roles[role]} here. Legal: {shown}.")
    return found[0]
