"""Who is idle and who is busy."""

from __future__ import annotations

from ludens.processes.slots import Slots


def test_workers_are_taken_by_wish_and_oldest_first() -> None:
    slots = Slots[str](3)
    for name in ("a", "b", "c"):
        assert slots.has_room
        slots.add(name)
    assert not slots.has_room
    assert slots.take(lambda name: True) is None
    for name in ("c", "a", "b"):
        slots.free(name)
    assert slots.take(lambda name: name == "x", lambda name: name == "b") == "b"
    assert slots.take(lambda name: True) == "c"
    assert (slots.idle, list(slots.busy)) == (["a"], ["b", "c"])


def test_who_is_dropped_makes_room() -> None:
    slots = Slots[str](2)
    slots.add("a")
    slots.free("b")
    assert not slots.has_room
    for name in ("a", "b", "b", "nobody"):
        slots.drop(name)
    assert slots.all == []
    assert slots.has_room
