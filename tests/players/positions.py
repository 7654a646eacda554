"""Positions of tic-tac-toe drawn as text."""

from __future__ import annotations

from typing import Any

import ludens
from ludens.engine.contract import LoadedGame


def tic_tac_toe(board: str) -> tuple[LoadedGame[Any], Any, int]:
    """The game, the position with these marks (three rows of three, ``x``, ``o`` and ``.``), and whose turn it is."""
    game = ludens.load("tic_tac_toe")
    cells = "".join(board.split())
    assert len(cells) == 9
    marks = {sign: [place for place, cell in enumerate(cells) if cell == sign] for sign in "xo"}
    assert len(marks["x"]) - len(marks["o"]) in (0, 1)
    state, turn = game.initial_state(), 0
    while any(marks.values()):
        place = marks["xo"[turn]].pop()
        move = f"(mark {place // 3 + 1} {place % 3 + 1})"
        state = game.next_state(state, (move, "noop") if turn == 0 else ("noop", move))
        turn = 1 - turn
    assert not game.is_terminal(state)
    return game, state, turn
