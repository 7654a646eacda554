"""What can be played: the gallery and saved rules."""
