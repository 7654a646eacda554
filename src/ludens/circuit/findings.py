"""What can be found in the rules of a game, each with how it is known."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludens.circuit.network import Literal
from ludens.game import Turns
from ludens.rules.ground_rules import Ground, ground_text

if TYPE_CHECKING:
    from ludens.circuit.network import Circuit


class Way(enum.Enum):
    """How something is known: all but the last are certain."""

    READ = "read from the rules"
    PROVED = "proved by induction"
    SHOWN = "shown by a game"
    OBSERVED = "observed"


@dataclass(frozen=True, slots=True)
class Evidence:
    """How a finding is known; ``games`` is the number of random games that agreed with it, where it is not certain."""

    way: Way
    games: int = 0

    @property
    def certain(self) -> bool:
        return self.way is not Way.OBSERVED

    def __str__(self) -> str:
        return f"observed in {self.games} random games" if self.way is Way.OBSERVED else self.way.value


READ = Evidence(Way.READ)
PROVED = Evidence(Way.PROVED)
SHOWN = Evidence(Way.SHOWN)


@dataclass(frozen=True, slots=True)
class Latch:
    """A fluent that keeps the value ``stays`` once it has it; ``literal`` is true in the positions where it does."""

    fluent: Ground
    stays: bool
    literal: Literal
    evidence: Evidence

    def __str__(self) -> str:
        return f"{ground_text(self.fluent)} stays {'true' if self.stays else 'false'}"


@dataclass(frozen=True, slots=True)
class SetLatch:
    """Fluents of which at most one is true at a time; once one of these is, one of them always is.

    So a count that only grows leaves its lower values behind. ``literals`` are those of the fluents.
    """

    fluents: tuple[Ground, ...]
    literals: tuple[Literal, ...]
    evidence: Evidence

    def __str__(self) -> str:
        return " or ".join(map(ground_text, self.fluents))


@dataclass(frozen=True, slots=True)
class GoalLatch:
    """Once one of ``literals`` is true, the role's goal at the end is one of ``values``, fewer than it could be before.

    ``condition`` says in words what the literals are. It can be true before the game is over.
    """

    condition: str
    literals: tuple[Literal, ...]
    role: int
    values: tuple[int, ...]
    evidence: Evidence


class Combination(enum.Enum):
    """How the end of the game comes from its parts."""

    CONJUNCTIVE = "over when all parts are"
    DISJUNCTIVE = "over when one part is"
    SERIAL = "one part after the other"
    TIMED = "over at a given time"


@dataclass(frozen=True, slots=True)
class Factor:
    """A part of a game that can be played by itself, by numbers of the circuit.

    What becomes of its fluents, and which of its moves are legal, rests alone on its fluents, what is done in it, and
    the fluents that no move changes; of a later part in a series also on whether the one before is over.
    ``choices[role][move]`` numbers what a move does in it, the same number for moves between which it does not tell.
    0 is what happens to it anyway: the choice of the moves that belong to other parts.
    """

    fluents: tuple[int, ...]
    choices: tuple[tuple[int, ...], ...]

    def moves(self, role: int) -> tuple[int, ...]:
        """The role's moves that make a choice in it."""
        return tuple(move for move, choice in enumerate(self.choices[role]) if choice)


@dataclass(frozen=True, slots=True)
class Factors:
    """A game as independent parts; serial ones are in the order in which they are played.

    ``simultaneous``: every move is made of one choice in each part, rather than being a move in one of them.
    ``shared`` are the fluents that all parts see and no move changes, such as whose turn it is.
    """

    parts: tuple[Factor, ...]
    combination: Combination
    simultaneous: bool
    shared: tuple[int, ...]
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A change of names that leaves the rules as they are.

    ``roles[r]`` is the role that r becomes, ``fluents[f]`` the literal that fluent f becomes, ``moves[r][m]`` the
    number of the move of role ``roles[r]`` that move m of r becomes. ``keeps_start``: the first position becomes
    itself; otherwise it does but for fluents that no move changes, such as whose turn it is.
    """

    description: str
    roles: tuple[int, ...]
    fluents: tuple[Literal, ...]
    moves: tuple[tuple[int, ...], ...]
    keeps_start: bool
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Counter:
    """Fluents of which exactly one is true at a time, in the same order in every game, whatever is played.

    It starts again after ``period`` steps, or never when that is ``None``.
    """

    fluents: tuple[Ground, ...]
    period: int | None
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class TurnStructure:
    """Who has a choice, and whether every position has exactly the same role to move at the same step.

    ``order`` numbers the role that has a choice at each step, again and again, where that is known.
    """

    turns: Turns
    order: tuple[int, ...] | None
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class ConstantSum:
    """What the goals of all roles add up to at every end."""

    total: int
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class DeadMove:
    """A move that is never legal before the end."""

    role: int
    move: int
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Structure:
    """All that was found. ``games`` random games were played to look for what is not so.

    ``factors`` is ``None`` for a game that is one piece. ``max_steps``: no game takes longer, as the counters show.
    ``symmetries`` generate all that were found; there are ``symmetry_count`` of them, the identity included.
    ``one_of`` lists sets of literals of which at most one is true, exactly one where the flag says so.
    ``complete``: the time was not too short to ask all questions.
    """

    games: int
    one_of: tuple[tuple[tuple[Literal, ...], bool], ...]
    latches: tuple[Latch, ...]
    set_latches: tuple[SetLatch, ...]
    goal_latches: tuple[GoalLatch, ...]
    factors: Factors | None
    turns: TurnStructure | None
    constant_sum: ConstantSum | None
    symmetries: tuple[Symmetry, ...]
    symmetry_count: int
    counters: tuple[Counter, ...]
    max_steps: int | None
    dead_moves: tuple[DeadMove, ...]
    complete: bool = True


NOTHING_FOUND = Structure(
    games=0,
    one_of=(),
    latches=(),
    set_latches=(),
    goal_latches=(),
    factors=None,
    turns=None,
    constant_sum=None,
    symmetries=(),
    symmetry_count=1,
    counters=(),
    max_steps=None,
    dead_moves=(),
    complete=False,
)
"""Of a network in which nothing was looked for."""

MOST_GATES = 250_000
"""Gates of the largest networks in which something is looked for: to read a larger one takes minutes."""


def is_readable(circuit: Circuit) -> bool:
    """Whether something can be found in a network soon."""
    return circuit.gates <= MOST_GATES
