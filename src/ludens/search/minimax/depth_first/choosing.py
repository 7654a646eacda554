"""Alpha-beta or proof numbers: a question is asked of the search that has taken less for each of its answers.

Which one is better is a matter of the game, and often of the part of it: proof numbers where moves are few at some
positions and many at others, alpha-beta where they are alike. So both are tried, and what they took is compared. What
was long ago counts less and less, and the worse one has a small share of the work, lest it be forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass, field

MEMORY = 0.98
"""What a question counts after the next, beside that."""

SHARE = 1 / 32
"""Of the work, for the search that seems worse."""

MARGIN = 2
"""How many times as much alpha-beta must take for an answer to be left: what it finds on the way helps it later on, and
an answer by proof numbers leaves less in the table."""

ENOUGH = 4
"""Answers, of both together, before there is no doubt which is better."""

ALPHA_BETA, PROOF_NUMBERS = range(2)


@dataclass(slots=True)
class Record:
    """What a search has spent, and for how many answers."""

    spent: float = 0.0
    answers: float = 0.0

    @property
    def price(self) -> float:
        """What an answer costs; half a one is given away, so that nothing is free and nothing is priceless."""
        return self.spent / (self.answers + 0.5)


@dataclass(slots=True)
class Choosing:
    """The records of both searches."""

    records: tuple[Record, Record] = field(default_factory=lambda: (Record(), Record()))

    @property
    def better(self) -> int:
        """The search that has taken less for an answer, alpha-beta unless proof numbers took far less."""
        first, second = self.records
        return ALPHA_BETA if first.price <= MARGIN * second.price else PROOF_NUMBERS

    @property
    def is_clear(self) -> bool:
        """Whether there is no doubt which is better."""
        prices = sorted(record.price for record in self.records)
        return sum(record.answers for record in self.records) >= ENOUGH and prices[1] > MARGIN * prices[0]

    @property
    def next(self) -> int:
        """The search to ask next."""
        better = self.better
        total = sum(record.spent for record in self.records)
        return 1 - better if self.records[1 - better].spent < SHARE * total else better

    def note(self, search: int, spent: float, *, answered: bool) -> None:
        """Takes down what one of them has spent on a question."""
        for record in self.records:
            record.spent, record.answers = MEMORY * record.spent, MEMORY * record.answers
        self.records[search].spent += spent
        self.records[search].answers += answered
