"""Lights on: a puzzle of lamps that burn out, to be pushed in the right order."""

from __future__ import annotations

from ludens.boards.description import ROW_COLUMN, Board, Description, Layer
from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as fact_lines

TRIES = 3
"""The player has this many times the steps of the shortest solution."""


def rules(lamps: int, spare: int, boards: int) -> str:
    """Lamp k burns for k + spare steps: pushed from the last to the first, all burn after the last push."""
    burns = {lamp: lamp + spare for lamp in range(1, lamps + 1)}
    counts = [(lamp, steps) for lamp, longest in burns.items() for steps in range(longest + 1)]
    last = TRIES * lamps
    return f"""
(role player)

{each("board", range(1, boards + 1))}
{each("button", burns)}
{fact_lines("burns", *burns.items())}
{fact_lines("may_have_left", *counts)}
{chain("successor", range(max(last, lamps + spare) + 1))}

; (lamp board lamp steps): the lamp burns for this many steps more; 0 is dark
(<= (base (lamp ?board ?lamp ?steps)) (board ?board) (may_have_left ?lamp ?steps))
{fact_lines("base", *((f"(step {number})",) for number in range(last + 1)))}
(<= (input player (push ?board ?lamp)) (board ?board) (button ?lamp))

(<= (init (lamp ?board ?lamp 0)) (board ?board) (button ?lamp))
(init (step 0))

(<= (legal player (push ?board ?lamp)) (board ?board) (button ?lamp))

(<= (next (lamp ?board ?lamp ?steps))
    (does player (push ?board ?lamp))
    (burns ?lamp ?steps))
(<= (next (lamp ?board ?lamp ?fewer))
    (true (lamp ?board ?lamp ?steps))
    (successor ?fewer ?steps)
    (not (does player (push ?board ?lamp))))
(<= (next (lamp ?board ?lamp 0))
    (true (lamp ?board ?lamp 0))
    (not (does player (push ?board ?lamp))))
(<= (next (step ?number))
    (true (step ?before))
    (successor ?before ?number))

(<= (dark ?board) (true (lamp ?board ?lamp 0)))
(<= solved (board ?board) (not (dark ?board)))

(<= terminal solved)
(<= terminal (true (step {last})))

(<= (goal player 100) solved)
(<= (goal player 0) (not solved))
"""


def facts(lamps: int, spare: int, boards: int) -> Facts:
    return Facts(Turns.SINGLE, max_steps=TRIES * lamps)


GAME = BuiltIn(
    name="lights_on",
    title="Lights on",
    summary="A puzzle: push the buttons in the right order, so that all lamps burn at once.",
    rules=rules,
    facts=facts,
    parameters=(Whole("lamps", 4, 2, 8), Whole("spare", 0, 0, 4), Whole("boards", 1, 1, 6)),
    drawing=Description((Board((Layer("lamp", 3, ROW_COLUMN, blanks=frozenset()),)),)),
)
