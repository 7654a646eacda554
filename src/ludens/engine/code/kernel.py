"""The kernels: whole playouts in every lane, and single evaluations for the batch operations."""

from __future__ import annotations

import functools

from ludens.engine.code.assembly import ZEROS, Function, declarations
from ludens.engine.code.choice import Choice, WeightedChoice, padded
from ludens.engine.code.prefer_code import (
    LEAVES_AT,
    LEVELS,
    SHIFTS_AT,
    forget,
    part,
    prefer_function,
    remember,
    role_table,
)
from ludens.engine.code.shared_choice import choose_together
from ludens.engine.compiled import TALLY_BITS
from ludens.engine.layout import AGE_BITS, MOST_LEVELS, Layout
from ludens.engine.target import Target

WORD_BITS = 64
"""What a word must have: its random generator and its counters are that wide."""

RECORD_MOVES, RECORD_TALLIES = 1, 2
"""What ``record`` of ``playouts`` may ask for, added up."""


def kernel_code(layout: Layout, target: Target, *, guided: bool = True) -> str:
    """The module's functions apart from those of the gates.

    ``look(w, table)`` evaluates positions, ``advance(w, table)`` makes the moves that are set, and
    ``playouts(w, table, games, limit, record, guidance)`` plays: each lane as many games as its remaining number plus
    one, of which ``games`` is the number of planes in use; games are cut after ``limit`` steps, never if that is 0;
    with RECORD_MOVES the moves that were played are kept, with RECORD_TALLIES the games that ended and the goals that
    were reached are counted lane by lane; ``guidance`` is the address of a preference's table, or 0. Code that is not
    ``guided``, which is about half as long, leaves preferences out: there ``guidance`` must be 0.
    Raises ValueError for a target whose words are too short.
    """
    if target.word_bits != WORD_BITS:
        raise ValueError(f"playouts need words of {WORD_BITS} bits, and those of {target.name} have {target.word_bits}")
    draw_stored = functools.partial(_draw_stored, layout)
    choices = []
    for count in sorted(set(map(len, layout.circuit.moves))):
        if guided or layout.turns is None:
            choices.append(_choose(layout, target, count))
        if guided:
            choices += [_choose_weighted(layout, target, count), prefer_function(layout, target, count, draw_stored)]
    if layout.turns is not None:
        choices.append(choose_together(layout, target, draw))
    playing = [_settle(layout, target), _playouts(layout, target, guided=guided)]
    return "\n".join([declarations(target), *choices, _look(target), _advance(target), *playing])


def _look(target: Target) -> str:
    f = Function(target, "look", [("ptr", "w"), ("ptr", "table")])
    f.do("call void @state_cone(ptr %w, ptr %table)")
    f.do("call void @goal_cone(ptr %w, ptr %table)")
    f.do("ret void")
    return f.text()


def _advance(target: Target) -> str:
    f = Function(target, "advance", [("ptr", "w"), ("ptr", "table")])
    f.do("call void @state_cone(ptr %w, ptr %table)")
    f.do("call void @move_cone(ptr %w, ptr %table)")
    f.do("ret void")
    return f.text()


def _choose(layout: Layout, target: Target, count: int) -> str:
    """The function that chooses among so many moves in all lanes; roles with equally many share it.

    ``among``: the planes of the moves. ``does``: where the chosen ones are written. ``chosen``: where lanes are written
    that have chosen, and, as many planes behind as there are roles, those that have no legal move.
    """
    f = Function(target, f"choose{count}", [("ptr", name) for name in ("w", "among", "does", "chosen")])
    _emit_choice(f, layout, Choice(count), ("%among", "%does"))
    return f.text()


def _choose_weighted(layout: Layout, target: Target, count: int) -> str:
    """The same in proportion to weights; ``leaves`` and ``shifts`` are parts of a preference's table."""
    f = Function(target, f"choose_weighted{count}", [("ptr", name) for name in ("w", "leaves", "shifts", "chosen")])
    _emit_choice(f, layout, WeightedChoice(count), ("%leaves", "%shifts"))
    return f.text()


def _emit_choice(f: Function, layout: Layout, choice: Choice, planes: tuple[str, str]) -> None:
    at = layout.sections
    scratch = f.at("%w", at["scratch"])
    state = [f.load("%w", at["random"]), f.load("%w", at["random"] + 1)]
    chosen, none = choice.emit(f, *planes, scratch, lambda: draw(f, state))
    f.store(chosen, "%chosen")
    f.store(none, "%chosen", at["none"] - at["chosen"])
    f.store(state[0], "%w", at["random"])
    f.store(state[1], "%w", at["random"] + 1)
    f.do("ret void")


def _draw_stored(layout: Layout, f: Function) -> str:
    """The next random plane, where the state of the generators is in memory."""
    at = layout.sections["random"]
    state = [f.load("%w", at), f.load("%w", at + 1)]
    drawn = draw(f, state)
    f.store(state[0], "%w", at)
    f.store(state[1], "%w", at + 1)
    return drawn


def draw(f: Function, state: list[str]) -> str:
    """The next of xoroshiro128+ (Blackman and Vigna 2018), one generator a word."""
    result = f.plus(state[0], state[1])
    mixed = f.differ(state[0], state[1])
    shifted = f.shift_left(mixed, 16)
    state[0] = f.differ(f.differ(f.rotate(state[0], 24), mixed), shifted)
    state[1] = f.rotate(mixed, 37)
    return result


def _playouts(layout: Layout, target: Target, *, guided: bool) -> str:
    numbers = [("i64", name) for name in ("games", "limit", "record", "guidance")]
    f = Function(target, "playouts", [("ptr", "w"), ("ptr", "table"), *numbers])
    at, roles = layout.sections, range(len(layout.circuit.roles))
    f.do("%guide = inttoptr i64 %guidance to ptr")
    f.do("%guided = icmp ne i64 %guidance, 0")
    if guided:
        f.when("%guided", lambda: forget(f, layout))
    f.store(f.ones, "%w", layout.sections["begun"])
    f.do("br label %step")
    f.label("step")
    active = f.load("%w", at["active"])
    f.do(f"br i1 {f.any(active)}, label %play, label %finished")
    f.label("play")
    f.do("call void @playing_cone(ptr %w, ptr %table)")
    ready = f.without(active, f.load("%w", at["unsettled"]))
    over = f.both(f.load("%w", at["outputs"]), ready)

    _choose_all(f, layout, guided=guided)
    alive = f.without(ready, over)
    stuck, chosen = ZEROS, alive
    for role in roles:
        stuck = f.either(stuck, f.load("%w", at["none"] + role))
        chosen = f.both(chosen, f.load("%w", at["chosen"] + role))
    cut = f.both(alive, f.either(stuck, _too_old(f, at["age"])))
    moved = f.without(chosen, cut)
    done = f.either(over, cut)
    f.do("call void @move_cone(ptr %w, ptr %table)")
    f.add_counts(f.count(moved), "%w", at["steps"])
    _finish_games(f, layout, active, over, cut)
    _grow_older(f, at["age"], moved, f.both(done, f.load("%w", at["active"])))
    _record(f, layout, moved)
    stays = f.without(f.without(active, moved), done)
    if guided:
        f.when("%guided", lambda: remember(f, layout, moved, done, stays))
    if layout.goals_wait:
        f.when(f.any(over), lambda: _keep_final(f, layout, over))

    def follow(fluent: str) -> None:
        now = f.load("%w", f.times(fluent, 1, at["values"] + 1))
        after = f.choose(moved, f.load("%w", f.times(fluent, 1, at["following"])), now)
        again = f.choose(done, f.load("%w", f.times(fluent, 1, at["start"])), after)
        f.store(again, "%w", f.times(fluent, 1, at["values"] + 1))

    f.repeat(len(layout.circuit.fluents), follow)
    f.store(done, "%w", at["begun"])
    f.do("br label %step")
    f.label("finished")
    if layout.goals_wait:
        f.do("call void @settle(ptr %w, ptr %table, i64 %record)")
    f.do("ret void")
    return f.text()


def _choose_all(f: Function, layout: Layout, *, guided: bool) -> None:
    """The moves of all roles."""

    def by_themselves() -> None:
        f.do("call void @legal_cone(ptr %w)")
        for role in range(len(layout.circuit.roles)):
            if guided:
                _choose_or_prefer(f, layout, role)
            else:
                choose_among(f, layout, role, legal_planes(f, layout, role))

    if layout.turns is None:
        by_themselves()
    elif guided:
        f.when("%guided", by_themselves)
        f.when(f.value("xor i1 %guided, true"), lambda: f.do("call void @choose_together(ptr %w)"))
    else:
        f.do("call void @choose_together(ptr %w)")


def choose_among(f: Function, layout: Layout, role: int, among: str) -> None:
    """A role's moves in all lanes, of those whose planes begin at an address."""
    does, chosen = f.at("%w", layout.does[role]), f.at("%w", layout.sections["chosen"] + role)
    f.do(f"call void @choose{len(layout.circuit.moves[role])}(ptr %w, ptr {among}, ptr {does}, ptr {chosen})")


def legal_planes(f: Function, layout: Layout, role: int) -> str:
    """Where the planes of a role's legal moves begin."""
    return f.at("%w", layout.sections["outputs"] + layout.legal_output(role))


def _choose_or_prefer(f: Function, layout: Layout, role: int) -> None:
    """A role's moves in all lanes: of all legal ones or, where the table says so, of those it prefers."""
    guided, prefer, weighted, plain, end = (f.new_label() for _ in range(5))
    at, count = layout.sections, len(layout.circuit.moves[role])
    legal = legal_planes(f, layout, role)
    allowed, taken = f.at("%w", at["allowed"]), f.at("%w", at["taken"] + role * (MOST_LEVELS + 1))
    chosen = f.at("%w", at["chosen"] + role)
    before = f.block
    f.do(f"br i1 %guided, label %{guided}, label %{plain}")
    f.label(guided)
    numbers = role_table(f, role)
    leaves = f.number(numbers, LEAVES_AT)
    some = f.value(f"icmp ne i64 {f.value(f'or i64 {f.number(numbers, LEVELS)}, {leaves}')}, 0")
    f.do(f"br i1 {some}, label %{prefer}, label %{plain}")
    f.label(prefer)
    f.do(f"call void @prefer{count}(ptr %w, ptr %guide, ptr {numbers}, ptr {legal}, ptr {taken})")
    heavy = f.value(f"icmp ne i64 {leaves}, 0")
    f.do(f"br i1 {heavy}, label %{weighted}, label %{plain}")
    f.label(weighted)
    parts = f"ptr {part(f, numbers, LEAVES_AT)}, ptr {part(f, numbers, SHIFTS_AT)}"
    f.do(f"call void @choose_weighted{count}(ptr %w, {parts}, ptr {chosen})")
    f.do(f"br label %{end}")
    f.label(plain)
    among = f.value(f"phi ptr [ {legal}, %{before} ], [ {legal}, %{guided} ], [ {allowed}, %{prefer} ]")
    choose_among(f, layout, role, among)
    f.do(f"br label %{end}")
    f.label(end)


def _too_old(f: Function, age: int) -> str:
    """The lanes whose game has had ``limit`` steps; none when there is no limit."""
    limited, test, end = f.value("icmp ne i64 %limit, 0"), f.new_label(), f.new_label()
    before = f.block
    f.do(f"br i1 {limited}, label %{test}, label %{end}")
    f.label(test)
    equal = f.ones
    for bit in range(AGE_BITS):
        shifted = f.value(f"lshr i64 %limit, {bit}")
        wanted = f.value(f"sub i64 0, {f.value(f'and i64 {shifted}, 1')}")
        equal = f.without(equal, f.differ(f.spread(wanted), f.load("%w", age + bit)))
    f.do(f"br label %{end}")
    f.label(end)
    return f.merged([(ZEROS, before), (equal, test)])


def _finish_games(f: Function, layout: Layout, active: str, over: str, cut: str) -> None:
    """Counts the games that ended, and retires the lanes that have none left."""
    at = layout.sections

    def count() -> None:
        f.add_counts(f.count(over), "%w", at["finished"])
        f.add_counts(f.count(cut), "%w", at["cut"])
        f.store(f.either(over, f.load("%w", at["ended"])), "%w", at["ended"])
        if not layout.goals_wait:
            f.do("call void @goal_cone(ptr %w, ptr %table)")
            _count_goals(f, layout, over)
        _retire(f, at, active, f.either(over, cut))

    f.when(f.any(f.either(over, cut)), count)


def _count_goals(f: Function, layout: Layout, over: str) -> None:
    """Adds what was reached in the lanes whose game is over to the results."""
    at = layout.sections

    def count(goal: str) -> None:
        reached = f.both(over, f.load("%w", f.times(goal, 1, at["outputs"] + 1)))
        f.add_counts(f.count(reached), "%w", f.times(goal, 1, at["sums"]))
        place = f.times(goal, 1, at["results"])
        f.store(f.either(reached, f.load("%w", place)), "%w", place)

    f.repeat(layout.goals, count)
    f.when(_recorded(f, RECORD_TALLIES), lambda: _tally(f, layout, over))


def _keep_final(f: Function, layout: Layout, over: str) -> None:
    """Keeps the positions of games that are over, after looking at those kept before if a lane has one already."""
    at = layout.sections
    again = f.any(f.both(over, f.load("%w", at["pending"])))
    f.when(again, lambda: f.do("call void @settle(ptr %w, ptr %table, i64 %record)"))

    def keep(fluent: str) -> None:
        place = f.times(fluent, 1, at["final"])
        now = f.load("%w", f.times(fluent, 1, at["values"] + 1))
        f.store(f.choose(over, now, f.load("%w", place)), "%w", place)

    f.repeat(len(layout.circuit.fluents), keep)
    f.store(f.either(over, f.load("%w", at["pending"])), "%w", at["pending"])


def _settle(layout: Layout, target: Target) -> str:
    """``settle(w, table, record)``: counts the goals of the last positions that were kept.

    Leaves the fluents as they were, but not what was worked out from them.
    """
    f = Function(target, "settle", [("ptr", "w"), ("ptr", "table"), ("i64", "record")])
    at = layout.sections

    def exchange(fluent: str) -> None:
        first, second = f.times(fluent, 1, at["values"] + 1), f.times(fluent, 1, at["final"])
        now, final = f.load("%w", first), f.load("%w", second)
        f.store(final, "%w", first)
        f.store(now, "%w", second)

    if layout.goals_wait:
        f.repeat(len(layout.circuit.fluents), exchange)
        for place, variable in enumerate(layout.growing_variables, start=at["held"]):
            f.store(f.load("%w", variable), "%w", place)
        f.do("call void @state_cone(ptr %w, ptr %table)")
        f.do("call void @goal_cone(ptr %w, ptr %table)")
        _count_goals(f, layout, f.load("%w", at["pending"]))
        f.repeat(len(layout.circuit.fluents), exchange)
        for place, variable in enumerate(layout.growing_variables, start=at["held"]):
            f.store(f.load("%w", place), "%w", variable)
        f.store(ZEROS, "%w", at["pending"])
    f.do("ret void")
    return f.text()


def _tally(f: Function, layout: Layout, over: str) -> None:
    """Adds one, in the lanes whose game is over, to the counter of games and to those of the goals that hold."""
    at = layout.sections

    def count(number: str) -> None:
        reached = f.both(over, f.load("%w", f.times(number, 1, at["outputs"])))
        first = f.times(number, TALLY_BITS, at["tally"])
        before, start, end = f.block, f.new_label(), f.new_label()
        f.do(f"br i1 {f.any(reached)}, label %{start}, label %{end}")
        f.label(start)
        bit, after, carry, left = (f"%{name}_{start}" for name in ("bit", "after", "carry", "left"))
        f.do(f"{bit} = phi i64 [ 0, %{before} ], [ {after}, %{start} ]")
        f.do(f"{carry} = phi {f.plane} [ {reached}, %{before} ], [ {left}, %{start} ]")
        address = f.value(f"add i64 {first}, {bit}")
        plane = f.load("%w", address)
        f.store(f.differ(plane, carry), "%w", address)
        f.do(f"{left} = and {f.plane} {carry}, {plane}")
        f.do(f"{after} = add i64 {bit}, 1")
        more = f.value(f"icmp ult i64 {after}, {TALLY_BITS}")
        goes_on = f.value(f"and i1 {more}, {f.any(left)}")
        f.do(f"br i1 {goes_on}, label %{start}, label %{end}")
        f.label(end)

    f.repeat(1 + layout.goals, count)


def _recorded(f: Function, what: int) -> str:
    """Whether something is to be recorded, as an i1."""
    return f.value(f"icmp ne i64 {f.value(f'and i64 %record, {what}')}, 0")


def _retire(f: Function, at: dict[str, int], active: str, done: str) -> None:
    """Takes one from the remaining number of the lanes that are done; where it was 0 they become inactive."""
    before, start, end = f.block, f.new_label(), f.new_label()
    none = f.value("icmp eq i64 %games, 0")
    f.do(f"br i1 {none}, label %{end}, label %{start}")
    f.label(start)
    bit, after = f"%bit_{start}", f"%after_{start}"
    borrow, left = f"%borrow_{start}", f"%left_{start}"
    f.do(f"{bit} = phi i64 [ 0, %{before} ], [ {after}, %{start} ]")
    f.do(f"{borrow} = phi {f.plane} [ {done}, %{before} ], [ {left}, %{start} ]")
    address = f.value(f"add i64 {bit}, {at['remaining']}")
    plane = f.load("%w", address)
    f.store(f.differ(plane, borrow), "%w", address)
    f.do(f"{left} = and {f.plane} {borrow}, {f.invert(plane)}")
    f.do(f"{after} = add i64 {bit}, 1")
    more = f.value(f"icmp ult i64 {after}, %games")
    f.do(f"br i1 {more}, label %{start}, label %{end}")
    f.label(end)
    out = f.merged([(done, before), (left, start)])
    f.store(f.without(active, out), "%w", at["active"])


def _grow_older(f: Function, age: int, moved: str, again: str) -> None:
    """Adds one to the age of the games that moved; ``again`` are the lanes that begin a new one."""

    def grow() -> None:
        carry, young = moved, f.invert(again)
        for bit in range(AGE_BITS):
            plane = f.load("%w", age + bit)
            f.store(f.both(young, f.differ(plane, carry)), "%w", age + bit)
            carry = f.both(carry, plane)

    f.when(f.value("icmp ne i64 %limit, 0"), grow)


def _record(f: Function, layout: Layout, moved: str) -> None:
    """Keeps, for each move, the lanes in which it was played."""
    moves = sum(padded(len(moves)) for moves in layout.circuit.moves)

    def record() -> None:
        def keep(move: str) -> None:
            played = f.times(move, 1, layout.sections["played"])
            does = f.load("%w", f.times(move, 1, layout.does[0]))
            f.store(f.either(f.load("%w", played), f.both(does, moved)), "%w", played)

        f.repeat(moves, keep)

    f.when(_recorded(f, RECORD_MOVES), record)
