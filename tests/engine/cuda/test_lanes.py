"""Games that stay on a device, and arrays for other libraries."""

from __future__ import annotations

import ctypes
import gc

import numpy as np
import pytest

from ludens.engine.backend import Backend
from ludens.engine.cuda import dlpack
from ludens.engine.cuda.arrays import DeviceArray, address_of
from ludens.engine.cuda.engine import CudaEngine
from ludens.engine.cuda.entry import DECLARATIONS
from ludens.engine.cuda.lanes import BEGIN, UNPACK, VALUES, CudaLanes
from ludens.engine.cuda.ptx import ptx_of
from ludens.engine.engine import Engine
from ludens.engine.rows import unpack_rows
from ludens.game import ParameterError
from tests.engine.circuits import tic_tac_toe
from tests.engine.cuda.fake_driver import FakeDriver

pytestmark = pytest.mark.usefixtures("empty_cache")

COUNT = 100


class OnTheCpu(DeviceArray):
    """What a stand-in for a device has lies in this process, so that NumPy can read it."""

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.ON_CPU, 0


def test_games_go_as_on_the_cpu(fake_driver: FakeDriver) -> None:
    lanes, cpu = CudaLanes(CudaEngine(tic_tac_toe(), Backend.TABLE), COUNT), Engine(tic_tac_toe(), Backend.TABLE)
    rows, random = cpu.initial(COUNT), np.random.default_rng(2)
    for number in range(14):
        np.testing.assert_array_equal(lanes.rows.numpy(), rows)
        np.testing.assert_array_equal(lanes.observations().numpy(), unpack_rows(rows, 20))
        legal, table = cpu.legal(rows), lanes.legal().numpy()
        for own, columns in zip(legal, lanes.columns, strict=True):
            np.testing.assert_array_equal(table[:, columns], own)
        moves = np.stack([(random.random(own.shape) * own).argmax(axis=1) for own in legal], axis=1)
        rows, over, goals = cpu.follow(rows, moves)
        given = DeviceArray(0, moves.shape, np.int64)
        given.memory.write(moves)
        found_over, found_goals = lanes.step(moves if number % 2 else given)
        np.testing.assert_array_equal(found_over.numpy(), over)
        np.testing.assert_array_equal(found_goals.numpy(), goals)
        rows = np.where(over[:, None], cpu.initial(), rows)
        lanes.begin(over if number % 3 else found_over)


@pytest.mark.parametrize("backend", Backend)
@pytest.mark.parametrize(("games", "max_steps"), [(64, 0), (1_500, 0), (128, 3), (20, 0)])
def test_positions_are_valued_where_they_are(
    fake_driver: FakeDriver, backend: Backend, games: int, max_steps: int
) -> None:
    engine, cpu = CudaEngine(tic_tac_toe(), backend), Engine(tic_tac_toe(), Backend.TABLE)
    lanes, random = CudaLanes(engine, COUNT), np.random.default_rng(2)
    for _ in range(7):
        legal = cpu.legal(lanes.rows.numpy())
        lanes.step(np.stack([(random.random(own.shape) * own).argmax(axis=1) for own in legal], axis=1))
    assert 0 < cpu.outcome(lanes.rows.numpy())[0].sum() < COUNT
    played = cpu.playouts(lanes.rows.numpy(), games, 5, max_steps=max_steps)
    wanted = (played.goals / 100 + 0.5 * played.cut[:, None]) / games
    np.testing.assert_allclose(lanes.values(games, 5, max_steps=max_steps).numpy(), wanted, atol=1e-6)


def test_libraries_read_arrays_without_a_copy(fake_driver: FakeDriver) -> None:
    array = DeviceArray(0, (3, 5), np.int16)
    array.memory.write(np.arange(15, dtype=np.int16))
    told = array.__cuda_array_interface__
    assert (told["shape"], told["typestr"], told["version"]) == ((3, 5), "<i2", 3)
    seen = np.ctypeslib.as_array((ctypes.c_int16 * 15).from_address(told["data"][0]))
    assert seen.tolist() == list(range(15))
    assert array.__dlpack_device__() == (dlpack.ON_CUDA, 0)


@pytest.mark.parametrize("kind", [np.int16, np.int64, np.uint8, np.uint64, np.float32, np.bool_])
def test_dlpack(fake_driver: FakeDriver, kind: type[np.generic]) -> None:
    array = OnTheCpu(0, (4, 3), kind)
    array.memory.write(np.arange(12).astype(kind))
    seen = np.from_dlpack(array)
    assert seen.dtype == kind
    np.testing.assert_array_equal(seen, np.arange(12).astype(kind).reshape(4, 3))
    array.memory.write(np.ones(12, dtype=kind))
    assert seen.all()
    del array
    gc.collect()
    assert fake_driver.live == 1  # the reader still has it
    del seen
    gc.collect()
    assert fake_driver.live == 0


def test_a_capsule_that_nobody_takes(fake_driver: FakeDriver) -> None:
    array = OnTheCpu(0, (4,), np.int64)
    capsule = array.__dlpack__()
    del array
    gc.collect()
    assert fake_driver.live == 1
    del capsule
    gc.collect()
    assert fake_driver.live == 0


def test_arrays_of_another_form_are_refused(fake_driver: FakeDriver) -> None:
    array = DeviceArray(0, (4, 2), np.int64)
    assert address_of(array, (4, 2), np.int64) == array.memory.address.value
    with pytest.raises(ParameterError, match=r"An array of int64, shape \(4, 2\), instead of int64, shape \(2, 4\)"):
        address_of(array, (2, 4), np.int64)
    with pytest.raises(ParameterError, match="An array of int64"):
        address_of(array, (4, 2), np.int32)
    with pytest.raises(ParameterError, match="list is no array on a graphics processor"):
        address_of([1], (1,), np.int64)

    class Gaps:
        __cuda_array_interface__ = {**array.__cuda_array_interface__, "strides": (32, 8)}  # noqa: RUF012

    with pytest.raises(ParameterError, match="gaps"):
        address_of(Gaps(), (4, 2), np.int64)
    lanes = CudaLanes(CudaEngine(tic_tac_toe(), Backend.TABLE), 3)
    with pytest.raises(ParameterError, match=r"Moves of shape \(3,\) instead of \(3, 2\)"):
        lanes.step(np.zeros(3, dtype=np.int64))
    with pytest.raises(ParameterError, match="0 games"):
        CudaLanes(CudaEngine(tic_tac_toe(), Backend.TABLE), 0)


def test_ptx() -> None:
    found = ptx_of("\n".join([DECLARATIONS, UNPACK, BEGIN, VALUES]), (9, 0), (12, 0))
    assert all(f".entry {name}" in found for name in ("unpack", "begin", "values"))
