"""Scales: where a number lies between the ends of an axis, and which round numbers are written along it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

TICKS = 8
"""Numbers along an axis, at most."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The numbers from ``lowest`` to ``highest``, linear or logarithmic."""

    lowest: float
    highest: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Where a number lies, from 0 to 1; what is beyond an end, at that end."""
        low, high, here = self.lowest, self.highest, min(self.highest, max(self.lowest, value))
        if self.logarithmic:
            low, high, here = math.log10(low), math.log10(high), math.log10(here)
        return (here - low) / (high - low) if high > low else 0.0

    def ticks(self, *, whole: bool = False) -> list[float]:
        """Round numbers between the ends, at most eight; ``whole``: whole ones only."""
        candidates = self._round_numbers() if self.logarithmic else self._multiples(whole)
        return next(found for found in candidates if len(found) <= TICKS)

    def _round_numbers(self) -> Iterator[list[float]]:
        """Powers of ten with 2 and 5 or 3 times each, then alone, then fewer and fewer of them."""
        powers = range(math.floor(math.log10(self.lowest)), math.ceil(math.log10(self.highest)) + 1)
        for digits in ((1, 2, 5), (1, 3)):
            yield self._inside([digit * 10.0**power for power in powers for digit in digits])
        for every in itertools.count(1):
            yield self._inside([10.0**power for power in powers[::every]])

    def _inside(self, numbers: list[float]) -> list[float]:
        return [number for number in numbers if self.lowest * 0.999 <= number <= self.highest * 1.001]

    def _multiples(self, whole: bool) -> Iterator[list[float]]:
        unit = 10.0 ** math.floor(math.log10(self.highest - self.lowest) - 1)
        for step in (unit * factor for factor in (1, 2, 5, 10, 20)):
            if step >= 1 or not whole:
                first, last = math.ceil(self.lowest / step - 1e-9), math.floor(self.highest / step + 1e-9)
                yield [count * step for count in range(first, last + 1)]
