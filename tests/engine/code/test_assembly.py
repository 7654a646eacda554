"""The instructions that code is written with, run for vectors and single words of either length."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.engine.code.assembly import Function, declarations
from ludens.engine.machine_code import MachineCode, compile_assembly
from ludens.engine.target import Target

TARGETS = [
    Target(8),
    Target(4),
    Target(1),
    Target(2),
    Target(8, 32),
    Target(1, 32),
    Target(4, stride=2),
    Target(1, 32, 5),
]
each_target = pytest.mark.parametrize("target", TARGETS, ids=str)
Array = NDArray[np.unsignedinteger]


def run(target: Target, write: Callable[[Function], Sequence[str]], planes: Array) -> Array:
    """What a function makes of planes: ``write`` gives the results, which are stored after each other."""
    f = Function(target, "made", [("ptr", "w"), ("ptr", "out"), ("i64", "n")])
    results = write(f)
    for number, plane in enumerate(results):
        f.store(plane, "%out", number)
    f.do("ret void")
    code = MachineCode(compile_assembly(f"{declarations(target)}\n{f.text()}", target))
    given, out = memory(target, len(planes)), memory(target, len(results))
    given[:] = planes
    code.function("made", 2, 1)(given.ctypes.data, out.ctypes.data, 7)
    return out.copy()


def memory(target: Target, planes: int) -> Array:
    """Planes where code may load them, as far apart as it expects them."""
    kind = np.dtype(f"u{target.word_bits // 8}")
    width = target.words * target.stride
    raw = np.zeros((planes + 1) * width + 64, dtype=kind)
    offset = -raw.ctypes.data % 64 // kind.itemsize
    return raw[offset : offset + planes * width].reshape(planes, width)[:, : target.words]


def random_planes(target: Target, count: int) -> Array:
    kind = np.dtype(f"u{target.word_bits // 8}")
    return np.random.default_rng(3).integers(0, np.iinfo(kind).max, (count, target.words), dtype=kind, endpoint=True)


@each_target
def test_lanes_are_combined_as_by_numpy(target: Target) -> None:
    planes = random_planes(target, 3)
    a, b, c = planes

    def write(f: Function) -> list[str]:
        x, y, z = (f.load("%w", number) for number in range(3))
        total, carry = f.full_add(x, y, z)
        return [f.both(x, y), f.either(x, y), f.differ(x, y), f.without(x, y), f.choose(x, y, z), total, carry]

    expected = [a & b, a | b, a ^ b, a & ~b, (a & b) | (~a & c), a ^ b ^ c, (a & b) | (a & c) | (b & c)]
    assert np.array_equal(run(target, write, planes), expected)


@each_target
def test_words_are_calculated_with_as_by_numpy(target: Target) -> None:
    planes = random_planes(target, 2)
    (a, b), bits = planes, target.word_bits

    def write(f: Function) -> list[str]:
        x, y = f.load("%w", 0), f.load("%w", 1)
        return [f.plus(x, y), f.shift_left(x, 5), f.shift_right(x, 5), f.rotate(x, 9), f.count(x), f.spread("%n"),
                f.either(f.all(bits - 1), f.all(0)), f.either(f.all(1 << (bits - 1)), f.all(0)), f.ones]  # fmt: skip

    one, kind = np.ones_like(a), a.dtype.type
    with np.errstate(over="ignore"):
        expected = [a + b, a << kind(5), a >> kind(5), (a << kind(9)) | (a >> kind(bits - 9)), np.bitwise_count(a),
                    7 * one, one * kind(bits - 1), one << kind(bits - 1), ~np.zeros_like(a)]  # fmt: skip
    assert np.array_equal(run(target, write, planes), expected)


@each_target
@pytest.mark.parametrize("lane", [None, 0, -1])
def test_any_lane_is_found(target: Target, lane: int | None) -> None:
    planes = np.zeros_like(random_planes(target, 1))
    if lane is not None:
        planes[0, lane] = 1 << (target.word_bits - 1)

    def write(f: Function) -> list[str]:
        return [f.either_of(f.any(f.load("%w")), f.ones, "zeroinitializer")]

    assert run(target, write, planes).any() == (lane is not None)
    assert run(target, write, planes).all() == (lane is not None)


@each_target
def test_numbers_in_planes_are_added_and_subtracted(target: Target) -> None:
    planes = random_planes(target, 6)
    bits = np.unpackbits(planes.view(np.uint8), axis=1).astype(np.int64)
    a, b = (bits[first] + 2 * bits[first + 1] + 4 * bits[first + 2] for first in (0, 3))

    def write(f: Function) -> list[str]:
        x, y = ([f.load("%w", first + bit) for bit in range(3)] for first in (0, 3))
        difference, is_less = f.subtract(x, y)
        shorter, is_below = f.subtract(x, y[:1])
        return [*f.add(x, y), *difference, is_less, *shorter, is_below]

    found = np.unpackbits(np.ascontiguousarray(run(target, write, planes)).view(np.uint8), axis=1).astype(np.int64)
    total, difference, shorter = found[0:4], found[4:7], found[8:11]
    weights = np.array([1, 2, 4, 8])
    assert np.array_equal(weights @ total, a + b)
    assert np.array_equal(weights[:3] @ difference, (a - b) % 8)
    assert np.array_equal(found[7], a < b)
    assert np.array_equal(weights[:3] @ shorter, (a - bits[3]) % 8)
    assert np.array_equal(found[11], a < bits[3])


@each_target
def test_a_loop_reaches_every_plane_of_the_workspace_and_of_a_functions_own(target: Target) -> None:
    planes = random_planes(target, 5)

    def write(f: Function) -> list[str]:
        own = f.own("own", 5)
        f.repeat(5, lambda number: f.store(f.invert(f.load("%w", number)), own, number))
        return [f.load(own, number) for number in range(5)]

    assert np.array_equal(run(target, write, planes), ~planes)


@each_target
def test_the_word_of_a_lane_is_found(target: Target) -> None:
    planes, lane = random_planes(target, 3), target.lanes - 1

    def write(f: Function) -> list[str]:
        word = f.value(f"load {target.word}, ptr {f.word_at('%w', '2', str(lane))}")
        return [f.spread(word if target.word_bits == 64 else f.value(f"zext {target.word} {word} to i64"))]

    assert np.array_equal(run(target, write, planes)[0], np.full(target.words, planes[2, -1]))
