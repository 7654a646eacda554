"""Teaching: threats, explanations of moves, the coach, and puzzles."""
