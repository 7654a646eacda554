"""Alpha-beta, max^n and solving, on a graph that holds every position once."""
