"""Finding out how a game is to be drawn from its rules alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ludens.boards.description import (
    ALONG,
    SIDES,
    Board,
    Description,
    HeapTerms,
    Layer,
    Lie,
    Spot,
)
from ludens.boards.inference.beside import beside, is_function
from ludens.boards.inference.coordinates import FEWEST_PLACES, best_pair, find_spot, in_a_move, oriented
from ludens.boards.inference.neighbours import hexagonal
from ludens.boards.inference.parts import part_words, with_parts
from ludens.boards.inference.signature import Fluent, Signature, signature
from ludens.boards.inference.tracks import track_of
from ludens.boards.orders import LONGEST_SIDE, Axis, grid_name, is_counting, number_of, ordered
from ludens.boards.picture import Place
from ludens.boards.pieces import BLOCKS
from ludens.gdl.reasoner import Reasoner
from ludens.gdl.terms import Compound, Literal

MOST_VALUES = 80
"""With more values than this an argument is no piece."""

WALLS = ("wall", "block", "barrier", "fence")


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A layer with the coordinates of the board it needs."""

    fluent: Fluent
    layer: Layer
    columns: Axis
    rows: Axis

    @property
    def listed(self) -> set[tuple[str, ...]]:
        """The places that the start speaks of."""
        return {self.layer.spot.place((self.fluent.name, *fact)) for fact in self.fluent.start}

    @property
    def is_counted(self) -> bool:
        """Whether what is said of a place is a number or a place itself."""
        return any(argument.is_ordered for argument in self.fluent.arguments[1:])

    @property
    def is_dense(self) -> bool:
        """Whether the start lists also empty places, or most places."""
        return self.fluent.has_blank() or 2 * len(self.listed) > len(self.columns) * max(1, len(self.rows))


def infer(game: Reasoner) -> Description:
    """How to draw a game that nobody has described."""
    known = signature(game)
    boards = _boards(known)
    used = {(layer.name, layer.arguments) for board in boards for layer in board.layers}
    rest = [fluent for fluent in known.fluents if fluent.relation not in used]
    has_grid = any(len(board.rows) > 1 for board in boards)
    controls = tuple(_controls(rest, game))
    tracks = () if boards else tuple(track for f in rest if (track := track_of(f, game.sheet.rules)) is not None)
    shown = tuple(with_parts(game, known, hexagonal(game, board)) for board in boards)
    found = Description(
        boards=(*shown, *tracks),
        heaps=() if has_grid else tuple(_heaps(rest)),
        stacks=() if has_grid else tuple((f.name, upper) for f in rest if (upper := _stack(f)) is not None),
        sequences=() if has_grid else tuple(f.relation for f in rest if _is_sequence(f)),
        controls=controls,
        hidden=tuple(f.relation for f in rest if _is_ground(f)),
        words=part_words(shown),
    )
    return beside(game, known, found)


def _controls(fluents: Sequence[Fluent], game: Reasoner) -> list[str]:
    """The fluents that say whose turn it is: of one role at most, and asked for where moves are legal."""
    usable = [f for f in fluents if len(f.arguments) == 1 and f.arguments[0].is_role and len(f.start) <= 1]
    legal = [rule for rule in game.sheet.rules if rule.head.name == "legal"]
    asked = {c.atom.args[0] for rule in legal for c in rule.body if isinstance(c, Literal) and c.atom.name == "true"}
    relations = {term.relation for term in asked if isinstance(term, Compound)}
    return [f.name for f in usable if f.relation in relations] or [f.name for f in usable if f.start]


def _boards(known: Signature) -> tuple[Board, ...]:
    usable = [fluent for fluent in known.fluents if not _is_sequence(fluent) and _stack(fluent) is None]
    usable = [fluent for fluent in usable if not _is_ground(fluent)]
    candidates = [found for fluent in usable if (found := _candidate(fluent, known)) is not None]
    candidates.sort(
        key=lambda c: (c.layer.side is not None, -len(c.fluent.start), -len(c.columns) * len(c.rows), c.fluent.name)
    )
    boards: list[list[_Candidate]] = []
    for candidate in candidates:
        home = next((board for board in boards if _belongs(candidate, board)), None)
        if home is not None:
            home.append(candidate)
        elif candidate.fluent.start or not boards:
            boards.append([candidate])
    for marks in (fluent for fluent in usable if not any(c.fluent == fluent for b in boards for c in b)):
        _add_marks(marks, boards)
    boards = [board for board in boards if max(map(len, _board_axes(board))) <= LONGEST_SIDE]
    rows = [row for fluent in usable if (row := _row(fluent)) is not None and _is_new(row, boards)]
    boards += [[row] for row in rows if len(row.fluent.start) >= 3 and (not boards or not row.is_counted)]
    boards += [] if boards else [[row] for row in rows]
    titled = len(boards) > 1
    return tuple(_board(board, titled) for board in boards)


def _candidate(fluent: Fluent, known: Signature) -> _Candidate | None:
    """The layer of a fluent that has coordinates and says what stands there."""
    if _lists_places(fluent, known):
        spot = oriented(fluent, (0,), (1,))
        return _Candidate(fluent, Layer(*fluent.relation, spot, marker=fluent.name), *_axes(fluent, spot))
    found = find_spot(fluent, known)
    if found is None or _is_tie(fluent, found):
        return None
    others = [number for number in range(len(fluent.arguments)) if number not in found.arguments]
    if not others or any(len(fluent.arguments[number].values) > MOST_VALUES for number in others):
        return None
    ignored = tuple(number for number in others if _follows(fluent, found, number))
    layer = Layer(*fluent.relation, found, ignored=ignored, blanks=_blanks(fluent, others))
    side = next((n for n in others if _are_sides(fluent.arguments[n].values)), None)
    if side is not None and _is_wall(fluent.name):
        layer = replace(layer, side=side)
    return _Candidate(fluent, layer, *_axes(fluent, found))


def _blanks(fluent: Fluent, others: Sequence[int]) -> frozenset[str]:
    return frozenset(name for number in others if (name := fluent.blank(number)) is not None)


def _axes(fluent: Fluent, spot: Spot) -> tuple[Axis, Axis]:
    if spot.cell is not None:
        parts = [grid_name(name) or ("", "") for name in fluent.arguments[spot.cell].values]
        return tuple(ordered(number for _, number in parts)), tuple(ordered(letter for letter, _ in parts))
    return _axis(fluent, spot.column), _axis(fluent, spot.row)


def _axis(fluent: Fluent, numbers: Sequence[int]) -> Axis:
    names = [""]
    for number in numbers:
        argument = fluent.arguments[number]
        parts = argument.axis or tuple(ordered({fact[number] for fact in fluent.start} or argument.values))
        names = [f"{name}.{part}" if name else part for name in names for part in parts]
    return tuple(names)


def _lists_places(fluent: Fluent, known: Signature) -> bool:
    """Whether a fluent of two coordinates says of places that they are such: both repeat at the start."""
    if len(fluent.arguments) != 2 or best_pair(fluent, known) is None or _side(fluent.name):
        return False
    if not fluent.start:
        return in_a_move(known, fluent.arguments)
    return all(2 * len({fact[number] for fact in fluent.start}) <= len(fluent.start) for number in (0, 1))


def _is_ground(fluent: Fluent) -> bool:
    """Whether a fluent only says for ever that there are places, all of them."""
    sizes = [len({fact[number] for fact in fluent.start}) for number in range(len(fluent.arguments))]
    return fluent.stays and len(sizes) == 2 and len(fluent.start) == sizes[0] * sizes[1] > 1


def _is_tie(fluent: Fluent, spot: Spot) -> bool:
    """Whether a fluent speaks of two places: the arguments after the first two are of the same kind."""
    values = [argument.values for argument in fluent.arguments]
    return len(spot.column) == 1 and len(values) == 4 and values[:2] == values[2:]


def _follows(fluent: Fluent, spot: Spot, number: int) -> bool:
    """Whether an ordered argument says nothing new: a coordinate decides what it is, as the next one to it."""
    if not fluent.arguments[number].is_ordered or len(fluent.start) < FEWEST_PLACES:
        return False
    for coordinate in (*spot.column, *spot.row):
        pairs = {(fact[coordinate], fact[number]) for fact in fluent.start}
        if len(pairs) > 2 and len({one for one, _ in pairs}) == len({other for _, other in pairs}) == len(pairs):
            return True
    return False


def _belongs(candidate: _Candidate, board: Sequence[_Candidate]) -> bool:
    """Whether a layer fits on a board that is there already and does not contend for its places."""
    main = board[0]
    if not _fits(candidate.columns, main.columns) or not _fits(candidate.rows, main.rows):
        return False
    if len(candidate.layer.spot.group) != len(main.layer.spot.group):
        return False
    if candidate.layer.side is not None:
        return True
    if candidate.is_dense and main.is_dense and candidate.listed & main.listed:
        return False
    return bool(candidate.fluent.start) or not main.is_dense


def _fits(one: Axis, other: Axis) -> bool:
    return set(one) <= set(other) or set(other) <= set(one)


def _add_marks(fluent: Fluent, boards: Sequence[list[_Candidate]]) -> None:
    """Puts a fluent that only names places, or two places, on the board on which these are, if there is one."""
    for board in boards:
        main = board[0].layer.spot
        if main.cell is not None or main.group or len(main.column) != 1 or not main.row:
            continue
        first, second = (0, 1) if main.column < main.row else (1, 0)
        spot = Spot(column=(first,), row=(second,))
        values = [argument.values for argument in fluent.arguments]
        axes = [set(board[0].columns), set(board[0].rows)]
        found = [values[first], values[second]] if len(values) in (2, 4) else []
        if not found or not all(part and part <= axis for part, axis in zip(found, axes, strict=True)):
            continue
        if len(values) == 4:
            if all(a and b and (a <= b or b <= a) for a, b in zip(values[:2], values[2:], strict=True)):
                layer = Layer(*fluent.relation, spot, other=spot.moved(2))
                board.append(_Candidate(fluent, layer, board[0].columns, board[0].rows))
        elif _marks_places(fluent, board[0]):
            layer = Layer(*fluent.relation, spot, marker=fluent.name, side=_side(fluent.name))
            board.append(_Candidate(fluent, layer, board[0].columns, board[0].rows))
        return


def _marks_places(fluent: Fluent, main: _Candidate) -> bool:
    """Whether to draw a fluent that names places of a board: not where most places show something already."""
    if fluent.name in BLOCKS or _side(fluent.name) or not main.is_dense:
        return True
    return bool(fluent.start) and any(part in fluent.name for part in ("pos", "at", "loc", "off"))


def _row(fluent: Fluent) -> _Candidate | None:
    """The layer of a fluent that says what is where in a row of places."""
    if len(fluent.arguments) != 2:
        return None
    place, what = fluent.arguments
    if not place.is_ordered or not 3 <= len(place.values) <= LONGEST_SIDE or not what.values:
        return None
    if is_function(fluent) and _counts(what.values):
        return None
    spot = Spot(column=(0,))
    layer = Layer(*fluent.relation, spot, blanks=_blanks(fluent, [1]))
    return _Candidate(fluent, layer, place.axis or (), ("",))


def _is_new(row: _Candidate, boards: Sequence[Sequence[_Candidate]]) -> bool:
    return all(candidate.fluent.relation != row.fluent.relation for board in boards for candidate in board)


def _counts(values: frozenset[str]) -> bool:
    return is_counting(values) and all(number_of(value) is not None for value in values)


def _heaps(fluents: Sequence[Fluent]) -> Iterator[HeapTerms]:
    for fluent in fluents:
        if is_function(fluent) and not fluent.arguments[0].is_role and _counts(fluent.arguments[1].values):
            yield HeapTerms(fluent.name, 2, count=1)


def _stack(fluent: Fluent) -> int | None:
    """The argument that is the upper thing where terms say what lies on what.

    Things of one sort, most of which can be on others, each on one only, and none on itself.
    """
    if len(fluent.arguments) != 2 or not fluent.start:
        return None
    first, second = (argument.values for argument in fluent.arguments)
    if len(first & second) < 2 or all(name.isdecimal() for name in first & second):
        return None
    for upper in (0, 1):
        on = {fact[upper]: fact[1 - upper] for fact in fluent.start}
        if len(on) == len(fluent.start) and not any(_is_above_itself(on, name) for name in on):
            return upper
    return None


def _is_above_itself(on: dict[str, str], name: str) -> bool:
    below, seen = on.get(name), 0
    while below is not None and below != name and seen <= len(on):
        below, seen = on.get(below), seen + 1
    return below is not None


def _is_sequence(fluent: Fluent) -> bool:
    """Whether a term lists the same things in some order: one term at the start, with all values."""
    values = {argument.values for argument in fluent.arguments}
    return (
        len(fluent.arguments) >= 3
        and len(values) == 1
        and len(fluent.start) == 1
        and (set(fluent.start[0]) == set(next(iter(values))))
    )


def _board(board: Sequence[_Candidate], titled: bool) -> Board:
    main = board[0]
    title = main.fluent.name if titled else ""
    columns, rows = _board_axes(board)
    found = [replace(c.layer, span=_span(c, columns, rows)) for c in board]
    layers = sorted(found, key=lambda layer: layer.name not in BLOCKS and layer.name != main.layer.name)
    two_levels = len(main.layer.spot.column) == 2
    blocks = (_inner(columns), _inner(rows)) if two_levels else (0, 0)
    return Board(
        tuple(replace(layer, spot=replace(layer.spot, board=title)) for layer in layers),
        title=title,
        columns=columns,
        rows=rows,
        groups=_axis(main.fluent, main.layer.spot.group) if main.layer.spot.group else (),
        whole=not any(c.fluent.has_blank() for c in board) and main.layer.spot.cell is None,
        places=_named_places(main, title),
        rows_up=_is_rows_up(main),
        lie=_named_lie(main),
        blocks=blocks,
    )


def _span(candidate: _Candidate, columns: Axis, rows: Axis) -> int:
    """How many cells a wall is long: two where none can begin at the last column or row."""
    along = isinstance(candidate.layer.side, int)
    return 2 if along and len(candidate.columns) < len(columns) and len(candidate.rows) < len(rows) else 1


def _board_axes(board: Sequence[_Candidate]) -> tuple[Axis, Axis]:
    """The coordinates of a board. Walls lie between its cells: they may have fewer, but none besides."""
    walls = [c for c in board if c.layer.side is not None]
    cells = [c for c in board if c.layer.side is None] or board
    columns = _narrowest([c.columns for c in cells], {column for c in cells for _, column, _ in c.listed})
    rows = _narrowest([c.rows for c in cells], {row for c in cells for _, _, row in c.listed})
    wider = [c.columns for c in walls if not set(c.columns) <= set(columns)]
    taller = [c.rows for c in walls if not set(c.rows) <= set(rows)]
    return max([columns, *wider], key=len), max([rows, *taller], key=len)


def _narrowest(axes: Sequence[Axis], needed: set[str]) -> Axis:
    """The shortest of some axes that has all coordinates of the start."""
    return min((axis for axis in axes if needed <= set(axis)), key=len, default=max(axes, key=len))


def _inner(names: Axis) -> int:
    return len({name.rpartition(".")[2] for name in names})


def _is_rows_up(main: _Candidate) -> bool:
    """Rows are counted from the bottom, as in chess and in plane geometry, unless the row is named first."""
    spot = main.layer.spot
    return spot.cell is None and bool(spot.row) and spot.column < spot.row


def _named_places(main: _Candidate, title: str) -> frozenset[Place]:
    """All cells of a board on which each has a name."""
    spot = main.layer.spot
    if spot.cell is None:
        return frozenset()
    parts = [grid_name(name) or ("", name) for name in main.fluent.arguments[spot.cell].values]
    return frozenset((title, number, letter) for letter, number in parts)


def _named_lie(main: _Candidate) -> Lie:
    """Centred when rows of named cells grow and shrink by an odd number: then cells lie in the gaps of others."""
    if main.layer.spot.cell is None:
        return Lie.STRAIGHT
    names = main.fluent.arguments[main.layer.spot.cell].values
    lengths = [sum((grid_name(name) or ("",))[0] == letter for name in names) for letter in _letters_of(names)]
    steps = [abs(one - other) for one, other in itertools.pairwise(lengths)]
    return Lie.CENTRED if steps and all(step % 2 for step in steps) else Lie.STRAIGHT


def _letters_of(names: frozenset[str]) -> list[str]:
    return ordered((grid_name(name) or ("",))[0] for name in names)


def _are_sides(values: frozenset[str]) -> bool:
    """Whether an argument says on which side of a cell something is, or how it lies."""
    return bool(values) and (values <= SIDES.keys() or values <= ALONG.keys())


def _is_wall(name: str) -> bool:
    return any(word in name for word in WALLS)


def _side(name: str) -> str | None:
    """The side of the cell that a fluent speaks of, if it is about walls."""
    return next((side for side in SIDES if side in name), None) if _is_wall(name) else None
