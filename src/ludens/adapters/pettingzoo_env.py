"""Any game as an environment of PettingZoo (Terry et al. 2021), for several agents that learn.

The agents are the roles of the game. An observation is a dictionary: ``observation``, a vector of zeros and ones, and
``action_mask``, with a 1 for each legal move. The vector is the position, the same for all; where something is hidden
it is what the agent has done and seen. An action is the number of a move in ``env.moves[agent]``. Rewards come at the
end, from -1 to 1.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ludens.adapters.episode import Encode, Episode, Vector, game_of, reward_of
from ludens.adapters.missing import needed
from ludens.adapters.rendering import RENDER_MODES, check_render_mode, rendered
from ludens.game import Game

needed("pettingzoo", "PettingZoo", "gym")

from gymnasium import spaces  # noqa: E402 (only once it is known to be there)
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402

Agent = str
Observation = dict[str, Vector]


def aec_env(
    game: str | Game[Any], *, render_mode: str | None = None, encode: Encode | None = None, max_steps: int | None = None
) -> TurnsEnv:
    """A game in which agents act one after the other.

    Whoever has a choice is asked; moves of those who have only one are made for them. Where several choose at once they
    are asked in turn and see nothing of each other's choice. ``encode`` and ``max_steps``: see Episode.
    """
    return TurnsEnv(game, render_mode=render_mode, encode=encode, max_steps=max_steps)


def parallel_env(
    game: str | Game[Any], *, render_mode: str | None = None, encode: Encode | None = None, max_steps: int | None = None
) -> JointEnv:
    """A game in which all agents act at once, joint move by joint move; who is not on turn has one legal move."""
    return JointEnv(game, render_mode=render_mode, encode=encode, max_steps=max_steps)


class _Table:
    """What both kinds have in common: the episode, the spaces of each agent, drawing."""

    def __init__(self, game: str | Game[Any], render_mode: str | None, encode: Encode | None, max_steps: int | None):
        check_render_mode(render_mode)
        self.episode = Episode(game_of(game), encode, max_steps)
        self.render_mode = render_mode
        self.roles = {self.episode.game.info.roles[role]: role for role in self.episode.players}
        self.moves = {agent: self.episode.moves[role] for agent, role in self.roles.items()}
        self.action_spaces = {agent: spaces.Discrete(len(moves)) for agent, moves in self.moves.items()}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(*self.episode.bounds, (self.episode.size,), np.int8),
                    "action_mask": spaces.Box(0, 1, (len(moves),), np.int8),
                }
            )
            for agent, moves in self.moves.items()
        }
        self._random = np.random.default_rng()

    def begin(self, seed: int | None) -> None:
        """Begins a game; without a seed chance goes on with the numbers it has."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.episode.begin(self._random)

    def observe(self, agent: Agent) -> Observation:
        role = self.roles[agent]
        return {"observation": self.episode.vector(role), "action_mask": self.episode.mask(role)}

    def rewards(self) -> dict[Agent, float]:
        """Everybody's reward in the position: 0 before the end."""
        if not self.episode.over:
            return dict.fromkeys(self.roles, 0.0)
        goals = self.episode.goals
        return {agent: reward_of(goals[role]) for agent, role in self.roles.items()}

    def render(self) -> str | None:
        return rendered(self.episode, self.render_mode)


class TurnsEnv(AECEnv[Agent, Observation, int | None]):  # type: ignore[misc]
    """A game in the manner of PettingZoo's AEC; made by ``aec_env``."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False}

    agent_selection: Agent
    infos: dict[Agent, dict[str, Any]]
    terminations: dict[Agent, bool]
    truncations: dict[Agent, bool]

    def __init__(
        self, game: str | Game[Any], render_mode: str | None, encode: Encode | None, max_steps: int | None
    ) -> None:
        super().__init__()
        self._table = _Table(game, render_mode, encode, max_steps)
        self.name = self._table.episode.game.info.name
        self.render_mode, self.moves = render_mode, self._table.moves
        self.possible_agents = list(self._table.roles)
        self.action_spaces, self.observation_spaces = self._table.action_spaces, self._table.observation_spaces

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: Agent) -> Observation:
        """The position, or what the agent knows of it, and its legal moves."""
        return self._table.observe(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; the seed is for what the game leaves to chance."""
        self._table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.infos = {agent: {} for agent in self.agents}
        self._chosen: dict[int, int] = {}
        self._go_on()

    def step(self, action: int | None) -> None:
        """Makes a move of the agent that is selected; raises IllegalMoveError for one that it does not have."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        role = self._table.roles[agent]
        number = -1 if action is None else int(action)
        self._table.episode.check_legal(role, number)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._chosen[role] = number
        self._waiting.remove(agent)
        if self._waiting:
            self.agent_selection = self._waiting[0]
        else:
            self._table.episode.advance(self._chosen)
            self._chosen = {}
            self._go_on()
            self._accumulate_rewards()

    def _go_on(self) -> None:
        """Goes to the next position in which somebody has a choice, or to the end."""
        episode = self._table.episode
        episode.settle()
        names = episode.game.info.roles
        self._waiting = [names[role] for role in episode.choosing]
        self.agent_selection = self._waiting[0] if self._waiting else self.agents[0]
        self.terminations = dict.fromkeys(self.agents, episode.over)
        self.truncations = dict.fromkeys(self.agents, episode.cut)
        self.rewards = self._table.rewards()

    def render(self) -> str | None:
        """The position as ``render_mode`` says: printed, as text, or as SVG."""
        return self._table.render()

    def close(self) -> None:
        """Nothing is to be closed."""


class JointEnv(ParallelEnv[Agent, Observation, int]):  # type: ignore[misc]
    """A game in the manner of PettingZoo's parallel environments; made by ``parallel_env``."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES)}

    def __init__(
        self, game: str | Game[Any], render_mode: str | None, encode: Encode | None, max_steps: int | None
    ) -> None:
        self._table = _Table(game, render_mode, encode, max_steps)
        self.name = self._table.episode.game.info.name
        self.render_mode, self.moves = render_mode, self._table.moves
        self.possible_agents = list(self._table.roles)
        self.action_spaces, self.observation_spaces = self._table.action_spaces, self._table.observation_spaces
        self.agents: list[Agent] = []

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Observation], dict[Agent, dict[str, Any]]]:
        """Begins a game; the seed is for what the game leaves to chance."""
        self._table.begin(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[Agent, int]
    ) -> tuple[
        dict[Agent, Observation], dict[Agent, float], dict[Agent, bool], dict[Agent, bool], dict[Agent, dict[str, Any]]
    ]:
        """Makes a joint move; raises IllegalMoveError, and ParameterError when somebody who must choose has not."""
        episode = self._table.episode
        episode.advance({self._table.roles[agent]: int(action) for agent, action in actions.items()})
        acting, over, cut = self.possible_agents, episode.over, episode.cut
        if over or cut:
            self.agents = []
        found = self._observations(), self._table.rewards(), dict.fromkeys(acting, over), dict.fromkeys(acting, cut)
        return *found, {agent: {} for agent in acting}

    def _observations(self) -> dict[Agent, Observation]:
        return {agent: self._table.observe(agent) for agent in self.possible_agents}

    def render(self) -> str | None:
        """The position as ``render_mode`` says: printed, as text, or as SVG."""
        return self._table.render()

    def close(self) -> None:
        """Nothing is to be closed."""
