"""Why a move is good or bad: facts that follow from the rules, each of a kind that has one exact meaning.

kind        is true if
``wins``       the move wins at once (see ahead.py)
``loses``      the game is over after it, and somebody else has won, whatever the others choose in the same turn
``ends``       the game is over after it, whatever the others choose, without winner or loser in every case
``makes_sure`` it is proven that the role can get at least ``points``, whatever all others do; ``only``: after each
               other move they can hold it to less
``loses_all``  it is proven that the others can hold the role to ``points`` after every move
``gives_away`` it is proven that the others can hold the role to ``points`` after the move, and that another move makes
               sure of ``better``: those are ``moves``
``prevents``   ``moves`` of another ``role`` are threats (see threats.py), and the move stops them; ``only``: no other
               move stops them all
``forces``     whatever is played next, the role has won then or has a move that wins at once
``threatens``  after the move, ``moves`` of its role are threats to the one who is to choose
``allows``     after the move, ``moves`` of another ``role`` win at once; ``only``: some move would have allowed nobody
               to win at once, and would not have lost
``misses``     ``moves`` of the same role would have won at once, and this one does not
``captures``   after the move another ``role`` has ``count`` pieces fewer on the boards (see captures.py)
``turns``      the same, and they are pieces of whoever moved now
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ludens.engine.contract import LoadedGame
from ludens.game import HIGHEST_GOAL, Move
from ludens.teaching.ahead import Ahead, TooManyError, look_ahead, lost, winning, won
from ludens.teaching.captures import captures
from ludens.teaching.proofs import Proofs, Proven
from ludens.teaching.threats import Replies, Threat, danger, winning_next, winning_replies

Kind = Literal[
    "wins", "loses", "ends", "makes_sure", "loses_all", "gives_away", "prevents", "forces", "threatens", "allows",
    "misses", "captures", "turns",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a move; see above. ``now``: in the same turn. ``opposed``: points say who wins with best play."""

    kind: Kind
    role: int
    moves: tuple[Move, ...] = ()
    only: bool = False
    points: float | None = None
    better: float | None = None
    now: bool = False
    opposed: bool = False
    count: int = 0


def explain(
    game: LoadedGame[Any], state: Any, role: int, move: Move, proofs: Proofs | None = None, *, positions: int = 20_000
) -> list[Fact]:
    """All facts about a legal move of a role that has a choice, the weightiest first; none where all is not seen.

    ``proofs``: of that role, if there are any to go on with; ``positions``: for the proof of each move.
    """
    if game.info.hidden:
        return []
    try:
        (ahead,) = look_ahead(game.engine, game.pack([state]))
    except TooManyError:
        return []
    number = game.engine.moves(role).index(move)
    found = _end(game, ahead, role, number)
    if not found or found[0].kind != "wins":
        found += _missed(game, ahead, role)
    proven = (proofs or Proofs(game, role)).moves(state, positions)
    if not (found and found[0].kind == "wins"):
        found += _proof(proven, role, move)
    if len(ahead.actors) == 1:
        found += _seen_ahead(game, state, ahead, role, number)
        found += _captured(game, state, ahead, role, number)
    elif not found or found[0].kind != "wins":
        found += _prevented(danger(game, state, role).threats, move)
    return found


def _end(game: LoadedGame[Any], ahead: Ahead, role: int, move: int) -> list[Fact]:
    places = ahead.of(role, move)
    if not ahead.over[places].all():
        return []
    goals = ahead.goals[places]
    if won(game.info, goals, role).all():
        return [Fact("wins", role)]
    if lost(game.info, goals, role).all():
        return [Fact("loses", role)]
    neither = ~won(game.info, goals, role) & ~lost(game.info, goals, role)
    return [Fact("ends", role)] if neither.all() else []


def _missed(game: LoadedGame[Any], ahead: Ahead, role: int) -> list[Fact]:
    missed = winning(game.info, ahead, role)
    return [Fact("misses", role, tuple(game.engine.moves(role)[one] for one in missed))] if missed else []


def _proof(proven: Proven, role: int, move: Move) -> list[Fact]:
    if move not in proven.moves:
        return []
    own, best = proven.moves[move], proven.best
    top = max(bounds.highest for bounds in proven.moves.values())
    if top == best and all(bounds.exact and bounds.lowest == best for bounds in proven.moves.values()):
        return [Fact("loses_all", role, points=best, opposed=proven.opposed)] if best == 0 else []
    if own.highest < best:
        better = tuple(one for one, bounds in proven.moves.items() if bounds.lowest == best)
        return [Fact("gives_away", role, better, points=own.highest, better=best, opposed=proven.opposed)]
    if own.lowest == best > 0:
        rest = [bounds for one, bounds in proven.moves.items() if one != move]
        only = bool(rest) and all(bounds.highest < best for bounds in rest)
        if only or best == HIGHEST_GOAL or own.exact:
            return [Fact("makes_sure", role, only=only, points=best, opposed=proven.opposed)]
    return []


def _seen_ahead(game: LoadedGame[Any], state: Any, ahead: Ahead, role: int, move: int) -> list[Fact]:
    """What is seen of a move of the only role that has a choice."""
    place = int(ahead.of(role, move)[0])
    if ahead.over[place]:
        return []
    name = game.engine.moves(role)[move]
    try:
        replies = winning_replies(game, ahead, role)
        found = _prevented(danger(game, state, role).threats, name)
    except TooManyError:
        return []
    found += _allowed(game, ahead, role, move, replies)
    if any(fact.kind == "allows" for fact in found):
        return found
    row = ahead.rows[place][None]
    try:
        forced = winning_next(game, row, role)
        found += _threatened(game, row, role)
    except TooManyError:
        return found
    return [Fact("forces", role), *found] if forced else found


def _captured(game: LoadedGame[Any], state: Any, ahead: Ahead, role: int, move: int) -> list[Fact]:
    after = game.unpack(ahead.rows[int(ahead.of(role, move)[0])][None])[0]
    found = captures(game, state, after, role)
    return [Fact("turns" if each.turned else "captures", each.role, count=each.count) for each in found]


def _prevented(threats: tuple[Threat, ...], move: Move) -> list[Fact]:
    found: dict[tuple[int, bool], list[Threat]] = {}
    for threat in threats:
        if move in threat.stops:
            found.setdefault((threat.role, threat.now), []).append(threat)
    facts = []
    for (role, now), stopped in found.items():
        together = set(stopped[0].stops).intersection(*(threat.stops for threat in stopped))
        moves = tuple(threat.move for threat in stopped)
        facts.append(Fact("prevents", role, moves, only=together == {move}, now=now))
    return facts


def _allowed(game: LoadedGame[Any], ahead: Ahead, role: int, move: int, replies: Replies) -> list[Fact]:
    safe = any(not by_role for by_role in replies.values())
    ends = ahead.over & ~lost(game.info, ahead.goals, role)
    return [
        Fact("allows", other, tuple(game.engine.moves(other)[one] for one in moves), only=safe or bool(ends.any()))
        for other, moves in replies.get(move, {}).items()
    ]


def _threatened(game: LoadedGame[Any], row: Any, role: int) -> list[Fact]:
    (then,) = look_ahead(game.engine, row)
    if len(then.actors) != 1 or then.actors[0] == role or then.actors[0] not in game.info.players:
        return []
    state = game.unpack(row)[0]
    threats = [threat for threat in danger(game, state, then.actors[0]).threats if threat.role == role]
    return [Fact("threatens", role, tuple(threat.move for threat in threats))] if threats else []
