"""Printing what a role knows of a game with hidden information."""

from __future__ import annotations

from typing import Any

from ludens.arena.knowledge import account, known_position
from ludens.boards import picture
from ludens.cli.terminal import console, echo, print_picture
from ludens.game import Game, View


def print_known(game: Game[Any], view: View) -> None:
    """Prints what a role has seen, and what follows from it."""
    out = console()
    echo()
    out.print(f"What {game.info.roles[view.role]} knows:")
    for line in account(view):
        out.print(f"  {line}")
    facts = known_position(game, view)
    if facts is not None:
        print_picture(picture(game, facts, hints=False))
