"""The code that playouts with a preference run: it narrows legal moves to levels, remembers features, and logs games.

All of it is loops over the table of a ``Preference``, so it is made once for a circuit, whatever is preferred later.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ludens.engine.code.assembly import ZEROS, Function
from ludens.engine.code.choice import padded
from ludens.engine.layout import BANKS, MANY_MOVES, MOST_LEVELS, Layout
from ludens.engine.preference import ALWAYS, ANY_MOVE, CHANCE_BITS, FIELDS, HEAD
from ludens.engine.target import Target

FEATURES, SOURCES, SOURCES_AT, LOGGED, LOG, LOG_ROOM, STEPS = range(HEAD)
LEVELS, CHANCES_AT, MOVES_AT, CASES, CASES_AT, LEAVES_AT, SHIFTS_AT = range(FIELDS)

Draw = Callable[[], str]


def role_table(f: Function, role: int) -> str:
    """The address of the numbers of a role in the table ``%guide``."""
    return f.value(f"getelementptr i64, ptr %guide, i64 {HEAD + FIELDS * role}")


def part(f: Function, numbers: str, number: int) -> str:
    """The address of a part of the table whose place is one of the numbers of a role."""
    return f.value(f"getelementptr i64, ptr %guide, i64 {f.number(numbers, number)}")


def prefer_function(layout: Layout, target: Target, count: int, draw: Callable[[Function], str]) -> str:
    """The function ``prefer``: from legal moves to those of the level that each lane takes, in ``allowed``.

    Roles with equally many moves share it: ``numbers`` are a role's in the table, ``legal`` its moves, and ``taken``
    where the levels that its lanes take are kept. A lane that could not move in the step before takes the same level
    again: otherwise those in which a choice often fails would be rarer than they should be.
    """
    given = [("ptr", name) for name in ("w", "guide", "numbers", "legal", "taken")]
    f = Function(target, f"prefer{count}", given)
    at, moves, legal, taken = layout.sections, padded(count), "%legal", "%taken"
    allowed, present = f.at("%w", at["allowed"]), f.at("%w", at["present"])
    undecided = f.at("%w", at["undecided"])
    levels, own = f.number("%numbers", LEVELS), part(f, "%numbers", MOVES_AT)
    cases, listed = f.number("%numbers", CASES), part(f, "%numbers", CASES_AT)
    again = f.load("%w", at["again"])

    def case(number: str) -> tuple[str, str, str]:
        """The move of a case, its level, and the lanes in which it holds."""
        move, one, other, level = (f.number(listed, f.times(number, 4, column)) for column in range(4))
        return move, level, f.both(f.load(legal, move), f.both(f.load("%w", one), f.load("%w", other)))

    banks = BANKS if moves >= MANY_MOVES else 1

    def found(number: str, level: str, lanes: str) -> None:
        """Notes that a level has a move in some lanes, in one of its places."""
        bank = f.value(f"and i64 {number}, {banks - 1}") if banks > 1 else "0"
        place = f.value(f"add i64 {f.times(bank, MOST_LEVELS + 1)}, {level}")
        f.store(f.either(f.load(present, place), lanes), present, place)

    def look(move: str) -> None:
        found(move, f.number(own, move), f.load(legal, move))

    def look_at_case(number: str) -> None:
        _, level, holds = case(number)
        found(number, level, holds)

    def clear(level: str) -> None:
        for bank in range(banks):
            f.store(ZEROS, present, f.times(level, 1, bank * (MOST_LEVELS + 1)))

    def join(level: str) -> None:
        planes = [f.load(present, f.times(level, 1, bank * (MOST_LEVELS + 1))) for bank in range(banks)]
        f.store(functools.reduce(f.either, planes), present, level)

    def allow_case(number: str) -> None:
        move, level, holds = case(number)
        f.store(f.either(f.load(allowed, move), f.both(holds, f.load(taken, level))), allowed, move)

    f.repeat(levels, clear)
    f.repeat(moves, look)
    f.repeat(cases, look_at_case)
    if banks > 1:
        f.repeat(levels, join)
    f.store(f.ones, undecided)
    f.store(f.both(again, f.load(taken, levels)), taken, levels)
    _take(f, levels, part(f, "%numbers", CHANCES_AT), (present, taken, undecided, again), lambda: draw(f))
    rest = f.either(f.load(taken, levels), f.without(f.load(undecided), again))
    f.store(rest, taken, levels)

    def allow(move: str) -> None:
        level = f.number(own, move)
        f.store(f.both(f.load(legal, move), f.either(rest, f.load(taken, level))), allowed, move)

    f.repeat(moves, allow)
    f.repeat(cases, allow_case)
    f.do("ret void")
    return f.text()


def _take(f: Function, levels: str, chances: str, planes: tuple[str, str, str, str], draw: Draw) -> None:
    """Level by level: lanes that are undecided, have a move of it, and are lucky, take it.

    A level that stands for all moves has the place behind the others.
    """
    present, taken, undecided, again = planes

    def take(level: str) -> None:
        chance = f.number(chances, level)
        free = f.value(f"icmp uge i64 {chance}, {ANY_MOVE}")
        left, some = f.load(undecided), f.load(present, level)
        here = f.both(left, f.either_of(free, f.ones, some))
        sure = f.value(f"icmp eq i64 {f.value(f'and i64 {chance}, {ALWAYS}')}, {ALWAYS}")
        before, start, end = f.block, f.new_label(), f.new_label()
        f.do(f"br i1 {sure}, label %{end}, label %{start}")
        f.label(start)
        lucky = f.both(here, _with_chance(f, chance, draw))
        f.do(f"br label %{end}")
        f.label(end)
        now = f.merged([(here, before), (lucky, start)])
        f.store(f.without(left, now), undecided)
        f.store(f.choose(again, f.load(taken, level), f.either_of(free, ZEROS, now)), taken, level)
        rest = f.either(f.load(taken, levels), f.either_of(free, f.without(now, again), ZEROS))
        f.store(rest, taken, levels)

    f.repeat(levels, take)


def _with_chance(f: Function, chance: str, draw: Draw) -> str:
    """Lanes drawn with a chance, so many parts of ALWAYS: from the lowest bit up, a coin for each."""
    drawn = ZEROS
    for bit in range(CHANCE_BITS):
        shifted = f.value(f"lshr i64 {chance}, {bit}")
        mask = f.spread(f.value(f"sub i64 0, {f.value(f'and i64 {shifted}, 1')}"))
        coin = draw()
        drawn = f.either(f.both(coin, drawn), f.both(mask, f.either(coin, drawn)))
    return drawn


def forget(f: Function, layout: Layout) -> None:
    """Before the first step: no feature holds, and no lane tries again."""
    f.store(ZEROS, "%w", layout.sections["again"])
    features = layout.sections["features"]
    f.repeat(f.number("%guide", FEATURES), lambda n: f.store(ZEROS, "%w", f.times(n, 1, features)))


def remember(f: Function, layout: Layout, moved: str, done: str, again: str) -> None:
    """After a step: the features of the games that moved, those of games that are done forgotten; and the log."""
    at = layout.sections
    f.store(again, "%w", at["again"])
    count = f.number("%guide", FEATURES)
    sources = f.value(f"getelementptr i64, ptr %guide, i64 {f.number('%guide', SOURCES_AT)}")
    f.repeat(count, lambda n: f.store(ZEROS, "%w", f.times(n, 1, at["fresh"])))

    def join(number: str) -> None:
        target, source = (f.number(sources, f.times(number, 2, column)) for column in (0, 1))
        f.store(f.either(f.load("%w", target), f.load("%w", source)), "%w", target)

    f.repeat(f.number("%guide", SOURCES), join)

    def keep(number: str) -> None:
        place, new = f.times(number, 1, at["features"]), f.load("%w", f.times(number, 1, at["fresh"]))
        f.store(f.without(f.choose(moved, new, f.load("%w", place)), done), "%w", place)

    f.repeat(count, keep)
    log = f.number("%guide", LOG)
    room = f.value(f"icmp ult i64 {f.number('%guide', STEPS)}, {f.number('%guide', LOG_ROOM)}")
    f.when(f.value(f"and i1 {room}, {f.value(f'icmp ne i64 {log}, 0')}"), lambda: _log(f, layout, log, moved))


def _log(f: Function, layout: Layout, log: str, moved: str) -> None:
    """Writes who moved, and the first features, behind what was written before."""
    pages = f.value(f"inttoptr i64 {log} to ptr")
    f.close.add(pages)
    written, planes = f.number("%guide", STEPS), f.number("%guide", LOGGED)
    width = f.value(f"add i64 {planes}, 1")
    first = f.value(f"mul i64 {written}, {width}")
    f.store(moved, pages, first)

    def write(number: str) -> None:
        place = f.value(f"add i64 {f.value(f'add i64 {first}, {number}')}, 1")
        f.store(f.load("%w", f.times(number, 1, layout.sections["fresh"])), pages, place)

    f.repeat(planes, write)
    steps = f.value(f"getelementptr i64, ptr %guide, i64 {STEPS}")
    f.do(f"store i64 {f.value(f'add i64 {written}, 1')}, ptr {steps}")
