"""Random games on a graphics processor: checked against the CPU, and measured, in one run.

    python benchmarks/gpu.py [--seconds 1] [--device cuda] [--out gpu.json] [--sheets FOLDER] [--pgx]
                             [--jobs N] [--limit S] [--after FILE] [--ways WAY …] [--first] [GAME …]

For each game, with an empty cache: ``first``, seconds from rules to the first 4,096 games; ``haste`` and ``care``,
until the kernels for many games are in use; ``again``, the first games of the next start; then moves and games a
second, with the registers of a thread and its bytes of local and of near memory. ``equal``: whether every operation
gives what the CPU gives. After each game the figures are written to the file.

``--first``: only ``first``, of each game in a process of its own, so that all that a program does once is part of it.
``playing``: what the games themselves took.

``--ways``: measures each game in some ways to write the code for many games: ``gates``, what the gates alone give;
``written``, with what is known about positions, in the order it is written in; ``best``, all that there is. Only the
last one is compared by every operation, the others by playouts.

``--sheets``: also plays all rulesheets of a folder, and compares; in ``--jobs`` processes, for ``--limit`` seconds at
most. Their circuits are taken from the usual cache. Games of large circuits are cut after fewer steps, on both.
``--after``: the file of an earlier run, whose sheets are left out. ``--pgx``: also measures Pgx there.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import importlib
import itertools
import json
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from ludens.arena.executors import all_cores
from ludens.engine.backend import Backend
from ludens.engine.code.bulk import Variant, results_of
from ludens.engine.cuda import driver, ways
from ludens.engine.cuda.bulk import GAME_BITS, BulkKernel, Games, Room, bulk_module, variant_of
from ludens.engine.cuda.code import CARE, HASTE
from ludens.engine.cuda.engine import CudaEngine
from ludens.engine.cuda.ways import THREADS
from ludens.engine.devices import engine_on, wake
from ludens.engine.engine import Engine
from ludens.engine.preference import preferred
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame

GAMES = ["tic_tac_toe", "connect_four", "pentago", "pentago_swap", "breakthrough", "hex", "reversi"]
FIRST_GAMES = 4_096
MOST_STEPS = 1_000
"""Of games whose rules have no limit."""

BATCHES = tuple(10**power for power in range(6, 11))
"""Games of one call. The largest that ends in time is told, and the fastest."""

MOST_BATCH_SECONDS = 3.0

MANY_GAMES = 4
"""The first operations that are compared: those that code for many games is for."""

USUAL = {"LOOK_FOR_WAYS": ways.LOOK_FOR_WAYS, "SHARED": ways.SHARED}

MOST_SHEET_GATES = 5_000
"""Gates of a sheet up to which code is made of them, even for one comparison."""

FEWEST_SHEET_STEPS, MOST_SHEET_STEPS, SHEET_WORK = 4, 200, 2_000_000
"""Steps after which a sheet's games are cut, at least and at most; in between, all steps have so many gates."""


WAYS: dict[str, dict[str, Any]] = {"gates": {"LOOK_FOR_WAYS": False}, "written": {"SHARED": ()}, "best": {}}
"""What is set in ``ludens.engine.cuda.ways``."""


def measured(name: str, device: str, seconds: float, way: str = "best") -> dict[str, Any]:
    """The figures of a game."""
    for constant, value in (USUAL | WAYS[way]).items():
        setattr(ways, constant, value)
    begin = time.perf_counter()
    wake(device)
    game = load_rulesheet(name)
    limit = 0 if game.info.max_steps else MOST_STEPS
    gates = game.compiled.circuit.gates
    compiled = time.perf_counter() - begin
    engine = on_device(game, device)
    engine.playouts(engine.initial(), FIRST_GAMES, 1, max_steps=limit)
    found: dict[str, Any] = {"game": name, "way": way, "gates": gates, "rules": compiled}
    found["first"] = time.perf_counter() - begin
    while not engine.levels and not engine.problems:
        time.sleep(0.01)
    found["haste"] = time.perf_counter() - begin
    while CARE not in engine.levels and not engine.problems:
        time.sleep(0.01)
    found["care"] = time.perf_counter() - begin
    engine.wait()
    begin = time.perf_counter()
    again = on_device(load_rulesheet(name), device)
    again.playouts(again.initial(), FIRST_GAMES, 1, max_steps=limit)
    found["again"] = time.perf_counter() - begin
    again.wait()
    found["problems"] = engine.problems
    most = None if way == "best" else MANY_GAMES
    found["different"] = differences(engine, Engine(engine.circuit, Backend.LLVM), limit, most)
    kernel = engine.kernel(Variant(GAME_BITS, from_initial=True))
    if kernel is not None:
        found["registers"] = kernel.kernel.attribute(driver.REGISTERS)
        found["local_bytes"] = kernel.kernel.attribute(driver.LOCAL_BYTES)
        found["near_bytes"] = kernel.near_bytes // THREADS
    found["speeds"] = speeds(engine, limit, seconds)
    best = max(found["speeds"], key=lambda row: row["moves_per_second"])
    return {**found, "equal": not found["different"], **best}


def first_games(name: str, device: str) -> dict[str, Any]:
    """Seconds from rules to the first games in this process, with an empty cache."""
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, LUDENS_CACHE=folder):
        begin = time.perf_counter()
        game = load_rulesheet(name)
        engine = game.engine_on(device)
        made = time.perf_counter()
        engine.playouts(engine.initial(), FIRST_GAMES, 1, max_steps=0 if game.info.max_steps else MOST_STEPS)
        end = time.perf_counter()
        engine.wait()
    return {"game": name, "first": end - begin, "playing": end - made}


def in_new_process(work: Callable[..., Any], *given: Any) -> Any:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, *given).result()


def on_device(game: RulesGame[Any], device: str) -> CudaEngine:
    engine = engine_on(game.compiled.circuit, device)
    assert isinstance(engine, CudaEngine), "a device that is no CPU"
    return engine


def speeds(engine: Engine, limit: int, seconds: float) -> list[dict[str, float]]:
    """Calls of more and more games, until one takes long."""
    rows: list[dict[str, float]] = []
    for games in BATCHES:
        best = float("inf")
        begin = time.perf_counter()
        while time.perf_counter() - begin < seconds:
            start = time.perf_counter()
            found = engine.playouts(engine.initial(), games, len(rows), max_steps=limit)
            best = min(best, time.perf_counter() - start)
        moves, played = int(found.steps[0]), int(found.finished[0] + found.cut[0])
        goals = (found.goals[0] / max(1, int(found.finished[0]))).round(3).tolist()
        speed = {"moves_per_second": moves / best, "games_per_second": played / best}
        rows.append({"games": games, "seconds": best, **speed, "mean_length": moves / played, "goals": goals})
        if best > MOST_BATCH_SECONDS or best > seconds:
            break
    return rows


def differences(device: Engine, cpu: Engine, limit: int, most: int | None = None) -> list[str]:
    """The operations, or the first of them, whose numbers are not the CPU's."""
    odd = tuple(np.arange(len(device.moves(role))) % 2 == 1 for role in range(len(device.roles)))
    rows = positions(cpu, 200, 12)
    legal = cpu.legal(rows)
    moves = np.stack([table.argmax(axis=1) for table in legal], axis=1)
    operations: dict[str, Callable[[Engine], Any]] = {
        "playouts": lambda engine: engine.playouts(engine.initial(2), 2_500, 3, max_steps=limit),
        "playouts from positions": lambda engine: engine.playouts(rows[:40], 1_100, 4, max_steps=limit),
        "few playouts": lambda engine: engine.playouts(rows[:40], 16, 5, max_steps=limit),
        "playouts that are cut": lambda engine: engine.playouts(engine.initial(), 3_000, 6, max_steps=9),
        "recorded moves": lambda engine: engine.playouts(rows[:20], 100, 7, max_steps=limit, amaf=True),
        "preferences": lambda engine: engine.playouts(
            rows[:20], 300, 8, max_steps=limit, preference=preferred(odd, 0.5)
        ),
        "games": lambda engine: engine.games(rows[:20], 100, 9, max_steps=limit),
        "histories": lambda engine: engine.histories(rows[:5], 70, 10, max_steps=limit or MOST_STEPS).games,
        "tally": lambda engine: engine.tally(rows, 8, 11, max_steps=limit),
        "legal": lambda engine: engine.legal(rows),
        "outcome": lambda engine: engine.outcome(rows),
        "step": lambda engine: engine.step(rows, moves),
        "follow": lambda engine: engine.follow(rows, moves),
    }
    wrong = []
    for name, run in list(operations.items())[:most]:
        found, wanted = (_plain(run(engine)) for engine in (device, cpu))
        try:
            np.testing.assert_equal(found, wanted)
        except AssertionError:
            wrong.append(name)
    return wrong


def _plain(found: Any) -> Any:
    return dataclasses.astuple(found) if dataclasses.is_dataclass(found) and not isinstance(found, type) else found


def positions(engine: Engine, count: int, steps: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Positions of random games."""
    random, rows = np.random.default_rng(3), engine.initial(count)
    kept = [rows[:20]]
    for _ in range(steps):
        moves = [(random.random(table.shape) * table).argmax(axis=1) for table in engine.legal(rows)]
        over, _goals = engine.outcome(rows)
        rows = np.where(over[:, None], rows, engine.step(rows, np.stack(moves, axis=1)))
        kept.append(rows[:20])
    return np.ascontiguousarray(np.concatenate(kept))


def sheet(path: Path, device: str) -> dict[str, Any]:
    """Whether a rulesheet gives the CPU's numbers on the device: gates from a table, and code made in haste."""
    row: dict[str, Any] = {"sheet": path.name}
    begin = time.perf_counter()
    try:
        circuit = load_rulesheet(str(path)).compiled.circuit
        engine = engine_on(circuit, device, Backend.TABLE)
        assert isinstance(engine, CudaEngine), "a device that is no CPU"
        steps = min(MOST_SHEET_STEPS, max(FEWEST_SHEET_STEPS, SHEET_WORK // max(1, circuit.gates)))
        row |= {"gates": circuit.gates, "steps": steps}
        row["different"] = differences(engine, Engine(circuit, Backend.TABLE), steps)
        if circuit.gates <= MOST_SHEET_GATES:
            row["equal in haste"] = same_in_haste(engine)
    except Exception as error:
        row["problem"] = f"{type(error).__name__}: {error}"
    return {**row, "seconds": time.perf_counter() - begin}


def same_in_haste(engine: CudaEngine) -> bool:
    """Whether code for many games gives the sums that gates from a table give."""
    rows, layout = engine.initial(2), engine._layout
    games, variant = Games.of(rows, 2_500), variant_of(layout, rows, MOST_STEPS)
    kernel = BulkKernel(layout, bulk_module(layout, variant, engine.device.near_bytes), engine.device, HASTE)
    room = Room(engine.device.number, rows.shape, results_of(layout))
    kernel.begin(room, games, 5, MOST_STEPS)
    return bool((room.found() == engine._play_in_memory(games, 5, MOST_STEPS)).all())


def compared(file: Path) -> set[str]:
    """The sheets that an earlier run has compared."""
    return {row["sheet"] for row in json.loads(file.read_text("utf-8"))["sheets"] if "different" in row}


def sheets(folder: Path, device: str, jobs: int, seconds: float, known: set[str]) -> Iterator[dict[str, Any]]:
    """Rulesheets of a folder that are not known, small ones first, in so many processes, as they are done in time."""
    paths = [path for path in folder.glob("**/*.kif") if path.name not in known]
    paths.sort(key=lambda path: path.stat().st_size)
    if jobs == 1:
        yield from (sheet(path, device) for path in paths)
        return
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
    running = [pool.submit(sheet, path, device) for path in paths]
    try:
        for done in as_completed(running, seconds):
            yield done.result()
    except TimeoutError:
        left = [path.name for path, one in zip(paths, running, strict=True) if not one.done()]
        yield {"problem": f"not done in {seconds:g} s: {', '.join(left)}"}
        for process in multiprocessing.active_children():
            process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


def pgx_speed(name: str, lanes: int, seconds: float) -> dict[str, float | str]:
    """Moves a second of random games in Pgx, all steps in one compiled loop."""
    jax: Any = importlib.import_module("jax")
    env = importlib.import_module("pgx").make(name)
    steps = 64

    def played(key: Any) -> Any:
        state = jax.vmap(env.init)(jax.random.split(key, lanes))

        def step(state: Any, key: Any) -> Any:
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            actions = jax.random.categorical(key, logits, axis=1)
            following = jax.vmap(env.step)(state, actions)
            fresh = jax.vmap(env.init)(jax.random.split(key, lanes))
            keep = following.terminated
            chosen = jax.tree.map(
                lambda new, old: jax.numpy.where(keep.reshape(-1, *[1] * (old.ndim - 1)), new, old), fresh, following
            )
            return chosen, None

        return jax.lax.scan(step, state, jax.random.split(key, steps))[0].rewards.sum()

    play = jax.jit(played)
    play(jax.random.PRNGKey(0)).block_until_ready()
    begin, count = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        play(jax.random.PRNGKey(count)).block_until_ready()
        count += 1
    return {"game": name, "lanes": lanes, "moves_per_second": count * steps * lanes / (time.perf_counter() - begin)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each speed")
    parser.add_argument("--out", type=Path, default=Path("gpu.json"))
    parser.add_argument("--sheets", type=Path)
    parser.add_argument("--jobs", type=int, default=all_cores(), help="processes for the sheets")
    parser.add_argument("--limit", type=float, default=600, help="seconds for the sheets")
    parser.add_argument("--after", type=Path, help="a file of an earlier run: its sheets are left out")
    parser.add_argument("--ways", nargs="+", choices=list(WAYS), default=["best"])
    parser.add_argument("--pgx", action="store_true")
    parser.add_argument("--first", action="store_true", help="only how long the first games take")
    arguments = parser.parse_args()
    known = compared(arguments.after) if arguments.after else set()
    device = driver.devices()[int(arguments.device.partition(":")[2] or 0)]
    told: dict[str, Any] = {**dataclasses.asdict(device), "cuda": driver.driver_version()}
    told |= {"games": [], "sheets": [], "pgx": [], "first": []}

    def tell(kind: str, run: Any) -> None:
        try:
            row = run()
        except Exception as error:
            row = {"problem": f"{type(error).__name__}: {error}"}
        told[kind].append(row)
        arguments.out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
        print(kind, {key: f"{value:.3g}" if isinstance(value, float) else value for key, value in row.items()
                     if key != "speeds"}, flush=True)  # fmt: skip

    if arguments.first:
        for name in arguments.games:
            tell("first", functools.partial(in_new_process, first_games, name, arguments.device))
        return
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, LUDENS_CACHE=folder):
        for name, way in itertools.product(arguments.games, arguments.ways):
            tell("games", functools.partial(measured, name, arguments.device, arguments.seconds, way))
    if arguments.sheets:
        for row in sheets(arguments.sheets, arguments.device, arguments.jobs, arguments.limit, known):
            tell("sheets", functools.partial(dict, row))
    for name, lanes in [(name, 1 << power) for name in ("connect_four", "othello") for power in (16, 18, 20)]:
        if arguments.pgx:
            tell("pgx", functools.partial(pgx_speed, name, lanes, arguments.seconds))


if __name__ == "__main__":
    main()
