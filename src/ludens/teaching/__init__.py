"""What can be said about a position for certain, for whoever wants to learn a game: wins, threats, proofs, puzzles."""
