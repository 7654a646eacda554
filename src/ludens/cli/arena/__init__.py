"""Commands that play games between agents, and say what came of them."""
