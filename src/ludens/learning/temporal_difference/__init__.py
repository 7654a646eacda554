"""Temporal differences: weights of a few features, learnt from whole games (Sutton 1988; Baxter and others 2000)."""
