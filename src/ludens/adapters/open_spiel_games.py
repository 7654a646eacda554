"""The games of OpenSpiel (Lanctot et al. 2019) as games of Ludens, so that every agent plays them.

``open_spiel:breakthrough(rows=6,columns=6)`` is such a game wherever a game is named. Games with chance or with hidden
information are refused: a position here is known to all, and the same moves always lead to the same one.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.adapters.missing import needed
from ludens.engine.any_game import AnyGameEngine
from ludens.engine.rows import Rows
from ludens.game import (
    GameInfo,
    GoalError,
    IllegalMoveError,
    Move,
    ParameterError,
    Turns,
    UnknownNameError,
    UnsuitableGameError,
)

SCHEME = "open_spiel"
"""What stands before the colon in the names of these games."""

NOOP = "noop"
"""The only move of whoever is not on turn."""

NO_ACTION = -1
"""What OpenSpiel is told of somebody who has no action although others choose at once: its own invalid action."""


def open_spiel_game(what: Any) -> OpenSpielGame:
    """The game of OpenSpiel with this name and parameters, or the game object itself.

    Raises LudensError when OpenSpiel is not installed, has no such game, or has one that is not of this kind.
    """
    spiel = needed("pyspiel", "OpenSpiel", "peers")
    if not isinstance(what, str):
        return OpenSpielGame(what)
    name = what.partition("(")[0].strip()
    if name not in spiel.registered_names():
        raise UnknownNameError("game of OpenSpiel", name, spiel.registered_names())
    try:
        return OpenSpielGame(spiel.load_game(what.strip()))
    except spiel.SpielError as error:
        raise ParameterError(f"{SCHEME}:{what.strip()}: {str(error).splitlines()[0]}") from None


@dataclass(frozen=True, slots=True)
class SpielState:
    """A position of OpenSpiel that nobody changes. It is known by the actions that led to it.

    Equal boards after different moves are different positions: OpenSpiel does not tell whether they are the same.
    """

    actions: tuple[int, ...]
    spiel: Any = field(compare=False, repr=False)
    _moves: dict[int, dict[Move, int | None]] = field(compare=False, repr=False, default_factory=dict)

    def moves(self, role: int) -> dict[Move, int | None]:
        """A role's legal moves in ascending order, with OpenSpiel's actions; the one of whoever waits has none."""
        if role not in self._moves:
            self._moves[role] = _moves_of(self.spiel, role)
        return self._moves[role]


class OpenSpielGame:
    """A game of OpenSpiel with perfect information and without chance; see Game for the methods.

    Goals are returns, brought to 0 to 100 between the least and the greatest that the game can have, and rounded.
    """

    def __init__(self, game: Any) -> None:
        _check_suitable(game)
        self.spiel = game
        self._least, self._greatest = float(game.min_utility()), float(game.max_utility())
        self._two_sides = game.num_players() == 2 and "ZERO_SUM" in str(game.get_type().utility)
        self._info = GameInfo(
            f"{SCHEME}:{game}",
            tuple(f"player_{number}" for number in range(game.num_players())),
            turns=_turns(game),
            goal_sum=100 if self._two_sides else None,
            max_steps=game.max_game_length() or None,
        )

    @property
    def info(self) -> GameInfo:
        """Name, roles and declared facts."""
        return self._info

    @cached_property
    def engine(self) -> OpenSpielEngine:
        """The engine, made when it is first asked for."""
        return OpenSpielEngine(self)

    def pack(self, states: Sequence[SpielState]) -> Rows:
        """States as rows for the engine."""
        return self.engine.pack(list(states))

    def unpack(self, rows: Rows) -> list[SpielState]:
        """Rows of the engine as states."""
        return self.engine.unpack(rows)

    def state_of(self, spiel: Any) -> SpielState:
        """A position of OpenSpiel, of this game, as one of Ludens."""
        return SpielState(tuple(spiel.history()), spiel.clone())

    def initial_state(self) -> SpielState:
        """The position before the first move."""
        return SpielState((), self.spiel.new_initial_state())

    def is_terminal(self, state: SpielState) -> bool:
        """Whether the game is over."""
        return bool(state.spiel.is_terminal())

    def legal_moves(self, state: SpielState, role: int) -> tuple[Move, ...]:
        """The texts of the role's legal actions in ascending order; ``noop`` for whoever is not on turn."""
        return () if self.is_terminal(state) else tuple(state.moves(role))

    def next_state(self, state: SpielState, moves: Sequence[Move]) -> SpielState:
        """The position after one legal move of every role; raises IllegalMoveError otherwise."""
        roles = self._info.roles
        if len(moves) != len(roles):
            raise ValueError(f"{len(moves)} moves for {len(roles)} roles")
        chosen = []
        for role, move in enumerate(moves):
            legal = {} if self.is_terminal(state) else state.moves(role)
            if move not in legal:
                raise IllegalMoveError(roles[role], move, tuple(legal))
            chosen.append(legal[move])
        following = state.spiel.clone()
        made = _apply(following, chosen)
        return SpielState(state.actions + made, following)

    def goals(self, state: SpielState) -> tuple[int, ...]:
        """Each role's goal, 0 to 100, at the end of the game; raises GoalError before it."""
        if not self.is_terminal(state):
            raise GoalError("The game is not over.", self.text(state))
        return self.goals_of(state.spiel.returns())

    def goals_of(self, returns: Sequence[float]) -> tuple[int, ...]:
        """The goals that returns of OpenSpiel mean."""
        if self._two_sides:
            bound = max(abs(self._least), abs(self._greatest))
            first = round(50 + 50 * returns[0] / bound)
            return (first, 100 - first)
        width = self._greatest - self._least
        return tuple(max(0, min(100, round(100 * (value - self._least) / width))) for value in returns)

    def text(self, state: SpielState) -> str:
        """The position as OpenSpiel prints it, and the actions that led there."""
        return f"{str(state.spiel).rstrip()}\nactions: {' '.join(map(str, state.actions)) or 'none'}"


class OpenSpielEngine(AnyGameEngine[SpielState]):
    """An engine in Python whose playouts change one position of OpenSpiel instead of making new ones."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self._goals_of = game.goals_of

    def _play(
        self, states: Rows, per_state: int, seed: int, max_steps: int, played: list[list[list[set[Move]]]] | None
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int16]]:
        if played is not None:  # the texts of all moves are wanted, which take longer than the games
            return super()._play(states, per_state, seed, max_steps, played)
        rng = random.Random(seed)
        shape = (len(states), per_state)
        ended, lengths = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.int64)
        goals = np.full((*shape, len(self.roles)), -1, dtype=np.int16)
        for row, start in enumerate(self.unpack(states)):
            for number in range(per_state):
                spiel = start.spiel.clone()
                lengths[row, number] = _play_out(spiel, rng, max_steps)
                if spiel.is_terminal():
                    ended[row, number], goals[row, number] = True, self._goals_of(spiel.returns())
        return ended, lengths, goals


def _play_out(spiel: Any, rng: random.Random, max_steps: int) -> int:
    """Plays random moves to the end, or this many; returns how many."""
    length = 0
    while not spiel.is_terminal() and (length < max_steps or not max_steps):
        if spiel.is_simultaneous_node():
            legal = [spiel.legal_actions(role) for role in range(spiel.num_players())]
            spiel.apply_actions([rng.choice(actions) if actions else NO_ACTION for actions in legal])
        else:
            spiel.apply_action(rng.choice(spiel.legal_actions()))
        length += 1
    return length


def _moves_of(spiel: Any, role: int) -> dict[Move, int | None]:
    if spiel.is_chance_node() or spiel.is_mean_field_node():
        raise UnsuitableGameError("Ludens", f"{SCHEME}:{spiel.get_game()}", "it has come to a move of chance")
    waits = not spiel.is_simultaneous_node() and spiel.current_player() != role
    actions = [] if waits else spiel.legal_actions(role)
    if not actions:
        return {NOOP: None}
    texts = [spiel.action_to_string(role, action) for action in actions]
    counts = Counter(texts)
    # Some games print different actions alike.
    names = [
        text if text and counts[text] == 1 else f"{text} #{action}".strip()
        for text, action in zip(texts, actions, strict=True)
    ]
    return dict(sorted(zip(names, actions, strict=True)))


def _apply(spiel: Any, chosen: Sequence[int | None]) -> tuple[int, ...]:
    """Makes the actions of a joint move, and returns those that OpenSpiel puts into the history."""
    if spiel.is_simultaneous_node():
        actions = [NO_ACTION if action is None else action for action in chosen]
        spiel.apply_actions(actions)
        return tuple(actions)
    action = chosen[spiel.current_player()]
    spiel.apply_action(action)
    assert action is not None
    return (action,)


def _turns(game: Any) -> Turns:
    if game.num_players() == 1:
        return Turns.SINGLE
    return Turns.SEQUENTIAL if "SEQUENTIAL" in str(game.get_type().dynamics) else Turns.SIMULTANEOUS


def _check_suitable(game: Any) -> None:
    """Raises UnsuitableGameError for a game that cannot be told in terms of known positions and certain moves."""
    kind, name = game.get_type(), f"{SCHEME}:{game}"
    chance = str(kind.chance_mode).rpartition(".")[2]
    # Some games have chance only with some parameters; then there are no outcomes to count.
    if chance == "SAMPLED_STOCHASTIC" or (chance != "DETERMINISTIC" and game.max_chance_outcomes() > 0):
        raise UnsuitableGameError("Ludens", name, "it has moves of chance")
    if "IMPERFECT" in str(kind.information):
        raise UnsuitableGameError("Ludens", name, "players do not see everything")
    if "MEAN_FIELD" in str(kind.dynamics):
        raise UnsuitableGameError("Ludens", name, "it is a mean-field game")
    least, greatest = game.min_utility(), game.max_utility()
    if not (math.isfinite(least) and math.isfinite(greatest) and least < greatest):
        raise UnsuitableGameError("Ludens", name, f"its returns go from {least} to {greatest}")
