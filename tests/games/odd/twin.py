"""Odd in plain Python, from the rules in words, on a dictionary of cells (a, b)."""

from __future__ import annotations

import random
from collections.abc import Iterable

CELLS = [(a, b) for a in range(-4, 5) for b in range(-4, 5) if abs(a - b) <= 4]
Board = dict[tuple[int, int], str]


def neighbours(cell: tuple[int, int]) -> list[tuple[int, int]]:
    a, b = cell
    around = [(a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1), (a + 1, b + 1), (a - 1, b - 1)]
    return [other for other in around if other in CELLS]


def group_sizes(board: Board) -> list[int]:
    """The sizes of all maximal connected sets of like stones, small ones too."""
    sizes, done = [], set()
    for start in board:
        if start in done:
            continue
        group, waiting = {start}, [start]
        while waiting:
            for other in neighbours(waiting.pop()):
                if other not in group and board.get(other) == board[start]:
                    group.add(other)
                    waiting.append(other)
        done |= group
        sizes.append(len(group))
    return sizes


def groups(board: Board) -> int:
    return sum(size >= 5 for size in group_sizes(board))


def legal(board: Board, player: int) -> list[str]:
    if len(board) == 61:
        return []
    if player != len(board) % 2:
        return ["noop"]
    return [f"({colour} {a} {b})" for colour in ("white", "black") for a, b in CELLS if (a, b) not in board]


def goals(board: Board) -> tuple[int, int]:
    return (100, 0) if groups(board) % 2 == 1 else (0, 100)


def text(board: Board) -> str:
    stones = [f"({colour} {a} {b})" for (a, b), colour in board.items()]
    return " ".join(sorted([*stones, f"(control player{len(board) % 2 + 1})"]))


def random_board(stones: int, rng: random.Random) -> Board:
    return {cell: rng.choice(("white", "black")) for cell in rng.sample(CELLS, stones)}


def full(white: Iterable[tuple[int, int]]) -> Board:
    chosen = set(white)
    return {cell: "white" if cell in chosen else "black" for cell in CELLS}
