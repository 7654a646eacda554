"""What positions are worth without searching further: evaluations that need no knowledge of the game but its rules."""
