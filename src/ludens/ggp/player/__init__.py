"""A player for any GGP manager: what it knows of a match, what it answers, and what survives a crash."""
