"""Interrupts every long command at random moments, with a cold and a warm cache, and counts what becomes of it.

    python scripts/soak.py [--count 100] [--commands solve,play] [--caches warm,cold] [--signal INT|TERM] [--jobs N]

Half of the moments lie within the first two seconds, where modules are imported; half of all runs are at a terminal. A
run is clean when it ends by itself, in time, with the exit code of an interrupt, without a traceback, a crash or a
process left behind. What was not clean is kept in a folder for a look. Exit code 1 if anything was not clean.

A signal that comes before Python has come to Ludens is counted apart, as "starting": nobody is there to handle it.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import pty
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

MARK = "LUDENS_SOAK"
LATE_SECONDS = 5.0
HANGING_SECONDS = 60.0
ORPHAN_SECONDS = 4.0
EARLY_SECONDS = 2.0
SPANS = {"warm": 8.0, "cold": 12.0}
RESULTS = ("clean", "starting", "finished", "traceback", "signal", "orphan", "late", "code")
FINE = ("clean", "starting", "finished")
CRASHES = ("Segmentation fault", "Fatal Python error", "Exception ignored", "core dumped")


@dataclass(frozen=True, slots=True)
class Command:
    """What is run, with T for a folder of its own, and the exit codes of an interrupt beside 128 + its number."""

    words: str
    codes: tuple[int, ...] = ()


COMMANDS = {
    "analyse": Command("analyse reversi --games 5000000"),
    "structure": Command("analyse hex --structure"),
    "bench": Command("bench connect_four hex --seconds 5"),
    "check": Command("check reversi --play 500"),
    "exploit": Command("exploit uct rock_paper_scissors --playouts 1e3,1e4,1e5,1e6"),
    "manage": Command("manage tic_tac_toe uct random --start-clock 3 --play-clock 3"),
    "match": Command("match connect_four uct monte_carlo --seconds 1 --own-process"),
    "perft": Command("perft connect_four 9"),
    "play": Command("play connect_four --seconds 2", codes=(0,)),
    "watch": Command("play connect_four --seat red=uct --seat yellow=monte_carlo --seconds 2", codes=(0,)),
    "player": Command("player --port 0 --journal T/journal", codes=(0,)),
    "reproduce": Command("reproduce roulette --out T/study --minutes 1 --workers 2"),
    "solve": Command("solve connect_four --table T/table"),
    "studio": Command("studio --no-open --port 0 --store T/store", codes=(0,)),
    "learn": Command("learn reversi(size=6)"),
    "suggest": Command("suggest reversi --seconds 10"),
    "tournament": Command(
        "tournament --games connect_four --agents uct,monte_carlo --pairs 500 --seconds 0.05 --workers 2 "
        "--store T/store"
    ),
    "ray": Command(
        "tournament --games tic_tac_toe --agents uct,random --pairs 500 --seconds 0.05 --executor ray --workers 2 "
        "--store T/store"
    ),
    "tune": Command("tune uct connect_four --parameter exploration=0.1..2 --workers 2 --log T/log"),
}


@dataclass(frozen=True, slots=True)
class Run:
    """What became of one command."""

    result: str
    moment: float
    seconds: float
    code: int
    output: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Where a command runs, when it gets which signal, and whether at a terminal."""

    folder: Path
    cache: Path
    moment: float
    number: signal.Signals
    terminal: bool


def interrupted(command: Command, plan: Plan) -> Run:
    """Runs a command, interrupts it, and tells what came of it."""
    mark, output = uuid.uuid4().hex, bytearray()
    words = command.words.replace("T/", f"{plan.folder}/").split()
    own = {MARK: mark, "LUDENS_CACHE": str(plan.cache), "XDG_STATE_HOME": str(plan.folder), "TERM": "xterm"}
    master, slave = pty.openpty() if plan.terminal else os.pipe()
    process = subprocess.Popen(
        [str(Path(sys.executable).with_name("ludens")), *words], cwd=plan.folder, env={**os.environ, **own},
        stdin=slave if plan.terminal else subprocess.PIPE, stdout=slave, stderr=slave, start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    reader = threading.Thread(target=_read, args=(master, output), daemon=True)
    reader.start()
    begin = time.monotonic()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(plan.moment)
    ended = process.poll() is not None
    if not ended:
        os.killpg(process.pid, plan.number)
    sent = time.monotonic()
    try:
        process.wait(HANGING_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    seconds = time.monotonic() - sent
    left = _left_behind(mark)
    reader.join(2.0)
    os.close(master)
    if process.stdin is not None:
        process.stdin.close()
    text = output.decode("utf-8", "replace")
    codes = (128 + plan.number, *command.codes)
    result = "finished" if ended else _judged(text, process.returncode, codes, seconds, left)
    return Run(result, sent - begin, seconds, process.returncode, "\nleft behind: ".join([text, *left]))


def _read(source: int, output: bytearray) -> None:
    with contextlib.suppress(OSError):
        while part := os.read(source, 1 << 16):
            output += part


def _judged(text: str, code: int, codes: tuple[int, ...], seconds: float, left: list[str]) -> str:
    if left:
        return "orphan"
    if code in (-signal.SIGINT, -signal.SIGTERM) or _is_before_us(text):
        return "starting"
    if "Traceback (most recent call last)" in text:
        return "traceback"
    if code < 0 or any(each in text for each in CRASHES):
        return "signal"
    if seconds > LATE_SECONDS:
        return "late"
    return "clean" if code in codes else "code"


def _is_before_us(text: str) -> bool:
    """Whether Python was interrupted before it came to ``ludens.cli.main``."""
    frames = re.findall(r'File "(.*?)", line \d+, in (\S+)', text)
    return (
        bool(frames)
        and "KeyboardInterrupt" in text
        and not any("/ludens/" in file and function != "<module>" for file, function in frames)
    )


def _left_behind(mark: str) -> list[str]:
    """The processes of a run that are still there after a while; they are ended."""
    deadline = time.monotonic() + ORPHAN_SECONDS
    while found := _marked(mark):
        if time.monotonic() > deadline:
            for number in found:
                with contextlib.suppress(OSError):
                    os.kill(number, signal.SIGKILL)
            return [f"{number} {words}" for number, words in found.items()]
        time.sleep(0.1)
    return []


def _marked(mark: str) -> dict[int, str]:
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes():
                found[int(folder.name)] = (
                    (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
                )
    return found


def soak(name: str, cache_kind: str, options: argparse.Namespace, kept: Path) -> Counter[str]:
    """Interrupts one command again and again, several at a time; keeps what was not clean."""
    rng, counts = random.Random(f"{options.seed}/{name}/{cache_kind}"), Counter[str]()
    number = signal.Signals[f"SIG{options.signal}"]
    moments = [rng.uniform(0, EARLY_SECONDS if rng.random() < 0.5 else SPANS[cache_kind]) for _ in range(options.count)]

    def run(turn: int) -> Run:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as text:
            folder = Path(text)
            cache = folder / "cache" if cache_kind == "cold" else Path(options.cache)
            return interrupted(COMMANDS[name], Plan(folder, cache, moments[turn], number, turn % 2 == 0))

    with ThreadPoolExecutor(options.jobs) as pool:
        for turn, found in enumerate(pool.map(run, range(options.count))):
            counts[found.result] += 1
            if found.result not in FINE:
                about = f"{found.result}: after {found.moment:.3f} s, "
                about += f"ended {found.seconds:.1f} s later with {found.code}\n\n"
                (kept / f"{name}-{cache_kind}-{turn}.txt").write_text(about + found.output, encoding="utf-8")
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description="Interrupts commands at random moments.")
    parser.add_argument("--count", type=int, default=100, help="interrupts of each command with each cache")
    parser.add_argument("--commands", default=",".join(COMMANDS), help="which ones, separated by commas")
    parser.add_argument("--caches", default="warm,cold")
    parser.add_argument("--signal", choices=["INT", "TERM"], default="INT")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="commands that run at the same time")
    parser.add_argument("--cache", default="", help="the folder of the warm cache; otherwise one is made and warmed")
    options = parser.parse_args()
    kept = Path(tempfile.mkdtemp(prefix="ludens-soak-"))
    options.cache = options.cache or str(kept / "cache")
    print(f"{'command':12}{'cache':6}" + "".join(f"{result:>11}" for result in RESULTS), flush=True)
    total = Counter[str]()
    for name in options.commands.split(","):
        for cache_kind in options.caches.split(","):
            counts = soak(name, cache_kind, options, kept)
            total += counts
            print(f"{name:12}{cache_kind:6}" + "".join(f"{counts[result]:11}" for result in RESULTS), flush=True)
    print(f"{'all':18}" + "".join(f"{total[result]:11}" for result in RESULTS))
    bad = sum(count for result, count in total.items() if result not in FINE)
    if bad:
        print(f"{bad} were not clean: see {kept}")
        sys.exit(1)
    shutil.rmtree(kept, ignore_errors=True)


if __name__ == "__main__":
    main()
