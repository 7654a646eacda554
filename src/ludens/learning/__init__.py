"""Networks learn a game by playing it against themselves: thousands of games at once, a step at a time."""
