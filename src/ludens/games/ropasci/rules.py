"""RoPaSci 360, the rules: throw rocks, papers and scissors onto a hexagon and move them, both sides at once.

From the University of Melbourne's course COMP30024, 2021. The names of its parts are the course's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.boards.cells import Cells
from ludens.engine.rows import Rows
from ludens.game import GameInfo, GoalError, IllegalMoveError, Move, ParameterError, Turns
from ludens.games.hexagon.cells import CELLS, HALF_TURN, MIRROR, NEIGHBOURS, NUMBERS, PLACES
from ludens.games.ropasci import layout

if TYPE_CHECKING:
    from ludens.boards.drawings import Drawing
    from ludens.engine.native import NativeEngine
    from ludens.search.evaluations.static import Static

UPPER, LOWER = 0, 1
_BEATEN_BY = {"r": "p", "p": "s", "s": "r"}
_NUMBER_OF = {move: number for number, move in enumerate(layout.MOVE_TEXTS)}
_WALK_OF = {walk: number for number, walk in enumerate(layout.WALKS)}


class Token(NamedTuple):
    """A token on a hex; ``symbol`` is r, p or s."""

    r: int
    q: int
    symbol: str


Tokens = tuple[Token, ...]
Configuration = tuple[Tokens, Tokens]
"""The tokens of Upper and of Lower, each ascending."""


class Ending(Enum):
    """How a game ends, in the words of the course's referee."""

    GOING_ON = "not over"
    UPPER_WINS = "winner: upper"
    LOWER_WINS = "winner: lower"
    NOTHING_LEFT = "draw: no remaining tokens or throws"
    BOTH_INVINCIBLE = "draw: both players have an invincible token"
    REPEATED = "draw: same game state occurred for 3rd time"
    TOO_LONG = "draw: maximum number of turns reached"


_ENDINGS = tuple(Ending)


@dataclass(frozen=True, slots=True)
class RopasciState:
    """A position.

    ``tokens``: of both sides. ``throws``: how many each side has made. ``turn``: how many turns have been played.
    ``earlier``: the tokens before each turn since the last throw or battle, oldest first. Before that there was
    nothing that can come again.
    """

    tokens: Configuration = ((), ())
    throws: tuple[int, int] = (0, 0)
    turn: int = 0
    earlier: tuple[Configuration, ...] = ()

    @property
    def upper(self) -> Tokens:
        return self.tokens[UPPER]

    @property
    def lower(self) -> Tokens:
        return self.tokens[LOWER]

    @property
    def throws_left(self) -> tuple[int, int]:
        return layout.THROWS - self.throws[UPPER], layout.THROWS - self.throws[LOWER]

    @property
    def seen(self) -> int:
        """How often this configuration has occurred, this time included."""
        return 1 + self.earlier.count(self.tokens)


def position(upper: str, lower: str, throws: tuple[int, int] = (9, 9), turn: int = 0) -> RopasciState:
    """A position without a past, of tokens written ``r 0 0, s 3 -1``; raises ParameterError for what cannot be."""
    tokens = (_tokens(upper), _tokens(lower))
    if not all(len(side) <= made <= layout.THROWS for side, made in zip(tokens, throws, strict=True)):
        raise ParameterError(f"{throws} throws made do not fit {upper!r} and {lower!r}.")
    if not 0 <= turn <= layout.TURNS:
        raise ParameterError(f"There is no turn {turn}.")
    symbols: dict[tuple[int, int], str] = {}
    for token in (*tokens[UPPER], *tokens[LOWER]):
        if symbols.setdefault((token.r, token.q), token.symbol) != token.symbol:
            raise ParameterError(f"Different symbols cannot stand on ({token.r}, {token.q}).")
    return RopasciState(tokens, throws, turn)


def _tokens(text: str) -> Tokens:
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        try:
            symbol, r, q = part.split()
            token = Token(int(r), int(q), symbol)
        except ValueError:
            raise ParameterError(f"{part!r} should have the form 'r 0 0': symbol, row and column.") from None
        if symbol not in _BEATEN_BY or (token.r, token.q) not in NUMBERS:
            raise ParameterError(f"{part!r} is no token on the board.")
        found.append(token)
    return tuple(sorted(found))


class Ropasci:
    """The game of RoPaSci 360."""

    info = GameInfo(
        "ropasci",
        layout.ROLES,
        (layout.MOVE_TEXTS,) * 2,
        turns=Turns.SIMULTANEOUS,
        goal_sum=100,
        max_steps=layout.TURNS,
    )
    cells = Cells.HEXAGONS_BY_SUM

    def initial_state(self) -> RopasciState:
        """The empty board."""
        return RopasciState()

    def is_terminal(self, state: RopasciState) -> bool:
        """Whether one of the five conditions holds."""
        return ending(state) is not Ending.GOING_ON

    def legal_moves(self, state: RopasciState, role: int) -> tuple[Move, ...]:
        """Throws, slides and swings; a swing that two pivots allow is one move."""
        if self.is_terminal(state):
            return ()
        return tuple(sorted({layout.MOVE_TEXTS[number] for number in _legal_numbers(state, role)}))

    def next_state(self, state: RopasciState, moves: Sequence[Move]) -> RopasciState:
        """The position after both sides have moved at once; raises IllegalMoveError."""
        if len(moves) != len(layout.ROLES):
            raise ValueError(f"{len(layout.ROLES)} roles move at once, but {len(moves)} moves were given")
        over = self.is_terminal(state)
        numbers = []
        for role, name in enumerate(layout.ROLES):
            numbers.append(_NUMBER_OF.get(moves[role], -1))
            if over or numbers[role] not in set(_legal_numbers(state, role)):
                raise IllegalMoveError(name, moves[role], self.legal_moves(state, role))
        return _after(state, numbers)

    def goals(self, state: RopasciState) -> tuple[int, ...]:
        """100 and 0 for a win, 50 each for a draw; raises GoalError before the end."""
        found = ending(state)
        if found is Ending.GOING_ON:
            raise GoalError("RoPaSci 360 has goals only when the game is over.", self.text(state))
        return {Ending.UPPER_WINS: (100, 0), Ending.LOWER_WINS: (0, 100)}.get(found, (50, 50))

    def text(self, state: RopasciState) -> str:
        """Tokens, throws made and turn as terms; a hash stands for the configurations that may come again."""
        terms = [f"(throws {role} {made})" for role, made in zip(layout.ROLES, state.throws, strict=True)]
        terms.append(f"(turn {state.turn})")
        for role, tokens in zip(layout.ROLES, state.tokens, strict=True):
            terms += [f"({role} {token.symbol} {token.r} {token.q})" for token in tokens]
        if state.earlier:
            past = ";".join(_written(configuration) for configuration in state.earlier)
            terms.append(f"(earlier {len(state.earlier)} {hashlib.sha256(past.encode()).hexdigest()[:16]})")
        return " ".join(sorted(terms))

    @cached_property
    def engine(self) -> NativeEngine:
        """Many positions at once; the kernels are loaded now."""
        from ludens.engine.native import MovePolicy, NativeEngine, NativeRules  # noqa: PLC0415
        from ludens.games.ropasci import kernels  # noqa: PLC0415
        from ludens.games.ropasci.features import evaluated_rows  # noqa: PLC0415
        from ludens.games.ropasci.rated import play_rated_rows  # noqa: PLC0415

        return NativeEngine(
            NativeRules(
                layout.ROLES,
                (layout.MOVE_TEXTS,) * 2,
                ((0, 50, 100),) * 2,
                np.zeros((1, layout.WORDS), dtype=np.uint64),
                kernels.legal_rows,
                kernels.outcome_rows,
                kernels.step_rows,
                kernels.play_rows,
                policies={
                    "greedy": MovePolicy(kernels.greedy_rows, kernels.play_greedy_rows),
                    "wide": MovePolicy(kernels.wide_rows, kernels.play_wide_rows),
                    "evaluation": MovePolicy(evaluated_rows),
                },
                play_rated=play_rated_rows,
            )
        )

    def bounds(self, rows: Rows) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What positions are worth to Upper at least and at most, from 0 to 1: an invincible token need not lose."""
        from ludens.games.ropasci.bounds import bounds  # noqa: PLC0415

        return bounds(rows)

    @property
    def drawing(self) -> Drawing:
        """How positions are drawn."""
        from ludens.games.ropasci.drawing import RopasciDrawing  # noqa: PLC0415

        return RopasciDrawing()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.info.name}>"

    def _repr_svg_(self) -> str:
        """The first position, in a notebook."""
        from ludens.boards.position import draw_svg  # noqa: PLC0415

        return draw_svg(self, self.initial_state())

    @property
    def evaluations(self) -> Mapping[str, Callable[[], Static]]:
        """What positions are worth at a glance, by name."""
        from ludens.games.ropasci.evaluation import EVALUATIONS  # noqa: PLC0415

        return EVALUATIONS

    def pack(self, states: Sequence[RopasciState]) -> Rows:
        """States as rows for the engine."""
        return np.array([_row(state) for state in states], dtype=np.uint64).reshape(-1, layout.WORDS)

    def unpack(self, rows: Rows) -> list[RopasciState]:
        """Rows of the engine as states."""
        return [_state(row) for row in rows.tolist()]


def ending(state: RopasciState) -> Ending:
    """How the game has ended: the first of the five conditions that holds."""
    upper, lower = state.tokens
    upper_throws, lower_throws = state.throws_left
    lost = (not upper and not upper_throws, not lower and not lower_throws)
    if any(lost):
        return Ending.NOTHING_LEFT if all(lost) else Ending.LOWER_WINS if lost[UPPER] else Ending.UPPER_WINS
    invincible = (_invincible(upper, lower, lower_throws), _invincible(lower, upper, upper_throws))
    if all(invincible):
        return Ending.BOTH_INVINCIBLE
    if invincible[UPPER] and len(lower) == 1:
        return Ending.UPPER_WINS
    if invincible[LOWER] and len(upper) == 1:
        return Ending.LOWER_WINS
    if state.seen >= layout.OCCURRENCES:
        return Ending.REPEATED
    return Ending.TOO_LONG if state.turn >= layout.TURNS else Ending.GOING_ON


def _invincible(own: Tokens, other: Tokens, throws_of_other: int) -> bool:
    """Whether a side has a token that nothing can beat any more."""
    threats = {token.symbol for token in other}
    return not throws_of_other and any(_BEATEN_BY[token.symbol] not in threats for token in own)


def _legal_numbers(state: RopasciState, role: int) -> Iterator[int]:
    """The legal moves of a role by number, swings with two pivots twice; the game must not be over."""
    if state.throws[role] < layout.THROWS:
        zone = layout.ZONES[state.throws[role]]
        for cell in range(CELLS - zone, CELLS) if role == UPPER else range(zone):
            yield from (symbol * CELLS + cell for symbol in range(len(layout.SYMBOLS)))
    own = {NUMBERS[token.r, token.q] for token in state.tokens[role]}
    for source in own:
        around = NEIGHBOURS[source]
        for pivot in own.intersection(around):
            for target in set(NEIGHBOURS[pivot]).difference(around, (source,)):
                yield layout.FIRST_WALK + _WALK_OF[source, target]
        yield from (layout.FIRST_WALK + _WALK_OF[source, target] for target in around)


def _after(state: RopasciState, numbers: Sequence[int]) -> RopasciState:
    """The position after legal moves by number."""
    tokens = [list(side) for side in state.tokens]
    throws = list(state.throws)
    landing: list[Token] = []
    for role, number in enumerate(numbers):
        if number < layout.FIRST_WALK:
            symbol, target = layout.SYMBOLS[number // CELLS], number % CELLS
            throws[role] += 1
        else:
            source, target = layout.WALKS[number - layout.FIRST_WALK]
            moving = next(token for token in tokens[role] if (token.r, token.q) == PLACES[source])
            tokens[role].remove(moving)
            symbol = moving.symbol
        landing.append(Token(*PLACES[target], symbol))
    for role, token in enumerate(landing):
        tokens[role].append(token)
    before = len(tokens[UPPER]) + len(tokens[LOWER])
    for token in landing:
        tokens = _fought(tokens, (token.r, token.q))
    following = (tuple(sorted(tokens[UPPER])), tuple(sorted(tokens[LOWER])))
    lasting = tuple(throws) != state.throws or len(following[UPPER]) + len(following[LOWER]) < before
    earlier = () if lasting else (*state.earlier, state.tokens)
    return RopasciState(following, (throws[UPPER], throws[LOWER]), state.turn + 1, earlier)


def _fought(tokens: list[list[Token]], place: tuple[int, int]) -> list[list[Token]]:
    """The tokens without those on the place whose beater is there too."""
    present = {token.symbol for side in tokens for token in side if (token.r, token.q) == place}
    return [
        [token for token in side if (token.r, token.q) != place or _BEATEN_BY[token.symbol] not in present]
        for side in tokens
    ]


def symmetric(state: RopasciState) -> list[RopasciState]:
    """The state as each of the game's 12 symmetries shows it; the state itself is the first.

    Left and right may change places, symbols may be cycled, and the board may be turned round with the sides exchanged:
    in the last six states Upper's tokens are Lower's.
    """
    both = (False, True)
    return [_seen_through(state, turned, mirrored, shift) for turned in both for mirrored in both for shift in range(3)]


def _seen_through(state: RopasciState, turned: bool, mirrored: bool, shift: int) -> RopasciState:
    def token(old: Token) -> Token:
        cell = NUMBERS[old.r, old.q]
        cell = HALF_TURN[cell] if turned else cell
        cell = MIRROR[cell] if mirrored else cell
        symbol = layout.SYMBOLS[(layout.SYMBOLS.index(old.symbol) + shift) % 3]
        return Token(*PLACES[cell], symbol)

    def configuration(old: Configuration) -> Configuration:
        upper, lower = (tuple(sorted(map(token, side))) for side in old)
        return (lower, upper) if turned else (upper, lower)

    throws = (state.throws[LOWER], state.throws[UPPER]) if turned else state.throws
    return RopasciState(configuration(state.tokens), throws, state.turn, tuple(map(configuration, state.earlier)))


def _written(configuration: Configuration) -> str:
    return "/".join(" ".join(f"{t.symbol}{t.r},{t.q}" for t in side) for side in configuration)


def _row(state: RopasciState) -> list[int]:
    row = [0] * layout.WORDS
    for side, first in ((state.upper, layout.UPPER), (state.lower, layout.LOWER)):
        numbers = (1 + 3 * NUMBERS[t.r, t.q] + layout.SYMBOLS.index(t.symbol) for t in side)
        whole = int.from_bytes(bytes(sorted(numbers)), "little")
        row[first], row[first + 1] = whole & (1 << 64) - 1, whole >> 64
    row[layout.NUMBERS] = (
        state.throws[UPPER] << layout.UPPER_THROWS
        | state.throws[LOWER] << layout.LOWER_THROWS
        | state.turn << layout.TURN
        | len(state.earlier) << layout.LOGGED
        | _ENDINGS.index(ending(state)) << layout.ENDING
    )
    past = [*state.earlier, state.tokens]
    for number in range(len(state.earlier)):
        word, place = divmod(number, layout.TURNS_PER_WORD)
        for role in (UPPER, LOWER):
            walk = _walk_between(past[number][role], past[number + 1][role])
            row[layout.LOG + word] |= walk << layout.LOG_BITS * (2 * place + role)
    return row


def _walk_between(before: Tokens, after: Tokens) -> int:
    """The slide or swing that leads from some tokens of a side to others."""
    left, come = list(before), list(after)
    for token in before:
        if token in come:
            come.remove(token)
            left.remove(token)
    (source,), (target,) = left, come
    return _WALK_OF[NUMBERS[source.r, source.q], NUMBERS[target.r, target.q]]


def _state(row: list[int]) -> RopasciState:
    def number(place: int, mask: int) -> int:
        return row[layout.NUMBERS] >> place & mask

    tokens: list[Tokens] = []
    for first in (layout.UPPER, layout.LOWER):
        numbers = (row[first] | row[first + 1] << 64).to_bytes(16, "little")
        found = [Token(*PLACES[(n - 1) // 3], layout.SYMBOLS[(n - 1) % 3]) for n in numbers if n]
        tokens.append(tuple(sorted(found)))
    configurations: list[Configuration] = [(tokens[UPPER], tokens[LOWER])]
    for logged in reversed(range(number(layout.LOGGED, 0xFFFF))):
        word, place = divmod(logged, layout.TURNS_PER_WORD)
        walks = [row[layout.LOG + word] >> layout.LOG_BITS * (2 * place + role) & 0x3FF for role in (UPPER, LOWER)]
        upper, lower = (_taken_back(side, walk) for side, walk in zip(configurations[-1], walks, strict=True))
        configurations.append((upper, lower))
    throws = (number(layout.UPPER_THROWS, 0xFF), number(layout.LOWER_THROWS, 0xFF))
    return RopasciState(configurations[0], throws, number(layout.TURN, 0xFFFF), tuple(reversed(configurations[1:])))


def _taken_back(tokens: Tokens, walk: int) -> Tokens:
    source, target = layout.WALKS[walk]
    moved = next(token for token in tokens if (token.r, token.q) == PLACES[target])
    rest = list(tokens)
    rest.remove(moved)
    return tuple(sorted([*rest, Token(*PLACES[source], moved.symbol)]))
