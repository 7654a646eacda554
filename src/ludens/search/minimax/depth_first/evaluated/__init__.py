"""Alpha-beta with an evaluation, depth first, in machine code: what the agents search with where the game allows it."""
