"""The games of OpenSpiel (Lanctot et al. 2019) as games of Ludens, so that every agent plays them.

``open_spiel:breakthrough(rows=6,columns=6)`` is such a game wherever a game is named. Chance becomes a role of its own,
the last one. Where players do not see everything, a role sees what OpenSpiel says it knows: its information state.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
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
    JointMove,
    Move,
    ParameterError,
    Percept,
    Turns,
    UnknownNameError,
    UnsuitableGameError,
)

SCHEME = "open_spiel"
"""What stands before the colon in the names of these games."""

CHANCE = "chance"
"""The role that draws, in games that have chance. It comes last."""

MOST_COPIES = 10_000
"""Equally likely moves that chance may have in a position."""

EXACT = 1e-9
"""How far a chance may be from its fraction: that of a number with decimals."""

TRIED_STEPS = 300
"""Steps of a random game that is played to see whether a game can be had."""

NOOP = "noop"
"""The only move of whoever is not on turn."""

CHANCE_PLAYER = -1
"""The number that OpenSpiel gives chance."""

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
    following: dict[tuple[Move, ...], SpielState] = field(compare=False, repr=False, default_factory=dict)
    """The last position that was asked for, by the joint move: what everybody sees of it is asked next."""

    def moves(self, role: int) -> dict[Move, int | None]:
        """A role's legal moves in ascending order, with OpenSpiel's actions; the one of whoever waits has none."""
        if role not in self._moves:
            self._moves[role] = _moves_of(self.spiel, role)
        return self._moves[role]


class OpenSpielGame:
    """A game of OpenSpiel; see Game, and HidesInformation, for the methods.

    Goals are returns, brought to 0 to 100 between the least and the greatest that the game can have, and rounded.
    Chance draws from moves that are all as likely: one that is twice as likely as another is there twice.
    """

    def __init__(self, game: Any) -> None:
        _check_suitable(game)
        self.spiel, kind = game, game.get_type()
        self._players = game.num_players()
        chance, self._hidden = _has_chance(game), "IMPERFECT" in str(kind.information)
        self._whole_history = bool(kind.provides_information_state_string)
        self._least, self._greatest = float(game.min_utility()), float(game.max_utility())
        self._two_sides = game.num_players() == 2 and "ZERO_SUM" in str(kind.utility)
        self._info = GameInfo(
            f"{SCHEME}:{game}",
            (*(f"player_{number}" for number in range(self._players)), *((CHANCE,) if chance else ())),
            turns=_turns(game),
            goal_sum=100 if self._two_sides else None,
            max_steps=_max_steps(game, chance),
            chance_role=self._players if chance else None,
            hidden=self._hidden,
        )

        self._goal_of_chance = (0,) if chance else ()

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

    def history_of(self, spiel: Any) -> list[JointMove]:
        """The joint moves that have led to a position of OpenSpiel."""
        state, left, found = self.initial_state(), list(spiel.history()), list[JointMove]()
        while left:
            if state.spiel.is_simultaneous_node():
                made = {role: left.pop(0) for role in range(self._players)}
            else:
                made = {self._players if state.spiel.is_chance_node() else state.spiel.current_player(): left.pop(0)}
            listed = [state.moves(role) for role in range(len(self._info.roles))]
            joint = tuple(_move_of(moves, made.get(role)) for role, moves in enumerate(listed))
            found.append(joint)
            state = self.next_state(state, joint)
        return found

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
        found = SpielState(state.actions + made, following)
        if self._hidden:
            state.following.clear()
            state.following[tuple(moves)] = found
        return found

    def percepts(self, state: SpielState, moves: Sequence[Move], role: int) -> tuple[Percept, ...]:
        """What OpenSpiel says that the role knows after a joint move, if that is something new."""
        if not self._hidden or role >= self._players:
            return ()
        after = state.following.get(tuple(moves)) or self.next_state(state, moves)
        known = self._known(after.spiel, role)
        return () if known == self._known(state.spiel, role) else (known,)

    def _known(self, spiel: Any, role: int) -> str:
        text = spiel.information_state_string(role) if self._whole_history else spiel.observation_string(role)
        return " / ".join(text.split("\n")).strip()

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
            return (first, 100 - first, *self._goal_of_chance)
        width = self._greatest - self._least
        goals = (max(0, min(100, round(100 * (value - self._least) / width))) for value in returns)
        return (*goals, *self._goal_of_chance)

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
        elif spiel.is_chance_node():
            actions, chances = zip(*spiel.chance_outcomes(), strict=True)
            spiel.apply_action(rng.choices(actions, chances)[0])
        else:
            spiel.apply_action(rng.choice(spiel.legal_actions()))
        length += 1
    return length


def _moves_of(spiel: Any, role: int) -> dict[Move, int | None]:
    if spiel.is_chance_node():
        return _drawn_moves(spiel) if role == spiel.num_players() else {NOOP: None}
    if spiel.is_simultaneous_node():
        actions = spiel.legal_actions(role) if role < spiel.num_players() else []
    else:
        actions = spiel.legal_actions(role) if role == spiel.current_player() else []
    if not actions:
        return {NOOP: None}
    return dict(sorted(zip(_names(spiel, role, actions), actions, strict=True)))


def _names(spiel: Any, player: int, actions: Sequence[int]) -> list[Move]:
    texts = [" ".join(spiel.action_to_string(player, action).split()) for action in actions]
    counts = Counter(texts)
    # Some games print different actions alike.
    return [
        text if text and counts[text] == 1 else f"{text} #{action}".strip()
        for text, action in zip(texts, actions, strict=True)
    ]


def _drawn_moves(spiel: Any) -> dict[Move, int | None]:
    """What chance can do, each outcome as often as it takes for all moves to be equally likely."""
    actions, copies = _drawn_actions(spiel)
    found: dict[Move, int | None] = {}
    for name, action, count in zip(_names(spiel, CHANCE_PLAYER, actions), actions, copies, strict=True):
        found |= {name if count == 1 else f"{name} ({number} of {count})": action for number in range(1, count + 1)}
    return dict(sorted(found.items()))


def _drawn_actions(spiel: Any) -> tuple[list[int], list[int]]:
    """The actions of chance, and how often each is there; raises UnsuitableGameError where that is not possible."""
    possible = [(action, chance) for action, chance in spiel.chance_outcomes() if chance > 0]
    copies = equal_copies([chance for _, chance in possible])
    if copies is None:
        reason = f"its chances are not multiples of one that is at least 1 in {MOST_COPIES:,}"
        raise UnsuitableGameError("Ludens", f"{SCHEME}:{spiel.get_game()}", reason)
    return [action for action, _ in possible], copies


def equal_copies(chances: Sequence[float]) -> list[int] | None:
    """How many equally likely moves each outcome needs to have its chance; None where too many would be needed."""
    total = 1
    for chance in chances:
        total = math.lcm(total, Fraction(chance).limit_denominator(MOST_COPIES).denominator)
        if total > MOST_COPIES:
            return None
    copies = [round(chance * total) for chance in chances]
    exact = all(count and abs(count / total - chance) < EXACT for count, chance in zip(copies, chances, strict=True))
    return copies if exact and sum(copies) == total else None


def _move_of(moves: dict[Move, int | None], action: int | None) -> Move:
    """The move that means an action, or the first of those that do."""
    return next(move for move, meant in moves.items() if meant == (None if action == NO_ACTION else action))


def _apply(spiel: Any, chosen: Sequence[int | None]) -> tuple[int, ...]:
    """Makes the actions of a joint move, and returns those that OpenSpiel puts into the history."""
    if spiel.is_simultaneous_node():
        actions = [NO_ACTION if action is None else action for action in chosen[: spiel.num_players()]]
        spiel.apply_actions(actions)
        return tuple(actions)
    action = chosen[spiel.num_players() if spiel.is_chance_node() else spiel.current_player()]
    spiel.apply_action(action)
    assert action is not None
    return (action,)


def _turns(game: Any) -> Turns:
    if game.num_players() == 1 and not _has_chance(game):
        return Turns.SINGLE
    return Turns.SEQUENTIAL if "SEQUENTIAL" in str(game.get_type().dynamics) else Turns.SIMULTANEOUS


def _has_chance(game: Any) -> bool:
    # Some games have chance only with some parameters; then there are no outcomes to count.
    return "DETERMINISTIC" not in str(game.get_type().chance_mode) and game.max_chance_outcomes() > 0


def _max_steps(game: Any, chance: bool) -> int | None:
    """The most joint moves of a game, drawn ones too; None where OpenSpiel does not count these reliably."""
    length = game.max_game_length() or None
    if not chance or length is None:
        return length
    return length + game.max_chance_nodes_in_history() if "SEQUENTIAL" in str(game.get_type().dynamics) else None


def _check_suitable(game: Any) -> None:
    """Raises UnsuitableGameError, with the reason, for a game that cannot be told in terms of Ludens's contract."""
    kind, name = game.get_type(), f"{SCHEME}:{game}"
    if "MEAN_FIELD" in str(kind.dynamics):
        raise UnsuitableGameError("Ludens", name, "it is a mean-field game")
    if "SAMPLED_STOCHASTIC" in str(kind.chance_mode) and game.max_chance_outcomes() > 0:
        reason = "OpenSpiel draws its chance unseen, so that the same moves need not lead to the same position"
        raise UnsuitableGameError("Ludens", name, reason)
    told = kind.provides_information_state_string or kind.provides_observation_string
    if "IMPERFECT" in str(kind.information) and not told:
        raise UnsuitableGameError("Ludens", name, "OpenSpiel does not say what its players see")
    least, greatest = game.min_utility(), game.max_utility()
    if not (math.isfinite(least) and math.isfinite(greatest) and least < greatest):
        raise UnsuitableGameError("Ludens", name, f"its returns go from {least} to {greatest}")
    _check_plays(game, name)


def _check_plays(game: Any, name: str) -> None:
    """Raises UnsuitableGameError when a random game cannot be played, such as for chances that cannot be drawn."""
    rng, spiel = random.Random(0), game.new_initial_state()
    try:
        for _ in range(TRIED_STEPS):
            if spiel.is_terminal():
                return
            if spiel.is_chance_node():
                _drawn_actions(spiel)
            _play_out(spiel, rng, 1)
    except (RuntimeError, IndexError) as error:
        said = str(error).splitlines()[0].rstrip(".")
        raise UnsuitableGameError("Ludens", name, f"OpenSpiel cannot play it: {said}") from None
