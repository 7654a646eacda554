"""Names of the rules as people read them."""

from __future__ import annotations


def words(name: str) -> str:
    """A name with its words apart."""
    return name.replace("_", " ")
