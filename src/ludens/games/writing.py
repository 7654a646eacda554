"""Small pieces of GDL text that many rulesheets need."""

from __future__ import annotations

import itertools
from collections.abc import Iterable


def facts(name: str, *rows: Iterable[object]) -> str:
    """One fact a line: ``facts("line", (1, 2), (3, 4))`` gives ``(line 1 2)`` and ``(line 3 4)``."""
    return "\n".join(f"({name} {' '.join(map(str, row))})" for row in rows)


def each(name: str, values: Iterable[object]) -> str:
    """A fact for each value: ``(index 1)``, ``(index 2)``, …"""
    return facts(name, *((value,) for value in values))


def chain(name: str, values: Iterable[object]) -> str:
    """A fact for each value and its successor: ``(succ 1 2)``, ``(succ 2 3)``, …"""
    return facts(name, *itertools.pairwise(values))
