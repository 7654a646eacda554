"""Games of our best player by the rules of its course: is a limit ever broken?

    python benchmarks/ropasci_course.py [--games 100] [--seconds 60] [--opponent AGENT] [--jobs N] [--minutes M]
                                        [--store FILE]

Both sides are packages as they would be handed in, each in a process of its own that is ended at ``--seconds`` of
processor time or 100 MB beyond its imports, as at the course's referee. Who is ended forfeits the game. With
``--store`` every game is a line of the file, and a later call goes on from there.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ludens.adapters.ropasci_course.players import (
    COURSE_MEGABYTES,
    COURSE_SECONDS,
    LoadedCoursePlayer,
    ProcessSeat,
    load_course_player,
    play_course_game,
)
from ludens.arena.executors import all_cores
from ludens.arena.measuring.json_lines import append_line, read_lines
from ludens.processes.parallel import in_parallel, one_by_one

BEST = "ropasci_best"
PACKAGE = """from ludens.adapters.ropasci_course import course_player
Player = course_player({agent!r}, seconds={seconds})
"""


@dataclass(frozen=True, slots=True)
class Job:
    """A game that is to be played; our best player is Upper in those of even number."""

    opponent: str
    seconds: float
    number: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game: the best player's goal, turns, processor time that it used, and why it forfeited, if it did."""

    job: Job
    goal: int
    turns: int
    used: float
    forfeit: str
    wall: float


class Watched:
    """A course player whose seat can be asked afterwards."""

    def __init__(self, player: LoadedCoursePlayer) -> None:
        self._player = player
        self.seat: ProcessSeat | None = None

    def __call__(self, player: str) -> ProcessSeat:
        self.seat = self._player(player)
        return self.seat


def play(job: Job) -> Played:
    """Plays a game."""
    begin, seat = time.perf_counter(), job.number % 2
    with tempfile.TemporaryDirectory() as folder:
        players = []
        for name, agent in (("best", BEST), ("opponent", job.opponent)):
            package = Path(folder, name)
            package.mkdir()
            (package / "__init__.py").write_text(PACKAGE.format(agent=agent, seconds=job.seconds), "utf-8")
            loaded = load_course_player(package, seconds=job.seconds, megabytes=COURSE_MEGABYTES, patience=600)
            players.append(Watched(loaded))
        found = play_course_game(players[seat], players[1 - seat])
    used = players[0].seat.seconds_used if players[0].seat is not None else 0.0
    wall = round(time.perf_counter() - begin, 1)
    return Played(job, found.goals[seat], len(found.moves), round(used, 2), found.forfeits[seat] or "", wall)


def start() -> Callable[[Job], Played]:
    return functools.partial(play)


def played(data: dict[str, Any]) -> Played:
    """The game of a line."""
    return Played(Job(**data.pop("job")), **data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=COURSE_SECONDS, help="processor time of a side in a game")
    parser.add_argument("--opponent", default="ropasci_steady")
    parser.add_argument("--jobs", type=int, default=all_cores(), help="games at once; each has two processes")
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--store", type=Path, help="JSON lines, one a game, to go on from")
    given = parser.parse_args()
    until, done = time.monotonic() + 60 * given.minutes, read_lines(given.store, played)
    wanted = [Job(given.opponent, given.seconds, number) for number in range(given.games)]
    known = {game.job for game in done}
    jobs = (
        job
        for job in wanted
        if job not in known and time.monotonic() + max((game.wall for game in done), default=0.0) < until
    )
    with in_parallel(start, given.jobs) if given.jobs > 1 else nullcontext(one_by_one(play)) as do:
        for _, game in do(jobs):
            done.append(game)
            append_line(given.store, asdict(game))
    counted = [game for game in done if game.job in set(wanted)]
    if not counted:
        print("No game was played in the time given.")
        return
    forfeits = [game.forfeit for game in counted if game.forfeit]
    score = sum(game.goal for game in counted) / len(counted)
    print(
        f"{len(counted)} games against {given.opponent}: {score:.1f} %, {len(forfeits)} limits broken, at most "
        f"{max(game.used for game in counted):.1f} s of {given.seconds:g} s used, "
        f"{sum(game.turns for game in counted) / len(counted):.0f} turns a game"
    )
    for forfeit in forfeits:
        print(f"  {forfeit}")


if __name__ == "__main__":
    # Processes import what they are to do; from the file that was started, as such, nobody can.
    importlib.import_module(Path(__file__).stem).main()
