"""Figures, limits, seats and verdicts in words, as tables have them."""

from __future__ import annotations

from ludens.arena.clock import Terms
from ludens.studies.verdicts import Verdict


def number(value: float) -> str:
    """A number as people write it: three figures, with commas where it is large."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def terms_words(terms: Terms) -> str:
    """What an agent may use, in words."""
    parts = []
    if terms.start_seconds:
        parts.append(f"{terms.start_seconds:g} s before the first move")
    if terms.limit.seconds is not None:
        parts.append(f"{terms.limit.seconds:g} s a move")
    if terms.limit.playouts is not None:
        parts.append(f"{terms.limit.playouts:,} playouts a move")
    if terms.limit.depth is not None:
        parts.append(f"depth {terms.limit.depth}")
    if terms.bank_seconds:
        parts.append(f"{terms.bank_seconds:g} s for the game")
    return ", ".join(parts) or "no limit"


def seats_words(seat: int | None) -> str:
    """Where the first agent sits."""
    return "in turn" if seat is None else ("first", "second", "third")[seat] if seat < 3 else f"number {seat + 1}"


def verdict_words(verdict: Verdict, needed: int | None) -> str:
    """A verdict and, where nobody can tell, how many games or samples that would need."""
    words = str(verdict.value)
    if verdict is not Verdict.UNCLEAR:
        return words
    return f"{words} (needs about {needed:,})" if needed else f"{words} (more would not help)"
