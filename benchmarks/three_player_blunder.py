"""How often agents hand the next player a win at once in connect four for three.

    python benchmarks/three_player_blunder.py [--positions 500] [--seconds 0.1 | --playouts N] [--agents scissors uct …]

Cheng, Krauthamer, Ofir and Siddiqui tell of such a move: their player took all others for one conspiracy, found itself
lost whatever it did, and let the next player win although it could have blocked. Positions are drawn from random games:
the player to move cannot win at once; if it could pass, the next player would; and it has a move after which the next
player cannot. ``handed`` counts the decisions that let the next player win at once, ``hopeless`` those of them in which
the agent thought its own move worth at most 5 of 100. What a random player does is the mean over all legal moves.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ludens
from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Limit
from ludens.players import make_agent
from ludens.search.views.judging import judged_for

GAME = "connect_four(players=3)"
WON = 100
HOPELESS = 5.0


@dataclass(frozen=True, slots=True)
class Trap:
    """A position, the role to move, and the moves that let the next role win at once."""

    state: Any
    role: int
    handing: frozenset[str]
    moves: int


def after_each(game: LoadedGame[Any], rows: Rows, role: int) -> tuple[NDArray[np.int64], NDArray[np.int64], Rows]:
    """The positions after all moves of a role that is to move: whose child each is, the move, and the child."""
    legal = game.engine.legal(rows)
    owner, move = np.nonzero(legal[role])
    joint = np.stack([table.argmax(axis=1)[owner] for table in legal], axis=1)
    joint[:, role] = move
    return owner, move, game.engine.step(rows[owner], joint)


def can_win(game: LoadedGame[Any], rows: Rows, role: int) -> NDArray[np.bool_]:
    """Whether a role that is to move wins at once; not in positions that are over."""
    found = np.zeros(len(rows), dtype=np.bool_)
    opened = np.flatnonzero(~game.engine.outcome(rows)[0])
    if len(opened):
        owner, _, children = after_each(game, rows[opened], role)
        over, goals = game.engine.outcome(children)
        np.logical_or.at(found, opened[owner], over & (goals[:, role] == WON))
    return found


def passed(game: LoadedGame[Any], state: Any, role: int, following: int) -> Any:
    """The position with another role to move."""
    roles = game.info.roles
    return (state - {("control", roles[role])}) | {("control", roles[following])}


def trap(game: LoadedGame[Any], state: Any, role: int) -> Trap | None:
    """The position as a trap, if it is one."""
    following, row = (role + 1) % len(game.info.roles), game.pack([state])
    if can_win(game, row, role)[0]:
        return None
    if not can_win(game, game.pack([passed(game, state, role, following)]), following)[0]:
        return None
    _, moves, children = after_each(game, row, role)
    dangerous = can_win(game, children, following)
    if dangerous.all() or not dangerous.any():
        return None
    names = game.engine.moves(role)
    return Trap(state, role, frozenset(names[int(move)] for move in moves[dangerous]), len(moves))


def traps(game: LoadedGame[Any], count: int, seed: int) -> list[Trap]:
    """Different positions of random games that are traps, at most one of each game."""
    random, found = np.random.default_rng(seed), dict[Any, Trap]()
    while len(found) < count:
        rows, step, role = game.engine.initial(), int(random.integers(6, 36)), 0
        for _ in range(step):
            _, _, children = after_each(game, rows, role)
            rows, role = children[[random.integers(len(children))]], (role + 1) % len(game.info.roles)
            if game.engine.outcome(rows)[0][0]:
                break
        else:
            state = game.unpack(rows)[0]
            here = trap(game, state, role)
            if here is not None:
                found[state] = here
    return list(found.values())


def wait(game: LoadedGame[Any]) -> None:
    """Returns when machine code is ready, of the game and of its views by role."""
    views = [judged_for(game, role, latches=True, coerce=True) for role in range(len(game.info.roles))]
    for engine in (game.engine, *(view.engine for view in views)):
        getattr(engine, "wait", lambda: None)()


def measure(game: LoadedGame[Any], agent: str, positions: list[Trap], limit: Limit, seed: int) -> tuple[int, int]:
    """The decisions that handed the next player a win, and those of them that the agent thought hopeless."""
    players = [make_agent(agent, game, role, seed) for role in range(len(game.info.roles))]
    wait(game)
    handed = hopeless = 0
    for here in positions:
        decision = players[here.role].decide(here.state, limit)
        if decision.move in here.handing:
            handed += 1
            hopeless += decision.value is not None and decision.value <= HOPELESS
    return handed, hopeless


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--agents", nargs="+", default=["scissors", "uct", "maxn", "paranoid"], metavar="AGENT")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--playouts", type=int)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = ludens.load(GAME)
    wait(game)
    found = traps(game, arguments.positions, arguments.seed)
    limit = Limit(playouts=arguments.playouts) if arguments.playouts else Limit(seconds=arguments.seconds)
    chance = sum(len(here.handing) / here.moves for here in found)
    print(f"{len(found)} positions, {limit}\n{'agent':30} {'handed':>7} {'hopeless':>9}", flush=True)
    print(f"{'any legal move':30} {chance:7.1f}", flush=True)
    for agent in arguments.agents:
        handed, hopeless = measure(game, agent, found, limit, arguments.seed)
        print(f"{agent:30} {handed:7} {hopeless:9}", flush=True)


if __name__ == "__main__":
    main()
