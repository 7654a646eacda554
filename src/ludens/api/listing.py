"""What there is to play and who can play it: the built-in games and agents, and those of the user's own packages."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ludens.game import LudensError, UnknownNameError
from ludens.games import GAMES
from ludens.own import known
from ludens.players import AGENTS, check_agent
from ludens.players.kind import AgentKind
from ludens.players.options import Described, described
from ludens.showing import Block, Shown, TextTable, columns


@dataclass(frozen=True, slots=True)
class ParameterCard:
    """A parameter of a game or an option of an agent.

    ``name``: as you type it.
    ``default``: its value if you choose none.
    ``choices``: what it may be, in words.
    ``meaning``: what it does; empty for games.
    """

    name: str
    default: int | float | bool | str
    choices: str
    meaning: str = ""

    @property
    def written(self) -> str:
        """The name with its default value, as a user types it."""
        return f"{self.name}={str(self.default).lower() if isinstance(self.default, bool) else self.default}"


@dataclass(frozen=True, slots=True, repr=False)
class GameCard(Shown):
    """What ``games()`` shows of a game.

    ``name``: as you type it.
    ``title``: as people call it.
    ``summary``: what it is, in a sentence.
    ``parameters``: what you may choose, a ``ParameterCard`` each.
    """

    name: str
    title: str
    summary: str
    parameters: tuple[ParameterCard, ...] = ()

    def blocks(self) -> Sequence[Block]:
        return [f"{self.name}: {self.summary}", *_parameters(self.parameters)]


@dataclass(frozen=True, slots=True, repr=False)
class AgentCard(Shown):
    """What ``agents()`` shows of an agent.

    ``name``: as you type it.
    ``summary``: what it does, in a sentence.
    ``source``: the paper or report it comes from.
    ``options``: what you may choose, a ``ParameterCard`` each.
    """

    name: str
    summary: str
    source: str = ""
    options: tuple[ParameterCard, ...] = field(default=())

    def blocks(self) -> Sequence[Block]:
        return [f"{self.name}: {self.summary}", *_parameters(self.options)]


C = TypeVar("C", GameCard, AgentCard)


class Listing(Shown, Mapping[str, C], Generic[C]):
    """Cards by name: print it as a table, or look up a card as in a dictionary."""

    def __init__(self, kind: str, cards: Sequence[C], table: Callable[[Sequence[C]], TextTable]) -> None:
        self._kind = kind
        self._table: Callable[[Sequence[C]], TextTable] = table
        self._cards: dict[str, C] = {card.name: card for card in cards}

    def __getitem__(self, name: str) -> C:
        if name not in self._cards:
            raise UnknownNameError(self._kind, name, self._cards)
        return self._cards[name]

    def __contains__(self, name: object) -> bool:
        return name in self._cards

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def blocks(self) -> Sequence[Block]:
        return [self._table(list(self._cards.values()))]


def games() -> Listing[GameCard]:
    """The named games: built in, from installed packages, and named by this program.

    Returns a table that you can print and use like a dictionary.

    >>> "connect_four" in ludens.games()
    True
    >>> ludens.games()["nim"]
    nim: Take objects from one heap at a time; whoever takes the last one wins.
    default        may be
    heaps=1-5-4-2  up to 6 numbers of at most 30, with hyphens between them
    misere=false   true or false
    """
    built_in = [
        GameCard(
            game.name,
            game.title,
            game.summary,
            tuple(ParameterCard(each.name, each.default, each.choices) for each in game.parameters),
        )
        for game in GAMES.values()
    ]
    own = [GameCard(name, name, _summary(known.GAMES, name)) for name in known.given_names(known.GAMES)]
    return Listing("game", [*built_in, *own], _game_table)


def agents() -> Listing[AgentCard]:
    """The named agents: built in, from installed packages, and named by this program.

    Returns a table that you can print and use like a dictionary.

    >>> ludens.agents()["uct"].summary
    'searches a tree by upper confidence bounds, with random playouts'
    >>> [option.name for option in ludens.agents()["random"].options]
    []
    """
    own = [_own_agent(name) for name in known.given_names(known.AGENTS)]
    return Listing("agent", [*map(_agent_card, AGENTS.values()), *own], _agent_table)


def _agent_card(kind: AgentKind) -> AgentCard:
    return AgentCard(kind.name, kind.summary, kind.source, tuple(map(_option_card, described(kind.options))))


def _option_card(about: Described) -> ParameterCard:
    return ParameterCard(about.name, about.default, about.range, about.meaning)


def _own_agent(name: str) -> AgentCard:
    try:
        return _agent_card(check_agent(name)[0])
    except LudensError as error:
        return AgentCard(name, str(error))


def _summary(group: str, name: str) -> str:
    """The first line of what its author says of it, or what is wrong with it."""
    try:
        found = known.own_object(group, name)
    except LudensError as error:
        return str(error)
    return "" if found is None else (inspect.getdoc(found[0]) or "").partition("\n")[0]


def _game_table(cards: Sequence[GameCard]) -> TextTable:
    rows = [
        (card.name, card.summary, "\n".join(f"{each.written} ({each.choices})" for each in card.parameters))
        for card in cards
    ]
    return columns(("name", "what it is", "parameters"), rows)


def _agent_table(cards: Sequence[AgentCard]) -> TextTable:
    rows = [(card.name, card.summary, "\n".join(each.written for each in card.options), card.source) for card in cards]
    return columns(("name", "what it does", "options", "source"), rows)


def _parameters(listed: Sequence[ParameterCard]) -> list[Block]:
    rows = [(each.written, each.choices, each.meaning) for each in listed]
    if not rows:
        return []
    heading = ("default", "may be", "means")
    return [columns(heading, rows) if any(row[2] for row in rows) else columns(heading[:2], [row[:2] for row in rows])]
