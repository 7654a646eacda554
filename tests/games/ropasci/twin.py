"""RoPaSci 360 in plain Python, from the rules in words: a list of tokens, and every configuration there has been."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field

Hex = tuple[int, int]
HEXES = [(r, q) for r in range(-4, 5) for q in range(-4, 5) if -4 <= r + q <= 4]
BEATS = {("r", "s"), ("s", "p"), ("p", "r")}


def neighbours(place: Hex) -> list[Hex]:
    r, q = place
    around = [(r + 1, q - 1), (r + 1, q), (r, q + 1), (r - 1, q + 1), (r - 1, q), (r, q - 1)]
    return [other for other in around if other in HEXES]


@dataclass
class Twin:
    """``tokens``: owner, symbol and hex of each; ``throws``: how many each owner has made."""

    tokens: list[tuple[int, str, Hex]] = field(default_factory=list)
    throws: list[int] = field(default_factory=lambda: [0, 0])
    turns: int = 0
    seen: Counter[object] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.seen[self.configuration()] += 1

    def configuration(self) -> object:
        return tuple(sorted(self.tokens)), tuple(self.throws)

    def of(self, owner: int) -> list[tuple[str, Hex]]:
        return [(symbol, place) for who, symbol, place in self.tokens if who == owner]

    def legal(self, owner: int) -> set[str]:
        """All actions; the empty set when the game is over."""
        if self.result() is not None:
            return set()
        found = set()
        if self.throws[owner] < 9:
            number = self.throws[owner] + 1
            for (r, q), symbol in itertools.product(HEXES, "rps"):
                if (owner == 0 and r >= 5 - number) or (owner == 1 and r <= number - 5):
                    found.add(f"(throw {symbol} {r} {q})")
        places = [place for _, place in self.of(owner)]
        for a in places:
            for b in neighbours(a):
                found.add(f"(slide {a[0]} {a[1]} {b[0]} {b[1]})")
            for y in neighbours(a):
                for b in neighbours(y) if y in places else []:
                    if b != a and b not in neighbours(a):
                        found.add(f"(swing {a[0]} {a[1]} {b[0]} {b[1]})")
        return found

    def play(self, moves: tuple[str, str]) -> None:
        flying: list[tuple[int, str, Hex]] = []
        for owner, move in enumerate(moves):
            name, *arguments = move.strip("()").split()
            if name == "throw":
                self.throws[owner] += 1
                flying.append((owner, arguments[0], (int(arguments[1]), int(arguments[2]))))
                continue
            a, b = (int(arguments[0]), int(arguments[1])), (int(arguments[2]), int(arguments[3]))
            token = next(token for token in self.tokens if token[0] == owner and token[2] == a)
            self.tokens.remove(token)
            flying.append((owner, token[1], b))
        self.tokens += flying
        for _, _, place in flying:
            there = {symbol for _, symbol, where in self.tokens if where == place}
            self.tokens = [
                token
                for token in self.tokens
                if token[2] != place or not any((other, token[1]) in BEATS for other in there)
            ]
        self.turns += 1
        self.seen[self.configuration()] += 1

    def invincible(self, owner: int) -> bool:
        other = 1 - owner
        if self.throws[other] < 9:
            return False
        enemies = {symbol for symbol, _ in self.of(other)}
        return any(not any((enemy, symbol) in BEATS for enemy in enemies) for symbol, _ in self.of(owner))

    def result(self) -> str | None:
        """What ended the game, tested in the order of the rules; None while it goes on."""
        lost = [self.throws[owner] == 9 and not self.of(owner) for owner in (0, 1)]
        if all(lost):
            return "nothing left"
        if any(lost):
            return "lower" if lost[0] else "upper"
        if self.invincible(0) and self.invincible(1):
            return "invincible"
        for owner in (0, 1):
            if self.invincible(owner) and self.throws[1 - owner] == 9 and len(self.of(1 - owner)) == 1:
                return ("upper", "lower")[owner]
        if self.seen[self.configuration()] >= 3:
            return "repeated"
        return "too long" if self.turns >= 360 else None

    def goals(self) -> tuple[int, int]:
        return {"upper": (100, 0), "lower": (0, 100)}.get(self.result() or "", (50, 50))

    def terms(self) -> set[str]:
        """What the text of the position says, but for its past."""
        found = {f"({('upper', 'lower')[who]} {symbol} {r} {q})" for who, symbol, (r, q) in self.tokens}
        return found | {f"(throws upper {self.throws[0]})", f"(throws lower {self.throws[1]})", f"(turn {self.turns})"}
