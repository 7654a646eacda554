"""Matches while they are played."""
