"""Names of the rules as people read them."""

from __future__ import annotations

import re

PLAYER = re.compile(r"(.+?) ?player")
NUMBERED = re.compile(r"(player|role) ?(\d+)")


def words(name: str) -> str:
    """A name with its words apart."""
    return name.replace("_", " ")


def role_name(role: str) -> str:
    """A role in words: ``xplayer`` is x, ``player1`` is player 1."""
    plain = words(role)
    if numbered := NUMBERED.fullmatch(plain):
        return f"player {numbered[2]}"
    named = PLAYER.fullmatch(plain)
    return named[1] if named else plain


def counted(value: str, name: str) -> str:
    """What there is so much of: ``wins``, or ``win`` where it is one."""
    plain = words(name)
    return plain[:-1] if value == "1" and plain.endswith("s") and not plain.endswith("ss") else plain
