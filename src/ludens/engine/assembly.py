"""Writing LLVM assembly: functions line by line, on vectors that carry one bit for each of many games.

Everything that is stored is an array of planes; a plane is one vector, of WORDS 64-bit words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

WORDS = 8
LANES = 64 * WORDS
PLANE = f"<{WORDS} x i64>"
PLANE_BYTES = 8 * WORDS
ZEROS = "zeroinitializer"
ONES = f"<{', '.join(['i64 -1'] * WORDS)}>"


class Function:
    """One function under construction. Values are names (``%12``), constants or numbers, as text."""

    def __init__(self, name: str, arguments: Sequence[tuple[str, str]], result: str = "void") -> None:
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
        return self.value(f"getelementptr {PLANE}, ptr {base}, i64 {number}")

    def load(self, base: str, number: int | str = 0) -> str:
        return self.value(f"load {PLANE}, ptr {self.at(base, number)}, align {PLANE_BYTES}")

    def store(self, plane: str, base: str, number: int | str = 0) -> None:
        self.do(f"store {PLANE} {plane}, ptr {self.at(base, number)}, align {PLANE_BYTES}")

    def both(self, a: str, b: str) -> str:
        return self.value(f"and {PLANE} {a}, {b}")

    def either(self, a: str, b: str) -> str:
        return self.value(f"or {PLANE} {a}, {b}")

    def differ(self, a: str, b: str) -> str:
        return self.value(f"xor {PLANE} {a}, {b}")

    def invert(self, a: str) -> str:
        return self.differ(a, ONES)

    def without(self, a: str, b: str) -> str:
        """a and not b."""
        return self.both(a, self.invert(b))

    def choose(self, mask: str, yes: str, no: str) -> str:
        """Lane by lane: ``yes`` where the mask is set, otherwise ``no``."""
        return self.differ(no, self.both(mask, self.differ(yes, no)))

    def any(self, plane: str) -> str:
        """Whether any lane is set, as an i1."""
        lanes = self.value(f"icmp ne {PLANE} {plane}, {ZEROS}")
        bits = self.value(f"bitcast <{WORDS} x i1> {lanes} to i{WORDS}")
        return self.value(f"icmp ne i{WORDS} {bits}, 0")

    def count(self, plane: str) -> str:
        """The number of lanes set in each word."""
        return self.value(f"call {PLANE} @llvm.ctpop.v{WORDS}i64({PLANE} {plane})")

    def add_counts(self, counts: str, base: str, number: int | str = 0) -> None:
        """Adds word by word to an array of sums."""
        self.store(self.value(f"add {PLANE} {self.load(base, number)}, {counts}"), base, number)

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

    def number(self, code: str) -> str:
        return self.value(code)

    def times(self, number: str, factor: int, offset: int = 0) -> str:
        """``number * factor + offset`` as an i64; folded when the number is a constant."""
        if number.isdecimal():
            return str(int(number) * factor + offset)
        product = self.value(f"mul i64 {number}, {factor}") if factor != 1 else number
        return self.value(f"add i64 {product}, {offset}") if offset else product
