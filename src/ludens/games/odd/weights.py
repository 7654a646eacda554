"""The weights of the evaluation of Odd by temporal differences, in the order of its features (see ``learnt.py``)."""

from __future__ import annotations

TD_WEIGHTS = (
    -0.0222, -0.0542, -0.2029, -0.2343, 0.1059, 0.1434, 0.4051, 0.4147, 0.1024, 0.2039, 0.8908, 0.9413, -0.1827, 0.0642,
)  # fmt: skip
"""Made by ``python benchmarks/temporal_difference.py weights``: TDLeaf(0.7) one move ahead, from 1,000 games of the
evaluation against itself."""
