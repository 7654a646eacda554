"""What the studio keeps in the store of the arena."""
