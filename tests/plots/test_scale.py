"""Scales: places between the ends of an axis, and round numbers along it."""

from __future__ import annotations

import pytest

from ludens.plots.scale import Scale


@pytest.mark.parametrize("scale", [Scale(-40, 900), Scale(0.01, 1000, logarithmic=True)])
def test_ends_are_at_the_ends_and_what_is_beyond_stays_there(scale: Scale) -> None:
    assert scale.place(scale.lowest) == scale.place(scale.lowest - 1) == 0
    assert scale.place(scale.highest) == scale.place(scale.highest + 1) == 1


def test_the_middle_is_that_of_the_scale() -> None:
    assert Scale(0, 10).place(5) == pytest.approx(0.5)
    assert Scale(1, 10_000, logarithmic=True).place(100) == pytest.approx(0.5)


def test_a_scale_of_one_number_has_a_place_for_it() -> None:
    assert Scale(7, 7).place(7) == Scale(7, 7, logarithmic=True).place(7) == 0


@pytest.mark.parametrize(("low", "high"), [(0, 100), (0, 7), (-40, 900), (0, 0.003), (0, 123456)])
def test_ticks_are_few_and_lie_on_the_scale(low: float, high: float) -> None:
    ticks = Scale(low, high).ticks()
    assert 2 <= len(ticks) <= 8
    assert low <= min(ticks)
    assert max(ticks) <= high * (1 + 1e-9)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (1, 10, [1, 2, 5, 10]),
        (0.1, 100, [0.1, 0.3, 1, 3, 10, 30, 100]),
        (1e-4, 1, [1e-4, 1e-3, 1e-2, 1e-1, 1]),
        (1, 1e100, [1, 1e13, 1e26, 1e39, 1e52, 1e65, 1e78, 1e91]),
    ],
)
def test_logarithmic_ticks_are_powers_of_ten_with_simple_numbers_between(
    low: float, high: float, expected: list[float]
) -> None:
    assert Scale(low, high, logarithmic=True).ticks() == pytest.approx(expected)


def test_whole_numbers_alone_where_others_make_no_sense() -> None:
    assert Scale(0, 3).ticks() == pytest.approx([0, 0.5, 1, 1.5, 2, 2.5, 3])
    assert Scale(0, 3).ticks(whole=True) == [0, 1, 2, 3]
