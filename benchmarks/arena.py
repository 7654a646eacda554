"""What the arena costs: the referee, processes for agents, the store, and a whole tournament.

    python benchmarks/arena.py [--games 10000] [--workers 2]

Prints what the referee adds to each move beyond the rules and the agents; how long it takes to ask an agent in a
process of its own; games a second that the store takes; and the time of a tournament of tic-tac-toe between agents that
have a millisecond for a move.
"""

from __future__ import annotations

import argparse
import dataclasses
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from ludens.arena.clock import Terms
from ludens.arena.executors import all_cores, in_local_processes
from ludens.arena.match import MatchConditions, Matches, MatchJob
from ludens.arena.record import MatchRecord
from ludens.arena.referee import Referee
from ludens.arena.seats import GuardedSeat
from ludens.arena.store import Store
from ludens.arena.tournament import Contest, Tournament
from ludens.game import Decision, GameInfo, Limit

AGENTS = ("uct", "monte_carlo")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=all_cores())
    arguments = parser.parse_args()
    print(f"referee: {1e3 * overhead():.4f} ms a joint move of two roles")
    print(f"tic_tac_toe: {1e3 * question():.3f} ms to ask an agent in a process of its own")
    print(f"store: {stored_per_second():,.0f} games a second")
    seconds = tournament(arguments.games, arguments.workers)
    print(f"{arguments.games:,} games of tic_tac_toe, 1 ms a move, {arguments.workers} workers: {seconds:.0f} s")


def play(name: str, own_process: bool = False, games: int = 20) -> list[MatchRecord]:
    terms = Terms(limit=Limit(playouts=1), own_process=own_process)
    with Matches(MatchConditions(terms)) as matches:
        return [matches.play(MatchJob(str(number), name, ("random", "random"), number)) for number in range(games)]


class Counting:
    """A game that costs next to nothing: two players count to a thousand."""

    info = GameInfo("counting", ("one", "two"), max_steps=1_000)

    def initial_state(self) -> int:
        return 0

    def is_terminal(self, state: int) -> bool:
        return state == 1_000

    def legal_moves(self, state: int, role: int) -> tuple[str, ...]:
        return ("go",)

    def next_state(self, state: int, moves: Sequence[str]) -> int:
        return state + 1

    def goals(self, state: int) -> tuple[int, ...]:
        return (50, 50)

    def text(self, state: int) -> str:
        return str(state)


class Going:
    """An agent that costs next to nothing."""

    def decide(self, state: int, limit: Limit) -> Decision:
        return Decision("go", 50.0, notes={"simulations": 3, "seconds": 0.5})


def overhead() -> float:
    """Seconds a joint move where rules and agents cost next to nothing: the median of some games."""
    found = []
    for _ in range(20):
        begin = time.perf_counter()
        Referee(Counting(), Terms()).play([GuardedSeat(Going()), GuardedSeat(Going())])
        found.append((time.perf_counter() - begin) / 1_000)
    return statistics.median(found)


def question() -> float:
    """The median of the seconds that a decision at random takes in another process."""
    records = play("tic_tac_toe", own_process=True)
    return statistics.median(thought.seconds for record in records for turn in record.thoughts for thought in turn)


def stored_per_second(games: int = 2_000) -> float:
    record = play("tic_tac_toe", games=1)[0]
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "store") as store:
        store.add_tournament("t", {}, 0)
        begin = time.perf_counter()
        for number in range(games):
            store.add("t", dataclasses.replace(record, id=f"{number:016x}"))
        return games / (time.perf_counter() - begin)


def tournament(games: int, workers: int) -> float:
    """Seconds of a whole tournament with its store, from nothing."""
    asked = Tournament(games=("tic_tac_toe",), agents=AGENTS, pairs=games // 2, terms=Terms(limit=Limit(seconds=0.001)))
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "store") as store:
        begin = time.perf_counter()
        played = sum(1 for _ in Contest(asked, store).play(in_local_processes(workers)))
        assert played == games // 2 * 2
        return time.perf_counter() - begin


if __name__ == "__main__":
    main()
