"""Captures before other moves, those that cannot be taken back first: read off the circuit, nothing is learnt."""

from __future__ import annotations

import numpy as np

from ludens.circuit.captures import CAPTURES, SAFE_CAPTURES
from ludens.engine.preference import MARK, NO_LEVEL, Levels, Preference
from ludens.search.playouts.preferences.guide import Watched

CHANCES = {SAFE_CAPTURES: 0.75, CAPTURES: 0.25}
"""How often a capture is made where there is one, of those that cannot be taken back and of any."""


class CaptureFirst:
    """With a chance for each class of captures one of them; otherwise any move."""

    learns = False

    def __init__(self, moves: list[int]) -> None:
        roles = []
        for count in moves:
            every = np.arange(count)
            cases = [
                np.stack([every, *[np.full(count, MARK + mark)] * 2, np.full(count, level)], axis=1)
                for level, mark in enumerate(CHANCES)
            ]
            chances = np.array(list(CHANCES.values()))
            none = np.zeros(len(CHANCES), dtype=np.bool_)
            roles.append(Levels(chances, none, np.full(count, NO_LEVEL), np.concatenate(cases)))
        self._preference = Preference(tuple(roles))

    def learn(self, watched: Watched) -> None:
        pass

    def preference(self) -> Preference:
        return self._preference
