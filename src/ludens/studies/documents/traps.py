"""Positions of connect four for three in which one can hand the next player a win, or keep it from them.

Cheng, Krauthamer, Ofir and Siddiqui (*AlwaysPlayScissors*) tell of such a move: their player took all others for one
conspiracy, found itself lost whatever it did, and let the next player win although it could have blocked. In a trap
the player to move cannot win at once; if it could pass, the next player would; and it has a move after which the next
player cannot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import HIGHEST_GOAL, Limit
from ludens.players.agent import Agent

GAME = "connect_four(players=3)"
HOPELESS = 5.0
"""Of 100: an agent that thinks its move worth no more than this has given up."""

FIRST_STEP, LAST_STEP = 6, 36
"""Joint moves after which positions are taken: from the first, and before the last."""


@dataclass(frozen=True, slots=True)
class Trap:
    """A position, the role to move, the moves that let the next role win at once, and how many moves there are."""

    state: Any
    role: int
    handing: frozenset[str]
    moves: int


@dataclass(frozen=True, slots=True)
class Handed:
    """Of some traps: in how many the next player was handed a win, and in how many of these all seemed lost."""

    traps: int
    handed: int
    hopeless: int


def traps(game: LoadedGame[Any], count: int, seed: int) -> list[Trap]:
    """Different positions of random games that are traps, at most one of each game."""
    random, found = np.random.default_rng(seed), dict[Any, Trap]()
    while len(found) < count:
        rows, role = game.engine.initial(), 0
        for _ in range(int(random.integers(FIRST_STEP, LAST_STEP))):
            _, _, children = _after_each(game, rows, role)
            rows, role = children[[random.integers(len(children))]], (role + 1) % len(game.info.roles)
            if game.engine.outcome(rows)[0][0]:
                break
        else:
            state = game.unpack(rows)[0]
            here = trap(game, state, role)
            if here is not None:
                found[state] = here
    return list(found.values())


def trap(game: LoadedGame[Any], state: Any, role: int) -> Trap | None:
    """The position as a trap for the role that is to move, if it is one."""
    following, row = (role + 1) % len(game.info.roles), game.pack([state])
    if _can_win(game, row, role)[0]:
        return None
    if not _can_win(game, game.pack([_passed(game, state, role, following)]), following)[0]:
        return None
    _, moves, children = _after_each(game, row, role)
    dangerous = _can_win(game, children, following)
    if dangerous.all() or not dangerous.any():
        return None
    names = game.engine.moves(role)
    return Trap(state, role, frozenset(names[int(move)] for move in moves[dangerous]), len(moves))


def handed(players: Sequence[Agent[Any]], positions: Sequence[Trap], limit: Limit) -> Handed:
    """What agents, one for each role, do in traps."""
    wins = hopeless = 0
    for here in positions:
        decision = players[here.role].decide(here.state, limit)
        if decision.move in here.handing:
            wins += 1
            hopeless += decision.value is not None and decision.value <= HOPELESS
    return Handed(len(positions), wins, hopeless)


def handed_by_chance(positions: Sequence[Trap]) -> float:
    """In how many traps any legal move, each as likely as the others, would hand the next player a win, on average."""
    return sum(len(here.handing) / here.moves for here in positions)


def _after_each(game: LoadedGame[Any], rows: Rows, role: int) -> tuple[NDArray[np.int64], NDArray[np.int64], Rows]:
    """The positions after all moves of a role that is to move: whose child each is, the move, and the child."""
    legal = game.engine.legal(rows)
    owner, move = np.nonzero(legal[role])
    joint = np.stack([table.argmax(axis=1)[owner] for table in legal], axis=1)
    joint[:, role] = move
    return owner, move, game.engine.step(rows[owner], joint)


def _can_win(game: LoadedGame[Any], rows: Rows, role: int) -> NDArray[np.bool_]:
    """Whether a role that is to move wins at once; not in positions that are over."""
    found = np.zeros(len(rows), dtype=np.bool_)
    opened = np.flatnonzero(~game.engine.outcome(rows)[0])
    if len(opened):
        owner, _, children = _after_each(game, rows[opened], role)
        over, goals = game.engine.outcome(children)
        np.logical_or.at(found, opened[owner], over & (goals[:, role] == HIGHEST_GOAL))
    return found


def _passed(game: LoadedGame[Any], state: Any, role: int, following: int) -> Any:
    """The position with another role to move."""
    roles = game.info.roles
    return (state - {("control", roles[role])}) | {("control", roles[following])}
