"""The frame that tells a page everything about a match: the position, how it came about, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.games.endings.margin import Margin
from ludens.games.endings.words import Ending, result_text
from ludens.studio.frames.match import State, TurnData
from ludens.studio.frames.positions import View
from ludens.studio.match.match import Match, Turn
from ludens.studio.match.seats import CHANCE, PERSON
from ludens.studio.work.drawing import colours, label

SCALE = 100


def state_frame(match: Match, view: View, *, analysing: bool, connected: int) -> State:
    """What a page must know of a match."""
    over = is_over(match, view)
    turn = [] if over else view["deciders"][-1]
    return {
        "type": "state",
        "match": match.id,
        "seq": match.sequence,
        "game": match.game,
        "title": match.title,
        "roles": list(match.roles),
        "colours": colours(match.roles),
        "seats": [seat.as_data() for seat in match.seats],
        "plies": len(match.turns),
        "at": len(match.turns),
        "history": [
            _turn(number, turn, text, view)
            for number, (turn, text) in enumerate(zip(match.turns, view["texts"], strict=True), 1)
        ],
        "redo": len(match.redo),
        "svg": view["svg"],
        "over": over,
        "goals": goals(match, view["goals"]),
        "result": result(match, view) if over else None,
        "margin": view["margin"] if match.resigned is None else None,
        "turn": turn,
        "waiting": [role for role in turn if role not in match.choices],
        "choices": [role for role in turn if role in match.choices],
        "legal": {
            str(role): view["legal"][role]
            for role in turn
            if match.seats[role].kind == PERSON and role not in match.choices
        },
        "address": {"game": match.game, "moves": address(match, view)},
        "resigned": match.resigned,
        "notice": match.notice or view.get("flaw"),
        "paused": match.paused,
        "simultaneous": len(turn) > 1,
        "turn_kind": view["turns"],
        "hidden": view["hidden"],
        "scale": SCALE,
        "analysing": analysing,
        "connected": connected,
    }


def is_over(match: Match, view: View) -> bool:
    """Whether the match has ended, by the rules or because somebody resigned."""
    return view["over"] or match.resigned is not None


def goals(match: Match, at_end: Sequence[int] | None) -> list[float] | None:
    """What everybody has got at the end; whoever resigns gets nothing, and the others share the rest."""
    if match.resigned is None:
        return None if at_end is None else list(at_end)
    others = [role for role, seat in enumerate(match.seats) if seat.kind != CHANCE and role != match.resigned]
    return [SCALE / len(others) if role in others else 0.0 for role in range(len(match.roles))]


def result(match: Match, view: View) -> str:
    """How a finished match ended, in words; to the only person, where there is just one."""
    points = goals(match, view["goals"])
    if points is None:
        return "The game is over"
    counted = view["margin"]
    return result_text(
        Ending(
            roles=match.roles,
            players=[role for role, seat in enumerate(match.seats) if seat.kind != CHANCE],
            goals=points,
            you=match.people[0] if len(match.people) == 1 else None,
            margin=Margin(counted["ahead"], counted["unit"]) if counted and match.resigned is None else None,
            resigned=match.resigned,
        )
    )


def address(match: Match, view: View) -> str:
    """The game so far as a text for a link: of each joint move what those chose who had a choice.

    Nothing where not everything may be seen.
    """
    if view["masked"] is not None:
        return ""
    parts = []
    for turn, choosing in zip(match.turns, view["deciders"], strict=False):
        parts.append(",".join(label(turn.moves[role]) for role in (choosing or range(len(match.roles)))))
    return ";".join(parts)


def _turn(number: int, turn: Turn, text: str, view: View) -> TurnData:
    """A turn; one role alone sees what it did itself."""
    masked, advice = view["masked"], view["advice"]
    return {
        "ply": number,
        "moves": [move if masked in (None, role) else None for role, move in enumerate(turn.moves)],
        "text": text,
        "by": list(turn.by),
        "value": turn.value if masked is None else None,
        "best": turn.best,
        "lost": turn.lost,
        "moved": view["moved"][number - 1] if masked is None else None,
        "advice": advice[number - 1] if number <= len(advice) else None,
    }
