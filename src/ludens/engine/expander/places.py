"""What is where in the memory of an expander, as its code writes it and kernels read it."""

from __future__ import annotations

BAD, OVER, SECOND, VALID2, OVER2, SECOND2, GOALS = range(7)
"""The first words of what is found: lanes in which rules are broken, ends, lanes in which the second role chooses;
lanes of replies that are made, that end the game, and that leave the choice to the second role; from GOALS on, for each
goal of the first role but the lowest, the ends that bring at least that, and the same of replies."""

BITS = 4
"""Planes of a count of completions; larger ones are cut to the highest number there is."""
