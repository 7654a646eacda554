"""One game between agents, and what came of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ludens.api.position import Position
from ludens.api.progress import waiting
from ludens.api.taking import (
    AgentLike,
    GameLike,
    agent_names,
    check_number,
    game_name,
    limit_of,
    role_number,
    seated,
    take_game,
    terms_of,
)
from ludens.arena.clock import Terms
from ludens.arena.match import MatchConditions, Matches, MatchJob, match_id
from ludens.arena.record import CHANCE, MatchRecord, replay
from ludens.game import JointMove, Limit, ParameterError, SourceError
from ludens.games.loading import load
from ludens.ggp.outside_seat import check_outside, network_seat
from ludens.players import make_agent as agent_of
from ludens.players.agent import Agent
from ludens.showing import Block, Shown

SECONDS = 1.0
"""For a move, where nothing else is said."""


class PlayedGame(Shown):
    """A game that was played; print it to see the last position and the result.

    ``record``: everything about the game, including what the agents thought; ``record.to_json()`` is a line of text.

    >>> game = ludens.play("nim(heaps=3)", ["uct", "random"], playouts=100)
    >>> game.show(0)
    nim(heaps=3)
    ...
    >>> game.goals
    (100, 0)
    """

    def __init__(self, record: MatchRecord) -> None:
        self.record = record

    @property
    def moves(self) -> tuple[JointMove, ...]:
        """The joint moves in order, those of the opening first."""
        return self.record.moves

    @property
    def goals(self) -> tuple[float, ...]:
        """What each role got, 0 to 100."""
        return self.record.goals

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles, in the order of goals and agents."""
        return self.record.roles

    @property
    def agents(self) -> tuple[str, ...]:
        """The agent of each role."""
        return tuple(card.name for card in self.record.agents)

    @cached_property
    def positions(self) -> tuple[Position[Any], ...]:
        """All positions, from the first to the last; raises SourceError if the rules of the game have changed."""
        game = load(self.record.game)
        found: list[Position[Any]] = []
        for state, last in zip(replay(self.record, game), ((), *self.moves), strict=True):
            found.append(Position(game, state, last, found[-1] if found else None))
        return tuple(found)

    def show(self, number: int = -1) -> Position[Any]:
        """The position after this many joint moves, by default the last; raises ParameterError if there is none."""
        count = len(self.positions)
        if not -count <= number < count:
            raise ParameterError(f"The game has {count - 1} joint moves: a number may be 0 to {count - 1}.")
        return self.positions[number]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Appends the record to a file of JSON lines, which ``ludens replay --file`` reads."""
        try:
            with open(path, "a", encoding="utf-8") as file:  # noqa: PTH123 - any kind of path
                file.write(self.record.to_json() + "\n")
        except OSError as error:
            raise SourceError(f"Cannot write {path}: {(error.strerror or str(error)).lower()}.") from None

    def blocks(self) -> Sequence[Block]:
        return [seats(self.record), str(self.show()), result(self.record)]

    def _repr_html_(self) -> str:
        from ludens.showing import as_html  # noqa: PLC0415

        return as_html([seats(self.record)]) + self.show().svg + as_html([result(self.record)])


def play(
    game: GameLike,
    agents: AgentLike | Sequence[AgentLike],
    *,
    seconds: float | None = None,
    playouts: int | None = None,
    opening: int = 0,
    seed: int = 0,
    own_process: bool = False,
    terms: Terms | None = None,
) -> PlayedGame:
    """Plays one game between agents.

    ``game``: a game, as ``load`` takes it, or a ``Position``, whose game is played from the start.
    ``agents``: one for each role, in order; a single one plays all roles. An agent is a name, with options if you like
    (``"uct(exploration=0.4)"``), a reference (``"my_agents.py:Greedy"``), a class, or the address of a GGP player.
    ``seconds``: how long an agent may think about a move, by default a second.
    ``playouts``: how many playouts it may make for a move. Without ``seconds`` the same seed gives the same game.
    ``opening``: how many random joint moves the game begins with.
    ``seed``: the seed of the random numbers.
    ``own_process``: runs every agent in a separate process, which can be killed.
    ``terms``: all clocks at once, instead of ``seconds`` and ``playouts``.

    Returns the game as it was played. An agent that crashes, stalls, or makes an illegal move forfeits it, and the
    result says why.

    >>> game = ludens.play("tic_tac_toe", ["uct", "random"], playouts=500)
    >>> dict(zip(game.roles, game.goals))
    {'xplayer': 100, 'oplayer': 0}
    """
    for name, value, least in (("opening", opening, 0), ("seed", seed, -(10**18))):
        check_number(name, value, least)
    clocks = terms_of(terms, limit_of(seconds, playouts, Limit(SECONDS)), own_process)
    names = agent_names(agents)
    check_outside(names, clocks)
    name = game_name(game)
    with waiting(f"Preparing {name}"):
        players = seated(load(name).info, names)
    job = MatchJob(match_id([clocks.as_data(), opening, seed], name, players, 0), name, players, 0)
    with Matches(MatchConditions(clocks, opening, seed, network_seat)) as matches, waiting(f"Playing {name}"):
        return PlayedGame(matches.play(job))


def make_agent(agent: AgentLike, game: GameLike, role: int | str = 0, seed: int | None = None) -> Agent[Any]:
    """An agent that decides for one role of a game.

    ``agent``: its name, with options if you like, a reference to your own, or a class.
    ``game``: the game it will play, as ``load`` takes it.
    ``role``: the name or the number of its role, by default the first.
    ``seed``: the seed of its random numbers. With the same seed, and a limit of playouts, it makes the same choices.

    Returns something with a method ``decide(state, limit)``. Raises LudensError when the agent cannot play the game.

    >>> game = ludens.load("tic_tac_toe")
    >>> agent = ludens.make_agent("uct", game, "xplayer", seed=1)
    >>> agent.decide(game.initial_state(), ludens.Limit(playouts=2000)).move
    '(mark 2 2)'
    """
    [name] = agent_names(agent)
    loaded = take_game(game)
    with waiting(f"Preparing {name}"):
        return agent_of(name, loaded, role_number(loaded.info, role), seed)


def seats(record: MatchRecord) -> str:
    """Who played what, in a line."""
    listed = ", ".join(f"{role}: {card.name}" for role, card in zip(record.roles, record.agents, strict=True))
    return f"{record.game} — {listed}"


def result(record: MatchRecord) -> str:
    """How a match ended, in a few sentences."""
    goals = ", ".join(f"{role} {goal:g}" for role, goal in zip(record.roles, record.goals, strict=True))
    spent = [sum(turn[role].seconds for turn in record.thoughts) for role in range(len(record.roles))]
    players = [role for role, card in enumerate(record.agents) if card.name != CHANCE]
    times = ", ".join(f"{record.roles[role]} {spent[role]:.2f} s" for role in players)
    ending = "The game was cut" if record.cut else "The game is over"
    broken = "".join(
        f" {record.roles[each.role]} forfeits: {each.cause.value}, {each.detail}." for each in record.forfeits
    )
    return f"{ending} after {len(record.moves)} moves: {goals}.{broken} Time: {times}."
