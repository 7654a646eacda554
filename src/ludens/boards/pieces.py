"""What pieces look like, read off their names: colours, chess men, crosses and rings, arrows, walls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from ludens.boards.orders import ordered
from ludens.boards.picture import Piece, Shape

COLOURS = (
    "white", "black", "red", "blue", "green", "yellow", "orange", "purple", "magenta", "pink", "brown", "grey", "gray",
    "teal", "cyan", "gold", "light", "dark",
)  # fmt: skip
SEATS = ("blue", "orange", "green", "purple", "teal", "red", "brown", "pink")
"""The colours of roles, in their order, that have no colour in their names."""

FIGURES = {"king": "♚", "queen": "♛", "rook": "♜", "bishop": "♝", "knight": "♞", "pawn": "♟"}
LETTERS = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
DISCS = frozenset({"man", "checker", "disc", "disk", "stone", "brush", "token", "peg", "piece", "wrestler"})
BLOCKS = frozenset(
    {"wall", "hole", "dirt", "block", "blk", "v", "arrow", "cellofflimits", "ground", "barrier", "blocked"}
)
ARROWS = {
    "north": "↑", "south": "↓", "east": "→", "west": "←", "up": "↑", "down": "↓", "left": "←", "right": "→",
    "northeast": "↗", "northwest": "↖", "southeast": "↘", "southwest": "↙",
    "n": "↑", "s": "↓", "e": "→", "w": "←", "ne": "↗", "nw": "↖", "se": "↘", "sw": "↙",
}  # fmt: skip
SYMBOLS = {
    "mine": "✱", "*": "✱", "clover": "♣", "point": "◆", "pellet": "•", "exit": "⚑", "flag": "⚑", "star": "★",
    "rock": "✊", "paper": "✋", "scissors": "✌",
}  # fmt: skip

_WORD = re.compile(r"[a-z]+|\d+")


class Pieces:
    """The pieces of one game: made from all names that can occur, so that each looks like no other."""

    def __init__(self, names: Iterable[str], roles: Sequence[str] = ()) -> None:
        self._roles = tuple(roles)
        self._seats = _seat_colours(roles)
        self._names = frozenset(names)
        self._signs = short_names(name for name in self._names if not name.isdecimal())
        words = {word for name in self._names for word in _WORD.findall(self._colour(name)[1])}
        self._is_draughts = bool(words & DISCS) and words & FIGURES.keys() == {"king"}
        self._coded = self._are_coded()
        self._known = {name: self._make(name) for name in self._names}

    def __getitem__(self, name: str) -> Piece:
        if name not in self._known:
            self._known[name] = self._make(name)
        return self._known[name]

    def _make(self, name: str) -> Piece:
        sign = self._signs.get(name, name)
        colour, rest = self._colour(name)
        if name in ("x", "o"):
            return Piece(name, sign, Shape.CROSS if name == "x" else Shape.RING, colour or SEATS[name == "o"])
        if self._coded and name in self._coded:
            return self._coded[name]
        if name in BLOCKS:
            return Piece(name, "#" if len(self._names & BLOCKS) == 1 else sign, Shape.BLOCK)
        figure = next((word for word in _WORD.findall(rest) if word in FIGURES), None)
        if figure == "king" and self._is_draughts:
            return Piece(name, sign, Shape.DISC, colour or "grey", FIGURES["king"])
        if figure is not None:
            return Piece(name, sign, Shape.FIGURE, colour or "grey", FIGURES[figure])
        if name in DISCS:
            return Piece(name, sign, Shape.DISC, "brown")
        symbol = "" if name in self._roles else self._symbol(name)
        if symbol:
            return Piece(name, sign, Shape.SIGN, colour, symbol)
        if colour and (not rest or rest in DISCS or rest in self._roles):
            return Piece(name, sign, Shape.DISC, colour)
        if colour:
            return Piece(name, sign, Shape.DISC, colour, self._initials(rest))
        return Piece(name, sign, Shape.SIGN, "", sign)

    def _symbol(self, name: str) -> str:
        words = _WORD.findall(name)
        compass = len([short for short in self._names & ARROWS.keys() if len(short) < 3]) >= 4
        if words and words[-1] in ARROWS and (len(words[-1]) > 2 or compass):
            return ARROWS[words[-1]]
        return SYMBOLS.get(name, "")

    def _colour(self, name: str) -> tuple[str, str]:
        """The colour of a piece, by its name or by the role it belongs to, and the rest of the name."""
        for colour in COLOURS:
            if name.startswith(colour):
                return colour, name[len(colour) :].strip(" _-")
        for role in self._roles:
            if name.startswith(role) or role in name.split():
                return self._seats[role], name.replace(role, "", 1).strip(" _-")
        for role in self._roles:
            alike = [other for other in self._roles if other.startswith(name)]
            if alike == [role] and len(name) <= 3:
                return self._seats[role], ""
        return "", name

    def _are_coded(self) -> dict[str, Piece]:
        """The pieces of two letters, side and man, if all pieces are of that kind: wk, bn."""
        sides = {"w": "white", "b": "black"} | {role[0]: self._seats[role] for role in self._roles}
        if {role[0] for role in self._roles} <= {"r", "b"}:
            sides = {"w": "red", "r": "red", "b": "black"}  # draughts: red plays the pieces called white
        found = {}
        for name in self._names - BLOCKS:
            if len(name) != 2 or name[0] not in sides or name[1] not in LETTERS:
                return {}
            found[name] = Piece(name, name, Shape.FIGURE, sides[name[0]], FIGURES[LETTERS[name[1]]])
        if {name[1] for name in found} == {"k", "p"}:  # draughts
            crown = {"k": FIGURES["king"], "p": ""}
            found = {name: Piece(name, name, Shape.DISC, sides[name[0]], crown[name[1]]) for name in found}
        return found

    @staticmethod
    def _initials(words: str) -> str:
        return "".join(re.findall(r"(?:^|[_ -])(\d+|.)", words))[:3]


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Names of at most two characters as they are, longer ones by initials or by a beginning that is theirs alone."""
    listed = sorted(set(names))
    short = {name: name if len(name) <= 2 else _initials(name) for name in listed}
    for length in (2, 3, None):
        counted = Counter(short.values())
        short = {name: sign if counted[sign] == 1 else name[:length] for name, sign in short.items()}
    return short


def _initials(name: str) -> str:
    """The first letter of each word, where a colour is a word of its own: whiteking, white_king → wk."""
    for colour in COLOURS:
        if name.startswith(colour) and name[len(colour) :].isalpha():
            rest = name[len(colour) :]
            return colour[0] + ("n" if rest == "knight" else rest[0])
    return "".join(re.findall(r"(?:^|(?<=[_ -]))[^_ -]|\d+$", name))


def _seat_colours(roles: Sequence[str]) -> Mapping[str, str]:
    """Each role's colour: its own, where its name has one, otherwise the next that is free."""
    own = {role: next((colour for colour in COLOURS if role.startswith(colour)), "") for role in roles}
    free = iter([colour for colour in SEATS if colour not in own.values()] * (len(roles) + 1))
    return {role: colour or next(free) for role, colour in own.items()}


def role_colours(roles: Sequence[str]) -> Mapping[str, str]:
    """The colour in which each role is shown."""
    return _seat_colours(roles)


def legend(pieces: Collection[Piece]) -> tuple[Piece, ...]:
    """The pieces whose signs do not speak for themselves, in the order of their names."""
    by_name = {piece.name: piece for piece in pieces if piece.sign != piece.name}
    return tuple(by_name[name] for name in ordered(by_name))
