"""The random generators of words where everything is in registers: the same numbers as those of ``kernel.py``."""

from __future__ import annotations

from ludens.engine.code.kernel import draw
from ludens.engine.code.registers import Registers

DECLARATIONS = "declare i32 @llvm.fshl.i32(i32, i32, i32)"
"""What has to stand in a module before functions with a generator."""

GAMMA, FIRST, SECOND = (
    number - (1 << 64) for number in (0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB)
)
"""The constants of splitmix64 (Steele, Lea and Flood 2014), as LLVM writes them."""


class Generator:
    """One generator for each 64-bit word of a plane; a plane of 32 bits has half of a word, and that half is drawn.

    ``state``: the names of its values, each of the type ``kind``. With short words these are halves, lower ones first.
    """

    def __init__(self, f: Registers, seed: str, word: str) -> None:
        self._f = f
        self._is_half = f.target.word_bits == 32
        self.kind = "i32" if self._is_half else f.plane
        if self._is_half:
            whole = f.value(f"lshr i64 {word}, 1")
            self._is_upper = f.value(f"trunc i64 {word} to i1")
            self.state = [part for number in range(2) for part in _halves(f, _seeded(f, seed, whole, number))]
        else:
            self.state = [self._vector(seed, word, number) for number in range(2)]

    def draw(self) -> str:
        """The next random plane."""
        return self._draw_half() if self._is_half else draw(self._f, self.state)

    def _draw_half(self) -> str:
        """One of xoroshiro128+ (Blackman and Vigna 2018) in halves, since such processors have no longer words."""
        f, (a_low, a_high, b_low, b_high) = self._f, self.state
        total = f.value(f"add i64 {_joined(f, a_low, a_high)}, {_joined(f, b_low, b_high)}")
        lower, upper = _halves(f, total)
        low, high = f.differ(a_low, b_low), f.differ(a_high, b_high)
        shifted_low, shifted_high = f.shift_left(low, 16), _funnel(f, high, low, 16)
        self.state = [
            f.differ(f.differ(_funnel(f, a_low, a_high, 24), low), shifted_low),
            f.differ(f.differ(_funnel(f, a_high, a_low, 24), high), shifted_high),
            _funnel(f, high, low, 5),  # a rotation by 37: the halves change places
            _funnel(f, low, high, 5),
        ]
        return f.either_of(self._is_upper, upper, lower)

    def _vector(self, seed: str, word: str, number: int) -> str:
        """One of the first states of all words of a plane."""
        f, words = self._f, self._f.target.words
        found = []
        for place in range(words):
            own = word if words == 1 else f.value(f"add i64 {word}, {place}")
            found.append(_seeded(f, seed, own, number))
        if words == 1:
            return found[0]
        vector = "poison"
        for place, value in enumerate(found):
            vector = f.value(f"insertelement {f.plane} {vector}, i64 {value}, i32 {place}")
        return vector


def _seeded(f: Registers, seed: str, word: str, number: int) -> str:
    """One of the two first states of a word's generator, as ``random_words`` makes them."""
    place = f.value(f"add i64 {f.value(f'shl i64 {word}, 1')}, {number}")
    mixed = f.value(f"add i64 {seed}, {f.value(f'mul i64 {place}, {GAMMA}')}")
    for shift, factor in ((30, FIRST), (27, SECOND)):
        shifted = f.value(f"lshr i64 {mixed}, {shift}")
        mixed = f.value(f"mul i64 {f.value(f'xor i64 {mixed}, {shifted}')}, {factor}")
    return f.value(f"xor i64 {mixed}, {f.value(f'lshr i64 {mixed}, 31')}")


def _halves(f: Registers, number: str) -> tuple[str, str]:
    upper = f.value(f"lshr i64 {number}, 32")
    return f.value(f"trunc i64 {number} to i32"), f.value(f"trunc i64 {upper} to i32")


def _joined(f: Registers, lower: str, upper: str) -> str:
    high = f.value(f"shl i64 {f.value(f'zext i32 {upper} to i64')}, 32")
    return f.value(f"or i64 {high}, {f.value(f'zext i32 {lower} to i64')}")


def _funnel(f: Registers, upper: str, lower: str, by: int) -> str:
    """The upper half of two words shifted to the left as one: a single instruction."""
    return f.value(f"call i32 @llvm.fshl.i32(i32 {upper}, i32 {lower}, i32 {by})")
