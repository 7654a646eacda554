"""Alpha-beta and solving by a depth-first search in machine code, on an expander made of the rules."""
