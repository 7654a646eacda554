"""A cache of two generations, as in Cheng, Krauthamer, Ofir and Siddiqui (*AlwaysPlayScissors*).

Everything is put into the primary cache and looked up there; what is found there is also entered into the secondary
one. When the primary has become too large, the secondary takes its place and an empty one that of the secondary: what
nobody has asked for since the last time is forgotten. The caller says when, so that it never happens amid a search.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class TwoGenerations(Generic[K, V]):
    """A mapping that is cut down, whenever ``renew`` finds more than ``most`` entries, to what was used since."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._primary: dict[K, V] = {}
        self._secondary: dict[K, V] = {}

    def __len__(self) -> int:
        return len(self._primary)

    def get(self, key: K) -> V | None:
        """The value of a key, which is thereby kept for the next generation; ``None`` if there is none."""
        value = self._primary.get(key)
        if value is not None:
            self._secondary[key] = value
        return value

    def put(self, key: K, value: V) -> None:
        """Enters a value, which must not be ``None``; a key that was asked for before stays so."""
        self._primary[key] = value
        if key in self._secondary:
            self._secondary[key] = value

    def renew(self) -> bool:
        """Begins a new generation if there are too many entries; whether that was so."""
        if len(self._primary) <= self.most:
            return False
        self._primary, self._secondary = self._secondary, {}
        return True
