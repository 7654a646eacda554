"""Planning for one player."""
