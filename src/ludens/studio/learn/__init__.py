"""Lessons: algorithms that show every step."""
