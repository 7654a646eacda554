"""An agent against OpenSpiel's MCTSBot (C++) on the same games: simulations per second, and games at equal time.

    python benchmarks/against_open_spiel.py [--agent uct] [--games 100] [--seconds 0.2] [--opening 0] [GAME …]

The bot has no clock, so both sides are given as many simulations as they make in the time from the first position,
measured just before in time of the processor, which other programs do not disturb much. Sides are swapped from game
to game; seeds make the games differ, and ``--opening`` random moves, the same for two games.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable
from typing import Any

import pyspiel

from ludens.adapters.open_spiel_speed import OPEN_SPIEL
from ludens.engine.contract import LoadedGame
from ludens.game import Limit, Move
from ludens.games.loading import load
from ludens.players import make_agent
from ludens.players.agent import Prepares

EXPLORATION = 2.0
"""What OpenSpiel's examples use."""


def numbers(move: Move) -> list[int]:
    """The numbers in a move."""
    return [int(word.strip("()")) for word in move.split() if word.strip("()").isdecimal()]


def file(column: int) -> str:
    return "abcdefghi"[column - 1]


def othello(move: Move, mark: str) -> str:
    row, column = numbers(move)
    return f"{file(column)}{row}"


def breakthrough(move: Move, mark: str) -> str:
    column, row, to_column, to_row = numbers(move)
    return f"{file(column)}{9 - row}{file(to_column)}{9 - to_row}"


def hexagons(move: Move, mark: str) -> str:
    column, row = numbers(move)
    return f"{file(column)}{row}"


GAMES: dict[str, Callable[[Move, str], str]] = {
    "tic_tac_toe": lambda move, mark: f"{mark}({numbers(move)[0] - 1},{numbers(move)[1] - 1})",
    "connect_four": lambda move, mark: f"{mark}{numbers(move)[0] - 1}",
    "reversi": othello,
    "breakthrough": breakthrough,
    "hex": hexagons,
}
"""For each game, OpenSpiel's text of a move."""


class Both:
    """One game, kept in step in both systems."""

    def __init__(self, name: str, game: LoadedGame[Any]) -> None:
        self.game, self._text = game, GAMES[name]
        self.theirs = pyspiel.load_game(OPEN_SPIEL[name]).new_initial_state()
        self.state = game.initial_state()
        self.plies = 0

    @property
    def mover(self) -> int:
        """The role to move: the one with a choice, or the one that does not pass."""
        legal = [self.game.legal_moves(self.state, role) for role in (0, 1)]
        return 0 if legal[1] == ("noop",) else 1

    def actions(self) -> dict[Move, int]:
        """The legal moves with the numbers that OpenSpiel has for them; the same moves, or it is a bug."""
        role, theirs = self.mover, self.theirs
        player = theirs.current_player()
        named = {theirs.action_to_string(player, action).rstrip("*"): action for action in theirs.legal_actions()}
        mark = "xo"[player]
        moves = self.game.legal_moves(self.state, role)
        found = {move: named["pass"] if "pass" in named else named[self._text(move, mark)] for move in moves}
        assert len(found) == len(named), "the two systems disagree about legal moves"
        return found

    def play(self, move: Move) -> None:
        role, action = self.mover, self.actions()[move]
        self.state = self.game.next_state(self.state, tuple(move if r == role else "noop" for r in (0, 1)))
        self.theirs.apply_action(action)
        self.plies += 1
        over = self.game.is_terminal(self.state)
        assert over == self.theirs.is_terminal(), "the two systems disagree about the end"


def bot(name: str, simulations: int, seed: int) -> Any:
    """OpenSpiel's player with one random playout a simulation."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    game = pyspiel.load_game(OPEN_SPIEL[name])
    return pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, 1024, True, seed, False)


def bot_speed(name: str, seconds: float) -> float:
    """The bot's simulations per second in the initial position."""
    simulations = 256
    while True:
        player, state = bot(name, simulations, 1), pyspiel.load_game(OPEN_SPIEL[name]).new_initial_state()
        begin = time.process_time()
        player.step(state)
        took = time.process_time() - begin
        if took > seconds / 2:
            return simulations / took
        simulations *= 2


def agent_speed(game: LoadedGame[Any], agent: str, seconds: float) -> float:
    """The agent's simulations per second in the initial position."""
    for _ in range(3):  # the first times, kernels are compiled
        make_agent(agent, game, 0, 1).decide(game.initial_state(), Limit(seconds=seconds))
    player, begin = make_agent(agent, game, 0, 1), time.process_time()
    found = player.decide(game.initial_state(), Limit(seconds=seconds))
    return float(found.notes["simulations"]) / (time.process_time() - begin)


def one_game(name: str, game: LoadedGame[Any], agent: str, seed: int, *, ours: int, theirs: int, plies: int) -> float:
    """The agent's goal, from 0 to 1. Odd seeds give it the other seat."""
    seat = seed % 2
    both, opening = Both(name, game), random.Random(seed // 2)
    own, other = make_agent(agent, game, seat, seed), bot(name, theirs, seed)
    while not game.is_terminal(both.state):
        actions = both.actions()
        if both.plies < plies:
            both.play(opening.choice(sorted(actions)))
        elif both.mover == seat:
            both.play(own.decide(both.state, Limit(playouts=ours)).move)
        else:
            chosen = other.step(both.theirs)
            both.play(next(move for move, action in actions.items() if action == chosen))
    return game.goals(both.state)[seat] / 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--agent", default="uct")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--opening", type=int, default=0)
    parser.add_argument("--prepare", type=float, default=0.0, help="seconds before the first game, once")
    arguments = parser.parse_args()
    for name in arguments.names:
        game = load(name)
        game.engine.playouts(game.engine.initial(), 64, 1, max_steps=1000)
        getattr(game.engine, "wait", lambda: None)()
        agent = make_agent(arguments.agent, game, 0, 1)
        if arguments.prepare and isinstance(agent, Prepares):
            agent.prepare(game.initial_state(), Limit(arguments.prepare))
        theirs, ours = bot_speed(name, 2.0), agent_speed(game, arguments.agent, 1.0)
        print(f"{name}: simulations/s {ours:,.0f} against {theirs:,.0f}, {ours / theirs:.1f} times", flush=True)
        budgets = {"ours": int(ours * arguments.seconds), "theirs": max(1, int(theirs * arguments.seconds))}
        budgets["plies"] = arguments.opening
        scores = [one_game(name, game, arguments.agent, number, **budgets) for number in range(arguments.games)]
        if scores:
            mean = sum(scores) / len(scores)
            spread = math.sqrt(sum((score - mean) ** 2 for score in scores) / len(scores))
            margin = 196 * spread / math.sqrt(len(scores))
            print(
                f"{name}: score {100 * mean:.1f} ± {margin:.1f} % in {len(scores)} games at {arguments.seconds} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
