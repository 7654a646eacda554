"""What lies beside the boards of a position, and what each player has: hands, coins, counters, words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ludens.boards.clicks import move_term
from ludens.boards.description import Description, LookupTerms, MoveForm, ThingTerms
from ludens.boards.grids import Marks
from ludens.boards.orders import number_of, ordered
from ludens.boards.picture import Hand, Item, Look, Panel, Piece, Place, Seat, Seats, Shape
from ludens.boards.words import words
from ludens.gdl.terms import Relation
from ludens.rules.ground_rules import Ground, ground_text

UNKNOWN = "?"
"""What the name of a thing begins with of which only that it is there is known."""

WAITING = ("noop", "pass", "wait", "nothing", "skip")
"""Moves by which nothing is played."""

MOST_IN_A_ROW = 13
Found = tuple[list[Panel], set[Ground]]


def things(description: Description, terms: Sequence[Ground], marks: Marks) -> Found:
    """Things with what is true of them, in a row."""
    panels: list[Panel] = []
    used: set[Ground] = set()
    for kind in description.things:
        found = [term for term in terms if speaks_of(term, kind)]
        said: defaultdict[str, list[str]] = defaultdict(list)
        for term in found:
            said[ground_text(term[1])].append(words(ground_text(term[0])))
        items = [_item((kind.kind, value, ""), value, kind.look, marks, tuple(said[value])) for value in kind.values]
        panels.append(Hand(kind.kind, tuple(items)))
        used |= set(found)
    return panels, used


def speaks_of(term: Ground, kind: ThingTerms) -> bool:
    """Whether a term says something of one of these things."""
    return isinstance(term, tuple) and len(term) == 2 and ground_text(term[1]) in kind.values


def lookups(description: Description, terms: Sequence[Ground], marks: Marks) -> Found:
    """What numbers stand for: all of it in a row where it is little, otherwise what it is now."""
    panels: list[Panel] = []
    used: set[Ground] = set()
    for lookup in description.lookups:
        for term in terms:
            if isinstance(term, tuple) and len(term) == 2 and term[0] == lookup.name:
                panels.append(Hand(lookup.title, tuple(_looked_up(lookup, ground_text(term[1])))))
                used.add(term)
    return panels, used


def _looked_up(lookup: LookupTerms, key: str) -> Iterator[Item]:
    keys = [name for name, _ in lookup.rows]
    single = all(len(meant) == 1 for _, meant in lookup.rows)
    now = keys.index(key) if key in keys else _turns_passed(key, keys) if single else -1
    for number, (name, meant) in enumerate(lookup.rows):
        place = (lookup.name, name, "")
        if single and len(lookup.rows) <= MOST_IN_A_ROW:
            yield Item(place, meant[0], lookup.look, now=number == now, gone=number < now)
        elif number == now and lookup.copies:
            copies = number_of(meant[0]) or 0
            yield from (Item((lookup.name, name, str(copy)), meant[1], lookup.look) for copy in range(copies))
        elif number == now:
            yield Item(place, " ".join(map(words, meant)), lookup.look)


def _turns_passed(key: str, keys: Sequence[str]) -> int:
    """How many of the numbers are over, where the number itself stands for nothing."""
    here = number_of(key)
    return sum(here is not None and (number_of(name) or 0) < here for name in keys)


def pools(description: Description, terms: Sequence[Ground], marks: Marks) -> Found:
    """Things that nobody holds but that can be chosen."""
    panels: list[Panel] = []
    used: set[Ground] = set()
    for kind in (hand for hand in description.hands if hand.owner is None):
        found = [term for term in terms if _is(term, kind.name, kind.arguments)]
        names = ordered(" ".join(map(ground_text, term[1:])) for term in found)
        items = tuple(_item((kind.name, name, ""), name, kind.look, marks) for name in names)
        panels += [Hand(kind.name, items)] if items else []
        used |= set(found)
    return panels, used


class SeatDrawing:
    """Draws what belongs to the players of one game."""

    def __init__(
        self, description: Description, forms: Mapping[Relation, MoveForm], players: Mapping[str, str]
    ) -> None:
        self._forms, self._players = forms, players
        self._words, self._has_board = dict(description.words), bool(description.boards)
        self._hands = {(hand.name, hand.arguments): hand for hand in description.hands if hand.owner == 0}
        self._purses = {purse.name for purse in description.purses}
        self._looks = {hand.name: hand.look for hand in description.hands}
        self._looks |= dict.fromkeys(self._purses, Look.COIN)
        self._copied = {lookup.title: lookup.look for lookup in description.lookups if lookup.copies}

    def seats(self, terms: Sequence[Ground], marks: Marks) -> Found:
        """The players with all that terms say of them alone; no panel where that is nothing."""
        own = [term for term in terms if self._is_of_a_player(term)]
        played = {role: self._played(move) for role, move in marks.played}
        if not own and not any(played.get(role) for role in self._players):
            return [], set()
        seats = tuple(
            self._seat(
                role, colour, [term for term in own if ground_text(term[1]) == role], played.get(role, ()), marks
            )
            for role, colour in self._players.items()
        )
        return [Seats(seats)], set(own)

    def _is_of_a_player(self, term: Ground) -> bool:
        return isinstance(term, tuple) and 2 <= len(term) <= 3 and ground_text(term[1]) in self._players

    def _seat(self, role: str, colour: str, terms: Sequence[Ground], played: tuple[Item, ...], marks: Marks) -> Seat:
        items: list[Item] = []
        counts: list[tuple[str, str]] = []
        notes: list[str] = []
        hands: defaultdict[str, list[str]] = defaultdict(list)
        for term in terms:
            name, value = str(term[0]), ground_text(term[2]) if len(term) == 3 else ""
            if (name, len(term) - 1) in self._hands:
                hands[name].append(value)
            elif name in self._purses and number_of(value) is not None:
                items += self._coins(name, role, value, marks)
                counts.append((name, value))
            elif value and number_of(value) is not None:
                counts.append((name, value))
            else:
                notes.append(" ".join(filter(None, (words(name), self._words.get(value, words(value))))))
        for name, values in hands.items():
            look = self._looks[name]
            items += [_item((name, value, role), value, look, marks) for value in ordered(values)]
        return Seat(Piece(role, role, Shape.DISC, colour), tuple(items), tuple(counts), tuple(notes), played)

    def _coins(self, name: str, role: str, held: str, marks: Marks) -> list[Item]:
        """One coin for each that can be bid, and a place for bidding none."""
        return [
            _item((name, str(number), role), str(number), Look.COIN, marks) for number in range(int(held) + 1)
        ]  # fmt: skip

    def _played(self, move: str) -> tuple[Item, ...]:
        """What a move showed, unless it is seen on a board."""
        term = move_term(move)
        form = self._forms.get((str(term[0]), len(term) - 1)) if isinstance(term, tuple) else None
        beside = [spot.place(term) for spot in form.spots if spot.board in self._looks] if form else []
        if beside:
            return tuple(Item(("", place[1], ""), place[1], self._looks[place[0]]) for place in beside)
        if form is not None and form.spots:
            return ()
        name = str(term[0]) if isinstance(term, tuple) else term
        if name in WAITING or self._has_board:
            return ()
        parts = [ground_text(part) for part in term] if isinstance(term, tuple) else [term]
        if name in self._copied and len(parts) == 3 and parts[1].isdecimal():
            return (Item(("", move, ""), parts[2], self._copied[name]),) * int(parts[1])
        return (Item(("", move, ""), " ".join(self._words.get(part, words(part)) for part in parts)),)


def _item(place: Place, value: str, look: Look, marks: Marks, notes: tuple[str, ...] = ()) -> Item:
    label = "" if value.startswith(UNKNOWN) else value
    return Item(
        place, label, look, notes, target=place in marks.targets, last=look is not Look.COIN and place in marks.last
    )


def _is(term: Ground, name: str, arguments: int) -> bool:
    return isinstance(term, tuple) and term[0] == name and len(term) == arguments + 1
