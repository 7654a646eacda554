"""Nim: take objects from one heap at a time; whoever takes the last one wins (or, misère, loses)."""

from __future__ import annotations

from ludens.boards.description import Description, HeapTerms
from ludens.game import ParameterError, Turns
from ludens.games.catalogue import BuiltIn, Facts, Flag, Numbers
from ludens.games.writing import facts as fact_list

HEAP_NAMES = "abcdef"


def rules(*, heaps: str, misere: bool) -> str:
    sizes = _sizes(heaps)
    if not any(sizes):
        raise ParameterError(f"nim: heaps cannot be {heaps!r}; at least one heap must have an object in it.")
    last_taker, other = (0, 100) if misere else (100, 0)
    return f"""
(role player1)
(role player2)
(opponent player1 player2)
(opponent player2 player1)

{fact_list("initially", *zip(HEAP_NAMES, sizes, strict=False))}
{fact_list("smaller", *((less, more) for more in range(max(sizes) + 1) for less in range(more)))}

(<= (base (heap ?heap ?size)) (initially ?heap ?size))
(<= (base (heap ?heap ?number)) (initially ?heap ?size) (smaller ?number ?size))
(<= (base (control ?player)) (role ?player))
(<= (input ?player (reduce ?heap ?number)) (role ?player) (initially ?heap ?size) (smaller ?number ?size))
(<= (input ?player noop) (role ?player))

(<= (init (heap ?heap ?size)) (initially ?heap ?size))
(init (control player1))

(<= (legal ?player (reduce ?heap ?number))
    (true (control ?player))
    (true (heap ?heap ?size))
    (smaller ?number ?size))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

(<= (next (heap ?heap ?number))
    (does ?player (reduce ?heap ?number)))
(<= (next (heap ?heap ?size))
    (true (heap ?heap ?size))
    (not (reduced ?heap)))
(<= (reduced ?heap)
    (does ?player (reduce ?heap ?number)))
(<= (next (control ?player))
    (opponent ?player ?other)
    (true (control ?other)))

(<= objects_left
    (true (heap ?heap ?size))
    (distinct ?size 0))
(<= terminal (not objects_left))

; At the end it is the turn of the one who did not take the last object.
(<= (goal ?player {other})
    (true (control ?player))
    (not objects_left))
(<= (goal ?player {last_taker})
    (opponent ?player ?other)
    (true (control ?other))
    (not objects_left))
"""


def facts(*, heaps: str, misere: bool) -> Facts:
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=sum(_sizes(heaps)))


def _sizes(heaps: str) -> list[int]:
    return [int(size) for size in heaps.split("-")]


GAME = BuiltIn(
    name="nim",
    title="Nim",
    summary="Take objects from one heap at a time; whoever takes the last one wins.",
    rules=rules,
    facts=facts,
    parameters=(Numbers("heaps", default="1-5-4-2", highest=30, most=len(HEAP_NAMES)), Flag("misere")),
    drawing=Description(heaps=(HeapTerms("heap", 2, count=1),)),
)
