"""Matrices keep to one thread while that is asked for, and to what was before afterwards."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from ludens.search.networks.one_thread import one_thread, one_thread_for_good


def threads() -> set[int]:
    np.ones((2, 2)) @ np.ones((2, 2))
    blas = [library for library in threadpool_info() if library["user_api"] == "blas"]
    return {library["num_threads"] for library in blas if "numpy" in library["filepath"]}  # PyTorch brings its own


@pytest.fixture(autouse=True)
def two_threads() -> Iterator[None]:
    with threadpool_limits(limits=2, user_api="blas"):
        if threads() != {2}:
            pytest.skip("the library of matrices here has one thread only, or is not known")
        yield


def test_one_thread_within_and_as_before_afterwards() -> None:
    with one_thread():
        assert threads() == {1}
        with one_thread():
            assert threads() == {1}
        assert threads() == {1}
    assert threads() == {2}


def test_it_can_be_set_for_good() -> None:
    one_thread_for_good()
    with one_thread():
        pass
    assert threads() == {1}
