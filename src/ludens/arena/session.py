"""A game in progress: its history, taking moves back, and a file that survives whatever happens to the player."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

from ludens.game import Game, JointMove, LudensError, Move, S, SourceError, View, observation


@dataclass(frozen=True, slots=True)
class Record:
    """What must be kept to go on with a game: what is played, who sits where, and the joint moves."""

    game: str
    seats: tuple[str, ...]
    moves: tuple[JointMove, ...]
    seed: int | None = None

    def save(self, path: Path) -> None:
        """Writes the file in one step, so that it is never half written."""
        path.parent.mkdir(parents=True, exist_ok=True)
        data = {"game": self.game, "seats": self.seats, "moves": self.moves, "seed": self.seed}
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            part = Path(file.name)
            try:
                json.dump(data, file)
                file.flush()
                part.replace(path)
            except OSError:
                part.unlink()
                raise

    @staticmethod
    def read(path: Path) -> Record:
        """The record in a file; raises SourceError when there is none."""
        try:
            data = json.loads(path.read_text("utf-8"))
            moves = tuple(tuple(map(str, joint)) for joint in data["moves"])
            seed = None if data["seed"] is None else int(data["seed"])
            return Record(str(data["game"]), tuple(map(str, data["seats"])), moves, seed)
        except OSError as error:
            raise SourceError(f"Cannot read {path}: {(error.strerror or str(error)).lower()}.") from None
        except (ValueError, KeyError, TypeError):
            raise SourceError(f"{path} is not a record of a game.") from None


class Session(Generic[S]):
    """The positions of a game so far and the joint moves between them."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.states: list[S] = [game.initial_state()]
        self.moves: list[JointMove] = []

    @property
    def state(self) -> S:
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        return self.game.is_terminal(self.state)

    def view(self, role: int) -> View:
        """All that a role knows of the game so far, with its legal moves."""
        made = zip(self.states, self.moves, strict=False)
        seen = tuple(observation(self.game, state, moves, role) for state, moves in made)
        return View(role, seen, self.game.legal_moves(self.state, role))

    def given(self, role: int) -> Any:
        """What the agent of a role is given: the position, or a view where something is hidden from it."""
        info = self.game.info
        return self.view(role) if info.hidden and role != info.chance_role else self.state

    def play(self, moves: JointMove) -> None:
        """Makes a joint move; raises IllegalMoveError and changes nothing when it is not legal."""
        self.states.append(self.game.next_state(self.state, moves))
        self.moves.append(moves)

    def replay(self, moves: tuple[JointMove, ...]) -> None:
        """Makes the moves of a record; raises SourceError, with the number of the move, where they do not fit."""
        for number, joint in enumerate(moves, start=1):
            try:
                self.play(joint)
            except (LudensError, ValueError) as error:
                raise SourceError(f"Move {number} of the record does not fit the game: {error}") from None

    def undo(self, wanted: Callable[[S], bool]) -> bool:
        """Goes back to the last earlier position that is wanted; False, and no change, when there is none."""
        for number in reversed(range(len(self.moves))):
            if wanted(self.states[number]):
                del self.states[number + 1 :], self.moves[number:]
                return True
        return False


def find_moves(legal: tuple[Move, ...], typed: str) -> list[Move]:
    """The moves a person may mean: by number from 1, by text without regard to case, spacing and parentheses.

    A beginning is enough when only one move begins so; several moves come back when it is not clear which.
    """
    if typed.isdecimal() and 1 <= int(typed) <= len(legal) and not any(_plain(move) == typed for move in legal):
        return [legal[int(typed) - 1]]
    wanted = _plain(typed)
    exact = [move for move in legal if _plain(move) == wanted]
    if exact:
        return exact
    without_name = [move for move in legal if _plain(move).partition(" ")[2] == wanted]
    return without_name or [move for move in legal if wanted and _plain(move).startswith(wanted)]


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("(", " ").replace(")", " ").replace(",", " ").split())
