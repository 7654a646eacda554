"""How much memory things take up, and what is remembered only as long as there is room."""

from __future__ import annotations

import sys
from collections import OrderedDict
from typing import Generic, TypeVar

from ludens.studio.frames.positions import View

T = TypeVar("T")

MOVE_BYTES = 1000
"""Of a legal move with its clicks, as Python keeps it, beside the characters of its name."""


class Remembered(Generic[T]):
    """Values by name, up to so many bytes in all; what was used least lately is forgotten first."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._found: OrderedDict[str, tuple[T, int]] = OrderedDict()
        self.bytes = 0

    def get(self, name: str) -> T | None:
        """The value of a name, if it is remembered."""
        if name not in self._found:
            return None
        self._found.move_to_end(name)
        return self._found[name][0]

    def keep(self, name: str, value: T, size: int) -> None:
        """Remembers a value of so many bytes, unless it alone is too large."""
        self.forget(name)
        self._found[name] = value, size
        self.bytes += size
        while self.bytes > self._most:
            self.forget(next(iter(self._found)))

    def forget(self, name: str) -> None:
        """Forgets a value, if it is remembered."""
        _, size = self._found.pop(name, (None, 0))
        self.bytes -= size


def text_bytes(text: str) -> int:
    """The memory that a text takes up."""
    return sys.getsizeof(text)


def view_bytes(view: View) -> int:
    """About how much memory the view of a position takes up."""
    moves = [each["move"] for role in view["legal"] for each in role]
    past = sum(map(len, view["texts"])) + 100 * len(view["deciders"])
    return text_bytes(view["svg"]) + MOVE_BYTES * len(moves) + 3 * sum(map(len, moves)) + 2 * past
