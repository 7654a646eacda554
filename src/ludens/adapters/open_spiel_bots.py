"""The agents of Ludens as bots of OpenSpiel (Lanctot et al. 2019), for its own matches and evaluations."""

from __future__ import annotations

from typing import Any

from ludens.adapters.missing import needed
from ludens.adapters.open_spiel_games import SpielState, open_spiel_game
from ludens.arena.match import SEEDS
from ludens.game import Decision, Limit, ParameterError, View, observations
from ludens.players import DEFAULT_AGENT, make_agent
from ludens.players.agent import Agent

needed("pyspiel", "OpenSpiel", "peers")

import pyspiel  # noqa: E402 (only once it is known to be there)


class LudensBot(pyspiel.Bot):  # type: ignore[misc]
    """An agent of Ludens as a bot.

    ``game``: of OpenSpiel, or its name. ``agent``: as everywhere in Ludens, such as ``uct(exploration=0.4)``.
    ``limit``: what it may use for a move. Raises LudensError when the agent cannot play the game, or Ludens cannot.
    """

    def __init__(
        self,
        game: Any,
        player: int,
        agent: str = DEFAULT_AGENT,
        *,
        limit: Limit = Limit(seconds=1.0),  # noqa: B008 (it cannot change)
        seed: int | None = None,
    ) -> None:
        pyspiel.Bot.__init__(self)
        self.game = open_spiel_game(game)
        self.player, self.agent, self.limit = player, agent, limit
        self._seed, self._games = seed, 0
        self._agent: Agent[Any] = make_agent(agent, self.game, player, seed)
        self.decision: Decision | None = None

    def step(self, state: Any) -> int:
        """The action that the agent chooses; ``decision`` holds what it thinks of it."""
        if str(state.get_game()) != str(self.game.spiel):
            raise ParameterError(f"A bot for {self.game.spiel} cannot play {state.get_game()}.")
        position = self.game.state_of(state)
        self.decision = self._agent.decide(self._given(position), self.limit)
        action = position.moves(self.player)[self.decision.move]
        if action is None:
            raise ParameterError(f"It is not the turn of player {self.player}.")
        return action

    def _given(self, position: SpielState) -> Any:
        """What the agent is asked about: the position, or only what its player has seen."""
        if not self.game.info.hidden:
            return position
        seen = observations(self.game, self.game.history_of(position.spiel), self.player)
        return View(self.player, seen, self.game.legal_moves(position, self.player))

    def player_id(self) -> int:
        """Whom the bot plays."""
        return self.player

    def restart(self) -> None:
        """Begins a new game, with fresh random numbers and nothing remembered."""
        self._games += 1
        seed = None if self._seed is None else (self._seed + self._games) % SEEDS
        self._agent = make_agent(self.agent, self.game, self.player, seed)
        self.decision = None

    def restart_at(self, state: Any) -> None:
        """Begins a new game in this position; positions are passed whole, so there is nothing to prepare."""
        self.restart()

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Nothing: what others did is seen from the next position."""

    def inform_actions(self, state: Any, actions: list[int]) -> None:
        """Nothing: what others did is seen from the next position."""
