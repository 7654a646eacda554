"""How the built-in games are drawn. A rulesheet that is not listed is drawn as its rules suggest."""

from __future__ import annotations

from ludens.boards.description import Board, Description, HeapTerms, Layer, Lie, Spot

_ROW_FIRST = Spot(column=(1,), row=(0,))
_COLUMN_FIRST = Spot(column=(0,), row=(1,))


def _from_the_top(blocks: tuple[int, int] = (0, 0)) -> Description:
    return Description((Board((Layer("cell", 3, _ROW_FIRST),), blocks=blocks),))


def _from_the_bottom() -> Description:
    return Description((Board((Layer("cell", 3, _COLUMN_FIRST),), rows_up=True),))


DESCRIPTIONS: dict[str, Description] = {
    "bidding_tic_tac_toe": _from_the_top(),
    "blocker": _from_the_top(),
    "blocks": Description((Board((Layer("on", 3, Spot(column=(1,), row=(0,)), blanks=frozenset()),)),)),
    "breakthrough": _from_the_bottom(),
    "cephalopod": Description(
        (Board((Layer("cell", 3, _ROW_FIRST), Layer("pips", 3, _ROW_FIRST, blanks=frozenset()))),)
    ),
    "checkers_small": _from_the_bottom(),
    "connect_four": _from_the_bottom(),
    "double_tic_tac_toe": Description((Board((Layer("cell", 4, Spot(column=(2,), row=(1,), group=(0,))),)),)),
    "eight_puzzle": _from_the_top(),
    "free_for_all": _from_the_top(),
    "goofspiel": Description(),
    "hex": Description((Board((Layer("cell", 3, _COLUMN_FIRST),), lie=Lie.SLANTED),)),
    "kuhn_poker": Description(),
    "liars_dice": Description(),
    "lights_on": Description((Board((Layer("lamp", 3, Spot(column=(1,), row=(0,)), blanks=frozenset()),)),)),
    "minefield": Description(
        (
            Board(
                (
                    Layer("mine", 2, _ROW_FIRST, marker="mine", always=True),
                    Layer("at", 3, Spot(column=(2,), row=(1,)), blanks=frozenset()),
                )
            ),
        )
    ),
    "monty_hall": Description(),
    "nim": Description(heaps=(HeapTerms("heap", 2, count=1),)),
    "oshi_zumo": Description(),
    "pentago": _from_the_top(blocks=(3, 3)),
    "pentago_swap": _from_the_top(blocks=(3, 3)),
    "prisoners_dilemma": Description(),
    "reversi": _from_the_top(),
    "rock_paper_scissors": Description(),
    "sheep": Description(
        (
            Board(
                (
                    Layer("clover", 2, _COLUMN_FIRST, marker="clover"),
                    Layer("sheep_at", 2, _COLUMN_FIRST, marker="sheep"),
                    Layer("dog_at", 2, _COLUMN_FIRST, marker="dog"),
                ),
                rows_up=True,
            ),
        )
    ),
    "tic_tac_toe": _from_the_top(),
    "tron": Description(
        (
            Board(
                (
                    Layer("wall", 2, _COLUMN_FIRST, marker="wall"),
                    Layer("rider", 3, Spot(column=(1,), row=(2,)), blanks=frozenset()),
                ),
                rows_up=True,
            ),
        )
    ),
}
