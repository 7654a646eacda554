"""Rulesheets trained for some minutes, and what ``apprentice`` then scores against the untrained champion.

    python benchmarks/trained_sheets.py FOLDER [NAME …] --list
    python benchmarks/trained_sheets.py FOLDER [NAME …] --train 10 [--minutes M] [--slice S] [--jobs N] [--option …]
    python benchmarks/trained_sheets.py FOLDER [NAME …] --match [--minutes M] [--clock 0.5] [--pairs 30] [--jobs N]

``--list`` says what kind of game each sheet is. ``--train`` has ``ludens train`` train each sheet on two cores until it
has been trained for so many minutes in all, ``--jobs`` sheets at once, in slices of ``--slice`` minutes; the last of
them ends with the games that show how the network is best played. ``--match``
plays pairs of games with seats swapped, and prints the scores. Either begins nothing that would not be done after
``--minutes``, and goes on from there in the next call. Networks, what was said while they were trained, and pairs are
in ``--out``. An ``--option`` is handed on to ``ludens train``, such as ``--option=--width=64``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ludens.arena.executors import all_cores
from ludens.arena.measuring.measured_pairs import (
    games_in_words,
    play_pairs,
    read_pairs,
    score_in_words,
    scores_of,
    wanted_pairs,
    while_time,
)
from ludens.game import LudensError
from ludens.games.loading import load
from ludens.learning.checkpoints import checkpoint_path
from ludens.search.facts import facts_of
from ludens.search.networks.store import own_path
from ludens.search.networks.tensor_file import TensorFileError
from ludens.search.networks.trained import read_trained

AGENTS = "apprentice", "champion(network=false)"

CORES = 2
"""That a training has."""

AROUND = 75.0
"""Seconds that a slice takes beside its training: rules are compiled, questions looked for, progress is measured."""

AT_THE_END = 1.5
"""Minutes of the games at the end of the last one."""

LEAST = 0.2
"""Minutes that no training is shorter than."""

TRAIN = """
import os, sys
from ludens.cli import main
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, map(int, sys.argv.pop(1).split(",")))
main()
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="sheets, without .kif; all of the folder without any")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--train", type=float, default=0.0, metavar="MINUTES", help="in all, for each sheet")
    parser.add_argument("--match", action="store_true")
    parser.add_argument("--minutes", type=float, default=1e6, help="of this call")
    parser.add_argument("--slice", type=float, default=1e6, help="minutes of training at a time")
    parser.add_argument("--jobs", type=int, help="sheets trained at once, or games played at once")
    parser.add_argument("--clock", type=float, default=0.5, help="seconds of a move")
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--out", type=Path, default=Path("trained_sheets"))
    parser.add_argument("--option", action="append", default=[], help="of ludens train")
    given = parser.parse_args()
    os.environ["LUDENS_NETWORKS"] = str((given.out / "networks").resolve())
    given.out.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + 60 * given.minutes
    sheets = [given.folder / f"{name}.kif" for name in given.names] or sorted(given.folder.glob("*.kif"))
    if given.list:
        for sheet in sheets:
            print(kind_of(sheet), flush=True)
    if given.train:
        Trainings(sheets, given, until).run()
    if given.match:
        match(sheets, given, until)


def kind_of(sheet: Path) -> str:
    """A line of a table about a sheet."""
    try:
        game = load(str(sheet))
    except LudensError as error:
        return f"| {sheet.stem} | {str(error).splitlines()[0]} |"
    facts, roles = facts_of(game), len(game.info.roles)
    turns = "in turns" if facts.seems_in_turns else "at once"
    goals = "opposite goals" if facts.seems_opposed else "other goals"
    moves = max(len(game.engine.moves(role)) for role in range(roles))
    length = facts.random_games.length
    return f"| {sheet.stem} | {roles} roles | {turns} | {goals} | {moves} moves | {length:.0f} steps |"


class Trainings:
    """Sheets that are being trained; those come first that have been trained least."""

    def __init__(self, sheets: list[Path], given: argparse.Namespace, until: float) -> None:
        self._given, self._until, self._lock = given, until, threading.Lock()
        self._left = {sheet: given.train - minutes_of(sheet) for sheet in sheets}

    def run(self) -> None:
        cores = usable_cores()
        at_once = self._given.jobs or max(1, len(cores) // CORES)
        shares = [[cores[(CORES * n + more) % len(cores)] for more in range(CORES)] for n in range(at_once)]
        with ThreadPoolExecutor(at_once) as pool:
            list(pool.map(self._work, shares))

    def _work(self, cores: list[int]) -> None:
        """Trains one sheet after another on these cores, as long as there is something to do."""
        while True:
            with self._lock:
                time_left = (self._until - time.monotonic() - AROUND) / 60
                sheet = max(self._left, key=self._left.__getitem__, default=None)
                if sheet is None or self._left[sheet] < LEAST:
                    return
                left = self._left[sheet]
                last = left <= min(self._given.slice, time_left - AT_THE_END)
                minutes = left if last else min(self._given.slice, time_left, left - LEAST)
                if minutes < LEAST:
                    return
                del self._left[sheet]
            print(f"{sheet.stem}: {minutes:.1f} of {left:.1f} minutes", flush=True)
            if train_once(sheet, minutes, cores, self._given, last=last):
                with self._lock:
                    self._left[sheet] = left - minutes


def train_once(sheet: Path, minutes: float, cores: list[int], given: argparse.Namespace, *, last: bool) -> bool:
    """Has ``ludens train`` train a sheet for a while, from the beginning or further; whether that worked."""
    so_far = ["--resume"] if checkpoint_path(load(str(sheet))).exists() else []
    command = ["train", str(sheet), "--minutes", f"{minutes:.3f}", *so_far, *given.option]
    if not last:
        command += ["--pairs", "0"]
    where = ",".join(map(str, cores))
    with (given.out / f"{sheet.stem}.log").open("a", encoding="utf-8") as log:
        ended = subprocess.run([sys.executable, "-c", TRAIN, where, *command], stdout=log, stderr=log, check=False)
    if ended.returncode:
        print(f"{sheet.stem}: failed, see {given.out / sheet.stem}.log", flush=True)
    return not ended.returncode


def usable_cores() -> list[int]:
    """The numbers of the cores that this process may use."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(all_cores()))


def minutes_of(sheet: Path) -> float:
    """For how long the network of a sheet has been trained, if there is one."""
    try:
        return float(read_trained(own_path(load(str(sheet)))).training["seconds"]) / 60
    except (OSError, TensorFileError):
        return 0.0


def match(sheets: list[Path], given: argparse.Namespace, until: float) -> None:
    """Plays pairs, as long as there is time, and prints what all have shown."""
    store, names = given.out / "pairs.jsonl", [str(sheet) for sheet in sheets if minutes_of(sheet)]
    done = read_pairs(store)
    known = {pair.job for pair in done}
    wanted = [job for job in wanted_pairs(names, [given.clock], AGENTS, range(given.pairs)) if job not in known]
    for pair in play_pairs(while_time(wanted, done, until - time.monotonic()), store, given.jobs or all_cores()):
        done.append(pair)
        if pair.refused:
            print(f"{pair.job.game}: {pair.refused}", flush=True)
    scores = scores_of(done, AGENTS)
    print(f"| sheet | minutes | positions | is played | against the untrained champion, {given.clock:g} s a move |")
    print("|---" * 5 + "|")
    for name in names:
        trained = read_trained(own_path(load(name)))
        about, way = trained.training, f"{100 * trained.blend:.0f} % playouts"
        shown = score_in_words(scores.get((name, given.clock), []))
        print(f"| {Path(name).stem} | {about['seconds'] / 60:.1f} | {about['positions']:,} | {way} | {shown} |")
    print(f"| mean | | | | {games_in_words(scores.get((name, given.clock), []) for name in names)} |")


if __name__ == "__main__":
    main()
