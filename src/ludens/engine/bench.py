"""Measuring playouts: positions and whole games per second, for each way of evaluating gates."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ludens.engine.compiled_game import CompiledGame
from ludens.engine.engine import Backend, Engine

FIRST_BATCH = 4096


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


def measure(game: CompiledGame, backend: Backend, threads: int, seconds: float, max_steps: int) -> Measured:
    """Random games from the start for about this long, in batches that double until one takes half of it."""
    engine = Engine(game.compiled.circuit, backend)
    start, batch, elapsed = engine.initial(), FIRST_BATCH, 0.0
    while True:
        begin = time.perf_counter()
        found = engine.playouts(start, batch, batch, max_steps=max_steps, threads=threads)
        elapsed = time.perf_counter() - begin
        if elapsed >= seconds / 2:
            break
        batch *= 2 if elapsed > seconds / 16 else 8
    games = int(found.finished[0] + found.cut[0])
    means = tuple(float(goals) / max(1, int(found.finished[0])) for goals in found.goals[0])
    steps = int(found.steps[0])
    return Measured(
        game.info.name,
        backend.value,
        threads,
        steps / elapsed,
        games / elapsed,
        engine.circuit.gates,
        game.compiled.ground_seconds,
        engine.compile_seconds,
        steps / games,
        means,
    )
