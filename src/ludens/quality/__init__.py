"""What kind of game some rules make: figures, measured or proven, and the sentences that follow from all of them."""
