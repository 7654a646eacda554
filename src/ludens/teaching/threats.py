"""What wins at once, and what others threaten to win with.

A *threat* to a role is a move of another player that wins at once in the next turn, after more than half of the moves
by which the role does not end the game. Where both choose in the same turn, it is a move that wins in this very turn
against more than half of the role's moves. What *stops* a threat are the moves of the role after which, or against
which, it does not win at once; a move that ends the game stops it unless the role has lost then.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Move
from ludens.teaching.ahead import MOST_FOLLOWING, Ahead, look_ahead, lost, winning, won


@dataclass(frozen=True, slots=True)
class Threat:
    """A move of ``role`` that wins at once unless one of the moves ``stops`` is made; ``now``: in this very turn."""

    role: int
    move: Move
    stops: tuple[Move, ...]
    now: bool = False


@dataclass(frozen=True, slots=True)
class Danger:
    """What there is to see one turn ahead for a role that is to move.

    ``wins``: its own moves that win at once. ``threats``: those of others. ``traps``: its moves after which another
    player can win at once, with that role and its winning moves, unless a threat is the reason.
    """

    wins: tuple[Move, ...]
    threats: tuple[Threat, ...]
    traps: tuple[tuple[Move, int, tuple[Move, ...]], ...] = ()


def danger(game: LoadedGame[Any], state: Any, role: int) -> Danger:
    """What a role can win by, and what threatens it; raises TooManyError where there is too much to look at."""
    engine, info = game.engine, game.info
    (ahead,) = look_ahead(engine, game.pack([state]))
    names = engine.moves
    wins = tuple(names(role)[move] for move in winning(info, ahead, role))
    if len(ahead.actors) > 1:
        return Danger(wins, tuple(_at_once(game, ahead, role)))
    replies = winning_replies(game, ahead, role)
    threats = tuple(_next(game, ahead, role, replies))
    known = {(threat.role, threat.move) for threat in threats}
    traps = []
    for move, by_role in replies.items():
        for other, moves in by_role.items():
            fresh = tuple(names(other)[one] for one in moves if (other, names(other)[one]) not in known)
            if fresh:
                traps.append((names(role)[move], other, fresh))
    return Danger(wins, threats, tuple(traps))


Replies = dict[int, dict[int, list[int]]]
"""By the number of a move that does not end the game: the winning moves of each other player that has a choice then."""


def winning_replies(game: LoadedGame[Any], ahead: Ahead, role: int) -> Replies:
    """What others win by at once after each move of the only role that has a choice.

    Raises TooManyError where there is too much to look at.
    """
    places = np.flatnonzero(~ahead.over)
    following = look_ahead(game.engine, ahead.rows[places])
    others = [other for other in game.info.players if other != role]
    found: Replies = {}
    for place, then in zip(places, following, strict=True):
        by_role = {other: winning(game.info, then, other) for other in others if len(then.legal[other]) > 1}
        found[int(ahead.joints[place, role])] = {other: moves for other, moves in by_role.items() if moves}
    return found


def _next(game: LoadedGame[Any], ahead: Ahead, role: int, replies: Replies) -> list[Threat]:
    after: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for move, by_role in replies.items():
        for other, moves in by_role.items():
            for one in moves:
                after[other, one].add(move)
    likely = {threat: moves for threat, moves in after.items() if 2 * len(moves) > len(replies)}
    rows = {int(ahead.joints[place, role]): ahead.rows[place] for place in np.flatnonzero(~ahead.over)}
    beaten = lost(game.info, ahead.goals, role)
    found = []
    for (other, one), won_after in sorted(likely.items()):
        stops = [move for move in replies if move not in won_after and not _wins(game, rows[move][None], other, one)]
        stops += [int(ahead.joints[place, role]) for place in np.flatnonzero(ahead.over & ~beaten)]
        found.append(Threat(other, game.engine.moves(other)[one], _texts(game, role, stops)))
    return found


def _wins(game: LoadedGame[Any], row: Rows, role: int, move: int) -> bool:
    """Whether a move wins at once, also where it is the only one that the role has."""
    (then,) = look_ahead(game.engine, row)
    return move in winning(game.info, then, role)


def _at_once(game: LoadedGame[Any], ahead: Ahead, role: int) -> list[Threat]:
    found = []
    for other in game.info.players:
        if other == role or len(ahead.legal[other]) < 2 or len(ahead.legal[role]) < 2:
            continue
        good = ahead.over & won(game.info, ahead.goals, other)
        for one in ahead.legal[other]:
            with_it = ahead.joints[:, other] == one
            beaten = [move for move in ahead.legal[role] if good[with_it & (ahead.joints[:, role] == move)].all()]
            if 2 * len(beaten) > len(ahead.legal[role]):
                stops = [int(move) for move in ahead.legal[role] if move not in beaten]
                found.append(Threat(other, game.engine.moves(other)[int(one)], _texts(game, role, stops), now=True))
    return found


def _texts(game: LoadedGame[Any], role: int, moves: list[int]) -> tuple[Move, ...]:
    return tuple(game.engine.moves(role)[move] for move in sorted(moves))


def winning_next(game: LoadedGame[Any], row: Rows, role: int) -> bool:
    """Whether the role wins at the latest with its next move, whatever is played in a position before that.

    The position must not be over. Raises TooManyError where there is too much to look at.
    """
    (ahead,) = look_ahead(game.engine, row)
    decided = ahead.over & won(game.info, ahead.goals, role)
    if (ahead.over & ~decided).any():
        return False
    going_on = ahead.rows[~ahead.over]
    return all(winning(game.info, then, role) for then in look_ahead(game.engine, going_on, MOST_FOLLOWING))
