"""Hex: join your two sides of a rhombus of hexagons (Piet Hein, 1942; John Nash, 1948)."""

from __future__ import annotations

from ludens.boards.cells import Cells
from ludens.boards.description import COLUMN_ROW, Board, Description, Layer, Lie
from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Flag, Whole
from ludens.games.writing import chain, each

SWAP = """
; Blue may answer the first move by taking it over: the red stone becomes a blue one on the mirrored cell.
(base (opening first_move))
(base (opening second_move))
(input blue swap)
(init (opening first_move))
(<= (next (opening second_move)) (true (opening first_move)))
(<= (legal blue swap) (true (opening second_move)))
(<= (next (cell ?y ?x blue))
    (does blue swap)
    (true (cell ?x ?y red)))
(<= (next (cell ?x ?y b))
    (does blue swap)
    (true (cell ?x ?y red))
    (distinct ?x ?y))
(<= (changed ?x ?y)
    (does blue swap)
    (true (cell ?x ?y red)))
(<= (changed ?y ?x)
    (does blue swap)
    (true (cell ?x ?y red)))
"""


def rules(*, size: int, swap: bool) -> str:
    return f"""
(role red)
(role blue)
(opponent red blue)
(opponent blue red)

{each("index", range(1, size + 1))}
{chain("succ", range(1, size + 1))}
(<= (adjacent ?x1 ?y ?x2 ?y) (succ ?x1 ?x2) (index ?y))
(<= (adjacent ?x ?y1 ?x ?y2) (index ?x) (succ ?y1 ?y2))
(<= (adjacent ?x1 ?y2 ?x2 ?y1) (succ ?x1 ?x2) (succ ?y1 ?y2))
(<= (neighbour ?x1 ?y1 ?x2 ?y2) (adjacent ?x1 ?y1 ?x2 ?y2))
(<= (neighbour ?x2 ?y2 ?x1 ?y1) (adjacent ?x1 ?y1 ?x2 ?y2))
(<= (near_side red ?x 1) (index ?x))
(<= (near_side blue 1 ?y) (index ?y))
(<= (far_side red ?x {size}) (index ?x))
(<= (far_side blue {size} ?y) (index ?y))

(<= (base (cell ?x ?y b)) (index ?x) (index ?y))
(<= (base (cell ?x ?y ?player)) (index ?x) (index ?y) (role ?player))
(<= (base (control ?player)) (role ?player))
(<= (input ?player (place ?x ?y)) (role ?player) (index ?x) (index ?y))
(<= (input ?player noop) (role ?player))

(<= (init (cell ?x ?y b)) (index ?x) (index ?y))
(init (control red))

(<= (legal ?player (place ?x ?y))
    (true (control ?player))
    (true (cell ?x ?y b)))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

(<= (next (cell ?x ?y ?player))
    (does ?player (place ?x ?y)))
(<= (next (cell ?x ?y ?occupant))
    (true (cell ?x ?y ?occupant))
    (not (changed ?x ?y)))
(<= (changed ?x ?y)
    (does ?player (place ?x ?y)))
(<= (next (control ?player))
    (opponent ?player ?other)
    (true (control ?other)))
{SWAP if swap else ""}
; The stones that are joined to their player's near side.
(<= (joined ?player ?x ?y)
    (near_side ?player ?x ?y)
    (true (cell ?x ?y ?player)))
(<= (joined ?player ?x2 ?y2)
    (joined ?player ?x1 ?y1)
    (neighbour ?x1 ?y1 ?x2 ?y2)
    (true (cell ?x2 ?y2 ?player)))
(<= (wins ?player)
    (far_side ?player ?x ?y)
    (joined ?player ?x ?y))

(<= terminal (wins ?player))

(<= (goal ?player 100) (wins ?player))
(<= (goal ?player 0) (opponent ?player ?other) (wins ?other))
"""


def facts(*, size: int, swap: bool) -> Facts:
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=size * size + swap)


EDGES = (("top", "red"), ("bottom", "red"), ("left", "blue"), ("right", "blue"))
"""Whose sides they are."""

GAME = BuiltIn(
    name="hex",
    title="Hex",
    summary="Join your two sides of a rhombus of hexagons.",
    rules=rules,
    facts=facts,
    parameters=(Whole("size", default=9, lowest=3, highest=11), Flag("swap")),
    drawing=Description((Board((Layer("cell", 3, COLUMN_ROW),), lie=Lie.SLANTED, edges=EDGES),)),
    cells=Cells.HEXAGONS_BY_SUM,
)
