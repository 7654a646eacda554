"""Many positions at once: one bit of a machine word, a lane, for each game."""
