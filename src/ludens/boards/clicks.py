"""Moves as clicks: on one cell, from one to another, on a cell and then a choice, or in a menu.

Every legal move has exactly one sequence of clicks, and no sequence is the beginning of another.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ludens.boards.description import MoveForm
from ludens.boards.picture import Place
from ludens.game import Move, ParameterError, RulesError
from ludens.gdl.parser import parse_ground_terms
from ludens.gdl.patterns import ground
from ludens.gdl.terms import Relation
from ludens.rules.ground_rules import Ground, ground_text
from ludens.rules.source import Source


@dataclass(frozen=True, slots=True)
class OnPlace:
    """A click on a place. One without a row means any cell of its column."""

    place: Place


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice by its text."""

    text: str


Click = OnPlace | Choice
Clicks = tuple[Click, ...]


@dataclass(frozen=True)
class ClickTree:
    """The legal moves of one role by their clicks."""

    sequences: dict[Move, Clicks]

    def clicks(self, move: Move) -> Clicks:
        """The clicks that make a legal move."""
        if move not in self.sequences:
            raise ParameterError(f"{move!r} is not a legal move here.")
        return self.sequences[move]

    def options(self, so_far: Sequence[Click] = ()) -> tuple[Click, ...]:
        """What can be clicked next, in the order of the moves; nothing when the move is complete."""
        return tuple(self._next.get(tuple(so_far), ()))

    def move(self, clicks: Sequence[Click]) -> Move | None:
        """The move that these clicks make; ``None`` while more are needed."""
        made = tuple(clicks)
        if made not in self._moves and made not in self._next:
            raise ParameterError("These clicks do not belong to a legal move.")
        return self._moves.get(made)

    @cached_property
    def _moves(self) -> dict[Clicks, Move]:
        return {clicks: move for move, clicks in self.sequences.items()}

    @cached_property
    def _next(self) -> dict[Clicks, dict[Click, None]]:
        """For each beginning of a sequence what can follow, as keys, which keep their order."""
        found: dict[Clicks, dict[Click, None]] = {(): {}}
        for clicks in self.sequences.values():
            for length, click in enumerate(clicks):
                found.setdefault(clicks[:length], {})[click] = None
        return found

    @property
    def first_places(self) -> frozenset[Place]:
        """The places where a move can begin."""
        return frozenset(click.place for click in self.options() if isinstance(click, OnPlace))


def click_tree(
    moves: Sequence[Move],
    forms: Mapping[Relation, MoveForm],
    places: frozenset[Place],
    pieces: Mapping[str, Place] | None = None,
    owner: str = "",
) -> ClickTree:
    """The clicks of some legal moves, on boards that have these places.

    ``pieces``: where pieces stand of which there is only one; a move that names nothing but such a piece is a click on
    it. ``owner``: the role whose moves these are, and whose things are meant where several have the same.
    """
    terms = {move: move_term(move) for move in moves}
    on_places = {
        move: _places(term, forms, places, owner) or _piece(term, pieces or {}) for move, term in terms.items()
    }
    alike: defaultdict[Clicks, list[Move]] = defaultdict(list)
    for move, clicks in on_places.items():
        alike[clicks].append(move)
    beginnings = {clicks[:length] for clicks in alike for length in range(len(clicks))}
    sequences: dict[Move, Clicks] = {}
    for clicks, same in alike.items():
        needs_choice = len(same) > 1 or clicks in beginnings or not clicks
        labels = _labels([terms[move] for move in same], forms) if clicks else same
        for move, label in zip(same, labels, strict=True):
            sequences[move] = (*clicks, Choice(label)) if needs_choice else clicks
    return ClickTree({move: sequences[move] for move in moves})


def _places(term: Ground, forms: Mapping[Relation, MoveForm], places: frozenset[Place], owner: str) -> Clicks:
    """The clicks on places; none where one of them is not on the board."""
    form = _form(term, forms)
    found = [spot.place(term) for spot in form.spots] if form else []
    found = [own if (own := (place[0], place[1], owner)) in places else place for place in found]
    lines = {(board, column, "") for board, column, _ in places}
    if not all(place in places or place in lines for place in found):
        return ()
    return tuple(map(OnPlace, found))


def _piece(term: Ground, pieces: Mapping[str, Place]) -> Clicks:
    """The click on the piece that a move names."""
    named = ground_text(term[1]) if isinstance(term, tuple) and len(term) == 2 else ""
    return (OnPlace(pieces[named]),) if named in pieces else ()


def _form(term: Ground, forms: Mapping[Relation, MoveForm]) -> MoveForm | None:
    return forms.get((str(term[0]), len(term) - 1)) if isinstance(term, tuple) else None


def _labels(terms: Sequence[Ground], forms: Mapping[Relation, MoveForm]) -> list[str]:
    """Texts that tell moves with the same places apart: what else they say, with their names only if need be."""
    names = {term[0] if isinstance(term, tuple) else term for term in terms}
    short = [_rest(term, forms, with_name=len(names) > 1) for term in terms]
    if all(short) and len(set(short)) == len(short):
        return short
    return [ground_text(term) for term in terms]


def _rest(term: Ground, forms: Mapping[Relation, MoveForm], with_name: bool) -> str:
    form = _form(term, forms)
    if not isinstance(term, tuple) or form is None:
        return ground_text(term)
    used = {number for spot in form.spots for number in spot.arguments}
    parts = [ground_text(part) for number, part in enumerate(term[1:]) if number not in used]
    return " ".join([ground_text(term[0])] * (with_name or not parts) + parts)


@lru_cache(maxsize=100_000)
def move_term(move: Move) -> Ground:
    """The move as a term; a move that is not written as one term is a name."""
    with contextlib.suppress(RulesError):
        terms = parse_ground_terms(Source(move))
        if len(terms) == 1 and ground_text(ground(terms[0])) == move:
            return ground(terms[0])
    return move
