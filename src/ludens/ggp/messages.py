"""The messages of the GGP protocol as typed values, and their text on the wire.

Reading is tolerant: keywords in either case, any spacing, comments, ``nil`` or an empty list where nothing was played.
Writing is strict: one line, keywords in capitals, one space around every parenthesis. Rules and moves keep the spelling
of their symbols. In the values they are compact, ``(mark 2 2)``; on the wire they are spaced, ``( mark 2 2 )``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludens.game import LudensError
from ludens.gdl.reader import MAX_CHARACTERS, Group, Node, Word, read
from ludens.rules.source import Source

MAX_PARENTHESES = 200_000
"""Opening parentheses in a message; the largest rulesheet of the public repositories has 8,000."""

MAX_REPLY = 100_000
"""Characters in a move or any other reply."""

LONGEST_CLOCK = 86_400
"""Seconds. A clock beyond a day is a mistake, or meant to keep a player busy."""

SHOWN = 60
"""Characters of a faulty text that an error quotes."""

SYMBOL = re.compile(r"[^\s();]+")


class MessageError(LudensError):
    """A text that is not a message, move or reply of the protocol, or a value that cannot be written as one."""


@dataclass(frozen=True, slots=True)
class Info:
    """Asks a player who it is and whether it is free."""


@dataclass(frozen=True, slots=True)
class Preview:
    """Shows rules before a match. ``rules``: their text without the outer parentheses. ``clock``: seconds."""

    rules: str
    clock: float


@dataclass(frozen=True, slots=True)
class Start:
    """Begins a match. ``rules``: their text without the outer parentheses. Clocks are seconds."""

    match: str
    role: str
    rules: str
    start_clock: float
    play_clock: float


@dataclass(frozen=True, slots=True)
class Play:
    """Asks for a move. ``moves``: the last joint move in the order of the roles, None before the first one."""

    match: str
    moves: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Stop:
    """Ends a match. ``moves``: the last joint move, None when there was none."""

    match: str
    moves: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class PlayPercepts:
    """Asks for a move in a game of hidden information (GDL-II).

    ``turn``: joint moves made so far. ``move``: the player's own last move, None before the first one. ``percepts``:
    what its role sees after the last joint move, ascending; empty before it.
    """

    match: str
    turn: int
    move: str | None
    percepts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StopPercepts:
    """Ends a match of a game of hidden information; fields as in PlayPercepts."""

    match: str
    turn: int
    move: str | None
    percepts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Abort:
    """Breaks a match off."""

    match: str


Message = Info | Preview | Start | Play | Stop | PlayPercepts | StopPercepts | Abort


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """What a player says of itself. ``status``: ``available``, ``busy`` or whatever else it wrote, in lower case."""

    name: str
    status: str


def read_message(text: str) -> Message:
    """The message with this text; raises MessageError, with the reason, if it is not one."""
    node = _only_node(text, MAX_CHARACTERS, "a message")
    items = node.items if isinstance(node, Group) else (node,)
    if not items or not isinstance(items[0], Word):
        raise MessageError(f"A message begins with its name; {_shown(text)} does not.")
    keyword = items[0].text.upper()
    if keyword not in _READERS:
        raise MessageError(f"There is no message {_shown(items[0].text)}; there are {', '.join(_READERS)}.")
    return _READERS[keyword](items[1:])


def write_message(message: Message) -> str:
    """The text of a message, in one line; raises MessageError when its fields cannot be written."""
    match message:
        case Info():
            words = ["INFO"]
        case Preview(rules, clock):
            words = ["PREVIEW", _written_rules(rules), _written_clock(clock)]
        case Start(match_id, role, rules, start_clock, play_clock):
            clocks = (_written_clock(start_clock), _written_clock(play_clock))
            words = ["START", _symbol(match_id), write_move(role), _written_rules(rules), *clocks]
        case Play(match_id, moves):
            words = ["PLAY", _symbol(match_id), _written_moves(moves)]
        case Stop(match_id, moves):
            words = ["STOP", _symbol(match_id), _written_moves(moves)]
        case PlayPercepts(match_id, turn, move, percepts):
            words = ["PLAY", _symbol(match_id), *_written_percepts(turn, move, percepts)]
        case StopPercepts(match_id, turn, move, percepts):
            words = ["STOP", _symbol(match_id), *_written_percepts(turn, move, percepts)]
        case Abort(match_id):
            words = ["ABORT", _symbol(match_id)]
    return f"( {' '.join(words)} )"


def read_move(text: str) -> str:
    """The move in a player's reply, compact; raises MessageError for what is not one ground term."""
    return _term(_only_node(text, MAX_REPLY, "a move"))


def write_move(move: str) -> str:
    """A move, role or percept as it stands on the wire; raises MessageError for what is not one term."""
    return _spaced(_only_node(move, MAX_REPLY, "a move"))


def read_info(text: str) -> PlayerInfo:
    """What a player answered to INFO, in the form of pairs or as a bare status; raises MessageError otherwise."""
    node = _only_node(text, MAX_REPLY, "an answer to INFO")
    if isinstance(node, Word):
        return PlayerInfo("", node.text.lower())
    pairs = {}
    for item in node.items:
        words = [each.text for each in item.items if isinstance(each, Word)] if isinstance(item, Group) else []
        if len(words) >= 2:
            pairs[words[0].lower()] = " ".join(words[1:])
    if "status" not in pairs:
        raise MessageError(f"An answer to INFO names a status; {_shown(text)} does not.")
    return PlayerInfo(pairs.get("name", ""), pairs["status"].lower())


def write_info(name: str, status: str) -> str:
    """The answer to INFO; raises MessageError for a name or status that has parentheses or is empty."""
    words = " ".join(map(_symbol, name.split()))
    return f"( ( name {words or _symbol(name)} ) ( status {_symbol(status)} ) )"


def compact(text: str) -> str:
    """Terms or rules with one space between symbols and none inside parentheses, without comments."""
    return " ".join(compact_node(node) for node in _nodes(text, MAX_CHARACTERS, "rules"))


def compact_node(node: Node) -> str:
    """The text of one expression, with one space between symbols and none inside parentheses."""
    # Recursion is safe: the reader allows little depth.
    return node.text if isinstance(node, Word) else f"({' '.join(map(compact_node, node.items))})"


def _read_info_request(items: Sequence[Node]) -> Info:
    return Info()


def _read_preview(items: Sequence[Node]) -> Preview:
    _count("PREVIEW", items, 2)
    return Preview(_rules(items[0]), _clock(items[1]))


def _read_start(items: Sequence[Node]) -> Start:
    _count("START", items, 5)
    return Start(_word(items[0]), _term(items[1]), _rules(items[2]), _clock(items[3]), _clock(items[4]))


def _read_play(items: Sequence[Node]) -> Play | PlayPercepts:
    if len(items) == 4:
        return PlayPercepts(*_seen(items))
    return Play(*_played("PLAY", items))


def _read_stop(items: Sequence[Node]) -> Stop | StopPercepts:
    if len(items) == 4:
        return StopPercepts(*_seen(items))
    return Stop(*_played("STOP", items))


def _read_abort(items: Sequence[Node]) -> Abort:
    _count("ABORT", items, 1)
    return Abort(_word(items[0]))


_READERS: dict[str, Callable[[Sequence[Node]], Message]] = {
    "INFO": _read_info_request,
    "PREVIEW": _read_preview,
    "START": _read_start,
    "PLAY": _read_play,
    "STOP": _read_stop,
    "ABORT": _read_abort,
}


def _played(keyword: str, items: Sequence[Node]) -> tuple[str, tuple[str, ...] | None]:
    """The match and the moves; a single move may stand without a list, and a list may be missing at the start."""
    if len(items) == 1:
        return _word(items[0]), None
    _count(keyword, items, 2)
    moves = items[1]
    if _is_nothing(moves):
        return _word(items[0]), None
    return _word(items[0]), tuple(map(_term, moves.items if isinstance(moves, Group) else (moves,)))


def _seen(items: Sequence[Node]) -> tuple[str, int, str | None, tuple[str, ...]]:
    match, turn, move, percepts = items
    number = _word(turn)
    if not (number.isascii() and number.isdecimal() and len(number) < SHOWN):
        raise MessageError(f"The number of a turn cannot be {_shown(number)}.")
    seen = () if _is_nothing(percepts) else percepts.items if isinstance(percepts, Group) else (percepts,)
    return _word(match), int(number), None if _is_nothing(move) else _term(move), tuple(map(_term, seen))


def _is_nothing(node: Node) -> bool:
    return not node.items if isinstance(node, Group) else node.text.lower() == "nil"


def _count(keyword: str, items: Sequence[Node], wanted: int) -> None:
    if len(items) != wanted:
        raise MessageError(f"{keyword} is followed by {wanted} thing{'s' * (wanted > 1)}, here by {len(items)}.")


def _word(node: Node) -> str:
    if isinstance(node, Group):
        raise MessageError(f"There should be a name in the place of {_shown(compact_node(node))}.")
    return node.text


def _rules(node: Node) -> str:
    if isinstance(node, Word):
        raise MessageError(f"The rules belong in parentheses; here stands {_shown(node.text)}.")
    return " ".join(map(compact_node, node.items))


def _clock(node: Node) -> float:
    text = _word(node)
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= LONGEST_CLOCK:
        raise MessageError(f"A clock cannot be {_shown(text)}; it may be a number of seconds, up to {LONGEST_CLOCK:,}.")
    return seconds


def _term(node: Node) -> str:
    """The compact text of a term; needless parentheses are taken off, as in rulesheets."""
    while isinstance(node, Group) and len(node.items) == 1:
        node = node.items[0]
    if isinstance(node, Word):
        return node.text
    if not node.items:
        raise MessageError("() is not a term.")
    if isinstance(node.items[0], Group):
        raise MessageError(f"A term begins with a name; {_shown(compact_node(node))} does not.")
    return f"({' '.join([node.items[0].text, *map(_term, node.items[1:])])})"


def _spaced(node: Node) -> str:
    return node.text if isinstance(node, Word) else f"( {' '.join([*map(_spaced, node.items), ''])})"


def _symbol(text: str) -> str:
    if not SYMBOL.fullmatch(text):
        raise MessageError(f"{_shown(text)} cannot be written as one symbol.")
    return text


def _written_rules(rules: str) -> str:
    return f"( {' '.join([*map(_spaced, _nodes(rules, MAX_CHARACTERS, 'rules')), ''])})"


def _written_clock(seconds: float) -> str:
    if not 0 <= seconds <= LONGEST_CLOCK:
        raise MessageError(f"A clock cannot be {seconds}; it may be a number of seconds, up to {LONGEST_CLOCK:,}.")
    return str(int(seconds)) if seconds == int(seconds) else repr(float(seconds))


def _written_moves(moves: tuple[str, ...] | None) -> str:
    return "NIL" if not moves else f"( {' '.join(map(write_move, moves))} )"


def _written_percepts(turn: int, move: str | None, percepts: tuple[str, ...]) -> tuple[str, str, str]:
    if turn < 0:
        raise MessageError(f"The number of a turn cannot be {turn}.")
    if move is None and not percepts:
        return str(turn), "NIL", "NIL"
    seen = f"( {' '.join([*map(write_move, percepts), ''])})"
    return str(turn), "NIL" if move is None else write_move(move), seen


def _only_node(text: str, longest: int, what: str) -> Node:
    nodes = _nodes(text, longest, what)
    if len(nodes) != 1:
        found = "nothing" if not nodes else f"{len(nodes)} things"
        raise MessageError(f"There should be {what}; {_shown(text)} holds {found}.")
    return nodes[0]


def _nodes(text: str, longest: int, what: str) -> list[Node]:
    # Counted beforehand: to build a hundred thousand empty lists takes long enough to miss a clock.
    if len(text) > longest or text.count("(") > MAX_PARENTHESES:
        raise MessageError(f"{len(text):,} characters are too long for {what}, or have too many parentheses.")
    try:
        return read(Source(text, what))[0]
    except LudensError as error:
        raise MessageError(f"{_shown(text)} cannot be read as {what}: {error}") from None


def _shown(text: str) -> str:
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")
