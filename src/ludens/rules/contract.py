"""The contract of a rules language: a sheet that can be written without variables, and a reasoner that plays it."""

from __future__ import annotations

from typing import Protocol, TypeVar, runtime_checkable

from ludens.game import Game
from ludens.rules.ground_rules import GroundingBudget, GroundRules, State
from ludens.rules.source import Source


class Sheet(Protocol):
    """The rules of one game, read and found right."""

    @property
    def source(self) -> Source:
        """The rules as they are written, and the name they are reported under."""

    @property
    def version(self) -> str:
        """Another one whenever the same text may come to other ground rules: a circuit is kept by text and version."""

    def ground(self, budget: GroundingBudget) -> GroundRules:
        """The rules without variables; raises BudgetError when they cannot be had within the budget."""


@runtime_checkable
class HasCanonicalText(Protocol):
    """A sheet that can tell whether another says the same in other words; not every language's can."""

    @property
    def canonical(self) -> str:
        """The rules, the same text whatever their order, the names of variables, spaces and comments."""


S_co = TypeVar("S_co", bound=Sheet, covariant=True)


@runtime_checkable
class HasSheet(Protocol[S_co]):
    """Something that rests on rules of any language."""

    @property
    def sheet(self) -> S_co:
        """The rules."""


class AnyReasoner(Game[State], HasSheet[S_co], Protocol[S_co]):
    """Plays single positions straight from a sheet, and is the reference for all that is faster.

    A state is the set of what is true, in the terms of the ground rules; a move is written as ``ground_text`` does it.
    It may say more of itself, by the protocols HidesInformation and Drawn.
    """

    def state_from_text(self, text: str) -> State:
        """The state with this text; raises LudensError for what is no state."""
