"""The boards of the built-in games."""

from __future__ import annotations

from ludens.boards.description import Board, Layer

_FROM_THE_TOP = Board((Layer("cell", 3, column=1, row=0),))
_FROM_THE_BOTTOM = Board((Layer("cell", 3, column=0, row=1),), rows_up=True)

BOARDS: dict[str, Board] = {
    "bidding_tic_tac_toe": _FROM_THE_TOP,
    "blocker": _FROM_THE_TOP,
    "breakthrough": _FROM_THE_BOTTOM,
    "cephalopod": Board((Layer("cell", 3, column=1, row=0), Layer("pips", 3, column=1, row=0))),
    "checkers_small": _FROM_THE_BOTTOM,
    "connect_four": _FROM_THE_BOTTOM,
    "double_tic_tac_toe": Board((Layer("cell", 4, column=2, row=1, group=0),)),
    "eight_puzzle": _FROM_THE_TOP,
    "free_for_all": _FROM_THE_TOP,
    "hex": Board((Layer("cell", 3, column=0, row=1),), slant=True),
    "minefield": Board((Layer("mine", 2, column=1, row=0, marker="*", always=True), Layer("at", 3, column=2, row=1))),
    "pentago": _FROM_THE_TOP,
    "pentago_swap": _FROM_THE_TOP,
    "reversi": _FROM_THE_TOP,
    "sheep": Board(
        (
            Layer("clover", 2, column=0, row=1, marker="clover"),
            Layer("sheep_at", 2, column=0, row=1, marker="sheep"),
            Layer("dog_at", 2, column=0, row=1, marker="dog"),
        ),
        rows_up=True,
    ),
    "tic_tac_toe": _FROM_THE_TOP,
    "tron": Board((Layer("wall", 2, column=0, row=1, marker="#"), Layer("rider", 3, column=1, row=2)), rows_up=True),
}
