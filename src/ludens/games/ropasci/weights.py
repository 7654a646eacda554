"""The weights of the evaluation of RoPaSci 360, in the order of its figures (see ``ropasci_features``)."""

from __future__ import annotations

WEIGHTS = (0.2554, -0.3723, 0.6277, 0.7522, -0.0453, -0.1844)
"""Made by ``python scripts/learn_ropasci.py --positions 10000 --playouts 48 --policy greedy --seed 1``: on positions of
games that they were not fitted to they explain 75.0 % of the variance."""

TD_WEIGHTS = (0.4295, -0.0581, 0.4876, 0.2730, -0.0259, -0.0679)
"""Made by ``python benchmarks/temporal_difference.py weights``: TDLeaf(0.7) one turn ahead, from 1,000 games of the
evaluation against itself."""
