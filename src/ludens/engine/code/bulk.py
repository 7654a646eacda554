"""Very many games from few positions, of which only the sums are wanted: everything in registers.

A thread, or a vector, plays its lanes until each has played its games, and adds the sums of its position to the results
at the end. The numbers are those of ``playouts`` for the same words where a word has 64 bits; shorter words have a
random generator of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludens.engine.code.assembly import ZEROS, declarations
from ludens.engine.code.choice import Choice, padded
from ludens.engine.code.in_turn import side_by_side
from ludens.engine.code.kernel import draw
from ludens.engine.code.registers import WORKSPACE, Gates, Registers
from ludens.engine.layout import Layout
from ludens.engine.target import Target

POINTERS = ("start", "more", "results")
NUMBERS = ("seed", "limit", "word", "per_position", "positions")

STEPS, FINISHED, CUT, SUMS = range(4)
"""Places of the sums of a position; those of the goals come last."""

GAMMA, FIRST, SECOND = (
    number - (1 << 64) for number in (0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB)
)


@dataclass(frozen=True, slots=True)
class Variant:
    """What is known when the code is written: how many bits the numbers of games and of steps have; 0 is none."""

    game_bits: int
    age_bits: int = 0


def results_of(layout: Layout) -> int:
    """How many sums a position has."""
    return SUMS + layout.goals


def bulk_code(layout: Layout, target: Target, variant: Variant) -> str:
    """``bulk(start, more, results, seed, limit, word, per_position, positions)``.

    ``start``: by fluent and position, a word of ones or of zeros. ``more``: by bit and word of a position, the games of
    each lane after its first. ``results``: by position, the sums. ``seed``: mixed already. ``word``: the number of the
    word, or of the first one of a vector, whose number must divide ``per_position``. ``limit``: steps after which games
    are cut, below 2 to the power of the variant's ``age_bits``.
    """
    f = Registers(target, "bulk", [*(("ptr", name) for name in POINTERS), *(("i64", name) for name in NUMBERS)])
    return "\n".join([declarations(target), _reductions(target), _Bulk(f, layout, variant).text()])


class _Bulk:
    def __init__(self, f: Registers, layout: Layout, variant: Variant) -> None:
        self.f, self.layout, self.variant, self.circuit = f, layout, variant, layout.circuit
        self.carried: list[tuple[str, str]] = []
        """Of each value that goes from one step to the next: its name, and what it is at first."""

    def text(self) -> str:
        f, circuit, variant = self.f, self.circuit, self.variant
        position = f.value("udiv i64 %word, %per_position")
        index = f.value("urem i64 %word, %per_position")
        start = []
        for fluent in range(len(circuit.fluents)):
            address = self._address("%start", fluent, "%positions", position)
            start.append(_spread_word(f, f.value(f"load {f.target.word}, ptr {address}")))
        remaining = []
        for bit in range(variant.game_bits):
            address = self._address("%more", bit, "%per_position", index)
            remaining.append(f.value(f"load {f.plane}, ptr {address}, align {f.target.word_bits // 8}"))
        seeds = [_seeded(f, number) for number in range(2)]
        counters = STEPS, FINISHED, CUT, *(SUMS + goal for goal in range(self.layout.goals))
        before = f.block
        f.do("br label %step")
        f.label("step")
        place = len(f.lines)
        fluents = [self._carry(f"fluent{number}", first) for number, first in enumerate(start)]
        left = [self._carry(f"left{bit}", first) for bit, first in enumerate(remaining)]
        age = [self._carry(f"age{bit}", ZEROS) for bit in range(variant.age_bits)]
        state = [self._carry(f"random{number}", seed) for number, seed in enumerate(seeds)]
        counts = [self._carry(f"count{number}", ZEROS) for number in counters]
        active = self._carry("active", f.ones)

        gates = Gates(f, circuit, enumerate(fluents, start=1))
        gates.evaluate(circuit.blocks[: circuit.state_blocks])
        over = f.both(gates.value(circuit.terminal), active)
        chosen, stuck = f.without(active, over), ZEROS
        for found, none in self._choose_all(gates, state):
            chosen, stuck = f.both(chosen, found), f.either(stuck, none)
        alive = f.without(active, over)
        cut = f.both(alive, f.either(stuck, self._too_old(age)))
        moved, done = f.without(chosen, cut), f.either(over, cut)
        gates.evaluate(circuit.blocks[circuit.state_blocks :])
        after = [
            f.choose(done, first, f.choose(moved, gates.value(literal), now))
            for first, literal, now in zip(start, circuit.following, fluents, strict=True)
        ]
        goals = [gates.value(literal) for values in circuit.goals for _, literal in values]
        counted = [moved, over, cut, *(f.both(over, goal) for goal in goals)]
        out, fewer = done, []
        for plane in left:
            fewer.append(f.differ(plane, out))
            out = f.without(out, plane)
        carry, older = moved, []
        for plane in age:
            older.append(f.without(f.differ(plane, carry), done))
            carry = f.both(carry, plane)
        sums = [f.plus(total, f.count(lanes)) for total, lanes in zip(counts, counted, strict=True)]
        still = f.without(active, out)
        f.do(f"br i1 {f.any(still)}, label %step, label %finished")
        for (name, first), value in zip(self.carried, [*after, *fewer, *older, *state, *sums, still], strict=True):
            f.lines.insert(place, f"  {name} = phi {f.plane} [ {first}, %{before} ], [ {value}, %{f.block} ]")
        f.label("finished")
        first = f.value(f"mul i64 {position}, {results_of(self.layout)}")
        for number, total in zip(counters, sums, strict=True):
            address = f.value(f"getelementptr i64, ptr %results, i64 {f.value(f'add i64 {first}, {number}')}")
            f.do(f"atomicrmw add ptr {address}, i64 {_added_up(f, total)} monotonic")
        f.do("ret void")
        return f.text()

    def _carry(self, name: str, first: str) -> str:
        self.carried.append((f"%{name}", first))
        return f"%{name}"

    def _choose_all(self, gates: Gates, state: list[str]) -> Iterator[tuple[str, str]]:
        """Sets the nodes of all moves; the lanes that have chosen, and those without a legal move, for each choice."""
        f, circuit, waiting = self.f, self.circuit, self.layout.waiting
        firsts = [circuit.first_move + sum(map(len, circuit.moves[:role])) for role in range(len(circuit.roles))]
        if waiting is None:
            for role, legal in enumerate(circuit.legal):
                made, found, none = self._choice([gates.value(literal) for literal in legal], state)
                yield found, none
                for number, plane in enumerate(made):
                    gates.set(firsts[role] + number, plane)
            return
        waits = [gates.value(circuit.legal[role][move]) for role, move in enumerate(waiting)]
        places, together = side_by_side(self.layout), []
        for moves in places:
            legal = ZEROS
            for role, move in moves:
                legal = f.either(legal, gates.value(circuit.legal[role][move]))
            together.append(legal)
        made, found, none = self._choice(together, state)
        yield found, none
        for plane, moves in zip(made, places, strict=True):
            for role, move in moves:
                gates.set(firsts[role] + move, f.without(plane, waits[role]))
        for role, move in enumerate(waiting):
            gates.set(firsts[role] + move, waits[role])

    def _choice(self, legal: list[str], state: list[str]) -> tuple[list[str], str, str]:
        """One of some moves in all lanes: the lanes of each, those that have chosen, and those without a legal one."""
        f, planes = self.f, padded(len(legal))
        among, does, scratch = (f.at(WORKSPACE, number * planes) for number in range(3))
        for number in range(planes):
            f.store(legal[number] if number < len(legal) else ZEROS, among, number)
        found, none = Choice(len(legal)).emit(f, among, does, scratch, lambda: _drawn(f, state))
        return [f.load(does, number) for number in range(len(legal))], found, none

    def _too_old(self, age: list[str]) -> str:
        """The lanes whose game has had ``limit`` steps."""
        f, equal = self.f, self.f.ones if age else ZEROS
        for bit, plane in enumerate(age):
            shifted = f.value(f"lshr i64 %limit, {bit}")
            wanted = f.value(f"sub i64 0, {f.value(f'and i64 {shifted}, 1')}")
            equal = f.without(equal, f.differ(f.spread(wanted), plane))
        return equal

    def _address(self, base: str, row: int, width: str, column: str) -> str:
        f = self.f
        place = f.value(f"add i64 {f.value(f'mul i64 {width}, {row}')}, {column}")
        return f.value(f"getelementptr {f.target.word}, ptr {base}, i64 {place}")


def _spread_word(f: Registers, word: str) -> str:
    """A plane in which every word is the same."""
    return f.spread(word) if f.target.words > 1 else word


def _drawn(f: Registers, state: list[str]) -> str:
    """The next random plane."""
    return draw(f, state) if f.target.word_bits == 64 else _short_draw(f, state)


def _short_draw(f: Registers, state: list[str]) -> str:
    """The next of xoroshiro64* (Blackman and Vigna 2018), for words of 32 bits."""
    result = f.value(f"mul {f.plane} {state[0]}, {f.all(0x9E37_79BB)}")
    mixed = f.differ(state[0], state[1])
    state[0] = f.differ(f.differ(f.rotate(state[0], 26), mixed), f.shift_left(mixed, 9))
    state[1] = f.rotate(mixed, 13)
    return result


def _seeded(f: Registers, place: int) -> str:
    """One of the two first states of the generators, as ``random_words`` makes them."""
    target = f.target
    found = []
    for word in range(target.words):
        number = f.value(f"add i64 {f.value('shl i64 %word, 1')}, {2 * word + place}")
        mixed = f.value(f"add i64 %seed, {f.value(f'mul i64 {number}, {GAMMA}')}")
        for shift, factor in ((30, FIRST), (27, SECOND)):
            shifted = f.value(f"lshr i64 {mixed}, {shift}")
            mixed = f.value(f"mul i64 {f.value(f'xor i64 {mixed}, {shifted}')}, {factor}")
        found.append(f.value(f"xor i64 {mixed}, {f.value(f'lshr i64 {mixed}, 31')}"))
    if target.words == 1:
        return f.spread(found[0])
    vector = "poison"
    for word, value in enumerate(found):
        vector = f.value(f"insertelement {f.plane} {vector}, i64 {value}, i32 {word}")
    return vector


def _added_up(f: Registers, plane: str) -> str:
    """The sum of the words of a plane, as an i64."""
    target = f.target
    if target.words > 1:
        plane = f.value(f"call {target.word} @{_reduction_name(target)}({f.plane} {plane})")
    return plane if target.word_bits == 64 else f.value(f"zext {target.word} {plane} to i64")


def _reductions(target: Target) -> str:
    return f"declare {target.word} @{_reduction_name(target)}({target.plane})" if target.words > 1 else ""


def _reduction_name(target: Target) -> str:
    return f"llvm.vector.reduce.add.v{target.words}{target.word}"
