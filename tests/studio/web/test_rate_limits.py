"""Limits: so much at once, so much a second, and so many sockets."""

from __future__ import annotations

import pytest

from ludens.studio import Caps
from ludens.studio.web.rate_limits import Bucket, RateLimits, TooManyError


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_up_again() -> None:
    clock = Clock()
    bucket = Bucket(2.0, 3, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_one_client_that_asks_too_much_does_not_stop_another() -> None:
    limits = RateLimits(Caps(requests_per_second=1, requests_at_once=2), Clock())
    limits.request("a")
    limits.request("a")
    with pytest.raises(TooManyError):
        limits.request("a")
    limits.request("b")


def test_sockets_are_counted_by_client_and_in_all() -> None:
    limits = RateLimits(Caps(sockets=3, sockets_of_client=2))
    limits.enter("a")
    limits.enter("a")
    with pytest.raises(TooManyError):
        limits.enter("a")
    limits.enter("b")
    with pytest.raises(TooManyError):
        limits.enter("c")
    limits.leave("a")
    limits.enter("c")
