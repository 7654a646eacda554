"""A game's rules as a Boolean network."""
