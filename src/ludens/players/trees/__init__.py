"""Agents that search a tree."""
