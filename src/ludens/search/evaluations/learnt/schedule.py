"""How much is learnt from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Manner:
    """How games are played.

    ``games``: at once. ``opening``: random moves at the start, at most, a different number in each game. ``noise``:
    the standard deviation of what is added to the values. ``blunders``: the share of random moves later on.
    ``checked``: how many of its best moves a role looks at again with the replies to them; 0 is none.
    ``decay``: the λ of TD(λ).
    """

    games: int = 512
    opening: int = 8
    noise: float = 0.05
    blunders: float = 0.05
    checked: int = 3
    decay: float = 0.8


@dataclass(frozen=True, slots=True)
class Schedule:
    """How much is learnt from.

    ``positions`` of random games, each valued by ``playouts``; then as many ``generations`` of games as are listed.
    """

    positions: int = 8_192
    playouts: int = 32
    generations: tuple[Manner, ...] = (Manner(), Manner(), Manner(), Manner(checked=6))
    penalty: float = 10.0
