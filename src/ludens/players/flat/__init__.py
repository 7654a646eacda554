"""Agents without a tree: chance, rules of thumb, and random games after each move."""
