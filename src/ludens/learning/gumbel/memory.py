"""The latest positions of self-play, on the device where they were played."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ludens.learning.gumbel.play import Lessons

torch: Any = import_module("torch")


class Memory:
    """Keeps at most so many positions; new ones take the places of the oldest. ``at``: where the next one goes."""

    def __init__(self, most: int) -> None:
        self._most, self.at, self.filled = most, 0, 0
        self.kept: Lessons | None = None

    def add(self, new: Lessons) -> None:
        """Takes positions, no more than there is room for."""
        if self.kept is None:
            self.kept = Lessons(*(_room(own, self._most) for own in (new.rows, new.chances, new.worth)))
        places = (self.at + torch.arange(len(new), device=new.rows.device)) % self._most
        kept = self.kept
        for own, more in ((kept.rows, new.rows), (kept.chances, new.chances), (kept.worth, new.worth)):
            own.index_copy_(0, places, more)
        self.at, self.filled = (self.at + len(new)) % self._most, min(self._most, self.filled + len(new))

    def drawn(self, count: int, random: Any) -> Lessons:
        """So many of the positions at random."""
        assert self.kept is not None, "something was added"
        kept = self.kept
        chosen = torch.randint(self.filled, (count,), generator=random, device=kept.rows.device)
        return Lessons(kept.rows[chosen], kept.chances[chosen], kept.worth[chosen])


def _room(like: Any, most: int) -> Any:
    return torch.zeros((most, *like.shape[1:]), dtype=like.dtype, device=like.device)
