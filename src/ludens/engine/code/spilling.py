"""Which values wait in memory where there are more than a processor has registers for.

The body of a loop is one long line of instructions, so it is known when each value is needed next. Whenever too many
are there, the one that is needed last goes to memory (Belady 1966). Values that go from one round of the loop to the
next, and would not find room all the time, have a place in memory for good.

The places that are used most may lie in near memory, which the threads of a graphics processor share piece by piece
and which is nearly as fast as registers.

It is done here since compilers of graphics processors take very long to find out by themselves, and do it worse.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

NAME = re.compile(r"%[\w.]+")
PHI = re.compile(r"  (%\w+) = phi (.+?) \[ (\S+), %\w+ \], \[ (\S+), %(\w+) \]")
RESULT = re.compile(
    r"  (%\w+) = (?:(?:and|or|xor|add|mul|shl|lshr|ashr|call|load volatile) (.+?) |select i1 \S+ (.+?) |.* to (.+)$)"
)

LOCAL = 5
"""The address space of what a thread has for itself, as LLVM numbers it; other processors have no such thing."""

OWN_MEMORY = "%own_memory"
"""The name of the address of what waits."""

NEAR = 3
"""The address space of near memory."""

NEAR_MEMORY = "%near_memory"
"""The name of a thread's first place in near memory; whoever asks for some has to give it."""

NEVER = 1 << 60


@dataclass(frozen=True, slots=True)
class Near:
    """How many places a thread has in near memory, and how many planes its places lie apart."""

    places: int
    stride: int


ALL_FAR = Near(0, 0)


@dataclass(frozen=True, slots=True)
class Plan:
    """A function whose values wait in memory.

    ``uses``: how many accesses of each place a round has, the largest numbers first.
    """

    uses: tuple[int, ...]
    text: Callable[[Near], list[str]]
    """The lines of the function, some of whose places lie near."""

    @property
    def places(self) -> int:
        return len(self.uses)

    @property
    def accesses(self) -> int:
        return sum(self.uses)

    def far(self, near: Near) -> int:
        """How many accesses a round has of places that do not lie near."""
        return sum(self.uses[near.places :])


@dataclass(slots=True)
class _Instruction:
    line: str
    result: str | None
    uses: list[str]


@dataclass(frozen=True, slots=True)
class _Access:
    """An instruction, without the address of the place in memory that it reads or writes."""

    what: str
    place: int

    def lines(self, address: str, place: int, plane: str, near: Near) -> list[str]:
        """The instruction; ``address``: a name for that. ``place``: where the place is now."""
        space, base, offset = f"ptr addrspace({LOCAL})", OWN_MEMORY, place - near.places
        if place < near.places:
            space, base, offset = f"ptr addrspace({NEAR})", NEAR_MEMORY, place * near.stride
        where = f"  {address} = getelementptr {plane}, {space} {base}, i64 {offset}"
        return [where, f"  {self.what} {space} {address}"]


@dataclass(slots=True)
class _Carried:
    """A value that goes from one round to the next: its name, what it is at first, and what it becomes."""

    name: str
    first: str
    after: str
    line: str


@dataclass(slots=True)
class _Loop:
    """The body of a loop, the lines before and after it, and what it carries."""

    head: list[str]
    carried: list[_Carried]
    body: list[_Instruction]
    tail: list[str]
    fixed: set[str] = field(default_factory=set)
    """Values of inner loops, which have no place in memory for good."""


def spilled(lines: list[str], plane: str, most: int) -> Plan:
    """The same function with at most so many planes in registers at a time in its loop, from ``step:`` on."""
    loop = _parsed(lines, plane)
    waiting: set[str] = set()
    while True:
        round_ = _Round(loop, plane, most, waiting)
        missed = round_.run()
        if not missed:
            return Plan(round_.uses(), round_.text)
        waiting |= missed


def most_live(lines: list[str], plane: str) -> int:
    """The most planes that are in registers at a time, in a function's loop."""
    loop = _parsed(lines, plane)
    last: dict[str, int] = {}
    for number, instruction in enumerate(loop.body):
        last.update(dict.fromkeys(instruction.uses, number))
    for carried in loop.carried:
        last[carried.after] = len(loop.body)
    for line in loop.tail:
        last.update(dict.fromkeys(NAME.findall(line), len(loop.body)))
    live = {carried.name for carried in loop.carried if carried.name in last}
    tracked, found = live | {each.result for each in loop.body if each.result}, len(live)
    for number, instruction in enumerate(loop.body):
        live -= {name for name in instruction.uses if last[name] == number}
        if instruction.result in last:
            live.add(instruction.result)
        found = max(found, len(live & tracked))
    return found


class _Round:
    """One pass over the body, with some carried values in memory for good."""

    def __init__(self, loop: _Loop, plane: str, most: int, waiting: set[str]) -> None:
        self._loop, self._plane, self._most, self._waiting = loop, plane, most, waiting
        self._carried = {carried.name for carried in loop.carried}
        self._homes = {name: place for place, name in enumerate(sorted(waiting))}
        self._uses, self._moves = _uses(loop, waiting)
        self._copies = dict(self._homes)
        """By value: its place in memory."""
        self._held = {carried.name: carried.name for carried in loop.carried if carried.name not in waiting}
        """By value: the name that it has now, in a register."""
        self._free: list[int] = []
        self._out: list[str | _Access] = []
        self._fresh, self.places = 0, len(self._homes)
        self._missed: set[str] = set()

    def run(self) -> set[str]:
        """The carried values that did not find room although they were to have it."""
        for number, instruction in enumerate(self._loop.body):
            moved = self._moves.get(number, [])
            wanted = [*instruction.uses, *(name for _, name in moved if name in self._uses)]
            if number == len(self._loop.body) - 1:
                wanted += [name for name, uses in self._uses.items() if uses and uses[0] > number]
            self._bring(wanted, number)
            line = instruction.line
            if instruction.uses:
                line = NAME.sub(lambda found: self._held.get(found[0], found[0]), line)
            self._out.append(line)
            if instruction.result in self._uses:
                self._make_room({*wanted}, self._most - 1)
                self._held[instruction.result] = instruction.result
            for home, after in moved:
                self._store(self._held.get(after, after), self._homes[home])
                if after in self._uses and after not in self._copies:
                    self._copies[after] = self._homes[home]
            self._forget([*wanted, *([instruction.result] if instruction.result else [])], number)
        return self._missed

    def text(self, near: Near) -> list[str]:
        """The whole function."""
        loop, slots, plane = self._loop, [], self._plane
        places = self._ranked_places()
        if self.places > near.places:
            slots = [
                f"  %waiting = alloca [{self.places - near.places} x {plane}]",
                f"  {OWN_MEMORY} = addrspacecast ptr %waiting to ptr addrspace({LOCAL})",
            ]
        before, jump = loop.head[:-2], loop.head[-2:]
        first = [
            _Access(f"store volatile {plane} {carried.first},", self._homes[carried.name])
            for carried in loop.carried
            if carried.name in self._waiting
        ]
        held = self._held
        phis = [
            carried.line.replace(f"[ {carried.after}, ", f"[ {held.get(carried.after, carried.after)}, ")
            for carried in loop.carried
            if carried.name not in self._waiting
        ]
        tail = [NAME.sub(lambda found: held.get(found[0], found[0]), line) for line in loop.tail]
        lines: list[str | _Access] = [*before[:2], *slots, *before[2:], *first, *jump, *phis, *self._out, *tail]
        found: list[str] = []
        for number, line in enumerate(lines):
            found += [line] if isinstance(line, str) else line.lines(f"%place{number}", places[line.place], plane, near)
        return found

    def uses(self) -> tuple[int, ...]:
        """How many accesses each place has, the largest numbers first."""
        found = self._accesses()
        return tuple(sorted((found[place] for place in range(self.places)), reverse=True))

    def _accesses(self) -> Counter[int]:
        return Counter(line.place for line in self._out if isinstance(line, _Access))

    def _ranked_places(self) -> dict[int, int]:
        """New numbers of the places: those that are used most come first."""
        uses = self._accesses()
        return {place: number for number, place in enumerate(sorted(range(self.places), key=lambda p: (-uses[p], p)))}

    def _bring(self, names: list[str], number: int) -> None:
        """Loads what is needed now."""
        for name in dict.fromkeys(names):
            if name in self._uses and name not in self._held and name in self._copies:
                self._make_room({*names}, self._most - 1)
                self._fresh += 1
                self._held[name] = f"%again{self._fresh}"
                self._out.append(_Access(f"{self._held[name]} = load volatile {self._plane},", self._copies[name]))

    def _make_room(self, needed: set[str], most: int) -> None:
        """Lets the values that are needed last go, until there are at most so many."""
        while len(self._held) > most:
            free = [name for name in self._held if name not in needed and name not in self._loop.fixed]
            if not free:
                return
            last = max(free, key=lambda name: self._uses[name][-1] if self._uses[name] else NEVER)
            if last in self._carried and last not in self._waiting:
                self._missed.add(last)
            if last not in self._copies:
                self._copies[last] = self._free.pop() if self._free else self._new_place()
                self._store(self._held[last], self._copies[last])
            del self._held[last]

    def _forget(self, names: Iterable[str], number: int) -> None:
        """Drops the uses up to now, and values that have none left, with their places."""
        for name in names:
            later = self._uses.get(name)
            if later is None:
                continue
            while later and later[-1] <= number:
                later.pop()
            if not later:
                self._held.pop(name, None)
                place = self._copies.pop(name, None)
                if place is not None and place >= len(self._homes):
                    self._free.append(place)

    def _new_place(self) -> int:
        self.places += 1
        return self.places - 1

    def _store(self, value: str, place: int) -> None:
        self._out.append(_Access(f"store volatile {self._plane} {value},", place))


def _uses(loop: _Loop, waiting: set[str]) -> tuple[dict[str, list[int]], dict[int, list[tuple[str, str]]]]:
    """When each value is used, last first; and when what carried values become is written to their places.

    That is as soon as nobody needs any more what they were.
    """
    end, found = len(loop.body) - 1, defaultdict[str, list[int]](list)
    made = {each.result: number for number, each in enumerate(loop.body) if each.result}
    names = {*made, *(carried.name for carried in loop.carried)}
    for number, instruction in enumerate(loop.body):
        for name in instruction.uses:
            found[name].append(number)
    for line in loop.tail:
        for name in NAME.findall(line):
            found[name].append(end + 1)
    moves = defaultdict[int, list[tuple[str, str]]](list)
    for carried in loop.carried:
        if carried.name not in waiting:
            found[carried.after].append(end + 1)
            continue
        when = max([made.get(carried.after, 0), *found[carried.name]])
        moves[when].append((carried.name, carried.after))
        found[carried.after].append(when)
    return {name: sorted(found[name], reverse=True) for name in names if found[name]}, moves


def _parsed(lines: list[str], plane: str) -> _Loop:
    begin = lines.index("step:") + 1
    end = next(number for number, line in enumerate(lines) if line.endswith("label %step, label %finished"))
    head, carried, body = lines[:begin], list[_Carried](), list[_Instruction]()
    while (phi := PHI.match(lines[begin])) is not None:
        if phi[2] == plane:
            carried.append(_Carried(phi[1], phi[3], phi[4], lines[begin]))
        else:
            body.append(_Instruction(lines[begin], None, []))
        begin += 1
    loop = _Loop(head, carried, body, lines[end + 1 :])
    _read_body(loop, lines[begin : end + 1], plane)
    made = {instruction.result for instruction in body}
    for each in carried:
        if each.after.startswith("%") and each.after not in made:  # what another one was before
            loop.fixed |= {each.name, each.after}
    return loop


def _read_body(loop: _Loop, lines: list[str], plane: str) -> None:
    """Appends the instructions with the planes that they use and make."""
    body, tracked = loop.body, {carried.name for carried in loop.carried}
    entered: dict[str, int] = {}
    back: dict[str, list[str]] = defaultdict(list)
    for line in lines:
        if not line.startswith("  "):
            entered[line.removesuffix(":")] = len(body)
        inner = PHI.match(line)
        if inner is None:
            result = result_of(line, plane)
            uses = [name for name in NAME.findall(line.partition(" = ")[2] or line) if name in tracked]
        else:
            result, uses = (inner[1] if inner[2] == plane else None), []
            back[inner[5]].append(inner[4])
            loop.fixed |= {inner[1], inner[4]}
        body.append(_Instruction(line, result, list(dict.fromkeys(uses))))
        tracked |= {result} if result is not None else set()
        for label, first in entered.items():
            if line.startswith("  br") and f"label %{label}," in line:
                _close(body, first, back[label])


def _close(body: list[_Instruction], first: int, back: list[str]) -> None:
    """At the end of an inner loop all that it uses is still needed, for its next round."""
    inside = {instruction.result for instruction in body[first:]}
    outer = [name for instruction in body[first:] for name in instruction.uses if name not in inside]
    body[-1].uses = list(dict.fromkeys([*body[-1].uses, *outer, *back]))


def result_of(line: str, plane: str) -> str | None:
    """The name of the plane that an instruction makes."""
    found = RESULT.match(line)
    if found is None:
        return None
    kind = next(each for each in found.groups()[1:] if each is not None)
    return found[1] if kind.removesuffix(",") == plane else None
