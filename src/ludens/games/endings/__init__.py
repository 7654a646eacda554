"""How a game ended: the pieces that won it, by how much, and the result in words."""
