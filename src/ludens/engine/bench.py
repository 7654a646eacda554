"""Measuring playouts: positions and whole games per second, for each way of evaluating gates."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from ludens.engine.backend import Backend
from ludens.engine.contract import BatchEngine, CompiledGame, LoadedGame
from ludens.engine.devices import CPU, engine_on
from ludens.engine.engine import Engine
from ludens.game import S

FIRST_BATCH = 4096
NATIVE = "native"
"""What stands for a back end where a game brings its own kernels; it has no gates."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One row of a benchmark; the names are those of the JSON output."""

    game: str
    backend: str
    threads: int
    states_per_second: float
    games_per_second: float
    gates: int
    ground_seconds: float
    compile_seconds: float
    mean_length: float
    goal_means: tuple[float, ...]
    device: str = CPU


def measure(
    game: CompiledGame[S],
    backend: Backend,
    threads: int,
    seconds: float,
    max_steps: int,
    *,
    target: str | None = None,
    device: str = CPU,
) -> Measured:
    """Random games from the start for about this long, by one way of evaluating gates, for a target or device."""
    if device != CPU:
        return _measured_elsewhere(game, backend, seconds, max_steps, device)
    engine = Engine(game.compiled.circuit, backend, target)
    return replace(
        _measured(game.info.name, engine, threads, seconds, max_steps),
        backend=backend.value,
        gates=game.compiled.circuit.gates,
        ground_seconds=game.compiled.ground_seconds,
        compile_seconds=engine.compile_seconds,
    )


def _measured_elsewhere(
    game: CompiledGame[S], backend: Backend, seconds: float, max_steps: int, device: str
) -> Measured:
    """The same on another device; what is compiled there is ready after the first games."""
    circuit, begin = game.compiled.circuit, time.perf_counter()
    engine = engine_on(circuit, device, backend)
    engine.playouts(engine.initial(), FIRST_BATCH, 1, max_steps=max_steps)
    made = time.perf_counter() - begin
    found = _measured(game.info.name, engine, 1, seconds, max_steps)
    return replace(
        found,
        backend=backend.value,
        gates=circuit.gates,
        ground_seconds=game.compiled.ground_seconds,
        compile_seconds=made,
        device=device,
    )


def measure_native(game: LoadedGame[S], threads: int, seconds: float, max_steps: int) -> Measured:
    """The same for a game that brings its own kernels; the first call, which may compile them, is timed apart."""
    begin = time.perf_counter()
    game.engine.playouts(game.engine.initial(), 1, 1, max_steps=max_steps)
    compiled = time.perf_counter() - begin
    return replace(_measured(game.info.name, game.engine, threads, seconds, max_steps), compile_seconds=compiled)


def _measured(name: str, engine: BatchEngine, threads: int, seconds: float, max_steps: int) -> Measured:
    """Plays in batches that double until one takes half of the time: of the processor, if there is one thread."""
    start, batch, elapsed = engine.initial(), FIRST_BATCH, 0.0
    clock = time.thread_time if threads == 1 else time.perf_counter
    while True:
        begin = clock()
        found = engine.playouts(start, batch, batch, max_steps=max_steps, threads=threads)
        elapsed = clock() - begin
        if elapsed >= seconds / 2:
            break
        batch *= 2 if elapsed > seconds / 16 else 8
    games, steps = int(found.finished[0] + found.cut[0]), int(found.steps[0])
    means = tuple(float(goals) / max(1, int(found.finished[0])) for goals in found.goals[0])
    return Measured(name, NATIVE, threads, steps / elapsed, games / elapsed, 0, 0.0, 0.0, steps / games, means)
