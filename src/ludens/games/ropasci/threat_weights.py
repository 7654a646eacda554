"""The weights of the figures of ``threats.py``, in the order of its names."""

from __future__ import annotations

WEIGHTS = (1.8204, 1.2526, -0.3161, -0.4637, 0.05, -0.0078, 1.1228, 0.0077, 0.0678, -1.047, 0.8914, -0.1613)
"""Made by ``python scripts/learn_ropasci_threats.py --rounds 5 --games 500``, which begins with the weights found here.
Those were set by hand: (0.6, 0.8, 0.2, -0.1, 0.03, 0.01, 0.15, 0.01, 0.05, 0.1, 0.8, 0.1). On positions of games that
they were not fitted to, the new ones explain 39.4 % of the variance of how games end."""
