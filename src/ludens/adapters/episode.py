"""One game in progress in numbers: positions as vectors of bits, moves by number, legal moves as masks.

What environments for learning are made of. Chance, where a game has it, is drawn here. Where something is hidden, a
vector shows what one role knows, not the position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.adapters.knowledge import KnowledgeVectors, possible_percepts
from ludens.engine.any_game import with_engine
from ludens.engine.contract import LoadedGame
from ludens.engine.rows import unpack_rows
from ludens.game import (
    LONGEST_GAME,
    Game,
    GoalError,
    IllegalMoveError,
    JointMove,
    Observation,
    ParameterError,
    UnsuitableGameError,
    View,
    observation,
)
from ludens.games.loading import load

Vector = NDArray[np.int8]
Encode = Callable[[Any], Vector]
"""A position as a vector that always has the same length: for games that are no bits by themselves.

In a game with hidden information it is given the View of a role, and no position.
"""


def game_of(game: str | Game[Any]) -> LoadedGame[Any]:
    """The game itself, or the one with this name, with an engine; raises LudensError when there is none."""
    return load(game) if isinstance(game, str) else with_engine(game)


def reward_of(goal: int) -> float:
    """A goal, 0 to 100, as a reward from -1 to 1; half of everything is 0."""
    return goal / 50 - 1


class Episode:
    """A game in progress. ``begin`` comes first.

    ``players``: the roles that somebody plays. ``moves``: the texts of each role's moves, by number. ``size`` and
    ``bounds``: of ``vector(role)``, and of its numbers. ``max_steps``: joint moves after which the game is cut. Raises
    UnsuitableGameError for games of which it is not known beforehand what positions or moves there are, or what can be
    seen.
    """

    def __init__(self, game: LoadedGame[Any], encode: Encode | None = None, max_steps: int | None = None) -> None:
        if max_steps is not None and max_steps < 1:
            raise ParameterError(f"max_steps cannot be {max_steps}; it may be 1 or more.")
        self.game, self._encode = game, encode
        _check_suitable(game, encode)
        roles = range(len(game.info.roles))
        self.players = game.info.players
        self.moves = tuple(game.engine.moves(role) for role in roles)
        self._numbers = [{move: number for number, move in enumerate(moves)} for moves in self.moves]
        self.max_steps = max_steps or game.info.max_steps or LONGEST_GAME
        self._knowledge = _knowledge_vectors(self) if game.info.hidden and encode is None else None
        self.begin(np.random.default_rng(0))
        self.size = len(self.vector(self.players[0]))
        self.bounds = (0, 1) if encode is None else (-128, 127)

    def begin(self, chance: np.random.Generator) -> None:
        """Begins the game anew; what the game leaves to chance is drawn from these numbers."""
        self._chance, self.steps = chance, 0
        self._seen: dict[int, tuple[Observation, ...]] = dict.fromkeys(self.players, ())
        self._look(self.game.engine.initial())

    @property
    def state(self) -> Any:
        """The position as the game has it."""
        return self.game.unpack(self._rows)[0]

    def given(self, role: int) -> Any:
        """What a role may be told: the position, or where something is hidden its view."""
        return self.view(role) if self.game.info.hidden else self.state

    def view(self, role: int) -> View:
        """All that a role knows in a game with hidden information."""
        known = self.moves[role]
        return View(
            role, self._seen[role], tuple(sorted(known[number] for number in np.flatnonzero(self._legal[role])))
        )

    @property
    def cut(self) -> bool:
        """Whether the game has gone on for too long without an end."""
        return not self.over and self.steps >= self.max_steps

    @property
    def choosing(self) -> tuple[int, ...]:
        """The players who have more than one legal move; nobody when the game is over or cut."""
        if self.over or self.cut:
            return ()
        return tuple(role for role in self.players if np.count_nonzero(self._legal[role]) > 1)

    @property
    def goals(self) -> tuple[int, ...]:
        """Everybody's goal at the end; raises GoalError where the rules give none."""
        if not self.over or (self._goals < 0).any():
            raise GoalError("There are no goals here.", self.game.text(self.state))
        return tuple(self._goals.tolist())

    def vector(self, role: int) -> Vector:
        """What a role may know, as zeros and ones or as ``encode`` writes it: in open games the position."""
        if self._encode is not None:
            return np.asarray(self._encode(self.given(role)), dtype=np.int8)
        if self._knowledge is not None:
            return self._knowledge.vector(role, self._seen[role])
        circuit = self.game.engine.circuit
        bits = len(circuit.fluents) if circuit is not None else 64 * self._rows.shape[1]
        vector: Vector = unpack_rows(self._rows, bits)[0].astype(np.int8)
        return vector

    def mask(self, role: int) -> Vector:
        """1 for each legal move of a role; all 0 when the game is over."""
        mask: Vector = self._legal[role].astype(np.int8)
        return mask

    def number(self, role: int, move: str) -> int:
        """The number of a move."""
        return self._numbers[role][move]

    def check_legal(self, role: int, number: int) -> None:
        """Raises IllegalMoveError for a move that the role does not have here."""
        legal = self._legal[role]
        if not 0 <= number < len(legal) or not legal[number]:
            known = self.moves[role]
            name = known[number] if 0 <= number < len(known) else f"move number {number}"
            raise IllegalMoveError(self.game.info.roles[role], name, [known[n] for n in np.flatnonzero(legal)])

    def advance(self, chosen: Mapping[int, int]) -> None:
        """Makes a joint move: what was chosen, the only move of whoever has but one, and what chance draws.

        Raises IllegalMoveError, and ParameterError when somebody who has a choice has not chosen.
        """
        joint = []
        for role in range(len(self.moves)):
            legal = np.flatnonzero(self._legal[role])
            if role in chosen:
                self.check_legal(role, chosen[role])
                joint.append(chosen[role])
            elif role == self.game.info.chance_role:
                joint.append(int(self._chance.choice(legal)))
            elif len(legal) == 1:
                joint.append(int(legal[0]))
            else:
                raise ParameterError(f"{self.game.info.roles[role]} has not chosen a move.")
        self.steps += 1
        if self.game.info.hidden:
            self._watch(tuple(moves[number] for moves, number in zip(self.moves, joint, strict=True)))
        self._look(self.game.engine.step(self._rows, np.array([joint])))

    def settle(self) -> None:
        """Goes on as long as nobody has a choice."""
        while not (self.over or self.cut or self.choosing):
            self.advance({})

    def _watch(self, moves: JointMove) -> None:
        state = self.state
        for role in self.players:
            self._seen[role] = (*self._seen[role], observation(self.game, state, moves, role))

    def _look(self, rows: NDArray[np.uint64]) -> None:
        engine = self.game.engine
        over, goals = engine.outcome(rows)
        self._rows, self.over, self._goals = rows, bool(over[0]), goals[0]
        # Rules may name legal moves at the end, too: nobody has them.
        self._legal = [table[0] & ~over[0] for table in engine.legal(rows)]


def _knowledge_vectors(episode: Episode) -> KnowledgeVectors:
    info = episode.game.info
    percepts = possible_percepts(episode.game)
    if percepts is None:
        reason = "much is hidden, and what can be seen is not known beforehand; give 'encode', a function of a View"
        raise UnsuitableGameError("An environment", info.name, reason)
    moves = {role: episode.moves[role] for role in episode.players}
    return KnowledgeVectors(moves, percepts, episode.max_steps)


def _check_suitable(game: LoadedGame[Any], encode: Encode | None) -> None:
    info = game.info
    if not game.engine.batch:
        if info.moves is None:
            raise UnsuitableGameError("An environment", info.name, "its moves are not known beforehand (info.moves)")
        if encode is None and not info.hidden:
            raise UnsuitableGameError("An environment", info.name, "its positions are no vectors; give 'encode'")
