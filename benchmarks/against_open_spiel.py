"""An agent against OpenSpiel's MCTSBot (C++) on the same games, with equal time for a move, on all cores.

    python benchmarks/against_open_spiel.py [GAME …] [--agent champion] [--games 100] [--seconds 0.5] [--opening 2]
                                            [--jobs N] [--minutes M] [--store FILE]

The bot has no clock, so it gets as many simulations as it makes in the time from the first position, which each process
measures by itself beside the others, in time of the processor. The agent has the clock. Two games have the same random
opening and swapped sides. With ``--store`` every game is kept as it is played, and a later call goes on from there;
``--minutes`` begins no game after so many. The two systems are kept in step: they must agree about every legal move and
about the end of the game.
"""

from __future__ import annotations

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before NumPy is imported, here and in the processes that follow

import argparse
import math
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from pathlib import Path
from typing import Any

import pyspiel

from ludens.adapters.open_spiel_speed import OPEN_SPIEL
from ludens.arena.measuring.json_lines import append_line, read_lines
from ludens.arena.measuring.measured_pairs import score_in_words
from ludens.engine.contract import LoadedGame
from ludens.game import Limit, Move
from ludens.games.loading import load
from ludens.players import make_agent

EXPLORATION = 2.0
"""What OpenSpiel's examples use."""

Job = tuple[str, str, float, int, int]
"""A game, an agent, seconds a move, random moves of the opening, and a number: an odd one has the other seat."""


def numbers(move: Move) -> list[int]:
    """The numbers in a move."""
    return [int(word.strip("()")) for word in move.split() if word.strip("()").isdecimal()]


def file(column: int) -> str:
    return "abcdefghijklmnop"[column - 1]


def dropped(move: Move, mark: str) -> str:
    return f"{mark}{numbers(move)[0] - 1}"


def marked(move: Move, mark: str) -> str:
    column, row = numbers(move)
    return f"{mark}({column - 1},{row - 1})"


def othello(move: Move, mark: str) -> str:
    row, column = numbers(move)
    return f"{file(column)}{row}"


def hexagons(move: Move, mark: str) -> str:
    column, row = numbers(move)
    return f"{file(column)}{row}"


def steps(rows: int) -> Callable[[Move, str], str]:
    """Moves of breakthrough on so many rows, which OpenSpiel counts from the other side."""

    def step(move: Move, mark: str) -> str:
        column, row, to_column, to_row = numbers(move)
        return f"{file(column)}{rows + 1 - row}{file(to_column)}{rows + 1 - to_row}"

    return step


GAMES: dict[str, tuple[str, Callable[[Move, str], str]]] = {
    "hex": (OPEN_SPIEL["hex"], hexagons),
    "breakthrough": (OPEN_SPIEL["breakthrough"], steps(8)),
    "reversi": (OPEN_SPIEL["reversi"], othello),
    "connect_four": (OPEN_SPIEL["connect_four"], dropped),
    "tic_tac_toe": (OPEN_SPIEL["tic_tac_toe"], marked),
    "hex(size=7)": ("hex(board_size=7)", hexagons),
    "hex(size=11)": ("hex(board_size=11)", hexagons),
    "breakthrough(size=6)": ("breakthrough(rows=6,columns=6)", steps(6)),
    "connect_four(columns=8, rows=7)": ("connect_four(rows=7,columns=8)", dropped),
    "connect_four(columns=9, rows=6)": ("connect_four(rows=6,columns=9)", dropped),
}
"""For each game, OpenSpiel's name of it, and its text of a move."""


class Both:
    """One game, kept in step in both systems."""

    def __init__(self, name: str) -> None:
        self.game, (theirs, self._text) = loaded(name), GAMES[name]
        self.theirs = pyspiel.load_game(theirs).new_initial_state()
        self.state = self.game.initial_state()
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


@cache
def loaded(name: str) -> LoadedGame[Any]:
    game = load(name)
    game.engine.wait()
    return game


def bot(name: str, simulations: int, seed: int) -> Any:
    """OpenSpiel's player with one random playout a simulation; it proves wins and losses as well."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    game = pyspiel.load_game(GAMES[name][0])
    return pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, 1024, True, seed, False)


@cache
def bot_speed(name: str) -> float:
    """The bot's simulations per second in the initial position."""
    simulations = 256
    while True:
        player, state = bot(name, simulations, 1), pyspiel.load_game(GAMES[name][0]).new_initial_state()
        begin = time.process_time()
        player.step(state)
        took = time.process_time() - begin
        if took > 1:
            return simulations / took
        simulations *= 2


def agent_speed(name: str, agent: str) -> float:
    """The agent's simulations per second in the initial position; the first time, kernels are compiled."""
    for _ in range(2):
        player, begin = make_agent(agent, loaded(name), 0, 1), time.process_time()
        found = player.decide(loaded(name).initial_state(), Limit(seconds=1))
        speed = float(found.notes["simulations"]) / (time.process_time() - begin)
    return speed


def one_game(job: Job) -> float:
    """The agent's goal, from 0 to 1."""
    name, agent, seconds, plies, number = job
    simulations, seat = max(1, round(bot_speed(name) * seconds)), number % 2
    both, opening = Both(name), random.Random(number // 2)
    own, other = make_agent(agent, both.game, seat, number), bot(name, simulations, number)
    while not both.game.is_terminal(both.state):
        actions = both.actions()
        if both.plies < plies:
            both.play(opening.choice(sorted(actions)))
        elif both.mover == seat:
            both.play(own.decide(both.state, Limit(seconds)).move)
        else:
            chosen = other.step(both.theirs)
            both.play(next(move for move, action in actions.items() if action == chosen))
    return both.game.goals(both.state)[seat] / 100


def results(wanted: list[Job], processes: int, until: float) -> Iterator[tuple[Job, float]]:
    """Games as they end; none is begun after a moment."""
    left, under_way = iter(wanted), dict[Future[float], Job]()
    with ProcessPoolExecutor(processes) as pool:
        while True:
            while len(under_way) < processes and time.monotonic() < until and (job := next(left, None)):
                under_way[pool.submit(one_game, job)] = job
            if not under_way:
                return
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                yield under_way.pop(done), done.result()


def read(store: Path | None) -> dict[Job, float]:
    """The games of a file."""
    return dict(read_lines(store, lambda game: (tuple(game["job"]), float(game["goal"]))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--agent", default="champion")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--opening", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--store", type=Path)
    given = parser.parse_args()
    until = time.monotonic() + 60 * given.minutes
    if unknown := sorted(set(given.names) - set(GAMES)):
        parser.error(f"there is no {unknown[0]} here; games are {', '.join(GAMES)}")
    goals = read(given.store)
    each = given.agent, given.seconds, given.opening
    wanted = [(name, *each, number) for number in range(given.games) for name in given.names]
    for job, goal in results([job for job in wanted if job not in goals], given.jobs, until):
        goals[job] = goal
        append_line(given.store, {"job": job, "goal": goal})
    print(f"{given.agent} against MCTSBot, {given.seconds} s a move, openings of {given.opening} random moves")
    print("| game | score in % | simulations/s | MCTSBot |\n|---|---|---|---|")
    for name in given.names:
        pairs = defaultdict[int, list[float]](list)
        for job in wanted:
            if job[0] == name and job in goals:
                pairs[job[-1] // 2].append(goals[job])
        whole = [sum(pair) / 2 for pair in pairs.values() if len(pair) == 2]
        if whole:
            speeds = f"{agent_speed(name, given.agent):,.0f} | {bot_speed(name):,.0f}"
            print(f"| {name} | {score_in_words(whole)} | {speeds} |", flush=True)


if __name__ == "__main__":
    main()
