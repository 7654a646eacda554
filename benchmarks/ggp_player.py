"""Whether the network player keeps its promises: moves in time on a busy machine, deaths, attacks, all rulesheets.

    python benchmarks/ggp_player.py moves   [--moves 1000] [--parallel 6] [--burners 2]
    python benchmarks/ggp_player.py deaths  [--kills 100]
    python benchmarks/ggp_player.py attacks [--sockets 200]
    python benchmarks/ggp_player.py sheets FOLDER [--parallel 6] [--steps 0] [--only NAME …]

Each starts ``ludens player`` at a free port of this machine and plays with it as a manager does, every match in a
process of its own; roles that are not the player's move at random. A move is late when it comes after the play clock,
without any grace; the reference server grants a second more. ``--agent`` names who plays.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from ludens.game import LudensError
from ludens.games.loading import load_rulesheet, read_source
from ludens.gdl import Reasoner, Source, load_rules
from ludens.ggp.addresses import Address
from ludens.ggp.client import NoAnswerError, ask
from ludens.ggp.messages import Info, Message, MessageError, Play, Start, Stop, compact, read_move, write_message

GAMES = ("tic_tac_toe", "connect_four", "breakthrough", "reversi", "goofspiel", "checkers_small", "hex", "pentago")
GRACE_SECONDS = 1.0


@dataclass(slots=True)
class Job:
    """One match: rules by a name that ``load`` knows, the player's role, clocks, and the most PLAYs; 0: to the end."""

    match: str
    rules: str
    role: int
    clocks: tuple[float, float]
    most: int = 0


@dataclass(slots=True)
class Result:
    """What became of a match; ``seconds``: of every PLAY in which the player had a choice."""

    match: str
    moves: int = 0
    seconds: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    ended: str = "over"


class Player:
    """``ludens player`` in a process of its own."""

    def __init__(self, folder: str, agent: str, matches: int, port: int = 0) -> None:
        options = ["--port", str(port), "--agent", agent, "--matches", str(matches), "--journal", folder]
        command = [sys.executable, "-c", "from ludens.cli import main; main()", "player", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.process.stdout is not None
        found = re.search(rb"http://([0-9.]+):([0-9]+)", self.process.stdout.readline())
        if found is None:
            raise SystemExit("the player did not start")
        self.address = Address(found[1].decode(), int(found[2]))

    def end(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)
        self.process.communicate()

    @property
    def memory_mib(self) -> float:
        """Resident memory of the process that answers."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


class Manager:
    """Plays one match with a player and looks at every reply."""

    def __init__(self, address: Address, job: Job) -> None:
        self.address, self.job, self.result = address, job, Result(job.match)
        self.random = random.Random(job.match)
        source = read_source(Path(job.rules)) if job.rules.endswith(".kif") else load_rulesheet(job.rules).sheet.source
        self.game: Reasoner = load_rules(Source(source.text, job.match))
        self.rules = compact(source.text)
        self.state = self.game.initial_state()
        self.moves: tuple[str, ...] | None = None

    def say(self, message: Message, seconds: float) -> str:
        return asyncio.run(ask(self.address, write_message(message), seconds=seconds))

    def begin(self) -> None:
        role = self.written(self.game.info.roles[self.job.role])
        begin = time.monotonic()
        try:
            reply = self.say(
                Start(self.job.match, role, self.rules, *self.job.clocks), self.job.clocks[0] + GRACE_SECONDS
            )
        except NoAnswerError as error:
            reply = str(error)
        if reply != "ready":
            self.result.faults[f"START: {reply[:40]}"] += 1
        if time.monotonic() - begin > self.job.clocks[0]:
            self.result.faults["late START"] += 1

    def turn(self) -> None:
        """One PLAY; a move that is missing or illegal is replaced."""
        legal = [self.game.legal_moves(self.state, role) for role in range(len(self.game.info.roles))]
        own = legal[self.job.role]
        made = [self.random.choice(moves) for moves in legal]
        begin = time.monotonic()
        try:
            reply = read_move(self.say(Play(self.job.match, self.moves), self.job.clocks[1] + GRACE_SECONDS))
        except (NoAnswerError, MessageError) as error:
            self.result.faults[type(error).__name__] += 1
        else:
            self.look(reply, own, time.monotonic() - begin)
            if reply.lower() in own:
                made[self.job.role] = reply.lower()
        self.state = self.game.next_state(self.state, made)
        self.moves = tuple(map(self.written, made))
        self.result.moves += 1

    def look(self, reply: str, own: Sequence[str], seconds: float) -> None:
        if reply not in map(self.written, own):
            self.result.faults["illegal"] += 1
        if seconds > self.job.clocks[1]:
            self.result.faults["late"] += 1
        if len(own) > 1:
            self.result.seconds.append(seconds)

    def end(self) -> None:
        with contextlib.suppress(NoAnswerError):
            if self.say(Stop(self.job.match, self.moves), self.job.clocks[1] + GRACE_SECONDS) != "done":
                self.result.faults["STOP"] += 1

    def written(self, term: str) -> str:
        spelling = self.game.sheet.spelling
        return re.sub(r"[^\s()]+", lambda found: spelling.get(found.group(), found.group()), term)


def play(address: Address, job: Job) -> Result:
    """The whole of one match."""
    try:
        manager = Manager(address, job)
    except LudensError as error:
        return Result(job.match, ended=f"not played: {str(error).splitlines()[0][:80]}")
    manager.begin()
    try:
        while not manager.game.is_terminal(manager.state) and not (0 < job.most <= manager.result.moves):
            manager.turn()
        manager.result.ended = "over" if manager.game.is_terminal(manager.state) else "cut"
    except LudensError as error:
        manager.result.ended = f"broken off: {str(error).splitlines()[0][:80]}"
    manager.end()
    return manager.result


def burn(parent: int) -> None:
    """Keeps a core busy for as long as the process that started it lives."""
    while os.getppid() == parent:
        sum(range(200_000))


@contextlib.contextmanager
def burning(count: int) -> Iterator[None]:
    """Other work on so many cores."""
    context = multiprocessing.get_context("spawn")
    burners = [context.Process(target=burn, args=(os.getpid(),), daemon=True) for _ in range(count)]
    for burner in burners:
        burner.start()
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.join()


def play_all(address: Address, jobs: Sequence[Job], parallel: int, *, show: bool) -> list[Result]:
    """Plays the matches, several at once, and tells of each."""
    found = []
    with ProcessPoolExecutor(parallel, multiprocessing.get_context("spawn")) as pool:
        for result in pool.map(partial(play, address), jobs):
            found.append(result)
            if show or result.faults:
                slowest = max(result.seconds, default=0.0)
                faults = ", ".join(f"{count} {fault}" for fault, count in result.faults.items()) or "no faults"
                print(
                    f"{result.match}: {result.ended}, {result.moves} moves, slowest {slowest:.2f} s, {faults}",
                    flush=True,
                )
    return found


def moves(arguments: argparse.Namespace, folder: str) -> None:
    """Many moves at a clock of one second while other work keeps the cores busy."""
    player = Player(folder, arguments.agent, arguments.parallel)
    made: list[Result] = []
    with burning(arguments.burners):
        while sum(len(result.seconds) for result in made) < arguments.moves:
            first = len(made)
            jobs = [
                Job(f"moves.{first + n}", GAMES[(first + n) % len(GAMES)], n % 2, (6.0, 1.0), 60)
                for n in range(arguments.parallel)
            ]
            made += play_all(player.address, jobs, arguments.parallel, show=False)
            print(f"{sum(len(result.seconds) for result in made)} moves so far", flush=True)
    player.end()
    times = sorted(seconds for result in made for seconds in result.seconds)
    faults: Counter[str] = sum((result.faults for result in made), Counter())
    percentile = times[int(0.99 * len(times))]
    print(f"{len(times)} moves with a choice, {sum(result.moves for result in made)} in all, at a clock of 1 s")
    print(f"99 % within {percentile:.3f} s, the slowest after {times[-1]:.3f} s; faults: {dict(faults) or 'none'}")


def deaths(arguments: argparse.Namespace, folder: str) -> None:
    """Kills of workers, and of the whole player, in mid-match: is the next PLAY answered legally and in time?"""
    player = Player(folder, arguments.agent, 4)
    good = 0
    for kill in range(arguments.kills):
        manager = Manager(player.address, Job(f"worker.{kill}", GAMES[kill % 3], 0, (6.0, 2.0)))
        manager.begin()
        for _ in range(1 + kill % 3):
            manager.turn()
        workers = below(player.process.pid)[2:]  # without the two processes that workers are forked from
        for worker in (workers[:1], workers[1:], workers)[kill % 3]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        manager.turn()
        manager.end()
        good += not manager.result.faults
    print(f"{good} of {arguments.kills} moves after workers were killed are legal and in time")
    good = 0
    for kill in range(arguments.kills):
        manager = Manager(player.address, Job(f"player.{kill}", GAMES[kill % 3], 0, (6.0, 2.0)))
        manager.begin()
        for _ in range(1 + kill % 3):
            manager.turn()
        player.end(signal.SIGKILL)
        player = Player(folder, arguments.agent, 4, player.address.port)
        manager.turn()
        manager.end()
        good += not manager.result.faults
    player.end()
    print(f"{good} of {arguments.kills} moves after the player was killed and started again are legal and in time")


def below(pid: int) -> list[int]:
    """All processes that a process has started, and those that these have started."""
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, path.read_text().split())
    return [*found, *(process for child in found for process in below(child))]


async def trickle(address: Address, data: bytes, piece: int, pause: float) -> float:
    """Sends bytes little by little; returns after how many seconds the player closed the socket."""
    begin = time.monotonic()
    reader, writer = await asyncio.open_connection(address.host, address.port)
    with contextlib.suppress(OSError):
        for start in range(0, len(data), piece):
            if reader.at_eof():
                break
            writer.write(data[start : start + piece])
            await writer.drain()
            await asyncio.sleep(pause)
        await reader.read()
    writer.transport.abort()
    return time.monotonic() - begin


async def attack(address: Address, sockets: int, rounds: int) -> list[float]:
    """Slow sockets, and in between bodies of 10 MB, a million parentheses, and malformed messages."""
    large = b"POST / HTTP/1.0\r\nContent-Length: 10000000\r\n\r\n" + b"x" * 10_000_000
    deep = b"POST / HTTP/1.0\r\nContent-Length: 1000000\r\n\r\n" + b"(" * 1_000_000
    slow = b"POST / HTTP/1.0\r\nContent-Length: 100000\r\n\r\n" + b"(" * 100_000
    malformed = [b"\x00\xff", b"POST", b"GET /)( HTTP/1.0\r\n\r\n", b"POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\n))"]
    slowly = [asyncio.ensure_future(trickle(address, slow, 1, 0.05)) for _ in range(sockets)]
    lives: list[float] = []
    for number in range(rounds):
        kinds = [large, deep, *malformed]
        lives += await asyncio.gather(*(trickle(address, data, 1 << 16, 0) for data in kinds))
        await asyncio.sleep(0.1 if number % 10 else 0.5)
    return [*lives, *await asyncio.gather(*slowly)]


def attacks(arguments: argparse.Namespace, folder: str) -> None:
    """Matches at a clock of one second under attack, and what the attack leaves behind."""
    player = Player(folder, arguments.agent, arguments.parallel)
    play_all(player.address, [Job("before", "tic_tac_toe", 0, (6.0, 1.0))], 1, show=True)
    before = player.memory_mib
    jobs = [Job(f"attacked.{n}", GAMES[n % len(GAMES)], n % 2, (6.0, 1.0), 40) for n in range(arguments.parallel)]
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        attacking = pool.submit(run_attack, player.address, arguments.sockets)
        results = play_all(player.address, jobs, arguments.parallel, show=True)
        lives = attacking.result()
    free = asyncio.run(ask(player.address, write_message(Info()), seconds=5))
    print(
        f"{sum(result.moves for result in results)} moves; {len(lives)} hostile sockets, the longest {max(lives):.1f} s"
    )
    print(f"memory of the player: {before:.0f} MiB before, {player.memory_mib:.0f} MiB after; INFO: {free}")
    player.end()


def run_attack(address: Address, sockets: int) -> list[float]:
    """The attack, from a process of its own."""
    return asyncio.run(attack(address, sockets, rounds=10))


def sheets(arguments: argparse.Namespace, folder: str) -> None:
    """Every rulesheet of a folder through START, PLAY and STOP."""
    paths = sorted(arguments.folder.glob("*.kif"))
    if arguments.only:
        paths = [path for path in paths if path.stem in arguments.only]
    player = Player(folder, arguments.agent, arguments.parallel)
    jobs = [Job(path.stem, str(path), 0, (10.0, 1.0), arguments.steps) for path in paths]
    results = play_all(player.address, jobs, arguments.parallel, show=True)
    player.end()
    clean = [result for result in results if result.ended == "over" and not result.faults]
    faults: Counter[str] = sum((result.faults for result in results), Counter())
    print(f"{len(clean)} of {len(results)} rulesheets end without a fault; faults: {dict(faults) or 'none'}")
    print(f"not over: {', '.join(f'{r.match} ({r.ended})' for r in results if r.ended != 'over') or 'none'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("moves", "deaths", "attacks", "sheets"))
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--agent", default="champion")
    parser.add_argument("--moves", type=int, default=1_000)
    parser.add_argument("--parallel", type=int, default=6)
    parser.add_argument("--burners", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--steps", type=int, default=0, help="the most moves of a match; 0: to its end")
    parser.add_argument("--only", nargs="*", help="names of rulesheets")
    arguments = parser.parse_args()
    if arguments.what == "sheets" and arguments.folder is None:
        parser.error("sheets needs a folder of rulesheets")
    with tempfile.TemporaryDirectory(prefix="ludens-benchmark-") as folder:
        {"moves": moves, "deaths": deaths, "attacks": attacks, "sheets": sheets}[arguments.what](arguments, folder)


if __name__ == "__main__":
    main()
