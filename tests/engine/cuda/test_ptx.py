"""PTX of all kernels is made by LLVM; no device is needed for that."""

from __future__ import annotations

import re

import pytest

import ludens
from ludens.circuit.network import Circuit
from ludens.engine.backend import Backend
from ludens.engine.code.bulk import Variant
from ludens.engine.cuda.bulk import GAME_BITS, bulk_module
from ludens.engine.cuda.driver import CudaError
from ludens.engine.cuda.entries import module_code
from ludens.engine.cuda.ptx import architecture, ptx_of
from ludens.engine.layout import Layout
from ludens.games import GAMES
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from tests.engine.circuits import reachability, tic_tac_toe

HOPPER, CUDA_12 = (9, 0), (12, 0)
NEAR_BYTES = 228 << 10


def bulk_assembly(circuit: Circuit, variant: Variant) -> str:
    return bulk_module(Layout(circuit), variant, NEAR_BYTES).assembly


def entries(ptx: str) -> list[str]:
    return re.findall(r"\.entry (\w+)\(", ptx)


@pytest.mark.parametrize("name", GAMES)
def test_all_games(name: str) -> None:
    game = ludens.load(name)
    if not isinstance(game, RulesGame):
        pytest.skip("has kernels of its own")
    module = bulk_assembly(game.compiled.circuit, Variant(GAME_BITS, from_initial=True))
    assert entries(ptx_of(module, HOPPER, CUDA_12)) == ["bulk"]


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "lights_on"])
def test_all_operations(name: str) -> None:
    text, _ = module_code(Layout(load_rulesheet(name).compiled.circuit), Backend.TABLE)
    assert entries(ptx_of(text, HOPPER, CUDA_12)) == ["start_playouts", "start_batch"]


@pytest.mark.parametrize("variant", [Variant(8), Variant(8, 5), Variant(8, 20, from_initial=True)], ids=str)
def test_variants(variant: Variant) -> None:
    for circuit in (tic_tac_toe(), reachability(5)):
        ptx = ptx_of(bulk_assembly(circuit, variant), HOPPER, CUDA_12)
        assert entries(ptx) == ["bulk"]
        assert ".maxntid 32" in ptx
        assert "call" not in ptx  # everything is the kernel's own, or it would have few registers
        assert ".local" not in ptx


def test_code_that_llvm_refuses_is_a_problem_of_the_device() -> None:
    with pytest.raises(CudaError, match="LLVM refuses the code"):
        ptx_of("define void @f() { ret i32 1 }", HOPPER, CUDA_12)


@pytest.mark.slow
def test_places_lie_near_as_far_as_there_is_room() -> None:
    layout = Layout(load_rulesheet("breakthrough").compiled.circuit)
    near = bulk_module(layout, Variant(8, from_initial=True), NEAR_BYTES)
    assert 0 < near.near_bytes <= NEAR_BYTES // 4
    text = ptx_of(near.assembly, HOPPER, CUDA_12)
    assert text.count("ld.shared") > text.count("ld.local") > 0
    far = bulk_module(layout, Variant(8, from_initial=True), 0)
    assert far.near_bytes == 0
    text = ptx_of(far.assembly, HOPPER, CUDA_12)
    assert "ld.shared" not in text
    assert "ld.local" in text


def test_gates_as_instructions() -> None:
    text, _ = module_code(Layout(reachability(5)), Backend.LLVM)
    assert entries(ptx_of(text, HOPPER, CUDA_12)) == ["start_playouts", "start_batch"]


@pytest.mark.parametrize(
    ("version", "name"),
    [((5, 2), "sm_50"), ((7, 5), "sm_75"), ((8, 9), "sm_80"), ((9, 0), "sm_90"), ((12, 0), "sm_90")],
)
def test_devices_get_code_that_they_know(version: tuple[int, int], name: str) -> None:
    assert architecture(version) == name
    assert f".target {name}" in ptx_of(bulk_assembly(tic_tac_toe(), Variant(8)), version, CUDA_12)


@pytest.mark.parametrize(("cuda", "version"), [((13, 1), "8.0"), ((11, 8), "7.8"), ((11, 2), "7.0"), ((10, 1), "6.4")])
def test_ptx_is_no_newer_than_the_driver(cuda: tuple[int, int], version: str) -> None:
    assert f".version {version}" in ptx_of(bulk_assembly(tic_tac_toe(), Variant(8)), (7, 0), cuda)


def test_very_old_devices() -> None:
    with pytest.raises(CudaError, match=r"Devices of version 3\.5 are too old; 5\.0 is needed\."):
        architecture((3, 5))
