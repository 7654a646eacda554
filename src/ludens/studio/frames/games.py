"""Games, agents and saved rules, as pages list them."""

from __future__ import annotations

from typing import Literal, TypedDict, final


@final
class BuiltInGame(TypedDict):
    """A built-in game by its name with parameters, such as ``connect_four(columns=8)``."""

    name: str


@final
class RulesText(TypedDict):
    """A game by its rules."""

    title: str
    rules: str


GameSpec = BuiltInGame | RulesText


def spec_key(spec: GameSpec) -> str:
    """What tells one game from all others: the rules, or the name of a built-in game."""
    return spec["rules"] if "rules" in spec else spec["name"]


class Parameter(TypedDict):
    """Something about a game that its player may choose: a number within limits, one of some values, or a text."""

    name: str
    default: int | bool | str
    kind: Literal["int", "bool", "text"]
    lowest: int | None
    highest: int | None
    values: list[str]
    help: str


class Description(TypedDict):
    """What is told of a built-in game; ``most_players``: with the parameters that allow most."""

    name: str
    title: str
    summary: str
    page: str
    roles: list[str]
    players: int
    most_players: int
    turns: str
    native: bool
    hidden: bool
    parameters: list[Parameter]


class Card(Description):
    """A built-in game in the gallery; ``picture`` is an address."""

    picture: str


class GameList(TypedDict):
    games: list[Card]


class Instructions(TypedDict):
    """How a game is played, in words. ``roles``: what each role wants, for those of which there is something to say.

    ``origin``: where this is from, the game's ``page``, its ``rules`` or the ``game`` itself. ``words`` explains what
    the other texts mention.
    """

    title: str
    goal: str
    turn: list[str]
    end: list[str]
    roles: dict[str, str]
    words: list[str]
    origin: str


class Option(TypedDict):
    """An option of an agent or of a lesson; None where there is no limit."""

    name: str
    kind: Literal["int", "float", "bool", "text", "choice"]
    default: int | float | bool | str
    lowest: float | None
    highest: float | None
    choices: list[str]
    help: str


class AgentCard(TypedDict):
    """An agent; ``group``: those that search alike. ``chance`` and ``hidden``: it can play games that have such."""

    name: str
    group: str
    chance: bool
    hidden: bool
    summary: str
    source: str
    options: list[Option]


class LevelCard(TypedDict):
    """A level for people; ``rating``: points of Elo above the lowest, as measured."""

    level: int
    agent: str
    rating: int


class AgentList(TypedDict):
    default: str
    levels: list[LevelCard]
    agents: list[AgentCard]


class Mistake(TypedDict):
    """A mistake in rules; ``severity`` is error or warning, ``code`` names its kind."""

    line: int
    column: int
    message: str
    severity: str
    code: str


class Checked(TypedDict):
    """What is wrong with rules; ``ok``: there are no errors."""

    ok: bool
    mistakes: list[Mistake]
    roles: list[str]


class Identity(TypedDict):
    """The name of something new."""

    id: str


class SavedAs(TypedDict):
    """Rules that were saved: their id, and the name they have now."""

    id: str
    name: str


class TurnedRules(TypedDict):
    """Rules with another value of a slider."""

    text: str


class SavedRules(TypedDict):
    id: str
    name: str
    text: str


class ListedRules(TypedDict):
    """Saved rules in a list; ``changed`` in seconds since 1970."""

    id: str
    name: str
    changed: float


class Template(TypedDict):
    """The rules of a built-in game, to begin with."""

    name: str
    title: str
    text: str
