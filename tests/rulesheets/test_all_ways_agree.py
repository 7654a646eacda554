"""Random rulesheets, played in every way there is: slow twin, reasoner, clingo, circuits after every pass, engines.

Every part of a test has a seed of its own, so that each run sees the same games and parts can run side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, note, seed, settings

from ludens.circuit.building import build_draft
from ludens.circuit.compiled import compile_circuit
from ludens.circuit.lowering import lowered
from ludens.circuit.passes import optimise
from ludens.circuit.stages import CompiledCircuit
from ludens.circuit.storage import from_bytes, to_bytes
from ludens.engine import cpu
from ludens.engine.backend import Backend
from ludens.engine.code import kernel
from ludens.engine.code.assembly import declarations
from ludens.engine.engine import Engine
from ludens.engine.layout import Layout
from ludens.engine.target import Target
from ludens.gdl import Reasoner
from ludens.gdl.grounding import grounder
from tests.clingo_oracle import Oracle
from tests.rulesheets.agreement import (
    assert_circuit_agrees,
    assert_engine_agrees,
    ground_at_once,
    seen_by_clingo,
    seen_by_reasoner,
    seen_by_twin,
)
from tests.rulesheets.generator import rulesheets

POSITIONS = 7
"""Positions of each game, of random games from its start."""

POSITIONS_OF_THE_SLOW = 2
"""Positions in which the twin and clingo, which take longest, are asked too: the first, and one on the way."""


def of_random_games(part: int, games: int, check: Callable[[Reasoner], None]) -> None:
    """Checks games of random sheets; one that fails is made as small as it can be."""

    @seed(part)
    @settings(max_examples=games, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(rulesheets())
    def checked(game: Reasoner) -> None:
        note(game.sheet.source.text)
        check(game)

    checked()


def assert_all_agree(game: Reasoner) -> None:
    """Compares every way to play one game."""
    record = seen_by_reasoner(game, POSITIONS)
    oracle = Oracle(game.sheet.rules)
    for seen in record[:: -(-len(record) // POSITIONS_OF_THE_SLOW)]:
        assert seen_by_twin(game, seen) == seen
        assert seen_by_clingo(game, oracle, seen) == seen
    for number, (_, rules) in enumerate(grounder.ways_to_ground(game.sheet.rules)):
        note(f"ground in way {number}")
        assert_circuit_agrees(game, lowered(build_draft(grounder.ground_as_written(rules, game._roles))), record)
    steps = optimise(build_draft(grounder.ground_rules(game.sheet.rules)))
    circuits = [lowered(draft) for _, draft in steps]
    for (name, _), circuit in zip(steps, circuits, strict=True):
        note(f"after {name}")
        assert_circuit_agrees(game, circuit, record)
    kept = from_bytes(to_bytes(CompiledCircuit(circuits[-1], (), 0.0, 0.0))).circuit
    for backend in Backend:
        note(f"engine: {backend.value}")
        assert_engine_agrees(game, Engine(kept, backend), record)


def without_playouts(layout: Layout, target: Target) -> str:
    """The code of an engine that evaluates positions and makes moves, but does not play: that takes long to compile."""
    return "\n".join(
        [declarations(target), kernel._look(target), kernel._advance(target),
         "define void @playouts(ptr %w, ptr %t, i64 %g, i64 %l, i64 %r, i64 %c) { ret void }"]
    )  # fmt: skip


NO_CUT_PLAYOUTS = (
    "define void @cut_playouts(ptr %w, ptr %t, ptr %v, ptr %s, i64 %l, i64 %b, i64 %n, i64 %h) { ret void }"
)


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(grounder, "run_clingo", ground_at_once)
    monkeypatch.setattr(cpu, "kernel_code", without_playouts)
    monkeypatch.setattr(cpu, "cut_code", lambda layout, target: NO_CUT_PLAYOUTS)
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize("part", range(10))
def test_random_games_are_the_same_in_every_way_to_play_them(part: int) -> None:
    of_random_games(part, 50, assert_all_agree)


@pytest.mark.slow
@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize("part", range(100, 140))
def test_many_random_games_are_the_same_in_every_way_to_play_them(part: int) -> None:
    of_random_games(part, 500, assert_all_agree)


@pytest.mark.parametrize("games", [4, pytest.param(12, marks=pytest.mark.slow)])
def test_random_games_compiled_as_users_do_are_the_same_too(games: int) -> None:
    """With the grounder's own process and whole kernels; both back ends play the same random games."""

    def check(game: Reasoner) -> None:
        record = seen_by_reasoner(game, POSITIONS)
        circuit = compile_circuit(game.sheet).circuit
        assert_circuit_agrees(game, circuit, record)
        found = []
        for backend in Backend:
            engine = Engine(circuit, backend)
            assert_engine_agrees(game, engine, record)
            found.append(engine.playouts(engine.initial(), 64, 1, max_steps=20, amaf=True))
            single = engine.games(engine.initial(), 64, 1, max_steps=20)
            assert single.goals.shape == (1, 64, len(game.info.roles))
        assert (found[0].goals == found[1].goals).all()
        assert (found[0].steps == found[1].steps).all()

    of_random_games(0, games, check)
