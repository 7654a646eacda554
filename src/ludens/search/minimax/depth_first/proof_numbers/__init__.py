"""Proof-number search, depth first: for games that are sharp, where some positions have few moves."""
