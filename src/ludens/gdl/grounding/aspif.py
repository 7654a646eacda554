"""Ground programs as clingo writes them, in the aspif format (Kaminski, Schaub and Wanko 2017): all numbers at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.rules.ground_rules import PackedBodies

RULE = b"1 0 1 "
"""How a rule with one head begins; the head, 0, the length of the body and the body follow."""

NAMED = b"4 "
"""How an atom with a name begins; the length of the name, the name, and 1 and its number or 0 follow."""

BEFORE_BODY = 3
"""Numbers of a rule, without its beginning, before its body."""


def read_aspif(text: bytes) -> tuple[list[str], NDArray[np.int64], PackedBodies]:
    """The lines of named atoms, and the heads and bodies of the rules; every line of the text has an end."""
    signs = np.frombuffer(text, dtype=np.uint8)
    ends = np.flatnonzero(signs == ord("\n")) + 1
    starts = np.concatenate((np.zeros(1, dtype=np.int64), ends[:-1])) if len(ends) else ends
    named = _begin(signs, starts, NAMED)
    lines = [text[start:end].decode() for start, end in zip(starts[named].tolist(), ends[named].tolist(), strict=True)]
    is_rule = _begin(signs, starts, RULE)
    wanted = np.repeat(is_rule, ends - starts)
    for place in range(len(RULE)):
        wanted[starts[is_rule] + place] = False
    heads, bodies = _rules(signs[: len(wanted)][wanted])
    return lines, heads, bodies


def _begin(signs: NDArray[np.uint8], lines: NDArray[np.int64], beginning: bytes) -> NDArray[np.bool_]:
    """Whether each line has this beginning."""
    found = np.ones(len(lines), dtype=np.bool_)
    for place, sign in enumerate(beginning):
        found &= signs[np.minimum(lines + place, len(signs) - 1)] == sign
    return found


def _rules(text: NDArray[np.uint8]) -> tuple[NDArray[np.int64], PackedBodies]:
    """Heads and bodies; rules without their beginning, one a line."""
    if not len(text):
        return np.zeros(0, dtype=np.int64), PackedBodies(np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int64))
    numbers = np.fromstring(text.tobytes().decode("ascii"), dtype=np.int64, sep=" ")
    line_ends = text[(text == ord(" ")) | (text == ord("\n"))] == ord("\n")
    first = np.concatenate((np.zeros(1, dtype=np.int64), np.flatnonzero(line_ends)[:-1] + 1))
    in_body = np.ones(len(numbers), dtype=np.bool_)
    for place in range(BEFORE_BODY):
        in_body[first + place] = False
    lengths = np.diff(first, append=len(numbers)) - BEFORE_BODY
    starts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths)))
    return numbers[first], PackedBodies(starts, numbers[in_body])
