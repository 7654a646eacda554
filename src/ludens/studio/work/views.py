"""A position as a page needs it: the picture, the legal moves with their clicks, whose turn it is, how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludens.arena.session import Session
from ludens.boards import clicks
from ludens.boards.clicks import Click, OnPlace
from ludens.boards.picture import Panel
from ludens.game import GameInfo, GoalError, IllFormedGameError, JointMove, Move, observations
from ludens.games.endings.margin import margin
from ludens.games.endings.winning import winning_places
from ludens.studio.frames.positions import About, Advised, Drawn, LegalMove, LookedAt, View
from ludens.studio.frames.positions import Click as ClickData
from ludens.studio.work.drawing import MovePlaces, board, drawn, knowledge, place_data, seen_of_things

HIDDEN = "…"


class Followed:
    """A game that is followed from position to position, with what is known of each."""

    def __init__(self, session: Session[Any]) -> None:
        self.session = session
        self._deciders: list[list[int]] = []
        self._moved: list[list[str]] = []

    def follow(self, moves: Sequence[JointMove]) -> None:
        """Goes to the position after these moves; raises SourceError where they are not legal."""
        session = self.session
        same = 0
        while same < min(len(moves), len(session.moves)) and session.moves[same] == moves[same]:
            same += 1
        del session.moves[same:], session.states[same + 1 :], self._deciders[same + 1 :]
        del self._moved[same:]
        session.replay(tuple(moves[same:]))

    @property
    def deciders(self) -> list[list[int]]:
        """For every position so far, the roles that have a choice there."""
        for state in self.session.states[len(self._deciders) :]:
            self._deciders.append(deciders(self.session.game, state))
        return self._deciders

    @property
    def moved(self) -> list[list[str]]:
        """Of every turn what each role played, in words."""
        for ply in range(len(self._moved), len(self.session.moves)):
            places = MovePlaces(self.session.game, self.session.states[ply])
            self._moved.append([places.text(move) for move in self.session.moves[ply]])
        return self._moved

    def advice(self, ply: int, best: Mapping[str, str]) -> dict[str, str]:
        """The best moves of a position in words, by the role's number as text."""
        if not best:
            return {}
        places = MovePlaces(self.session.game, self.session.states[ply])
        return {role: places.text(move) for role, move in best.items()}


def deciders(game: Any, state: Any) -> list[int]:
    """The roles that have more than one legal move."""
    return [role for role in range(len(game.info.roles)) if len(game.legal_moves(state, role)) > 1]


def view(followed: Followed, person: int | None = None, advised: Sequence[Mapping[str, str]] = ()) -> View:
    """The last position of a game, with what can be done there and how it came about.

    ``person``: the only role of a person, if there is just one. ``masked``: that role, where it may not see everything.
    """
    session = followed.session
    game, state = session.game, session.state
    masked = masked_for(session, person)
    seen = None if masked is None else knowledge(game, masked, observations(game, session.moves, masked))
    turns = zip(followed.moved, followed.deciders, strict=False)
    return {
        **about(game.info),
        **position(session, len(session.moves), person),
        "deciders": followed.deciders,
        "texts": [
            played(game.info.roles, moved, choosing if masked is None else [masked] if masked in choosing else None)
            for moved, choosing in turns
        ],
        "moved": followed.moved if masked is None else [],
        "advice": [followed.advice(ply, best) for ply, best in enumerate(advised)] if masked is None else [],
        "legal": [legal(game, state, role, seen if role == masked else None) for role in range(len(game.info.roles))],
    }


def about(info: GameInfo) -> About:
    """What is known of a game before it is played."""
    return {
        "roles": list(info.roles),
        "turns": info.turns.value if info.turns else None,
        "goal_sum": info.goal_sum,
        "chance": info.chance_role,
        "hidden": info.hidden,
    }


def masked_for(session: Session[Any], person: int | None) -> int | None:
    """The role from which something is hidden, while the game goes on: that of the only person."""
    return person if session.game.info.hidden and not session.is_over else None


def position(session: Session[Any], ply: int, person: int | None = None) -> Drawn:
    """One position of a game as a picture, and how it ended if it did; or what a person knows of it."""
    game, state = session.game, session.states[ply]
    over, masked = game.is_terminal(state), masked_for(session, person)
    if masked is None:
        won = winning_places(game, state) if over else frozenset()
        svg = board(game, _with_what_was_seen(session, ply), session.moves[ply - 1] if ply else (), won,
                    session.states[:ply])  # fmt: skip
    else:
        svg = drawn(knowledge(game, masked, observations(game, session.moves[:ply], masked)))
    found: Drawn = {"svg": svg, "over": over, "goals": None, "masked": masked, "margin": None}
    if over:
        try:
            found["goals"] = list(game.goals(state))
            counted = margin(game, state)
            found["margin"] = None if counted is None else {"ahead": counted.ahead, "unit": counted.unit}
        except GoalError as error:
            found["flaw"] = f"The game is over, but its rules do not say how it ended. {error}"
    return found


def _with_what_was_seen(session: Session[Any], ply: int) -> Any:
    """A position to be drawn whole: with what players have seen of things in it."""
    game, state = session.game, session.states[ply]
    if not game.info.hidden:
        return state
    seen = [seen_of_things(game, observations(game, session.moves[:ply], role)) for role in game.info.players]
    return state.union(*seen) if any(seen) else state


def looked_at(session: Session[Any], ply: int, person: int | None, best: Mapping[str, str]) -> LookedAt:
    """An earlier position of a game, with where the best moves would have been made."""
    found = position(session, ply, person)
    places = MovePlaces(session.game, session.states[ply])
    shown = best if found["masked"] is None else {}
    advised: list[Advised] = [
        {"role": int(role), "move": move, "label": places.text(move), "places": places.of(move, int(role))}
        for role, move in shown.items()
    ]
    return {**found, "best": advised}


def legal(game: Any, state: Any, role: int, seen: Sequence[Panel] | None = None) -> list[LegalMove]:
    """The legal moves of a role with the clicks that make them. ``seen``: what it sees, where that is not all."""
    try:
        sequences = clicks(game, state, role, seen).sequences
    except IllFormedGameError:
        return []
    places = MovePlaces(game, state)
    return [_legal_move(move, made, places) for move, made in sequences.items()]


def _legal_move(move: Move, made: Sequence[Click], places: MovePlaces) -> LegalMove:
    text = places.text(move)
    words = places.choice(move) if len(made) > 1 else text
    return {
        "move": move,
        "label": text,
        "clicks": [_click(click, words) for click in made],
        "lands": places.lands(move),
    }


def played(roles: Sequence[str], moved: Sequence[str], choosing: Sequence[int] | None) -> str:
    """What was played, in short: the moves of those who had a choice, with their names if there are several.

    None: that is hidden.
    """
    if choosing is None:
        return HIDDEN
    if len(choosing) == 1:
        return moved[choosing[0]]
    shown = choosing or range(len(roles)) if len(roles) > 1 else (0,)
    if len(roles) == 1:
        return moved[0]
    return ", ".join(f"{roles[role]}: {moved[role]}" for role in shown)


def _click(click: Click, words: str) -> ClickData:
    if isinstance(click, OnPlace):
        return place_data(click.place)
    return {"choice": click.text, "label": words}
