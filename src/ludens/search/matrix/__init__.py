"""Games in which two choose at once: matrix games, and trees of them."""
