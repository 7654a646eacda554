"""Positions of a game, as pages draw them."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class Place(TypedDict):
    """A place on a board as the picture names it."""

    board: str
    column: str
    row: str


class Choice(TypedDict):
    """A choice beside the board; ``label``: in words for people."""

    choice: str
    label: NotRequired[str]


Click = Place | Choice


class LegalMove(TypedDict):
    """A legal move with the clicks that make it; ``lands``: the row where a piece comes to rest that is dropped."""

    move: str
    label: str
    clicks: list[Click]
    lands: str | None


class About(TypedDict):
    """What is known of a game before it is played."""

    roles: list[str]
    turns: str | None
    goal_sum: int | None
    chance: int | None
    hidden: bool


class Ahead(TypedDict):
    """Somebody won by so many of something."""

    ahead: int
    unit: str


class Drawn(TypedDict):
    """A position as a picture, and how the game ended if it did.

    ``masked``: the role from which something is hidden. ``flaw``: why rules give no goals where the game is over.
    ``margin``: by how much somebody won, where the rules count something.
    """

    svg: str
    over: bool
    goals: list[int] | None
    masked: int | None
    margin: Ahead | None
    flaw: NotRequired[str]


class Advised(TypedDict):
    """The move that a role should have made."""

    role: int
    move: str
    label: str
    places: list[Place]


class LookedAt(Drawn):
    """An earlier position; ``best``: what was best there, as far as the game has been judged."""

    best: list[Advised]


class View(About, Drawn):
    """The last position of a game, with what can be done there and how it came about.

    ``deciders``: for every position so far, the roles that have a choice. ``texts``: of every turn, what was played.
    ``moved``: the same for each role by itself. ``advice``: the best moves of every turn in words, by role as text,
    where the game is judged. ``legal``: the legal moves of every role.
    """

    deciders: list[list[int]]
    texts: list[str]
    moved: list[list[str]]
    advice: list[dict[str, str]]
    legal: list[list[LegalMove]]
