"""Blocks: towers to be turned upside down, on one table after the other or on all of them at once."""

from __future__ import annotations

import itertools

from ludens.boards.description import ROW_COLUMN, Board, Description, Layer
from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Flag, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as fact_lines


def rules(blocks: int, tables: int, spare: int, series: bool) -> str:
    """At first block 1 is on block 2 and so on down to the floor; the tower to be built has block 1 on the floor.

    Every block must be moved once, so a table needs as many moves as it has blocks.
    """
    numbers, each_table = range(1, blocks + 1), blocks + spare
    last = tables * each_table
    below = [*numbers[1:], "floor"]
    return f"""
(role player)

{each("table", range(1, tables + 1))}
{each("block", numbers)}
{chain("successor", range(last + 1))}

(<= (base (on ?table ?block floor)) (table ?table) (block ?block))
(<= (base (on ?table ?block ?other)) (table ?table) (block ?block) (block ?other) (distinct ?block ?other))
{fact_lines("base", *((f"(step {number})",) for number in range(last + 1)))}
(<= (input player (move ?table ?block floor)) (table ?table) (block ?block))
(<= (input player (move ?table ?block ?other)) (table ?table) (block ?block) (block ?other) (distinct ?block ?other))

{fact_lines("first", *zip(numbers, below, strict=True))}
(<= (init (on ?table ?block ?place)) (table ?table) (first ?block ?place))
(init (step 0))

(<= (covered ?table ?block) (true (on ?table ?other ?block)))
(<= (built ?table) (table ?table) {" ".join(f"(true (on ?table {block} {block - 1 or 'floor'}))" for block in numbers)})
{_turns(tables, each_table, series)}
(<= (open ?table) (turn ?table) (not (built ?table)))
{_rests(series)}
(<= (legal player (move ?table ?block floor))
    (open ?table)
    (block ?block)
    (not (covered ?table ?block))
    (not (true (on ?table ?block floor))))
(<= (legal player (move ?table ?block ?other))
    (open ?table)
    (block ?block)
    (block ?other)
    (distinct ?block ?other)
    (not (covered ?table ?block))
    (not (covered ?table ?other)))

(<= (next (on ?table ?block ?place)) (does player (move ?table ?block ?place)))
(<= (moved ?table ?block) (does player (move ?table ?block ?place)))
(<= (next (on ?table ?block ?place)) (true (on ?table ?block ?place)) (not (moved ?table ?block)))
(<= (next (step ?number)) (true (step ?before)) (successor ?before ?number))

(<= terminal {" ".join(f"(built {table})" for table in range(1, tables + 1))})
(<= terminal (true (step {last})))
{_goals(tables)}
"""


def _turns(tables: int, each_table: int, series: bool) -> str:
    """On which tables blocks may be moved: on all of them, or on each for its share of the steps."""
    if not series:
        return "(<= (turn ?table) (table ?table))"
    steps = ((table, table * each_table + step) for table in range(tables) for step in range(each_table))
    return "\n".join(f"(<= (turn {table + 1}) (true (step {step})))" for table, step in steps)


def _rests(series: bool) -> str:
    """Whoever is done with a table before its time is over waits there."""
    if not series:
        return ""
    return """(<= (input player (rest ?table)) (table ?table))
(<= (legal player (rest ?table)) (turn ?table) (built ?table))"""


def _goals(tables: int) -> str:
    """A goal for each set of tables with a tower: its share of 100, rounded down."""
    found = []
    for done in itertools.product((True, False), repeat=tables):
        conditions = [f"(built {n})" if is_done else f"(not (built {n}))" for n, is_done in enumerate(done, start=1)]
        found.append(f"(<= (goal player {100 * sum(done) // tables}) {' '.join(conditions)})")
    return "\n".join(found)


def facts(blocks: int, tables: int, spare: int, series: bool) -> Facts:
    return Facts(Turns.SINGLE, max_steps=tables * (blocks + spare))


GAME = BuiltIn(
    name="blocks",
    title="Blocks",
    summary="A puzzle: turn towers of blocks upside down, on one table after the other.",
    rules=rules,
    facts=facts,
    parameters=(Whole("blocks", 3, 2, 5), Whole("tables", 2, 1, 4), Whole("spare", 1, 0, 9), Flag("series", True)),
    drawing=Description((Board((Layer("on", 3, ROW_COLUMN, blanks=frozenset()),)),)),
)
