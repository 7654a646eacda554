"""RoPaSci 360: greedy moves and the figures of positions in plain Python, from their descriptions in words."""

from __future__ import annotations

import functools
import math

from ludens.games.ropasci import Ropasci, RopasciState, Token

GAME = Ropasci()
BEATEN = {"r": "s", "p": "r", "s": "p"}
BEATER = {loser: winner for winner, loser in BEATEN.items()}
ORDER = "rps"
Hex = tuple[int, int]


def hex_of(token: Token) -> Hex:
    return token.r, token.q


def apart(one: Hex, other: Hex) -> int:
    r, q = one[0] - other[0], one[1] - other[1]
    return max(abs(r), abs(q), abs(r + q))


@functools.lru_cache(maxsize=8)
def parsed(state: RopasciState, role: int) -> list[tuple[str, Hex | None, Hex, str]]:
    """Every legal move with its symbol, source or None for a throw, target, and text."""
    symbols = {hex_of(token): token.symbol for token in state.tokens[role]}
    found: list[tuple[str, Hex | None, Hex, str]] = []
    for move in GAME.legal_moves(state, role):
        name, *words = move.strip("()").split()
        if name == "throw":
            found.append((words[0], None, (int(words[1]), int(words[2])), move))
        else:
            source, target = (int(words[0]), int(words[1])), (int(words[2]), int(words[3]))
            found.append((symbols[source], source, target, move))
    return found


def holds(tokens: tuple[Token, ...], symbol: str, place: Hex) -> bool:
    return any(token.symbol == symbol and hex_of(token) == place for token in tokens)


@functools.lru_cache(maxsize=8)
def attacked(state: RopasciState, role: int, symbol: str) -> set[Hex]:
    """Where the other side could capture a token of the symbol without a throw."""
    moves = parsed(state, 1 - role)
    return {target for kind, source, target, _ in moves if source is not None and kind == BEATER[symbol]}


def urgency(state: RopasciState, role: int, move: tuple[str, Hex | None, Hex, str], wide: bool) -> int | None:
    """How urgent a move is in its set, or None if it is not in it."""
    symbol, source, target, _ = move
    own, other = state.tokens[role], state.tokens[1 - role]
    prey = [
        hex_of(token)
        for token in other
        if token.symbol == BEATEN[symbol] and not holds(own, token.symbol, hex_of(token))
    ]
    attacks = attacked(state, role, symbol)
    loses = holds(own + other, BEATER[symbol], target) or holds(own, BEATEN[symbol], target)
    near = min((apart(target, place) for place in prey), default=9)
    if source is None:
        if target in prey:
            return 1 if wide or state.throws[role] < 6 else None
        return 10 if wide and near == 1 and not loses and target not in attacks else None
    if target in prey:
        return 0
    if loses or (wide and target in attacks):
        return None
    escapes = source in attacks and target not in attacks
    closes = near < min((apart(source, place) for place in prey), default=9)
    if wide:
        return 2 if escapes else 2 + near if closes else 11
    return 1 + near if closes else 9 if escapes else None


def looked_at(state: RopasciState, role: int, wide: bool, most: int) -> set[str]:
    """The moves of a set that are looked at."""
    found = []
    for move in parsed(state, role):
        rank = urgency(state, role, move, wide)
        if rank is not None:
            found.append((rank, ORDER.index(move[0]), move[1] or (-9, -9), move[2], move[3]))
    if not found:
        return set(GAME.legal_moves(state, role))
    return {move for *_, move in sorted(found)[:most]}


def figures_of(state: RopasciState) -> list[float]:
    """The six figures, Upper's less Lower's."""
    upper, lower = (_side(state, role) for role in (0, 1))
    return [one - other for one, other in zip(upper, lower, strict=True)]


def _side(state: RopasciState, role: int) -> list[float]:
    own, other, left = state.tokens[role], state.tokens[1 - role], 9 - state.throws[role]
    places = [hex_of(token) for token in own]
    dominance = 0.0
    for symbol in ORDER:
        mine = sum(token.symbol == symbol for token in own)
        theirs = sum(token.symbol == BEATER[symbol] for token in other)
        dominance += mine / (1 + theirs)
    spread = min((sum(apart(centre, place) for place in places) / len(places) for centre in places), default=0.0)
    pairs = [apart(hex_of(a), hex_of(b)) for a in own for b in other if b.symbol == BEATEN[a.symbol]]
    return [len(own) + left, len(own), left, dominance, spread, min(pairs, default=9)]


def value_of(state: RopasciState, weights: tuple[float, ...]) -> float:
    """What the figures say that a position is worth to Upper."""
    total = sum(weight * figure for weight, figure in zip(weights, figures_of(state), strict=True))
    return 1 / (1 + math.exp(-total))


def after_one_side(state: RopasciState, role: int, move: str) -> RopasciState:
    """The position after a move of one side, as if the other did nothing."""
    symbol, source, target, _ = next(found for found in parsed(state, role) if found[3] == move)
    tokens = [list(side) for side in state.tokens]
    throws = list(state.throws)
    if source is None:
        throws[role] += 1
    else:
        tokens[role].remove(Token(*source, symbol))
    tokens[role].append(Token(*target, symbol))
    there = {token.symbol for side in tokens for token in side if hex_of(token) == target}
    upper, lower = (
        tuple(sorted(token for token in side if hex_of(token) != target or BEATER[token.symbol] not in there))
        for side in tokens
    )
    return RopasciState((upper, lower), (throws[0], throws[1]), state.turn)
