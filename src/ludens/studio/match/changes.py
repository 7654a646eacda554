"""What becomes of a match: every change as a function from one match to the next. Nothing here waits or writes.

A change that cannot be made raises LudensError, and then there is no next match.
"""

from __future__ import annotations

import random
from dataclasses import replace

from ludens.game import IllegalMoveError, JointMove, ParameterError
from ludens.studio.frames.positions import View
from ludens.studio.match import commands
from ludens.studio.match.match import Match, deciding_ply
from ludens.studio.match.seats import CHANCE, PERSON, seats_for
from ludens.studio.match.state_frame import is_over
from ludens.studio.settings import Caps


def moved(match: Match, view: View, command: commands.Move) -> Match:
    """With the choice of a person."""
    role, move = checked_role(match, command.role), command.move
    if command.ply not in (None, len(match.turns)):
        raise ParameterError("The game has moved on in the meantime.")
    if is_over(match, view):
        raise ParameterError("The game is over.")
    if match.seats[role].kind != PERSON:
        raise ParameterError(f"{match.roles[role]} is not played by a person.")
    if role in match.choices:
        raise ParameterError(f"{match.roles[role]} has chosen already.")
    legal = [each["move"] for each in view["legal"][role]]
    if not isinstance(move, str) or move not in legal:
        raise IllegalMoveError(match.roles[role], str(move)[:80], legal)
    return replace(match.chosen(role, move), notice=None)


def undone(match: Match, view: View) -> Match:
    """Back at the last position in which a person has a choice."""
    plies = len(match.turns)
    if match.resigned is not None:
        return match.back_to(plies)
    if any(role in match.people for role in match.choices):
        return replace(match, choices={}, expected=None, thoughts=())
    ply = deciding_ply(view["deciders"], match.undoing, range(plies - 1, -1, -1))
    if ply is None:
        raise ParameterError("There is nothing to take back.")
    return replace(match.back_to(ply), paused=match.paused or not match.people)


def all_redone(match: Match) -> Match:
    """With everything made again that was taken back."""
    if not match.redo:
        raise ParameterError("There is nothing to redo.")
    return match.forward_to(len(match.turns) + len(match.redo))


def redone(match: Match, last: View) -> Match:
    """On at the next position in which a person has a choice; ``last``: the view with everything made again."""
    plies, most = len(match.turns), len(match.turns) + len(match.redo)
    ply = deciding_ply(last["deciders"], match.undoing, range(plies + 1, most))
    return match.forward_to(most if ply is None else ply)


def resigned(match: Match, view: View, role: int) -> Match:
    """At an end, because a person gives up."""
    checked_role(match, role)
    if is_over(match, view):
        raise ParameterError("The game is over.")
    if match.seats[role].kind != PERSON:
        raise ParameterError("Only a person can resign.")
    return replace(match, resigned=role, choices={}, expected=None, thoughts=())


def reseated(match: Match, view: View, wanted: object, caps: Caps) -> Match:
    """With other seats; who stays keeps its choice."""
    seats = seats_for(wanted, match.roles, caps.thinking_seconds, view["chance"])
    kept = {role: move for role, move in match.choices.items() if seats[role] == match.seats[role]}
    return replace(match, seats=seats, choices=kept, expected=None, thoughts=(), notice=None, paused=False)


def chance_drawn(match: Match, view: View) -> Match:
    """With the choices of chance, by the seed of the match and the number of the move; the same where there are none.

    What is drawn in a position is always the same.
    """
    if not _goes_on(match, view):
        return match
    for role, moves in enumerate(view["legal"]):
        if len(moves) > 1 and match.seats[role].kind == CHANCE and role not in match.choices:
            chance = random.Random(f"{match.seed}/{len(match.turns)}/{role}")
            match = match.chosen(role, chance.choice(moves)["move"])
    return match


def joint_move(match: Match, view: View, caps: Caps) -> JointMove | None:
    """The next joint move, when every role has chosen or has no choice, and there is room for it."""
    if not _goes_on(match, view) or is_full(match, caps):
        return None
    found = [
        moves[0]["move"] if len(moves) == 1 else match.choices.get(role) for role, moves in enumerate(view["legal"])
    ]
    joint = tuple(move for move in found if move is not None)
    return joint if len(joint) == len(found) else None


def is_full(match: Match, caps: Caps) -> bool:
    """Whether the match has as many moves as a match may have."""
    return len(match.turns) >= caps.plies or match.characters >= caps.match_characters


def as_it_was(match: Match, ply: int) -> Match:
    """The match at an earlier position, to think about; it is not gone back to."""
    if not 0 <= ply <= len(match.turns):
        raise ParameterError(f"There is no position after {ply} moves.")
    return replace(match, turns=match.turns[:ply], choices={}, expected=None, thoughts=(), resigned=None)


def checked_role(match: Match, role: int) -> int:
    """The role; raises ParameterError when there is none of this number."""
    if not 0 <= role < len(match.roles):
        raise ParameterError(f"There is no role number {role}.")
    return role


def _goes_on(match: Match, view: View) -> bool:
    """Whether moves can be made: the game is not over, everybody has moves, and nothing has gone wrong here before."""
    went_wrong = match.notice is not None and not match.choices
    return not is_over(match, view) and not went_wrong and all(view["legal"])
