"""What code is written for: how wide vectors are, and how they lie in memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """Planes of ``words`` words of ``word_bits`` bits, of which each is a lane: one bit of one game.

    A plane of one word is a plain number, as a thread of a graphics processor has it; with more it is a vector.
    ``stride``: how many planes apart those of a workspace lie. It is 1 where they follow each other; where many
    threads run side by side, there is one plane of each of them in between.
    ``together``: how many gates are read from a table at a time, for processors that wait for memory otherwise.
    ``stack_space``: the address space of what a function has for itself, as LLVM numbers it.
    ``features``: what the compiler is told of the instruction set beyond what it finds, as LLVM writes it.
    """

    words: int
    word_bits: int = 64
    stride: int = 1
    together: int = 1
    stack_space: int = 0
    features: str = ""

    def __post_init__(self) -> None:
        if self.words.bit_count() != 1:
            raise ValueError(f"a plane of {self.words} words instead of 1, 2, 4, 8 or so on")
        if self.stride < 1:
            raise ValueError(f"a stride of {self.stride} planes instead of 1 or more")
        if self.word_bits not in (32, 64):
            raise ValueError(f"words of {self.word_bits} bits instead of 32 or 64")

    @property
    def name(self) -> str:
        """Words by bits: ``8x64``."""
        return f"{self.words}x{self.word_bits}"

    @property
    def word(self) -> str:
        """The type of a word in LLVM."""
        return f"i{self.word_bits}"

    @property
    def plane(self) -> str:
        """The type of a plane in LLVM."""
        return self.word if self.words == 1 else f"<{self.words} x {self.word}>"

    @property
    def lanes(self) -> int:
        return self.words * self.word_bits

    @property
    def alignment(self) -> int:
        """The number of bytes of a plane; its address is a multiple of that."""
        return self.lanes // 8
