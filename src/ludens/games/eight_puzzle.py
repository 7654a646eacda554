"""The eight puzzle: eight numbered tiles in a tray of three by three are slid into order."""

from __future__ import annotations

from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as table

STEPS = 60
SOLVED = (1, 2, 3, 4, 5, 6, 7, 8, 0)
"""The tiles row by row; 0 is the gap."""


def scrambled(moves: int) -> tuple[int, ...]:
    """The tray after some moves from the solved one, none of which takes the one before it back.

    Move number k (1, 2, …) takes the tiles beside the gap in ascending order, without the one that has just
    moved, and slides the one at place k // 3, counting from 0 and starting again after the last.
    """
    tray, moved = list(SOLVED), 0
    for number in range(1, moves + 1):
        gap = tray.index(0)
        tiles = sorted(tray[place] for place in range(9) if _distance(place, gap) == 1)
        tiles = [tile for tile in tiles if tile != moved]
        moved = tiles[number // 3 % len(tiles)]
        tray[tray.index(moved)], tray[gap] = 0, moved
    return tuple(tray)


def _distance(place: int, other: int) -> int:
    return abs(place // 3 - other // 3) + abs(place % 3 - other % 3)


def _cells(relation: str, tray: tuple[int, ...]) -> str:
    return table(relation, *((place // 3 + 1, place % 3 + 1, tile or "b") for place, tile in enumerate(tray)))


def rules(scramble: int) -> str:
    tiles = range(1, 9)
    return f"""
(role player)

{each("index", range(1, 4))}
{each("tile", tiles)}
{table("beside", (1, 2), (2, 1), (2, 3), (3, 2))}
{chain("later", range(STEPS + 1))}
{_cells("starts", scrambled(scramble))}
{_cells("home", SOLVED[:8])}

(<= (base (cell ?row ?column b)) (index ?row) (index ?column))
(<= (base (cell ?row ?column ?tile)) (index ?row) (index ?column) (tile ?tile))
(base (step 0))
(<= (base (step ?after)) (later ?before ?after))
(<= (input player (slide ?tile)) (tile ?tile))

(<= (init (cell ?row ?column ?content)) (starts ?row ?column ?content))
(init (step 0))

(<= (can_slide ?tile ?row ?column)
    (true (cell ?row ?column ?tile))
    (true (cell ?row ?gap b))
    (beside ?column ?gap))
(<= (can_slide ?tile ?row ?column)
    (true (cell ?row ?column ?tile))
    (true (cell ?gap ?column b))
    (beside ?row ?gap))
(<= (legal player (slide ?tile))
    (can_slide ?tile ?row ?column))

(<= (next (cell ?row ?column ?tile))
    (true (cell ?row ?column b))
    (does player (slide ?tile)))
(<= (next (cell ?row ?column b))
    (can_slide ?tile ?row ?column)
    (does player (slide ?tile)))
(<= (next (cell ?row ?column ?tile))
    (true (cell ?row ?column ?tile))
    (does player (slide ?other))
    (distinct ?tile ?other)
    (distinct ?tile b))
(<= (next (step ?after))
    (true (step ?before))
    (later ?before ?after))

(<= (at_home ?tile)
    (home ?row ?column ?tile)
    (true (cell ?row ?column ?tile)))
(<= unsolved
    (tile ?tile)
    (not (at_home ?tile)))

(<= terminal (not unsolved))
(<= terminal (true (step {STEPS})))

{chain("after", range(9))}
(at_home_up_to 0 0)
(<= (at_home_up_to ?tile ?more)
    (after ?before ?tile)
    (at_home_up_to ?before ?count)
    (after ?count ?more)
    (at_home ?tile))
(<= (at_home_up_to ?tile ?count)
    (after ?before ?tile)
    (at_home_up_to ?before ?count)
    (not (at_home ?tile)))

{table("part", *((count, 10 * count) for count in range(8)))}
(<= (goal player 100)
    (not unsolved))
(<= (goal player ?goal)
    unsolved
    (at_home_up_to 8 ?count)
    (part ?count ?goal))
"""


def facts(scramble: int) -> Facts:
    return Facts(Turns.SINGLE, max_steps=STEPS)


GAME = BuiltIn(
    name="eight_puzzle",
    title="Eight puzzle",
    summary="Slide eight numbered tiles into order in at most sixty moves.",
    rules=rules,
    facts=facts,
    parameters=(Whole("scramble", default=20, lowest=1, highest=40),),
)
