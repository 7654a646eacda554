"""Right moves of connect four, found once and kept: ``python benchmarks/solved_positions.py FILE [--after SOLVED]``

FILE holds positions with their values, as ``connect_four.py`` reads them. Printed is a line for each that is not lost:
the columns played (1 to 7), the sign of the value to the side to move, and the legal and the right columns as bits of
a number; right are those that keep the value. Positions with most discs come first: those with few take minutes each.
With ``--after SOLVED``, what an earlier run has printed is left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

WIDTH, HEIGHT = 7, 6


def positions(path: Path) -> list[tuple[str, int]]:
    """The positions of a file, with the sign of their scores."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        columns, _, score = line.partition(" ")
        if score.strip():
            found.append((columns, (int(score) > 0) - (int(score) < 0)))
    return found


def solved(path: Path) -> dict[str, int]:
    """What was printed: columns played, and the right ones as bits. A line that was not finished is left out."""
    *whole, _ = path.read_text("utf-8").split("\n")
    return {columns: int(right) for columns, _, _, right, *_ in map(str.split, whole)}


def main() -> None:
    from bitboard import empty_table, keeps  # noqa: PLC0415  (compiled by Numba, which only this needs)

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--after", type=Path, help="what an earlier run has printed")
    given = parser.parse_args()
    known, table = set() if given.after is None else set(solved(given.after)), empty_table()
    asked = [each for each in positions(given.file) if each[0] and each[1] >= 0 and each[0] not in known]
    for columns, sign in sorted(asked, key=lambda each: -len(each[0])):
        legal = [column for column in range(1, WIDTH + 1) if columns.count(str(column)) < HEIGHT]
        right = [column for column in legal if keeps(table, columns, sign, column)]
        print(columns, sign, *(sum(1 << column - 1 for column in each) for each in (legal, right)), flush=True)


if __name__ == "__main__":
    main()
