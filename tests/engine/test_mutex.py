"""The lock that kernels share with Python."""

from __future__ import annotations

import threading
import time

import pytest

from ludens.engine.kernels.mutex import Mutex, no_mutex, release, take


def test_one_thread_at_a_time() -> None:
    mutex, inside, most = Mutex(), [0], [0]

    def work() -> None:
        for _ in range(50):
            with mutex:
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                time.sleep(0)  # lets another thread run
                inside[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]


def test_it_is_released_where_something_goes_wrong() -> None:
    mutex = Mutex()
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), mutex:
            1 / 0  # noqa: B018


def test_what_kernels_do_with_it() -> None:
    mutex, taken = Mutex(), threading.Event()

    def work() -> None:
        with mutex:
            taken.set()

    take(mutex.handle)
    thread = threading.Thread(target=work)
    thread.start()
    assert not taken.wait(0.05)
    release(mutex.handle)
    thread.join()
    assert taken.is_set()


def test_where_there_is_nothing_to_lock() -> None:
    for _ in range(2):
        take(no_mutex())
    release(no_mutex())
