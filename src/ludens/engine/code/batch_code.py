"""The batch operations in machine code: rows to planes, moves, evaluation, and back, one block of lanes after another.

The code is the same for every game. What it must know of a layout it reads from a plan, a few whole numbers; the gates
are functions whose addresses it is given.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ludens.engine.code.assembly import ZEROS, Function
from ludens.engine.layout import Layout
from ludens.engine.machine_code import MachineCode, compile_assembly
from ludens.engine.rows import row_words
from ludens.engine.target import Target

FIELDS = (
    "fluents",
    "row_words",
    "roles",
    "does",
    "does_planes",
    "outputs",
    "following",
    "legal",
    "legal_planes",
    "legal_words",
)
"""The numbers at the beginning of a plan. Then come, for each role, the plane of its first move and how many goals it
has, and after that the values of all goals."""

OPTIONAL = ("moves", "following", "over", "goals", "legal")
"""Arguments of ``batch`` that may be missing."""

POINTERS = ("w", "table", "plan", "look", "advance", "rows", *OPTIONAL)

SIDE = 64
"""Rows and columns of the squares of bits that are turned."""

DECLARATIONS = "declare i64 @llvm.cttz.i64(i64, i1)"


def plan_of(layout: Layout) -> NDArray[np.int64]:
    """What the code must know of a layout."""
    circuit, at = layout.circuit, layout.sections
    numbers = {
        "fluents": len(circuit.fluents),
        "row_words": row_words(len(circuit.fluents)),
        "roles": len(circuit.roles),
        "does": layout.does[0],
        "does_planes": layout.legal_planes,
        "outputs": at["outputs"],
        "following": at["following"],
        "legal": at["outputs"] + 1 + layout.goals,
        "legal_planes": layout.legal_planes,
        "legal_words": row_words(layout.legal_planes),
    }
    listed = [numbers[name] for name in FIELDS]
    for first, goals in zip(layout.does, circuit.goals, strict=True):
        listed += [first, len(goals)]
    return np.array([*listed, *(value for goals in circuit.goals for value, _ in goals)], dtype=np.int64)


@functools.cache
def batch_function(target: Target) -> Callable[..., None]:
    """The function ``batch(w, table, plan, look, advance, rows, moves, following, over, goals, legal, n)``.

    All but the number of positions are addresses; those of what is not given or not wanted are 0. ``moves``, shape
    (n, roles), must be numbers that there are. Written are the rows that follow, and of these, or of the rows given
    where there are no moves: whether they are over, a byte each, for whole blocks of lanes; goals, shape (n, roles), of
    16 bits, where exactly one holds; the outputs of legal moves as packed bits.
    """
    return _code(target).function("batch", len(POINTERS), 1)


@functools.cache
def turning_functions(target: Target) -> tuple[Callable[..., None], Callable[..., None]]:
    """The functions ``enter(planes, rows, n, words, bits)`` and ``leave``: a row a lane to planes, and back."""
    return _code(target).function("enter", 2, 3), _code(target).function("leave", 2, 3)


def batch_addresses(target: Target) -> tuple[int, int, int]:
    """Where ``batch``, ``enter`` and ``leave`` begin."""
    code = _code(target)
    return code.address("batch"), code.address("enter"), code.address("leave")


@functools.cache
def _code(target: Target) -> MachineCode:
    return MachineCode(compile_assembly(batch_code(target), target))


def batch_code(target: Target, *, look: str = "%look", advance: str = "%advance") -> str:
    """The module. Raises ValueError for a target whose words cannot be turned.

    ``look``, ``advance``: what is called, functions of the module instead of those whose addresses are given.
    """
    if target.word_bits != SIDE:
        raise ValueError(f"rows have words of {SIDE} bits, and those of {target.name} have {target.word_bits}")
    turned = [_turn_all(target, "enter", _gather, _spread), _turn_all(target, "leave", _collect, _scatter)]
    return "\n".join(
        [DECLARATIONS, _turn(target), *turned, _make_moves(target), _judge(target), _batch(target, look, advance)]
    )


def _turn(target: Target) -> str:
    """``turn(square)``: 64 planes, each word a square of 64 × 64 bits with the words below, rows and columns exchanged.

    Recursive exchange of quarters (Warren 2002, 7-3), three sizes at a time so that planes stay in registers.
    """
    f = Function(target, "turn", [("ptr", "square")])
    f.close.add("%square")

    def pass_over(strides: tuple[int, ...], apart: int, first: Callable[[str], str]) -> None:
        def group(number: str) -> None:
            places = [f.times(first(number), 1, place * apart) for place in range(8)]
            planes = [f.load("%square", place) for place in places]
            for stride in strides:
                _exchange(f, planes, stride, stride // apart)
            for plane, place in zip(planes, places, strict=True):
                f.store(plane, "%square", place)

        f.repeat(8, group)

    pass_over((32, 16, 8), 8, lambda number: number)
    pass_over((4, 2, 1), 1, lambda number: f.times(number, 8))
    f.do("ret void")
    return f.text()


def _exchange(f: Function, planes: list[str], stride: int, distance: int) -> None:
    """Exchanges the upper right quarters of squares of twice the stride with the lower left ones."""
    mask = f.all(sum(1 << column for column in range(SIDE) if not column & stride))
    for upper in range(8):
        if upper & distance:
            continue
        lower = upper + distance
        shifted = f.shift_right(planes[upper], stride)
        different = f.both(f.differ(shifted, planes[lower]), mask)
        planes[lower] = f.differ(planes[lower], different)
        planes[upper] = f.differ(planes[upper], f.shift_left(different, stride))


Body = Callable[[Function, str], None]


def _turn_all(target: Target, name: str, before: Body, after: Body) -> str:
    """A function that turns one word of all rows after another, and what is done before and after each."""
    arguments = [("ptr", "planes"), ("ptr", "rows"), ("i64", "n"), ("i64", "words"), ("i64", "bits")]
    f = Function(target, name, arguments)
    f.own("square", SIDE)

    def word(number: str) -> None:
        f.repeat(SIDE, lambda plane: f.store(ZEROS, "%square", plane))
        before(f, number)
        f.do("call void @turn(ptr %square)")
        after(f, number)

    f.repeat("%words", word)
    f.do("ret void")
    return f.text()


def _gather(f: Function, word: str) -> None:
    """The word of every row into the square."""
    f.repeat("%n", lambda lane: _copy_word(f, _row_word(f, lane, word), _square_word(f, lane)))


def _scatter(f: Function, word: str) -> None:
    """The square into the word of every row."""
    f.repeat("%n", lambda lane: _copy_word(f, _square_word(f, lane), _row_word(f, lane, word)))


def _spread(f: Function, word: str) -> None:
    """The square into the planes of a word, as many as there are bits."""
    first = f.times(word, SIDE)
    f.repeat(_bits_of(f, first), lambda bit: f.store(f.load("%square", bit), "%planes", _sum(f, first, bit)))


def _collect(f: Function, word: str) -> None:
    """The planes of a word into the square."""
    first = f.times(word, SIDE)
    f.repeat(_bits_of(f, first), lambda bit: f.store(f.load("%planes", _sum(f, first, bit)), "%square", bit))


def _bits_of(f: Function, first: str) -> str:
    left = f.value(f"sub i64 %bits, {first}")
    whole = f.value(f"icmp sgt i64 {left}, {SIDE}")
    return f.value(f"select i1 {whole}, i64 {SIDE}, i64 {left}")


def _sum(f: Function, a: str, b: str) -> str:
    return f.value(f"add i64 {a}, {b}")


def _word_at(f: Function, base: str, number: str) -> str:
    return f.value(f"getelementptr i64, ptr {base}, i64 {number}")


def _row_word(f: Function, lane: str, word: str) -> str:
    return _word_at(f, "%rows", _sum(f, f.value(f"mul i64 {lane}, %words"), word))


def _square_word(f: Function, lane: str) -> str:
    """Lane 64·j + i is word j of plane i before the square is turned, or after it."""
    return f.word_at("%square", f.value(f"and i64 {lane}, {SIDE - 1}"), lane)


def _copy_word(f: Function, source: str, target: str) -> None:
    f.do(f"store i64 {f.value(f'load i64, ptr {source}')}, ptr {target}")


def _planned(f: Function, name: str) -> str:
    """A number of the plan."""
    return f.value(f"load i64, ptr {_word_at(f, '%plan', str(FIELDS.index(name)))}")


def _make_moves(target: Target) -> str:
    """``make_moves(w, plan, moves, n)``: the planes of moves, each set in the lanes in which it is made."""
    f = Function(target, "make_moves", [("ptr", "w"), ("ptr", "plan"), ("ptr", "moves"), ("i64", "n")])
    first, roles = _planned(f, "does"), _planned(f, "roles")
    f.repeat(_planned(f, "does_planes"), lambda plane: f.store(ZEROS, "%w", _sum(f, first, plane)))

    def of_role(role: str) -> None:
        does = f.value(f"load i64, ptr {_word_at(f, '%plan', f.times(role, 2, len(FIELDS)))}")

        def of_lane(lane: str) -> None:
            place = _sum(f, f.value(f"mul i64 {lane}, {roles}"), role)
            move = f.value(f"load i64, ptr {_word_at(f, '%moves', place)}")
            address = f.word_at("%w", _sum(f, does, move), lane)
            bit = f.value(f"shl i64 1, {f.value(f'and i64 {lane}, {SIDE - 1}')}")
            others = f.value(f"load i64, ptr {address}")
            f.do(f"store i64 {f.value(f'or i64 {others}, {bit}')}, ptr {address}")

        f.repeat("%n", of_lane)

    f.repeat(roles, of_role)
    f.do("ret void")
    return f.text()


def _judge(target: Target) -> str:
    """``judge(w, plan, over, goals, n)``: how the positions stand that have been evaluated."""
    f = Function(target, "judge", [*(("ptr", name) for name in ("w", "plan", "over", "goals")), ("i64", "n")])
    for plane in ("used", "once", "twice"):
        f.own(plane)
    f.own_number("first")
    outputs, roles = _planned(f, "outputs"), _planned(f, "roles")
    _write_over(f, outputs)
    _mark_used(f)
    f.do("store i64 0, ptr %first")
    f.repeat(roles, lambda role: _judge_role(f, role, outputs, roles))
    f.do("ret void")
    return f.text()


def _write_over(f: Function, outputs: str) -> None:
    """A byte for each lane: whether the game is over."""
    words = f.at("%w", outputs)

    def of_word(word: str) -> None:
        bits = f.value(f"load i64, ptr {_word_at(f, words, word)}")
        flags = f.value(f"bitcast i64 {bits} to <{SIDE} x i1>")
        target = f.value(f"getelementptr i8, ptr %over, i64 {f.times(word, SIDE)}")
        f.do(f"store <{SIDE} x i8> {f.value(f'zext <{SIDE} x i1> {flags} to <{SIDE} x i8>')}, ptr {target}, align 1")

    f.repeat(f.target.words, of_word)


def _mark_used(f: Function) -> None:
    """Which lanes hold positions."""
    f.store(ZEROS, "%used")

    def of_word(word: str) -> None:
        left = f.value(f"sub i64 %n, {f.times(word, SIDE)}")
        is_whole = f.value(f"icmp sge i64 {left}, {SIDE}")
        shifted = f.value(f"shl i64 1, {f.value(f'and i64 {left}, {SIDE - 1}')}")
        part = f.value(f"sub i64 {shifted}, 1")
        f.do(f"store i64 {f.value(f'select i1 {is_whole}, i64 -1, i64 {part}')}, ptr {_word_at(f, '%used', word)}")

    f.repeat(f.value(f"udiv i64 {f.value(f'add i64 %n, {SIDE - 1}')}, {SIDE}"), of_word)


def _judge_role(f: Function, role: str, outputs: str, roles: str) -> None:
    """Writes one role's goals where exactly one holds; ``%first`` is the number of the role's first goal."""
    count = f.value(f"load i64, ptr {_word_at(f, '%plan', f.times(role, 2, len(FIELDS) + 1))}")
    first = f.value("load i64, ptr %first")
    f.do(f"store i64 {_sum(f, first, count)}, ptr %first")
    plane, value = _sum(f, outputs, f.times(first, 1, 1)), _sum(f, f.times(roles, 2, len(FIELDS)), first)
    f.store(ZEROS, "%once")
    f.store(ZEROS, "%twice")

    def count_goal(goal: str) -> None:
        holds, once = f.load("%w", _sum(f, plane, goal)), f.load("%once")
        f.store(f.either(f.load("%twice"), f.both(once, holds)), "%twice")
        f.store(f.either(once, holds), "%once")

    def write_goal(goal: str) -> None:
        right = f.both(f.load("%once"), f.load("%w", _sum(f, plane, goal)))
        number = f.value(f"load i64, ptr {_word_at(f, '%plan', _sum(f, value, goal))}")
        f.store(right, "%twice")
        short = f.value(f"trunc i64 {number} to i16")
        f.repeat(f.target.words, lambda word: _write_lanes(f, word, role, roles, short))

    f.repeat(count, count_goal)
    f.store(f.both(f.load("%used"), f.without(f.load("%once"), f.load("%twice"))), "%once")
    f.repeat(count, write_goal)


def _write_lanes(f: Function, word: str, role: str, roles: str, value: str) -> None:
    """Writes a goal into every lane that is set in a word of ``%twice``, which is free by now."""
    bits = f.value(f"load i64, ptr {_word_at(f, '%twice', word)}")
    first = f.times(word, SIDE)
    before, start, end = f.block, f.new_label(), f.new_label()
    left, rest = f"%left_{start}", f"%rest_{start}"
    f.do(f"br i1 {f.value(f'icmp eq i64 {bits}, 0')}, label %{end}, label %{start}")
    f.label(start)
    f.do(f"{left} = phi i64 [ {bits}, %{before} ], [ {rest}, %{start} ]")
    lane = _sum(f, first, f.value(f"call i64 @llvm.cttz.i64(i64 {left}, i1 true)"))
    place = _sum(f, f.value(f"mul i64 {lane}, {roles}"), role)
    f.do(f"store i16 {value}, ptr {f.value(f'getelementptr i16, ptr %goals, i64 {place}')}, align 2")
    f.do(f"{rest} = and i64 {left}, {f.value(f'sub i64 {left}, 1')}")
    f.do(f"br i1 {f.value(f'icmp eq i64 {rest}, 0')}, label %{end}, label %{start}")
    f.label(end)


def _batch(target: Target, look_function: str, advance_function: str) -> str:
    """``batch``: see ``batch_function``."""
    f = Function(target, "batch", [*(("ptr", name) for name in POINTERS), ("i64", "n")])
    given = {name: f.value(f"icmp ne ptr %{name}, null") for name in ("moves", "over", "legal")}
    names = ("fluents", "row_words", "roles", "following", "legal", "legal_planes", "legal_words")
    plan = {name: _planned(f, name) for name in names}
    values, following, legal = f.at("%w", 1), f.at("%w", plan["following"]), f.at("%w", plan["legal"])
    looked = f.value(f"or i1 {given['over']}, {given['legal']}")

    def block(number: str) -> None:
        first = f.times(number, target.lanes)
        left = f.value(f"sub i64 %n, {first}")
        is_part = f.value(f"icmp slt i64 {left}, {target.lanes}")
        lanes = f.value(f"select i1 {is_part}, i64 {left}, i64 {target.lanes}")

        def part(name: str, kind: str, width: str) -> str:
            return f.value(f"getelementptr {kind}, ptr %{name}, i64 {f.value(f'mul i64 {first}, {width}')}")

        def turn(name: str, planes: str, rows: str, words: str, bits: str) -> None:
            f.do(f"call void @{name}(ptr {planes}, ptr {rows}, i64 {lanes}, i64 {words}, i64 {bits})")

        def advance() -> None:
            f.do(f"call void @make_moves(ptr %w, ptr %plan, ptr {part('moves', 'i64', plan['roles'])}, i64 {lanes})")
            f.do(f"call void {advance_function}(ptr %w, ptr %table)")
            rows = part("following", "i64", plan["row_words"])
            turn("leave", following, rows, plan["row_words"], plan["fluents"])
            f.repeat(plan["fluents"], lambda plane: f.store(f.load(following, plane), values, plane))

        def judge() -> None:
            places = f"ptr {part('over', 'i8', '1')}, ptr {part('goals', 'i16', plan['roles'])}"
            f.do(f"call void @judge(ptr %w, ptr %plan, {places}, i64 {lanes})")

        def show() -> None:
            rows = part("legal", "i64", plan["legal_words"])
            turn("leave", legal, rows, plan["legal_words"], plan["legal_planes"])

        turn("enter", values, part("rows", "i64", plan["row_words"]), plan["row_words"], plan["fluents"])
        f.when(given["moves"], advance)
        f.when(looked, lambda: f.do(f"call void {look_function}(ptr %w, ptr %table)"))
        f.when(given["over"], judge)
        f.when(given["legal"], show)

    f.repeat(f.value(f"udiv i64 {f.value(f'add i64 %n, {target.lanes - 1}')}, {target.lanes}"), block)
    f.do("ret void")
    return f.text()
