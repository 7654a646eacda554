"""Matrix games in fractions, slow and obviously right: every square part of the matrix is tried.

Shapley and Snow (1950): if the entries are positive, some square part that can be inverted has an equilibrium of its
own in which all its rows and columns are equally good, and that is one of the whole game.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

Table = list[list[Fraction]]


def exact_value(matrix: Sequence[Sequence[int | Fraction]]) -> Fraction:
    """The value of a matrix game of whole numbers and fractions."""
    shift = 1 - min(min(row) for row in matrix)
    table = [[Fraction(entry + shift) for entry in row] for row in matrix]
    for size in range(1, min(len(table), len(table[0])) + 1):
        for rows in combinations(range(len(table)), size):
            for columns in combinations(range(len(table[0])), size):
                value = _value_of_part(table, rows, columns)
                if value is not None:
                    return value - shift
    raise AssertionError("every game has a value")


def _value_of_part(table: Table, rows: tuple[int, ...], columns: tuple[int, ...]) -> Fraction | None:
    part = [[table[i][j] for j in columns] for i in rows]
    y, x = _solved(part), _solved([list(line) for line in zip(*part, strict=True)])
    if x is None or y is None or min(x) < 0 or min(y) < 0 or sum(x) <= 0 or sum(x) != sum(y):
        return None
    value = 1 / sum(x, Fraction(0))
    gets = [sum(x[k] * value * table[i][j] for k, i in enumerate(rows)) for j in range(len(table[0]))]
    pays = [sum(y[k] * value * table[i][j] for k, j in enumerate(columns)) for i in range(len(table))]
    return value if min(gets) == value == max(pays) else None


def _solved(part: Table) -> list[Fraction] | None:
    """z with part·z = 1, by elimination; None where there are none or many."""
    lines = [[*row, Fraction(1)] for row in part]
    for column in range(len(lines)):
        pivot = next((line for line in lines[column:] if line[column]), None)
        if pivot is None:
            return None
        lines.remove(pivot)
        pivot = [entry / pivot[column] for entry in pivot]
        lines = [[a - line[column] * b for a, b in zip(line, pivot, strict=True)] for line in lines]
        lines.insert(column, pivot)
    return [line[-1] for line in lines]
