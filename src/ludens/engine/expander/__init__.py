"""One position and all that can follow it, in a few hundred instructions: what a depth-first search runs on."""
