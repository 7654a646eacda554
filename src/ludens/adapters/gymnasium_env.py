"""Any game as an environment of Gymnasium (Towers et al. 2024): one role learns, agents of Ludens play the others.

An observation is the position as a vector of zeros and ones, or what the role has done and seen where something is
hidden; an action is the number of a move in ``env.moves``; what is legal stands in ``info["action_mask"]``. The reward
comes at the end, from -1 to 1. An illegal move loses at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.adapters.episode import Encode, Episode, Vector, game_of, reward_of
from ludens.adapters.missing import needed
from ludens.adapters.rendering import RENDER_MODES, check_render_mode, rendered
from ludens.arena.match import SEEDS
from ludens.game import Game, Limit, ParameterError
from ludens.games import GAMES
from ludens.players import make_agent

needed("gymnasium", "Gymnasium", "gym")

import gymnasium  # noqa: E402 (only once it is known to be there)
from gymnasium import spaces  # noqa: E402

DEFAULT_LIMIT = Limit(playouts=200)
"""Without a clock, so that an episode depends on nothing but the seed."""

LOST = -1.0


class GameEnv(gymnasium.Env[Vector, np.int64]):
    """A game seen by one of its roles.

    ``role``: its name or its number. ``opponents``: agents for the other players, in order, or one that plays all of
    them. ``limit``: what they may use for a move. ``encode`` and ``max_steps``: see Episode. Raises LudensError when
    there is no such game, role or agent.
    """

    metadata = {"render_modes": list(RENDER_MODES)}  # noqa: RUF012 (as the base class has it)

    def __init__(
        self,
        game: str | Game[Any],
        role: int | str = 0,
        opponents: str | Sequence[str] = "uct",
        *,
        limit: Limit = DEFAULT_LIMIT,
        render_mode: str | None = None,
        encode: Encode | None = None,
        max_steps: int | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.episode = Episode(game_of(game), encode, max_steps)
        self.role = _role_number(self.episode, role)
        self._opponents = _opponents(self.episode, self.role, opponents)
        self._limit, self.render_mode = limit, render_mode
        self.moves = self.episode.moves[self.role]
        self.observation_space = spaces.Box(*self.episode.bounds, (self.episode.size,), np.int8)
        self.action_space = spaces.Discrete(len(self.moves))
        self._seat_opponents(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """Begins a game with fresh opponents; goes on to the first position in which the role has a choice."""
        super().reset(seed=seed)
        self.episode.begin(self.np_random)
        self._seat_opponents(int(self.np_random.integers(SEEDS)))
        self._until_choice()
        return self.episode.vector(self.role), self._info()

    def step(self, action: np.int64 | int) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Makes a move, and those of the others until the role has a choice again, or the game is over."""
        mask, number = self.episode.mask(self.role), int(action)
        if not 0 <= number < len(mask) or not mask[number]:
            return self.episode.vector(self.role), LOST, True, False, {**self._info(), "illegal": True}
        self._advance({self.role: number})
        self._until_choice()
        over, cut = self.episode.over, self.episode.cut
        reward = reward_of(self.episode.goals[self.role]) if over else 0.0
        return self.episode.vector(self.role), reward, over, cut, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves, in the form that learners with masks ask for."""
        return self.episode.mask(self.role).astype(np.bool_)

    def render(self) -> str | None:
        """What the role may see, as ``render_mode`` says: printed, as text, or as SVG."""
        return rendered(self.episode, self.render_mode, self.role)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.episode.mask(self.role)}

    def _seat_opponents(self, seed: int) -> None:
        game = self.episode.game
        self._agents = {
            role: make_agent(name, game, role, (seed + role) % SEEDS) for role, name in self._opponents.items()
        }

    def _until_choice(self) -> None:
        while not (self.episode.over or self.episode.cut or self.role in self.episode.choosing):
            self._advance({})

    def _advance(self, chosen: dict[int, int]) -> None:
        """A joint move: the role's own, if it has a choice, and the opponents' decisions."""
        deciding = [role for role in self.episode.choosing if role != self.role]
        for role in deciding:
            move = self._agents[role].decide(self.episode.given(role), self._limit).move
            chosen[role] = self.episode.number(role, move)
        self.episode.advance(chosen)


def _role_number(episode: Episode, role: int | str) -> int:
    names = [episode.game.info.roles[player] for player in episode.players]
    if isinstance(role, str) and role in names:
        return episode.game.info.roles.index(role)
    if isinstance(role, int) and role in episode.players:
        return role
    raise ParameterError(f"{episode.game.info.name} has no player {role!r}; its players are {', '.join(names)}.")


def _opponents(episode: Episode, role: int, given: str | Sequence[str]) -> dict[int, str]:
    others = [player for player in episode.players if player != role]
    names = [given] * len(others) if isinstance(given, str) else list(given)
    if len(names) == 1:
        names *= len(others)
    if len(names) != len(others):
        raise ParameterError(f"{episode.game.info.name} needs {len(others)} opponents, but {len(names)} were given.")
    return dict(zip(others, names, strict=True))


def register() -> None:
    """Makes ``ludens/Game-v0``, which takes the game as an argument, and one for each built-in game known."""
    if "ludens/Game-v0" not in gymnasium.registry:
        gymnasium.register("ludens/Game-v0", entry_point=f"{__name__}:GameEnv")
        for name in GAMES:
            gymnasium.register(f"ludens/{name}-v0", entry_point=f"{__name__}:GameEnv", kwargs={"game": name})


register()
