"""A part of a tournament for one of several machines that do not know of each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.arena.match import MatchJob
from ludens.game import ParameterError


@dataclass(frozen=True, slots=True)
class Share:
    """Share ``number`` of ``count``, counted from 1. All shares together are everything, and no two overlap."""

    number: int = 1
    count: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.count:
            raise ParameterError(f"There is no share {self.number} of {self.count}; they are counted from 1.")

    @staticmethod
    def parse(text: str) -> Share:
        """The share that a text such as ``3/8`` names; raises ParameterError."""
        match = re.fullmatch(r"\s*(\d{1,9})\s*/\s*(\d{1,9})\s*", text)
        if match is None:
            raise ParameterError(f"A share has the form 3/8, the third of eight, not {text!r}.")
        return Share(int(match[1]), int(match[2]))

    def of(self, jobs: Sequence[MatchJob]) -> Sequence[MatchJob]:
        """Every ``count``-th of the jobs: games that take long lie next to each other."""
        return jobs[self.number - 1 :: self.count]


WHOLE = Share()
