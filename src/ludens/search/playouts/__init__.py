"""Random games, plain and guided, and what players without a tree make of them."""
