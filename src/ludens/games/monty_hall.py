"""The Monty Hall problem: a car behind one of three doors, a goat shown, and a choice (Selvin 1975)."""

from __future__ import annotations

from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts

RULES = """
(role candidate)
(role random)

(door 1)
(door 2)
(door 3)
(after hiding choosing)
(after choosing opening)
(after opening deciding)
(after deciding showing)

(<= (base (car ?door)) (door ?door))
(<= (base (chosen ?door)) (door ?door))
(<= (base (opened ?door)) (door ?door))
(base (stage hiding))
(<= (base (stage ?later)) (after ?stage ?later))
(<= (input random (hide ?door)) (door ?door))
(<= (input random (open ?door)) (door ?door))
(<= (input candidate (choose ?door)) (door ?door))
(input candidate stay)
(input candidate switch)
(<= (input ?role noop) (role ?role))

(init (stage hiding))

(<= (legal random (hide ?door)) (true (stage hiding)) (door ?door))
(<= (legal random (open ?door))
    (true (stage opening))
    (door ?door)
    (not (true (car ?door)))
    (not (true (chosen ?door))))
(<= (legal random noop) (true (stage choosing)))
(<= (legal random noop) (true (stage deciding)))
(<= (legal candidate (choose ?door)) (true (stage choosing)) (door ?door))
(<= (legal candidate stay) (true (stage deciding)))
(<= (legal candidate switch) (true (stage deciding)))
(<= (legal candidate noop) (true (stage hiding)))
(<= (legal candidate noop) (true (stage opening)))

(<= (next (stage ?later)) (true (stage ?stage)) (after ?stage ?later))
(<= (next (car ?door)) (does random (hide ?door)))
(<= (next (car ?door)) (true (car ?door)))
(<= (next (opened ?door)) (does random (open ?door)))
(<= (next (opened ?door)) (true (opened ?door)))
(<= (next (chosen ?door)) (does candidate (choose ?door)))
(<= (next (chosen ?door)) (true (chosen ?door)) (not (does candidate switch)))
(<= (next (chosen ?door))
    (does candidate switch)
    (door ?door)
    (not (true (chosen ?door)))
    (not (true (opened ?door))))

(<= (sees candidate (goat ?door)) (does random (open ?door)))
(<= (sees candidate (car ?door)) (true (stage deciding)) (true (car ?door)))

(<= terminal (true (stage showing)))

(<= won (true (chosen ?door)) (true (car ?door)))
(<= (goal candidate 100) won)
(<= (goal candidate 0) (not won))
"""


def rules() -> str:
    return RULES


def facts() -> Facts:
    return Facts(Turns.SEQUENTIAL, max_steps=4)


GAME = BuiltIn(
    name="monty_hall",
    title="Monty Hall",
    summary="A car behind one of three doors; after a goat is shown, stay or switch.",
    rules=rules,
    facts=facts,
)
