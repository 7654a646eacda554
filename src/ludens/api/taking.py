"""What people may give where a game, an agent, a role or a limit is wanted, and what is said when it does not fit."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ludens.api.position import Position
from ludens.arena.clock import Terms
from ludens.arena.outside import is_outside
from ludens.arena.session import Session
from ludens.arena.typed import play_typed
from ludens.engine.any_game import with_engine
from ludens.engine.contract import LoadedGame
from ludens.game import Game, GameInfo, Limit, ParameterError, SourceError, UnknownNameError
from ludens.games import GAMES
from ludens.games.loading import find, load
from ludens.own import known
from ludens.players import AGENTS, check_agent
from ludens.players.own_agent import own_kind
from ludens.rules.contract import HasSheet

GameLike = str | os.PathLike[str] | Game[Any] | Position[Any] | type[Any]
"""The name of a game, the path or the text of its rules, a reference to your own, a loaded game, or a class."""

AgentLike = Any
"""The name of an agent, with options if you like; a reference to your own; a class, or a function that makes one."""


def take_game(game: GameLike) -> LoadedGame[Any]:
    """The game that is meant; raises LudensError when it is none."""
    wanted = game.game if isinstance(game, Position) else game
    return with_engine(wanted) if isinstance(wanted, Game) and not isinstance(wanted, type) else load(wanted)


def take_session(game: GameLike, moves: str = "") -> Session[Any]:
    """A game up to a position, by default its first, and some moves beyond it, typed in one line."""
    session: Session[Any] = Session(take_game(game))
    if isinstance(game, Position):
        session.states = [position.state for position in game.positions]
        session.moves = list(game.history)
    play_typed(session, moves)
    return session


def game_names(games: GameLike | Iterable[GameLike]) -> tuple[str, ...]:
    """The names of several games, or of one."""
    listed: Sequence[Any] = games if isinstance(games, (list, tuple)) else [games]
    names, taken = list[str](), dict[str, object]()
    for each in listed:
        names.append(game_name(each, taken))
        taken[names[-1]] = each
    return tuple(names)


def game_name(game: GameLike, others: Mapping[str, object] | None = None) -> str:
    """A name by which other parts of Ludens, and if it can be other processes, find the game."""
    if isinstance(game, Position):
        game = game.game
    if isinstance(game, str):
        return game
    if isinstance(game, os.PathLike):
        return os.fspath(game)
    if isinstance(game, HasSheet):
        source = game.sheet.source
        return source.name if _leads_to(source.name, source.text) else source.text
    if isinstance(game, Game) and game.info.name.partition("(")[0] in GAMES:
        return game.info.name
    load(game)  # says what is missing, if it is no game
    return known.name_of(known.GAMES, game, GAMES, others)


def _leads_to(name: str, text: str) -> bool:
    """Whether rules are found by their name."""
    try:
        found = find(name)
        if not isinstance(found, tuple):
            return found.text == text
        return found[0] in GAMES
    except (SourceError, UnknownNameError):
        return False


def agent_name(agent: AgentLike, others: Mapping[str, object] | None = None) -> str:
    """A name by which other parts of Ludens, and if it can be other processes, find the agent; it is checked."""
    if isinstance(agent, str):
        if not is_outside(agent):
            check_agent(agent)
        return agent
    own_kind(agent, getattr(agent, "__name__", type(agent).__name__))  # says what is missing, if it is no agent
    return known.name_of(known.AGENTS, agent, AGENTS, others)


def agent_names(agents: AgentLike | Iterable[AgentLike]) -> tuple[str, ...]:
    """The names of several agents, or of one."""
    listed = list(agents) if isinstance(agents, (list, tuple, set, frozenset)) else [agents]
    names, taken = list[str](), dict[str, object]()
    for each in listed:
        names.append(agent_name(each, taken))
        taken[names[-1]] = each
    return tuple(names)


def role_number(info: GameInfo, role: int | str) -> int:
    """The number of a role that is named or numbered; raises LudensError, with those there are, when it is none."""
    if isinstance(role, str):
        if role.lower() not in info.roles:
            raise UnknownNameError(f"role of {info.name}", role, info.roles)
        return info.roles.index(role.lower())
    if not isinstance(role, int) or isinstance(role, bool) or not 0 <= role < len(info.roles):
        raise ParameterError(f"{info.name} has no role number {role}; its roles are {', '.join(info.roles)}.")
    return role


def limit_of(seconds: float | None, playouts: int | None, usual: Limit) -> Limit:
    """The limit of a move; the usual one where none is given. Raises ParameterError for what is none."""
    if seconds is not None and not (_is_number(seconds) and seconds > 0):
        raise ParameterError(f"seconds cannot be {seconds!r}; it may be a number above 0.")
    if playouts is not None and not (_is_number(playouts) and isinstance(playouts, int) and playouts > 0):
        raise ParameterError(f"playouts cannot be {playouts!r}; it may be a whole number above 0.")
    return usual if seconds is None and playouts is None else Limit(seconds, playouts)


def terms_of(terms: Terms | None, limit: Limit, own_process: bool) -> Terms:
    """The terms of a game: those given, or else the limit of a move alone."""
    return Terms(limit=limit, own_process=own_process) if terms is None else terms


def seated(info: GameInfo, agents: Sequence[str]) -> tuple[str, ...]:
    """One agent for each role that somebody plays; a single one plays them all. Raises ParameterError otherwise."""
    roles = [info.roles[role] for role in info.players]
    found = tuple(agents) * len(roles) if len(agents) == 1 else tuple(agents)
    if len(found) != len(roles):
        raise ParameterError(
            f"{info.name} has {len(roles)} roles, {', '.join(roles)}: name one agent for each, or one for all."
        )
    return found


def check_number(name: str, value: object, least: int) -> None:
    """Raises ParameterError for what is no whole number, or a smaller one."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ParameterError(f"{name} cannot be {value!r}; it may be a whole number, {least} or more.")


def store_path(store: str | os.PathLike[str]) -> Path:
    """Where games are kept."""
    return Path(os.fspath(store)).expanduser()


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
