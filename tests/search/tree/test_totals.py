"""Sums in 32 bits: exact where that can be, and right on average where not."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.search.tree.totals import rounded


def rounded_often(total: float, times: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    with np.errstate(over="ignore"):
        return np.array([rounded(total, noise) for noise in range(times)], dtype=np.float64)


@pytest.mark.parametrize("total", [0.0, 0.5, 1.0, 3.25, 1e6 + 0.5, 2.0**24 - 1, 2.0**30])
def test_what_fits_is_exact(total: float) -> None:
    assert (rounded_often(total, 20) == total).all()


@pytest.mark.parametrize("total", [1 / 3, 0.1, 12.34, 1e5 + 1 / 7, 2.0**24 + 1, 2.0**30 + 5, -0.7])
def test_what_does_not_is_one_of_its_two_neighbours_and_right_on_average(total: float) -> None:
    found = rounded_often(total, 4_000)
    near = np.float32(total)
    gap = float(np.spacing(near))
    assert len(np.unique(found)) == 2
    assert (abs(found - total) <= abs(gap)).all()
    assert found.mean() == pytest.approx(total, abs=4 * abs(gap) / 2 / 4_000**0.5, rel=0)


def test_a_sum_of_millions_still_grows_by_one() -> None:
    """Rounded to the nearest it would stay where it is."""
    begin = total = 2.0**25
    with np.errstate(over="ignore"):
        for visit in range(4_000):
            total = float(rounded(total + 1.0, visit))
    assert np.float32(np.float32(begin) + np.float32(1)) == begin
    assert total - begin == pytest.approx(4_000, abs=4 * (3 * 4_000) ** 0.5)
