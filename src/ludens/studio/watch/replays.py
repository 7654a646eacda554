"""A finished game as data to be watched: every position drawn, what was played, and what was thought of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludens.arena.record import MatchRecord, Thought
from ludens.arena.record import replay as positions
from ludens.boards.move_names import MoveNames
from ludens.engine.contract import LoadedGame
from ludens.game import GameInfo, JointMove
from ludens.games.endings.words import Ending, result_text
from ludens.studio.frames.watch import Replay
from ludens.studio.games.offered_games import title_of
from ludens.studio.work.drawing import board, colours
from ludens.studio.work.views import played


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a game beside its positions; lists have an entry for each joint move.

    ``values``: what roles could expect after it, by the role's number as text. ``notes``: what is worth reading.
    """

    id: str
    title: str
    players: Sequence[str]
    result: str
    values: Sequence[dict[str, float] | None]
    notes: Sequence[str]


def replay_data(game: LoadedGame[Any], states: Sequence[Any], moves: Sequence[JointMove], told: Told) -> Replay:
    """The game as plain data."""
    roles = game.info.roles
    return {
        "id": told.id,
        "title": told.title,
        "roles": list(roles),
        "colours": colours(roles),
        "players": list(told.players),
        "result": told.result,
        "positions": [board(game, state, last) for state, last in zip(states, [(), *moves], strict=True)],
        "moves": [
            {"text": _in_words(game, state, joint), "value": value, "note": note}
            for joint, state, value, note in zip(moves, states, told.values, told.notes, strict=False)
        ],
    }


def replay_of_record(record: MatchRecord, game: LoadedGame[Any]) -> Replay:
    """A recorded match as data; raises SourceError where the record does not fit the rules."""
    turns: list[tuple[Thought, ...]] = [*[()] * record.opening, *record.thoughts]
    told = Told(
        record.id,
        title_of(record.game),
        [card.name for card in record.agents],
        result_in_words(record, game.info),
        [_values(turn) for turn in turns],
        ["opening" if number < record.opening else _note(record, turn) for number, turn in enumerate(turns)],
    )
    return replay_data(game, positions(record, game), record.moves, told)


def _in_words(game: LoadedGame[Any], state: Any, joint: JointMove) -> str:
    names = MoveNames(game, state)
    return played(game.info.roles, [names.text(move) for move in joint], _choosing(game, state))


def result_in_words(record: MatchRecord, info: GameInfo) -> str:
    """How a recorded match ended, in a sentence."""
    goals = result_text(Ending(record.roles, info.players, record.goals))
    forfeits = "; ".join(
        f"{record.roles[each.role]} forfeits by {each.cause.value} ({each.detail})" for each in record.forfeits
    )
    cut = "cut for its length" if record.cut else ""
    return ": ".join(filter(None, ("; ".join(filter(None, (forfeits, cut))), goals)))


def _choosing(game: LoadedGame[Any], state: Any) -> list[int]:
    return [role for role in range(len(game.info.roles)) if len(game.legal_moves(state, role)) > 1]


def _values(turn: Sequence[Thought]) -> dict[str, float] | None:
    found = {str(role): thought.value for role, thought in enumerate(turn) if thought.value is not None}
    return found or None


def _note(record: MatchRecord, turn: Sequence[Thought]) -> str:
    """What the agents that thought have to say about the move."""
    said = []
    for role, thought in zip(record.roles, turn, strict=True):
        if thought.value is None:
            continue
        simulations = (thought.notes or {}).get("simulations")
        count = f", {simulations:,} simulations" if isinstance(simulations, int) and simulations else ""
        said.append(f"{role} expects {thought.value:.0f}{count} in {thought.seconds:.2f} s")
    return "; ".join(said)
