"""Writing LLVM assembly: functions line by line, on vectors that carry one bit for each of many games.

Everything that is stored is an array of planes; a plane is one vector, or one word, as the target has it. What is
written with the methods of ``Function`` suits every target.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens.engine.target import Target

ZEROS = "zeroinitializer"
"""No lane, whatever the type of planes."""


class Function:
    """One function under construction. Values are names (``%12``), constants or numbers, as text."""

    def __init__(self, target: Target, name: str, arguments: Sequence[tuple[str, str]], result: str = "void") -> None:
        self.target, self.plane, self.ones = target, target.plane, _constant(target, -1)
        self.close: set[str] = set()
        """Arrays whose planes follow each other, such as a function's own, whatever the stride of the workspace."""
        listed = ", ".join(f"{kind} %{argument}" for kind, argument in arguments)
        self.lines = [f"define {result} @{name}({listed}) nounwind {{", "entry:"]
        self.block = "entry"
        self._fresh = 0

    def text(self) -> str:
        return "\n".join([*self.lines, "}"])

    def value(self, code: str) -> str:
        """The name of the value that an instruction makes."""
        self._fresh += 1
        self.lines.append(f"  %t{self._fresh} = {code}")
        return f"%t{self._fresh}"

    def do(self, code: str) -> None:
        self.lines.append(f"  {code}")

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")
        self.block = name

    def new_label(self) -> str:
        self._fresh += 1
        return f"b{self._fresh}"

    def at(self, base: str, number: int | str) -> str:
        """The address of plane ``number`` of an array."""
        if number == 0:
            return base
        place = number if base in self.close else self.times(str(number), self.target.stride)
        return self.value(f"getelementptr {self.plane}, ptr {base}, i64 {place}")

    def word_at(self, base: str, plane: str, lane: str) -> str:
        """The address of the word that has a lane in a plane of an array."""
        target = self.target
        first = self.value(f"mul i64 {plane}, {target.words if base in self.close else target.words * target.stride}")
        word = self.value(f"lshr i64 {lane}, {target.word_bits.bit_length() - 1}")
        return self.value(f"getelementptr {target.word}, ptr {base}, i64 {self.value(f'add i64 {first}, {word}')}")

    def own(self, name: str, planes: int = 1) -> str:
        """An array of planes that the function has for itself."""
        kind = self.plane if planes == 1 else f"[{planes} x {self.plane}]"
        self.close.add(f"%{name}")
        return self._own(name, f"{kind}, align {self.target.alignment}")

    def own_number(self, name: str) -> str:
        """Where the function may keep an i64 for itself."""
        return self._own(name, "i64")

    def _own(self, name: str, kind: str) -> str:
        space = self.target.stack_space
        if not space:
            self.do(f"%{name} = alloca {kind}")
        else:
            place = self.value(f"alloca {kind}, addrspace({space})")
            self.do(f"%{name} = addrspacecast ptr addrspace({space}) {place} to ptr")
        return f"%{name}"

    def number(self, base: str, place: int | str = 0) -> str:
        """An i64 of an array of such."""
        return self.value(f"load i64, ptr {self.value(f'getelementptr i64, ptr {base}, i64 {place}')}")

    def load(self, base: str, number: int | str = 0) -> str:
        return self.value(f"load {self.plane}, ptr {self.at(base, number)}, align {self.target.alignment}")

    def store(self, plane: str, base: str, number: int | str = 0) -> None:
        self.do(f"store {self.plane} {plane}, ptr {self.at(base, number)}, align {self.target.alignment}")

    def both(self, a: str, b: str) -> str:
        return self.value(f"and {self.plane} {a}, {b}")

    def either(self, a: str, b: str) -> str:
        return self.value(f"or {self.plane} {a}, {b}")

    def differ(self, a: str, b: str) -> str:
        return self.value(f"xor {self.plane} {a}, {b}")

    def invert(self, a: str) -> str:
        return self.differ(a, self.ones)

    def without(self, a: str, b: str) -> str:
        """a and not b."""
        return self.both(a, self.invert(b))

    def choose(self, mask: str, yes: str, no: str) -> str:
        """Lane by lane: ``yes`` where the mask is set, otherwise ``no``."""
        return self.differ(no, self.both(mask, self.differ(yes, no)))

    def any(self, plane: str) -> str:
        """Whether any lane is set, as an i1."""
        words, some = self.target.words, self.value(f"icmp ne {self.plane} {plane}, {ZEROS}")
        if words == 1:
            return some
        bits = self.value(f"bitcast <{words} x i1> {some} to i{words}")
        return self.value(f"icmp ne i{words} {bits}, 0")

    def all(self, number: int) -> str:
        """A plane in which every word is the same number, a constant."""
        return _constant(self.target, number)

    def spread(self, number: str) -> str:
        """A plane in which every word is an i64, or its lower half."""
        target = self.target
        word = number if target.word_bits == 64 else self.value(f"trunc i64 {number} to {target.word}")
        if target.words == 1:
            return word
        one = self.value(f"insertelement {self.plane} poison, {target.word} {word}, i32 0")
        places = f"<{target.words} x i32> zeroinitializer"
        return self.value(f"shufflevector {self.plane} {one}, {self.plane} poison, {places}")

    def plus(self, a: str, b: str) -> str:
        """The sums of words."""
        return self.value(f"add {self.plane} {a}, {b}")

    def shift_left(self, plane: str, by: int) -> str:
        """Every word shifted."""
        return self.value(f"shl {self.plane} {plane}, {self.all(by)}")

    def shift_right(self, plane: str, by: int) -> str:
        return self.value(f"lshr {self.plane} {plane}, {self.all(by)}")

    def rotate(self, plane: str, by: int) -> str:
        """Every word rotated to the left."""
        left = self.shift_left(plane, by)
        return self.either(left, self.shift_right(plane, self.target.word_bits - by))

    def either_of(self, condition: str, yes: str, no: str) -> str:
        """One of two planes by an i1."""
        return self.value(f"select i1 {condition}, {self.plane} {yes}, {self.plane} {no}")

    def merged(self, values: Sequence[tuple[str, str]]) -> str:
        """The plane that comes with the block before this one: pairs of planes and blocks."""
        return self.value(f"phi {self.plane} {', '.join(f'[ {plane}, %{block} ]' for plane, block in values)}")

    def count(self, plane: str) -> str:
        """The number of lanes set in each word."""
        return self.value(f"call {self.plane} @{_count_name(self.target)}({self.plane} {plane})")

    def add_counts(self, counts: str, base: str, number: int | str = 0) -> None:
        """Adds word by word to an array of sums."""
        self.store(self.plus(self.load(base, number), counts), base, number)

    def half_add(self, a: str, b: str) -> tuple[str, str]:
        """Sum and carry."""
        return self.differ(a, b), self.both(a, b)

    def full_add(self, a: str, b: str, c: str) -> tuple[str, str]:
        either = self.differ(a, b)
        return self.differ(either, c), self.either(self.both(a, b), self.both(either, c))

    def add(self, a: Sequence[str], b: Sequence[str]) -> list[str]:
        """The sum of two numbers in planes, lowest first, of equal length; one plane longer."""
        total, carry = self.half_add(a[0], b[0])
        planes = [total]
        for x, y in zip(a[1:], b[1:], strict=True):
            total, carry = self.full_add(x, y, carry)
            planes.append(total)
        return [*planes, carry]

    def subtract(self, a: Sequence[str], b: Sequence[str]) -> tuple[list[str], str]:
        """a - b, of the length of ``a``, and the lanes in which a < b. Missing planes of ``b`` are zero."""
        borrow: str | None = None
        planes = []
        for number, x in enumerate(a):
            y = b[number] if number < len(b) else None
            if y is None and borrow is None:
                planes.append(x)
                continue
            if y is None or borrow is None:
                taken = borrow if y is None else y
                assert taken is not None
                planes.append(self.differ(x, taken))
                borrow = self.without(taken, x)
                continue
            unequal = self.differ(x, y)
            planes.append(self.differ(unequal, borrow))
            borrow = self.choose(unequal, y, borrow)
        return planes, borrow if borrow is not None else ZEROS

    def repeat(self, times: int | str, body: Callable[[str], None]) -> None:
        """A loop that runs ``body`` with the numbers 0 to ``times - 1``; unrolled when it runs once.

        A number that is known only at run time is given by its name.
        """
        if times == 1:
            body("0")
        if isinstance(times, int) and times <= 1:
            return
        start, end = self.new_label(), self.new_label()
        self._fresh += 1
        counter, following = f"%i{self._fresh}", f"%n{self._fresh}"
        before = self.block
        if isinstance(times, int):
            self.do(f"br label %{start}")
        else:
            self.do(f"br i1 {self.value(f'icmp sgt i64 {times}, 0')}, label %{start}, label %{end}")
        self.label(start)
        place = len(self.lines)
        body(counter)
        self.lines.insert(place, f"  {counter} = phi i64 [ 0, %{before} ], [ {following}, %{self.block} ]")
        self.do(f"{following} = add i64 {counter}, 1")
        more = self.value(f"icmp slt i64 {following}, {times}")
        self.do(f"br i1 {more}, label %{start}, label %{end}")
        self.label(end)

    def when(self, condition: str, body: Callable[[], None]) -> None:
        """Runs ``body`` only if the i1 holds."""
        yes, end = self.new_label(), self.new_label()
        self.do(f"br i1 {condition}, label %{yes}, label %{end}")
        self.label(yes)
        body()
        self.do(f"br label %{end}")
        self.label(end)

    def times(self, number: str, factor: int, offset: int = 0) -> str:
        """``number * factor + offset`` as an i64; folded when the number is a constant."""
        if number.isdecimal():
            return str(int(number) * factor + offset)
        product = self.value(f"mul i64 {number}, {factor}") if factor != 1 else number
        return self.value(f"add i64 {product}, {offset}") if offset else product


def declarations(target: Target) -> str:
    """What has to stand in a module before functions that count lanes."""
    return f"declare {target.plane} @{_count_name(target)}({target.plane})"


def _count_name(target: Target) -> str:
    return f"llvm.ctpop.{f'v{target.words}' if target.words > 1 else ''}{target.word}"


def _constant(target: Target, number: int) -> str:
    """A plane in which every word is the same number, written as LLVM does, with a sign."""
    signed = number - (1 << target.word_bits) if number >> (target.word_bits - 1) > 0 else number
    if target.words == 1:
        return str(signed)
    return f"<{', '.join([f'{target.word} {signed}'] * target.words)}>"
