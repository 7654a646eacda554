"""Finding the board of a game that nobody has described."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from ludens.boards.description import Board, Layer
from ludens.gdl.patterns import Ground

FEWEST_PLACES = 4


def infer_board(fluents: Iterable[Ground]) -> Board | None:
    """The board of the fluents that most look like one: two coordinates, then the piece.

    ``None`` when no fluent has at least three arguments, of which the first two name each place once.
    """
    by_relation: defaultdict[tuple[Ground, int], list[tuple[Ground, ...]]] = defaultdict(list)
    for fluent in fluents:
        if isinstance(fluent, tuple) and len(fluent) >= 4:
            by_relation[fluent[0], len(fluent) - 1].append(fluent)
    boards = {
        name: facts
        for name, facts in by_relation.items()
        if len({fact[1] for fact in facts}) > 1
        and len({fact[2] for fact in facts}) > 1
        and len({fact[1:3] for fact in facts}) == len(facts) >= FEWEST_PLACES
    }
    if not boards:
        return None
    (name, arguments), facts = max(boards.items(), key=lambda item: (len(item[1]), str(item[0])))
    swapped = _letters({fact[2] for fact in facts}) and not _letters({fact[1] for fact in facts})
    column, row = (1, 0) if swapped else (0, 1)
    return Board((Layer(str(name), arguments, column, row),), rows_up=True)


def _letters(values: Collection[Ground]) -> bool:
    """Whether a coordinate is counted in letters, as columns are in chess."""
    return all(isinstance(value, str) and value.isalpha() for value in values)
