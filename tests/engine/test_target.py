"""Engines for several targets: the same numbers from each, code that is kept apart, and targets that are refused."""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest

from ludens.circuit.network import Circuit
from ludens.engine import engine as engine_module
from ludens.engine import machine_code
from ludens.engine.backend import Backend, Goals, Moves, Order, Over
from ludens.engine.code.batch_code import batch_code
from ludens.engine.code.gates import straight_code, table_code
from ludens.engine.code.kernel import kernel_code
from ludens.engine.compiled import CompiledEngine
from ludens.engine.cpu import CpuKernels
from ludens.engine.engine import NARROWER, TARGETS, WIDEST_TARGET, Engine, usual_backends, usual_target
from ludens.engine.layout import Layout
from ludens.engine.playouts import Games, Playouts, Words
from ludens.engine.preference import preferred
from ludens.engine.rows import Rows
from ludens.engine.sums import Sums
from ludens.engine.tallies import Tallies
from ludens.engine.target import Target
from ludens.game import UnknownNameError
from tests.engine.circuits import reachability, tic_tac_toe
from tests.engine.targets import EVERY_TARGET


def test_targets_are_named_by_words_and_bits() -> None:
    assert list(TARGETS) == ["8x64", "4x64", "2x64"]
    assert [Engine(tic_tac_toe(), Backend.TABLE, target).lanes for target in TARGETS] == [512, 256, 128]


@pytest.mark.parametrize(
    ("features", "bits"), [({"avx512f": True, "avx2": True}, 512), ({"avx2": True}, 256), ({"neon": True}, 128)]
)
def test_a_plane_is_as_wide_as_a_register(
    monkeypatch: pytest.MonkeyPatch, features: dict[str, bool], bits: int
) -> None:
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: features)
    machine_code.vector_bits.cache_clear()
    try:
        assert machine_code.vector_bits() == bits
        assert Target(bits // 64).name in TARGETS
    finally:
        machine_code.vector_bits.cache_clear()


def test_huge_circuits_stay_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    circuit = tic_tac_toe()
    assert usual_backends(circuit) == (Backend.TABLE, Backend.LLVM)
    monkeypatch.setattr(engine_module, "MOST_COMPILED", circuit.gates - 1)
    assert usual_backends(circuit) == (Backend.TABLE,)
    engine = Engine(circuit)
    engine.wait()
    assert engine.backend is Backend.TABLE


def test_the_widest_target_is_that_of_this_processor() -> None:
    assert Target(machine_code.vector_bits() // 64).name == WIDEST_TARGET
    assert Engine(tic_tac_toe(), Backend.TABLE).lanes == machine_code.vector_bits()


@pytest.mark.parametrize(("bits", "wanted"), [(512, "4x64"), (256, "4x64"), (128, "2x64")])
def test_circuits_of_middling_size_have_narrower_planes(
    monkeypatch: pytest.MonkeyPatch, bits: int, wanted: str
) -> None:
    monkeypatch.setattr(engine_module, "vector_bits", lambda: bits)
    monkeypatch.setattr(engine_module, "WIDEST_TARGET", Target(bits // 64).name)
    circuit = reachability(300)
    assert circuit.gates in NARROWER
    assert usual_target(circuit) == wanted
    assert Engine(circuit, Backend.LLVM).lanes == 64 * int(wanted[0])
    assert Engine(circuit, Backend.TABLE).lanes == bits
    assert usual_target(tic_tac_toe()) == Target(bits // 64).name


def test_an_unknown_target_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"There is no target called '4x46'\. Did you mean 4x64"):
        Engine(tic_tac_toe(), target="4x46")


@pytest.mark.parametrize(
    ("words", "word_bits", "stride", "message"),
    [
        (0, 64, 1, "a plane of 0 words instead of 1, 2, 4, 8"),
        (3, 64, 1, "a plane of 3 words instead of 1, 2, 4, 8"),
        (4, 64, 0, "a stride of 0 planes instead of 1 or more"),
        (4, 16, 1, "words of 16 bits instead of 32 or 64"),
    ],
)
def test_a_target_that_cannot_be_is_refused(words: int, word_bits: int, stride: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Target(words, word_bits, stride)


def test_short_words_do_not_suit_playouts() -> None:
    short = functools.partial(CpuKernels, target=Target(16, 32))
    with pytest.raises(ValueError, match="playouts need words of 64 bits, and those of 16x32 have 32"):
        Engine(tic_tac_toe(), Backend.TABLE, short)
    with pytest.raises(ValueError, match="rows have words of 64 bits, and those of 16x32 have 32"):
        batch_code(Target(16, 32))


@pytest.mark.parametrize("target", [Target(16, 32), Target(1, 32), Target(1), Target(2)], ids=str)
def test_gates_can_be_written_for_any_words(target: Target) -> None:
    for write in (table_code, straight_code):
        gates, _ = write(Layout(reachability(5)), target)
        assert machine_code.compile_assembly(gates, target)


def all_numbers(engine: Engine) -> list[object]:
    """What comes of playouts of every kind, for one seed."""
    start, odd = engine.initial(3), np.arange(len(engine.moves(0))) % 2 == 1
    preference = preferred((odd,) * len(engine.roles), 0.5)
    found: list[Playouts | Games | Tallies] = [
        engine.playouts(start, 1, 5),
        engine.playouts(start, 63, 6, max_steps=6),
        engine.playouts(start, 1_500, 7),
        engine.playouts(start[:1], 5_001, 8, threads=2, max_steps=7),
        engine.playouts(start, 333, 9, amaf=True),
        engine.playouts(start, 333, 10, preference=preference),
        engine.games(start, 200, 11),
        engine.tally(engine.initial(700), 6, 12),
    ]
    return [dataclasses.astuple(playouts) for playouts in found]


@pytest.mark.parametrize("circuit", [tic_tac_toe(), reachability(9)], ids=["tic_tac_toe", "reachability"])
@pytest.mark.parametrize("backend", Backend)
def test_a_seed_gives_the_same_numbers_on_every_target(circuit: Circuit, backend: Backend) -> None:
    first, *others = (all_numbers(Engine(circuit, backend, target)) for target in EVERY_TARGET.values())
    for found in others:
        np.testing.assert_equal(found, first)


class Doubled:
    """A back end of another shape: twice as many words at a time, on an engine's usual one. It counts its calls."""

    def __init__(self, layout: Layout, backend: Backend) -> None:
        self._inner = TARGETS[WIDEST_TARGET](layout, backend)
        self.backend, self.words, self.calls = backend, 2 * self._inner.words, list[str]()

    def legal(self, rows: Rows) -> Rows:
        self.calls.append("legal")
        return self._inner.legal(rows)

    def outcome(self, rows: Rows) -> tuple[Over, Goals]:
        self.calls.append("outcome")
        return self._inner.outcome(rows)

    def step(self, rows: Rows, moves: Moves) -> Rows:
        self.calls.append("step")
        return self._inner.step(rows, moves)

    def follow(self, rows: Rows, moves: Moves) -> tuple[Rows, Over, Goals]:
        self.calls.append("follow")
        return self._inner.follow(rows, moves)

    def play(self, order: Order) -> Words:
        self.calls.append("play")
        assert order.games.words % self.words == 0
        return self._inner.play(order)

    def compiled(self) -> CompiledEngine | None:
        return None

    def cut(self, order: Order, value: Sums, bounds: tuple[int, int] | None) -> tuple[Words, Rows]:
        self.calls.append("cut")
        return self._inner.cut(order, value, bounds)


def test_an_engine_runs_whatever_kernels_it_is_given() -> None:
    made: list[Doubled] = []

    def make(layout: Layout, backend: Backend) -> Doubled:
        made.append(Doubled(layout, backend))
        return made[-1]

    engine, usual = Engine(tic_tac_toe(), Backend.TABLE, make), Engine(tic_tac_toe(), Backend.TABLE)
    assert engine.lanes == 1024
    np.testing.assert_equal(all_numbers(engine), all_numbers(usual))
    start, joint = engine.initial(), np.array([[0, 9]])
    engine.legal(start), engine.outcome(start), engine.step(start, joint), engine.follow(start, joint)
    assert made[0].calls == ["play"] * 8 + ["legal", "outcome", "step", "follow"]


def test_code_of_one_target_is_never_taken_for_another(empty_cache: Path) -> None:
    text = "define void @nothing() { ret void }"
    targets = [Target(8), Target(4), Target(8, 32), Target(8, stride=2), Target(8, features="-sse4.2")]
    for count, target in enumerate(targets, start=1):
        for _ in range(2):
            machine_code.compile_assembly(text, target)
            assert len(list(empty_cache.iterdir())) == count


def test_each_target_has_code_of_its_own_width() -> None:
    for target in (Target(8), Target(4), Target(1)):
        texts = [
            batch_code(target),
            *(write(Layout(tic_tac_toe()), target)[0] for write in (table_code, straight_code)),
        ]
        for text in texts:
            assert target.plane in text
            assert all(other.plane not in text for other in (Target(8), Target(4)) if other != target)


@pytest.mark.parametrize(
    ("triple", "processor", "target"),
    [
        ("nvptx64-nvidia-cuda", "sm_70", Target(1, stride=128)),
        ("amdgcn-amd-amdhsa", "gfx906", Target(1, stride=64, stack_space=5)),
    ],
)
def test_the_code_suits_graphics_processors(triple: str, processor: str, target: Target) -> None:
    """LLVM makes their assembly of it; nothing is run."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        machine = llvm.Target.from_triple(triple).create_target_machine(cpu=processor)
    except RuntimeError:
        pytest.skip(f"LLVM was built without {triple}")
    layout = Layout(reachability(5))
    whole = [f"{kernel_code(layout, target)}\n{write(layout, target)[0]}" for write in (table_code, straight_code)]
    for text, function in ((whole[0], "playouts"), (whole[1], "playouts"), (batch_code(target), "batch")):
        module = llvm.parse_assembly(text)
        module.triple, module.data_layout = triple, str(machine.target_data)
        module.verify()
        assert function in machine.emit_assembly(module)
