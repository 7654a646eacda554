"""Very many games from few positions, of which only the sums are wanted: everything in registers.

A thread, or a vector, plays its lanes until each has played its games, and adds the sums of its position to the results
at the end. The numbers are those of ``playouts`` for the same 64-bit words. A word of 32 bits is half of such a one: it
has the generator of the whole word and takes its own half of what that draws.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ludens.circuit.counting import Counted
from ludens.circuit.network import Literal
from ludens.circuit.taking_turns import turn_literals, waiting_move
from ludens.engine.code.assembly import ZEROS, declarations
from ludens.engine.code.choice import DRAWS, Choice, padded
from ludens.engine.code.counting_code import Counting
from ludens.engine.code.generator import DECLARATIONS, Generator
from ludens.engine.code.in_turn import side_by_side
from ludens.engine.code.registers import WORKSPACE, Gates, Registers
from ludens.engine.code.thrifty_choice import ThriftyChoice
from ludens.engine.layout import Layout
from ludens.engine.target import Target

POINTERS = ("start", "more", "results")
NUMBERS = ("seed", "limit", "word", "per_position", "row_words")

STEPS, FINISHED, CUT, SUMS = range(4)
"""Places of the sums of a position; those of the goals come last."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What is known when the code is written.

    ``game_bits``, ``age_bits``: how many bits the numbers of games and of steps have. Without the latter games are
    never cut. ``from_initial``: whether all games begin in the game's own first position.
    """

    game_bits: int
    age_bits: int = 0
    from_initial: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Way:
    """How the code is written where values do not fit into registers; the numbers do not depend on it.

    ``thrifty``: with fewer values at a time in the choice of a move, some of which are worked out twice. ``again``: all
    that is asked about a position comes first, and what follows is worked out from the fluents anew, so that nothing
    but these waits meanwhile. ``told``: fluents that are not kept, by number: each is true where none of its literals
    is. ``counted``: what goals depend on, by literal, where that is numbers alone.
    """

    thrifty: bool = False
    again: bool = False
    told: Mapping[int, tuple[Literal, ...]] = field(default_factory=dict)
    counted: Mapping[Literal, Counted] = field(default_factory=dict)


PLAIN = Way()


def results_of(layout: Layout) -> int:
    """How many sums a position has."""
    return SUMS + layout.goals


def bulk_code(layout: Layout, target: Target, variant: Variant) -> str:
    """``bulk(start, more, results, seed, limit, word, per_position, row_words)``.

    ``start``: rows of positions, ``row_words`` words of the target in each. ``more``: by bit and word of a position,
    the games of each lane after its first. ``results``: by position, the sums. ``seed``: mixed already. ``word``: the
    number of the word, or of the first one of a vector, whose number must divide ``per_position``. ``limit``: steps
    after which games are cut, below 2 to the power of the variant's ``age_bits``.
    """
    return "\n".join([bulk_declarations(target), bulk_function(layout, target, variant)])


def bulk_declarations(target: Target) -> str:
    """What has to stand before ``bulk_function``."""
    return "\n".join([declarations(target), DECLARATIONS, _reductions(target)])


def bulk_function(layout: Layout, target: Target, variant: Variant, way: Way = PLAIN) -> str:
    """The function alone, whose loop goes from ``step:`` to ``finished:``; see ``bulk_code``."""
    f = Registers(target, "bulk", [*(("ptr", name) for name in POINTERS), *(("i64", name) for name in NUMBERS)])
    return _Bulk(f, layout, variant, way).text()


class _Bulk:
    def __init__(self, f: Registers, layout: Layout, variant: Variant, way: Way) -> None:
        self.f, self.layout, self.variant, self.way, self.circuit = f, layout, variant, way, layout.circuit
        self.kept = [fluent for fluent in range(len(self.circuit.fluents)) if fluent not in way.told]
        """The fluents that go from one step to the next."""
        self.carried: list[tuple[str, str, str]] = []
        """Of each value that goes from one step to the next: its type, its name, and what it is at first."""

    def text(self) -> str:
        f, circuit, variant = self.f, self.circuit, self.variant
        position = f.value("udiv i64 %word, %per_position")
        index = f.value("urem i64 %word, %per_position")
        rows = [] if variant.from_initial else self._rows(position)
        start = [self._start(rows, fluent) for fluent in self.kept]
        remaining = [self._more(bit, index) for bit in range(variant.game_bits)]
        generator = Generator(f, "%seed", "%word")
        counters = FINISHED, CUT, *(SUMS + goal for goal in range(self.layout.goals))
        before = f.block
        f.do("br label %step")
        f.label("step")
        place = len(f.lines)
        fluents = {n: self._carry(f"fluent{n}", first) for n, first in zip(self.kept, start, strict=True)}
        left = [self._carry(f"left{bit}", first) for bit, first in enumerate(remaining)]
        age = [self._carry(f"age{bit}", ZEROS) for bit in range(variant.age_bits)]
        generator.state = [
            self._carry(f"random{number}", first, generator.kind) for number, first in enumerate(generator.state)
        ]
        steps = self._carry("steps", "0", "i64")
        counts = [self._carry(f"count{number}", ZEROS) for number in counters]
        active = self._carry("active", f.ones)
        loops = [variable for block in self.layout.growing for variable, _ in block.loops]
        grown = [self._carry(f"loop{variable}", ZEROS) for variable in loops]
        begun = self._carry("begun", f.ones) if loops else ZEROS

        gates = self._gates(fluents, zip(loops, grown, strict=True))
        ready = f.without(active, self._position(gates, begun))
        grown = [gates.value(2 * variable) for variable in loops]
        over = f.both(gates.value(circuit.terminal), ready)
        ended = self._ended(gates, over) if self.way.again else []
        chosen, stuck = f.without(ready, over), ZEROS
        for found, none in self._choose_all(gates, generator):
            chosen, stuck = f.both(chosen, found), f.either(stuck, none)
        alive = f.without(ready, over)
        cut = f.both(alive, f.either(stuck, self._too_old(age)))
        moved, done = f.without(chosen, cut), f.either(over, cut)
        if self.way.again:
            gates.forget()
        for block in circuit.blocks[circuit.state_blocks :]:
            gates.evaluate(block)
        after = []
        for fluent, now in fluents.items():
            following = f.choose(moved, gates.value(circuit.following[fluent]), now)
            after.append(f.choose(done, self._start(rows, fluent), following))
        added = [f.count(over), f.count(cut), *(ended or self._ended(gates, over))]
        fewer, out = self._fewer(left, done)
        older = self._older(age, moved, done)
        total = f.value(f"add i64 {steps}, {_added_up(f, f.count(moved))}")
        sums = [f.plus(count, more) for count, more in zip(counts, added, strict=True)]
        still = f.without(active, out)
        f.do(f"br i1 {f.any(still)}, label %step, label %finished")
        values = [*after, *fewer, *older, *generator.state, total, *sums, still, *grown, *([done] if loops else [])]
        for (kind, name, first), value in zip(self.carried, values, strict=True):
            f.lines.insert(place, f"  {name} = phi {kind} [ {first}, %{before} ], [ {value}, %{f.block} ]")
        f.label("finished")
        self._add_to_results(position, [(STEPS, total), *zip(counters, (_added_up(f, s) for s in sums), strict=True)])
        f.do("ret void")
        return f.text()

    def _gates(self, fluents: Mapping[int, str], loops: Iterable[tuple[int, str]]) -> Gates:
        """The values of nodes, of which fluents, by number, and loop variables, by node, are known."""
        gates = Gates(self.f, self.circuit, [*((number + 1, name) for number, name in fluents.items()), *loops])
        for fluent, others in self.way.told.items():
            gates.set_later(fluent + 1, functools.partial(self._none_of, gates, others))
        return gates

    def _none_of(self, gates: Gates, literals: tuple[Literal, ...]) -> str:
        """The lanes in which none of some literals is true."""
        return self.f.invert(functools.reduce(self.f.either, map(gates.value, literals)))

    def _ended(self, gates: Gates, over: str) -> list[str]:
        """How many games have ended with each goal."""
        counting, found = Counting(self.f, gates), []
        for literal in (literal for values in self.circuit.goals for _, literal in values):
            counted = self.way.counted.get(literal)
            goal = gates.value(literal) if counted is None else counting.value(counted)
            found.append(self.f.count(self.f.both(over, goal)))
        return found

    def _position(self, gates: Gates, begun: str) -> str:
        """The gates of the position; returns the lanes that wait for loops that only grow, as in ``playing_cone``."""
        layout, unsettled = self.layout, begun
        for block in self.circuit.blocks[: self.circuit.state_blocks]:
            if block not in layout.growing:
                gates.evaluate(block)
                continue
            changes = gates.evaluate_once(block, begun)
            for _ in range(layout.sweeps - 1):
                changes = gates.evaluate_once(block)
            unsettled = self.f.either(unsettled, changes)
        return unsettled

    def _more(self, bit: int, index: str) -> str:
        """A bit of how many games the lanes of a word have after their first."""
        f = self.f
        place = f.value(f"add i64 {f.value(f'mul i64 %per_position, {bit}')}, {index}")
        address = f.value(f"getelementptr {f.target.word}, ptr %more, i64 {place}")
        return f.value(f"load {f.plane}, ptr {address}, align {f.target.word_bits // 8}")

    def _fewer(self, left: list[str], done: str) -> tuple[list[str], str]:
        """One game less in the lanes that are done, and the lanes of these that have none left."""
        f, found = self.f, []
        for plane in left:
            found.append(f.differ(plane, done))
            done = f.without(done, plane)
        return found, done

    def _older(self, age: list[str], moved: str, done: str) -> list[str]:
        """One step more in the lanes that moved, none where a new game begins."""
        f, found = self.f, []
        for plane in age:
            found.append(f.without(f.differ(plane, moved), done))
            moved = f.both(moved, plane)
        return found

    def _add_to_results(self, position: str, sums: list[tuple[int, str]]) -> None:
        f, first = self.f, self.f.value(f"mul i64 {position}, {results_of(self.layout)}")
        for number, total in sums:
            address = f.value(f"getelementptr i64, ptr %results, i64 {f.value(f'add i64 {first}, {number}')}")
            f.do(f"atomicrmw add ptr {address}, i64 {total} monotonic")

    def _carry(self, name: str, first: str, kind: str = "") -> str:
        self.carried.append((kind or self.f.plane, f"%{name}", first))
        return f"%{name}"

    def _rows(self, position: str) -> list[str]:
        """The words of the row of a position."""
        f, words = self.f, -(-len(self.circuit.fluents) // self.f.target.word_bits)
        first, found = f.value(f"mul i64 {position}, %row_words"), []
        for word in range(words):
            address = f.value(f"getelementptr {f.target.word}, ptr %start, i64 {f.value(f'add i64 {first}, {word}')}")
            found.append(f.value(f"load {f.target.word}, ptr {address}"))
        return found

    def _start(self, rows: list[str], fluent: int) -> str:
        """A fluent of the position that games begin in. It is worked out anew whenever it is needed."""
        f, target = self.f, self.f.target
        if self.variant.from_initial:
            return f.ones if self.circuit.initial[fluent] else ZEROS
        word, bit = divmod(fluent, target.word_bits)
        highest = target.word_bits - 1
        shifted = f.value(f"shl {target.word} {rows[word]}, {highest - bit}")
        return f.every_word(f.value(f"ashr {target.word} {shifted}, {highest}"))

    def _choose_all(self, gates: Gates, generator: Generator) -> Iterator[tuple[str, str]]:
        """Sets the nodes of all moves; the lanes that have chosen, and those without a legal move, for each choice."""
        circuit, turns = self.circuit, turn_literals(self.circuit)
        if turns is not None:
            yield from self._choose_in_turn(gates, generator, turns)
            return
        node = circuit.first_move
        for legal in circuit.legal:
            draws = self._draws(generator, len(legal))
            made, found, none = self._choice([gates.value(literal) for literal in legal], iter(draws))
            yield found, none
            for number, plane in enumerate(made):
                gates.set(node + number, plane)
            node += len(legal)

    def _choose_in_turn(
        self, gates: Gates, generator: Generator, literals: tuple[Literal, ...]
    ) -> Iterator[tuple[str, str]]:
        """One choice for all roles. Each lane takes what would have been drawn for the role whose turn it is."""
        f, circuit = self.f, self.circuit
        waiting = [waiting_move(circuit, role, turn) for role, turn in enumerate(literals)]
        only_waiting = [
            move if move is not None and circuit.legal[role][move] == literals[role] ^ 1 else None
            for role, move in enumerate(waiting)
        ]
        """Moves that are legal whenever it is not the role's turn, and only then."""
        turns = [gates.value(literal) for literal in literals]
        waits = [self._waits(gates, role, waiting[role], turn) for role, turn in enumerate(turns)]
        places, together = side_by_side(circuit, only_waiting), []
        for moves in places:
            legal = ZEROS
            for role, move in moves:
                own = gates.value(circuit.legal[role][move])
                legal = f.either(legal, f.both(own, turns[role]) if move == waiting[role] else own)
            together.append(legal)
        drawn = [self._draws(generator, len(moves)) for moves in circuit.moves]
        made, found, none = self._choice(together, iter(self._joined(turns, drawn, len(places))))
        firsts = [circuit.first_move + sum(map(len, circuit.moves[:role])) for role in range(len(turns))]
        for plane, moves in zip(made, places, strict=True):
            for role, move in moves:
                also = waits[role] if move == waiting[role] else ZEROS
                gates.set_later(firsts[role] + move, functools.partial(self._made, plane, turns[role], also))
        for role, only in enumerate(only_waiting):
            if only is not None:
                gates.set(firsts[role] + only, waits[role])
        if literals[0] == literals[-1] ^ 1 and None not in only_waiting:
            yield found, none  # one of two roles chooses, and the other one waits
            return
        for turn, wait in zip(turns, waits, strict=True):
            yield f.either(f.both(turn, found), wait), f.choose(turn, none, f.invert(wait))

    def _made(self, plane: str, turn: str, also: str) -> str:
        """The lanes in which a role makes a move: where that was chosen and it is its turn, and others."""
        return self.f.either(self.f.both(plane, turn), also)

    def _waits(self, gates: Gates, role: int, move: int | None, turn: str) -> str:
        """The lanes in which a role makes the one move that it has while it is not its turn."""
        return ZEROS if move is None else self.f.without(gates.value(self.circuit.legal[role][move]), turn)

    @staticmethod
    def _draws(generator: Generator, moves: int) -> list[str]:
        """All that is drawn to choose among so many moves: so many bits in each attempt."""
        return [] if moves == 1 else [generator.draw() for _ in range(DRAWS * Choice(moves).rank_bits[-1])]

    def _joined(self, turns: list[str], drawn: list[list[str]], places: int) -> list[str]:
        """Of the draws for all roles those that each lane needs, for a choice among so many places."""
        if places == 1:
            return []
        found, widths = [], [len(draws) // DRAWS for draws in drawn]
        for attempt in range(DRAWS):
            for bit in range(Choice(places).rank_bits[-1]):
                roles = [role for role, width in enumerate(widths) if bit < width]
                plane = drawn[roles[-1]][attempt * widths[roles[-1]] + bit]
                for role in reversed(roles[:-1]):
                    plane = self.f.choose(turns[role], drawn[role][attempt * widths[role] + bit], plane)
                found.append(plane)
        return found

    def _choice(self, legal: list[str], draws: Iterator[str]) -> tuple[list[str], str, str]:
        """One of some moves in all lanes: the lanes of each, those that have chosen, and those without a legal one."""
        f, planes = self.f, padded(len(legal))
        among, does, scratch = (f.at(WORKSPACE, number * planes) for number in range(3))
        for number in range(planes):
            f.store(legal[number] if number < len(legal) else ZEROS, among, number)
        kind = ThriftyChoice if self.way.thrifty else Choice
        found, none = kind(len(legal)).emit(f, among, does, scratch, lambda: next(draws))
        return [f.load(does, number) for number in range(len(legal))], found, none

    def _too_old(self, age: list[str]) -> str:
        """The lanes whose game has had ``limit`` steps."""
        f, equal = self.f, self.f.ones if age else ZEROS
        for bit, plane in enumerate(age):
            shifted = f.value(f"lshr i64 %limit, {bit}")
            wanted = f.value(f"sub i64 0, {f.value(f'and i64 {shifted}, 1')}")
            equal = f.without(equal, f.differ(f.spread(wanted), plane))
        return equal


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
