"""Monte Carlo tree search: one file a step of the algorithm, on a tree that is a few arrays."""
