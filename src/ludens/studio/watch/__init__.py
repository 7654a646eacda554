"""Tournaments, and games to look through again."""
