"""What every rulesheet of a folder costs, step by step, from its text to machine code that plays it.

    python benchmarks/rulesheets.py FOLDER [--seconds 60] [--memory-gib 2] [--only NAME …] [--store FILE] [--slowest 20]
                                   [--until-playout] [--jobs 1] [--markdown]

Each sheet has a process of its own, with an empty cache. All times are those of the processor, clingo's included, so
that a busy machine does no harm. ``--store`` keeps a line of JSON for every sheet: sheets that are there are not
measured again. ``--seconds`` is what compiling a sheet may take; machine code, which is made while the table plays, may
take as long again. With ``--until-playout`` it is not made: a sixth of the work. At the end there is a summary, and
with ``--markdown`` the tables of docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from statistics import median, quantiles
from typing import Any

PLAYED_SECONDS = 0.2
"""How long playouts are timed."""

MANY_GATES = 100_000
"""Circuits with more are timed from the table too: their machine code may take too long."""

MOST_STEPS = 500
"""Where games are cut, so that those that never end are timed too."""

BUSY = 4
"""How many times longer than its processor time a sheet may take on a busy machine."""

GAMES_A_LANE = 16
"""At least: with fewer, most lanes have nothing to do while the longest games are still played."""

FAST = 1e6
"""States a second below which a sheet counts as slow."""

Found = dict[str, Any]


def processor_seconds() -> float:
    """What this process and the children that have ended have used."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


class Steps:
    """Times steps, and tells of each as soon as it is done: a process that is ended has told what it could."""

    def __init__(self) -> None:
        self._inner: list[float] = []

    def timed(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, timed; what it spends in other timed ones does not count."""

        def run(*args: Any, **options: Any) -> Any:
            begin = processor_seconds()
            self._inner.append(0.0)
            try:
                return work(*args, **options)
            finally:
                spent = processor_seconds() - begin
                own = spent - self._inner.pop()
                if self._inner:
                    self._inner[-1] += spent
                tell(step=name, seconds=own)

        return run


def tell(**found: Any) -> None:
    print(json.dumps(found), flush=True)


def measure_one(path: Path, seconds: float, memory_bytes: int, until_playout: bool) -> None:
    """Tells what every step of compiling one sheet takes, and how fast it is played."""
    limit = int(seconds + 1)
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (2 * limit, 2 * limit + 1))
    from ludens.circuit import compiled, passes  # noqa: PLC0415  (the limits come first)
    from ludens.engine.backend import Backend  # noqa: PLC0415
    from ludens.engine.engine import Engine, usual_backends  # noqa: PLC0415
    from ludens.game import LudensError  # noqa: PLC0415
    from ludens.games.loading import read_source  # noqa: PLC0415
    from ludens.gdl import Reasoner, right_rules  # noqa: PLC0415
    from ludens.gdl.grounding import grounder  # noqa: PLC0415

    tell(step="start", seconds=processor_seconds())
    steps = Steps()
    for module, name, step in (
        (grounder, "split_rules", "split"),
        (grounder, "run_clingo", "clingo"),
        (grounder, "_read", "read ground rules"),
        (compiled, "build_draft", "build"),
        (compiled, "lowered", "lower"),
    ):
        setattr(module, name, steps.timed(step, getattr(module, name)))
    passes.PASSES = tuple(step._replace(simplify=steps.timed(step.name, step.simplify)) for step in passes.PASSES)
    try:
        sheet = steps.timed("check", right_rules)(read_source(path))
        steps.timed("reasoner", Reasoner)(sheet)
        compile_circuit = steps.timed("ground, rest", compiled.compile_circuit)
        circuit = compile_circuit(sheet, seconds=BUSY * seconds, memory_bytes=memory_bytes).circuit
        tell(gates=circuit.gates, fluents=len(circuit.fluents), moves=sum(map(len, circuit.moves)))
        engine = steps.timed("table", Engine)(circuit, Backend.TABLE)
        first = steps.timed("first playout", engine.playouts)
        first(engine.initial(), 1, 1, max_steps=MOST_STEPS)
        if until_playout:
            return
        if circuit.gates > MANY_GATES:
            tell(table_states=states_a_second(engine))
        if Backend.LLVM in usual_backends(circuit):
            engine = steps.timed("machine code", Engine)(circuit, Backend.LLVM)
        tell(states=states_a_second(engine))
    except (LudensError, MemoryError) as error:
        tell(failure="out of memory" if isinstance(error, MemoryError) else str(error).splitlines()[0])
    finally:
        tell_memory()


def tell_memory() -> None:
    """Tells the most memory that this process or one of its children had."""
    used = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    tell(memory=max(used) << 10)


def states_a_second(engine: Any) -> float:
    """Positions of random games, for each second of the processor."""
    batch, start = GAMES_A_LANE * engine.lanes, engine.initial()
    while True:
        begin = time.process_time()
        found = engine.playouts(start, batch, batch, max_steps=MOST_STEPS)
        spent = time.process_time() - begin
        if spent >= PLAYED_SECONDS / 2:
            return float(found.steps[0]) / spent
        batch *= 2 if spent > PLAYED_SECONDS / 16 else 8


BEFORE, AFTER = ("start",), ("table", "first playout", "machine code")
"""What comes before the rules, Python itself and its imports, and what comes after the circuit."""


def in_a_process(path: Path, seconds: float, memory_bytes: int, until_playout: bool) -> Found:
    """What the sheet's process told before it ended, or was ended."""
    command = [sys.executable, __file__, "--one", str(path), str(seconds), str(memory_bytes), str(int(until_playout))]
    with tempfile.TemporaryDirectory() as folder:
        # Threads that NumPy would start and never need take address space, which is what is limited.
        environment = {**os.environ, "LUDENS_CACHE": folder, "OPENBLAS_NUM_THREADS": "1"}
        child = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
        )
        try:
            output, errors = child.communicate(timeout=2 * BUSY * seconds)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, 9)
            output, errors = child.communicate()
    found: Found = {"sheet": path.stem, "steps": {}}
    for line in output.splitlines():
        told = json.loads(line)
        if "step" in told:
            found["steps"][told["step"]] = found["steps"].get(told["step"], 0.0) + told["seconds"]
        else:
            found.update(told)
    steps = found["steps"]
    found["compiled"] = sum(value for name, value in steps.items() if name not in (*BEFORE, *AFTER))
    found["until playout"] = found["compiled"] + steps.get("table", 0.0) + steps.get("first playout", 0.0)
    if "gates" not in found:
        last = (errors.splitlines() or [""])[-1]
        found.setdefault("failure", last if child.returncode > 0 else f"more than {seconds:g} seconds")
    elif found["compiled"] > seconds:
        found.setdefault("failure", f"took {found['compiled']:.0f} seconds")
    return found


def described(found: Found) -> str:
    steps = sorted(found["steps"].items(), key=lambda step: -step[1])
    most = ", ".join(f"{name} {value:.1f}" for name, value in steps[:4] if value > 0.05)
    line = f"{found['sheet']:34} {found['until playout']:7.2f} s"
    if "gates" in found:
        speed = found.get("states")
        line += f" {found['gates']:9,} gates" + (f" {speed:9.2e} states/s" if speed else " no machine code")
    if "failure" in found:
        line += f"  FAILED: {found['failure']}"
    return f"{line}  ({most})"


def print_summary(table: list[Found], seconds: float, slowest: int) -> None:
    done = [found for found in table if "failure" not in found]
    times = sorted(found["until playout"] if "failure" not in found else float("inf") for found in table)
    for limit in dict.fromkeys((seconds, 10.0)):
        within = sum(found["compiled"] <= limit for found in done)
        print(f"compiled within {limit:g} s: {within} of {len(table)}")
    if len(times) > 1:
        last = quantiles(times, n=20, method="inclusive")[-1]
        print(f"until the first playout: median {median(times):.2f} s, 95th percentile {last:.2f} s")
    if any("states" in found for found in table):
        slow = [found["sheet"] for found in table if found.get("states", 0.0) < FAST]
        print(f"below {FAST:.0e} states/s, or no machine code: {len(slow)}: {', '.join(slow)}")
    print(f"gates in all: {sum(found['gates'] for found in done):,}")
    totals: dict[str, float] = {}
    for found in table:
        for name, value in found["steps"].items():
            totals[name] = totals.get(name, 0.0) + value
    print("seconds by step: " + ", ".join(f"{name} {v:.0f}" for name, v in sorted(totals.items(), key=lambda s: -s[1])))
    print(f"the slowest {slowest}:")
    for found in sorted(table, key=lambda found: -found["until playout"])[:slowest]:
        print(described(found))


COLUMNS = {
    "check, reasoner": ("check", "reasoner"),
    "ground": ("split", "clingo", "read ground rules", "ground, rest"),
    "build": ("build",),
    "passes": (),
    "lower": ("lower",),
    "table": ("table", "first playout"),
    "machine code": ("machine code",),
}
"""The steps of each column; passes are all steps that stand in no other one."""


def print_markdown(table: list[Found], seconds: float, slowest: int) -> None:
    done = [found for found in table if "failure" not in found]
    times = sorted(found["until playout"] if "failure" not in found else float("inf") for found in table)
    rows = [(f"compiled within {limit:g} s", sum(f["compiled"] <= limit for f in done)) for limit in (seconds, 10.0)]
    rows.append(("until the first playout, median", f"{median(times):.2f} s"))
    rows.append(("until the first playout, 95th percentile", f"{quantiles(times, n=20, method='inclusive')[-1]:.1f} s"))
    rows.append(("until the first playout within 1 s", sum(time <= 1 for time in times)))
    coded = any("states" in found for found in table)
    if coded:
        rows.append(("below 10⁶ states/s, or no machine code", sum(f.get("states", 0.0) < FAST for f in table)))
    print(f"\n| of {len(table)} sheets | |\n|---|---|")
    print("\n".join(f"| {name} | {figure} |" for name, figure in rows))
    names = [name for name in COLUMNS if coded or name != "machine code"]
    print("\n| sheet | gates | in all |" + "".join(f" {name} |" for name in names) + (" states/s |" if coded else ""))
    print("|---|---|---|" + "---|" * (len(names) + coded))
    known = {step for steps in COLUMNS.values() for step in steps} | set(BEFORE)
    for found in sorted(done, key=lambda found: -found["until playout"])[:slowest]:
        steps = found["steps"]
        passes = [step for step in steps if step not in known]
        columns = [f"{sum(steps.get(step, 0.0) for step in COLUMNS[name] or passes):.1f}" for name in names]
        speed = [f"{found['states']:.1e}" if "states" in found else "–"] if coded else []
        print(
            "| "
            + " | ".join([found["sheet"], f"{found['gates']:,}", f"{found['until playout']:.1f}", *columns, *speed])
            + " |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--memory-gib", type=float, default=2)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--store", type=Path)
    parser.add_argument("--slowest", type=int, default=20)
    parser.add_argument("--until-playout", action="store_true")
    parser.add_argument("--jobs", type=int, default=1, help="sheets at a time")
    parser.add_argument("--markdown", action="store_true", help="end with tables for a page")
    arguments = parser.parse_args()
    stored = arguments.store.read_text().splitlines() if arguments.store and arguments.store.exists() else []
    table = {found["sheet"]: found for found in map(json.loads, stored)}
    paths = [p for p in sorted(arguments.folder.glob("*.kif")) if not arguments.only or p.stem in arguments.only]
    limits = arguments.seconds, int(arguments.memory_gib * (1 << 30))
    with ThreadPoolExecutor(arguments.jobs) as pool:
        left = [path for path in paths if path.stem not in table]
        running = [pool.submit(in_a_process, path, *limits, arguments.until_playout) for path in left]
        for found in (one.result() for one in as_completed(running)):
            table[found["sheet"]] = found
            print(described(found), flush=True)
            if arguments.store:
                with arguments.store.open("a") as file:
                    file.write(json.dumps(found) + "\n")
    print_summary([table[path.stem] for path in paths], arguments.seconds, arguments.slowest)
    if arguments.markdown:
        print_markdown([table[path.stem] for path in paths], arguments.seconds, arguments.slowest)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        measure_one(Path(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]), sys.argv[5] == "1")
    else:
        main()
