"""The code that expands a position: one lane for each of its children and, where moves are few, one for each reply.

A packed position is spread over all lanes of a word, each lane makes a move of its own, and the gates tell at once
which children are ends of the game, with what goals, what is legal in them and, in the lanes of a narrow game, the same
of their children. Then the planes are turned back into rows, eight lanes at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ludens.circuit.network import Circuit
from ludens.engine.code.assembly import ZEROS, Function
from ludens.engine.expander.completions import completions
from ludens.engine.expander.cones import Cone, Value
from ludens.engine.expander.goal_levels import goal_levels
from ludens.engine.expander.packing import Packing
from ludens.engine.expander.places import BAD, BITS, GOALS, OVER, OVER2, SECOND, SECOND2, VALID2
from ludens.engine.rows import row_words
from ludens.engine.target import Target

SIDE = 64
GROUP = 8
"""Lanes that are turned into rows together; also the moves that a role may have for replies to be looked at."""

PLANE = Target(2)
"""Of a plane only the first word is used: gates on short vectors take half the time of gates on plain words, since
there are more registers and, on some processors, instructions for three inputs."""


@dataclass(frozen=True)
class Plan:
    """What is where.

    A record is a packed position and the legal moves of each role, each part in whole words.
    """

    circuit: Circuit
    packing: Packing
    replies: bool
    threats: bool = False

    @cached_property
    def levels(self) -> tuple[int, ...]:
        return goal_levels(self.circuit)

    @property
    def key_words(self) -> int:
        return self.packing.words

    @cached_property
    def legal_at(self) -> tuple[int, ...]:
        """The word of a record with which each role's legal moves begin, and its length."""
        found = [self.packing.words]
        for moves in self.circuit.moves:
            found.append(found[-1] + row_words(len(moves)))
        return tuple(found)

    @property
    def record_words(self) -> int:
        return self.legal_at[-1]

    @property
    def threats_at(self) -> int:
        """The first of the planes that count completions: of the highest goal of the first role, then of its lowest."""
        return GOALS + 2 * (len(self.levels) - 1)

    @property
    def records_at(self) -> int:
        """The first word of the records."""
        return self.threats_at + (2 * BITS if self.threats else 0)

    @property
    def keys_at(self) -> int:
        return self.records_at + SIDE * self.record_words

    @property
    def size(self) -> int:
        """Words that are written for up to 64 children."""
        return self.keys_at + SIDE * self.key_words

    @property
    def moves(self) -> int:
        return sum(map(len, self.circuit.moves))

    @property
    def scratch(self) -> int:
        """Words of memory that the code needs, zeros at first: the moves made, and planes."""
        return -(-self.moves // SIDE) * SIDE + SIDE * self.record_words

    @property
    def planes_at(self) -> int:
        return -(-self.moves // SIDE) * SIDE


ARGUMENTS = [("ptr", "record"), ("ptr", "scratch"), ("ptr", "found"), ("i64", "lanes"), ("i64", "groups")]


def expander_code(plan: Plan) -> str:
    """The functions ``expand``, ``turn`` and ``threaten``, each of (record, scratch, found, lanes, groups).

    ``expand`` tells of ends, ``turn`` then makes the records and keys of children, ``threaten`` counts threats: many
    positions are decided before that is needed. ``scratch`` begins with a word for each move, the lanes in which it is
    made; ``lanes`` are those in use, and ``groups`` the number of groups of eight that hold children.
    """
    functions = []
    for name in ("expand", "threaten"):
        f = Function(PLANE, name, ARGUMENTS)
        writer = _Writer(f, plan)
        if name == "expand":
            writer.write(_as_plane(f, "%lanes"))
        elif plan.threats:
            writer.count_threats()
        f.do("ret void")
        functions.append(f.text())
    return "\n".join([*functions, _turn(plan)])


class _Writer:
    """Writes the gates: of the position, of its children, of their children."""

    def __init__(self, f: Function, plan: Plan) -> None:
        self.f, self.plan, self.circuit = f, plan, plan.circuit
        self.bit = {fluent: bit for bit, fluent in enumerate(plan.packing.kept)}

    def write(self, lanes: str) -> None:
        f, plan = self.f, self.plan
        position = self._cone(self._spread_bit)
        position.give_moves(lambda move: (_fetch(f, "%scratch", move), False))
        children = self._following(position)
        child = self._cone(lambda bit: children[bit])
        over, bad, levels = self._ends(child, lanes)
        legal, choices, stuck = self._legal(child)
        alive = f.without(lanes, over)
        bad = f.either(bad, f.both(alive, stuck))
        second = choices[1] if len(choices) > 1 else ZEROS
        self._store_planes(children, legal)
        if plan.replies:
            bad = f.either(bad, self._write_replies(child, legal, choices, alive))
        for number, plane in ((BAD, bad), (OVER, over), (SECOND, second)):
            _keep(f, plane, "%found", number)
        for number, plane in enumerate(levels):
            _keep(f, plane, "%found", GOALS + number)

    def _write_replies(self, child: Cone, legal: Sequence[Sequence[str]], choices: Sequence[str], alive: str) -> str:
        """Lane 8·r + c: reply r to child c. Returns where rules are broken."""
        f, plan = self.f, self.plan
        does: list[str] = []
        valid = ZEROS
        for planes, choice in zip(legal, choices, strict=True):
            forced = f.invert(choice)
            for move, plane in enumerate(planes):
                here = f.both(plane, f.all(0xFF << GROUP * move))
                does.append(f.either(here, f.both(plane, forced)))
                valid = f.either(valid, f.both(here, choice))
        nobody = f.invert(f.either(choices[0], choices[-1]))
        valid = f.both(alive, f.either(valid, f.both(nobody, f.all(0xFF))))
        child.give_moves(lambda move: (does[move], False))
        grandchildren = self._following(child)
        cone = self._cone(lambda bit: grandchildren[bit])
        over, bad, levels = self._ends(cone, valid)
        _, choices2, stuck = self._legal(cone)
        _keep(f, valid, "%found", VALID2)
        _keep(f, over, "%found", OVER2)
        _keep(f, choices2[1] if len(choices2) > 1 else ZEROS, "%found", SECOND2)
        for number, plane in enumerate(levels):
            _keep(f, plane, "%found", GOALS + len(plan.levels) - 1 + number)
        return f.either(bad, f.both(f.without(valid, over), stuck))

    def _cone(self, kept: Callable[[int], str]) -> Cone:
        """A cone on the planes of kept fluents, by bit."""
        f, derived = self.f, self.plan.packing.derived

        def inputs(node: int) -> Value:
            fluent = node - 1
            if fluent in self.bit:
                return kept(self.bit[fluent]), False
            found = ZEROS
            for literal in derived[fluent]:
                found = f.either(found, cone.name(literal))
            return found, True

        cone = Cone(f, self.circuit, inputs)
        return cone

    def count_threats(self) -> None:
        """How near children are to the best and to the worst of the first role's goals."""
        plan, goals = self.plan, dict(self.circuit.goals[0])
        child = self._cone(lambda bit: _fetch(self.f, "%scratch", plan.planes_at + bit))
        blank = {literal >> 1: fluent for fluent, group in plan.packing.derived.items() for literal in group}
        is_open = {node: child.name(2 * (blank[node] + 1)) for node in sorted(blank)}
        for number, level in enumerate((max(goals), min(goals))):
            for bit, plane in enumerate(completions(self.f, child, goals[level], is_open)):
                _keep(self.f, plane, "%found", plan.threats_at + BITS * number + bit)

    def _spread_bit(self, bit: int) -> str:
        """All lanes as one bit of the record."""
        f = self.f
        word = f.spread(_load_word(f, "%record", bit // SIDE))
        high = f.shift_left(word, SIDE - 1 - bit % SIDE) if bit % SIDE < SIDE - 1 else word
        return f.value(f"ashr {f.plane} {high}, {f.all(SIDE - 1)}")

    def _following(self, cone: Cone) -> list[str]:
        return [cone.name(self.circuit.following[fluent]) for fluent in self.plan.packing.kept]

    def _ends(self, cone: Cone, lanes: str) -> tuple[str, str, list[str]]:
        """Which lanes are ends; those without exactly one goal of each role; those that bring at least each goal."""
        f, circuit = self.f, self.circuit
        over = f.both(lanes, cone.name(circuit.terminal))
        bad = ZEROS
        for goals in circuit.goals:
            once, twice = self._counted([cone.name(literal) for _, literal in goals])
            bad = f.either(bad, f.either(f.without(over, once), f.both(over, twice)))
        levels = [
            f.both(over, cone.any(literal for value, literal in circuit.goals[0] if value >= level))
            for level in self.plan.levels[1:]
        ]
        return over, bad, levels

    def _legal(self, cone: Cone) -> tuple[list[list[str]], list[str], str]:
        """The legal moves of each role, where it has a choice, and where a role has none or both have a choice."""
        f = self.f
        legal = [[cone.name(literal) for literal in literals] for literals in self.circuit.legal]
        counted = [self._counted(planes) for planes in legal]
        wrong = ZEROS
        for once, _ in counted:
            wrong = f.either(wrong, f.invert(once))
        if len(counted) == 2:
            wrong = f.either(wrong, f.both(counted[0][1], counted[1][1]))
        return legal, [twice for _, twice in counted], wrong

    def _counted(self, planes: Sequence[str]) -> tuple[str, str]:
        """Where at least one of some planes is set, and at least two are."""
        f, once, twice = self.f, ZEROS, ZEROS
        for plane in planes:
            twice = f.either(twice, f.both(once, plane))
            once = f.either(once, plane)
        return once, twice

    def _store_planes(self, children: Sequence[str], legal: Sequence[Sequence[str]]) -> None:
        f, plan = self.f, self.plan
        for bit, plane in enumerate(children):
            _keep(f, plane, "%scratch", plan.planes_at + bit)
        for first, planes in zip(plan.legal_at, legal, strict=False):
            for move, plane in enumerate(planes):
                _keep(f, plane, "%scratch", plan.planes_at + SIDE * first + move)


def _word_at(f: Function, base: str, number: int | str) -> str:
    return f.value(f"getelementptr i64, ptr {base}, i64 {number}")


def _load_word(f: Function, base: str, number: int) -> str:
    return f.value(f"load i64, ptr {_word_at(f, base, number)}, align 8")


def _as_plane(f: Function, word: str) -> str:
    return f.value(f"insertelement {f.plane} zeroinitializer, i64 {word}, i32 0")


def _fetch(f: Function, base: str, number: int) -> str:
    """The plane that is kept in a word of memory."""
    return _as_plane(f, _load_word(f, base, number))


def _keep(f: Function, plane: str, base: str, number: int) -> None:
    """Keeps the lanes of a plane in a word of memory."""
    word = f.value(f"extractelement {f.plane} {plane}, i32 0")
    f.do(f"store i64 {word}, ptr {_word_at(f, base, number)}, align 8")


def _turn(plan: Plan) -> str:
    """``turn``: the records of children and, of each, the smallest of its images."""
    f = Function(PLANE, "turn", ARGUMENTS)

    def group(number: str) -> None:
        shift = f.value(f"mul i64 {number}, {GROUP}")
        parts = [_bytes_of(f, plan.planes_at + SIDE * word, shift) for word in range(plan.record_words)]
        images = [_permuted(f, parts[: plan.key_words], image) for image in plan.packing.images]
        for lane in range(GROUP):
            place = f.value(f"add i64 {shift}, {lane}")
            words = [_word(f, part, lane) for part in parts]
            _store_words(f, words, f.times(place, plan.record_words, plan.records_at))
            key = words[: plan.key_words]
            for image in images:
                key = _smaller(f, key, [_word(f, part, lane) for part in image])
            _store_words(f, key, f.times(place, plan.key_words, plan.keys_at))

    f.repeat("%groups", group)
    f.do("ret void")
    return f.text()


def _bytes_of(f: Function, plane: int, shift: str) -> str:
    """Of 64 planes the eight lanes from ``shift`` on, a byte each."""
    many = f"<{SIDE} x i64>"
    address = _word_at(f, "%scratch", plane)
    planes = f.value(f"load {many}, ptr {address}, align 8")
    one = f.value(f"insertelement {many} poison, i64 {shift}, i32 0")
    wide = f.value(f"shufflevector {many} {one}, {many} poison, <{SIDE} x i32> zeroinitializer")
    shifted = f.value(f"lshr {many} {planes}, {wide}")
    return f.value(f"trunc {many} {shifted} to <{SIDE} x i8>")


def _permuted(f: Function, parts: Sequence[str], image: Sequence[int]) -> list[str]:
    """The bytes of an image of positions. Each part is put together from the parts that its bits come from."""
    kind, found = f"<{SIDE} x i8>", []
    for word in range(len(parts)):
        wanted = {bit - SIDE * word: image[bit] for bit in range(SIDE * word, min(len(image), SIDE * word + SIDE))}
        result = "zeroinitializer"
        for source, part in enumerate(parts):
            here = {bit: origin - SIDE * source for bit, origin in wanted.items() if origin // SIDE == source}
            if here:
                mask = ", ".join(f"i32 {SIDE + here[bit] if bit in here else bit}" for bit in range(SIDE))
                result = f.value(f"shufflevector {kind} {result}, {kind} {part}, <{SIDE} x i32> <{mask}>")
        found.append(result)
    return found


def _word(f: Function, part: str, lane: int) -> str:
    """One lane of 64 planes as a word."""
    kind = f"<{SIDE} x i8>"
    bit = 1 << lane if lane < GROUP - 1 else -128
    mask = f"<{', '.join([f'i8 {bit}'] * SIDE)}>"
    chosen = f.value(f"and {kind} {part}, {mask}")
    return f.value(f"bitcast <{SIDE} x i1> {f.value(f'icmp ne {kind} {chosen}, zeroinitializer')} to i64")


def _smaller(f: Function, one: Sequence[str], other: Sequence[str]) -> list[str]:
    """The smaller of two rows, by their last words first."""
    less = "false"
    for a, b in zip(one, other, strict=True):
        below, equal = f.value(f"icmp ult i64 {b}, {a}"), f.value(f"icmp eq i64 {b}, {a}")
        less = f.value(f"or i1 {below}, {f.value(f'and i1 {equal}, {less}')}")
    return [f.value(f"select i1 {less}, i64 {b}, i64 {a}") for a, b in zip(one, other, strict=True)]


def _store_words(f: Function, words: Sequence[str], place: str) -> None:
    for number, word in enumerate(words):
        f.do(f"store i64 {word}, ptr {_word_at(f, '%found', f.times(place, 1, number))}, align 8")
