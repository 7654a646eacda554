"""Thousands of games at once as one vector environment of Gymnasium (Towers et al. 2024), for any game with an engine.

The caller plays all roles, as learners by self-play do. All games advance in one call of the engine, on the lanes of
the CPU's vectors or on a graphics processor; there is no process and no Python for each of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.adapters.episode import game_of
from ludens.adapters.missing import needed
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.devices import CPU
from ludens.engine.rows import unpack_rows
from ludens.game import LONGEST_GAME, Game, ParameterError, UnsuitableGameError
from ludens.games.rules_game import RulesGame

needed("gymnasium", "Gymnasium", "gym")

from gymnasium import spaces  # noqa: E402 (only once it is known to be there)
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

Bits = NDArray[np.int8]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Rewards = NDArray[np.float64]

LOST = -1.0
WHO = "GameVectorEnv"


class GameVectorEnv(VectorEnv[Bits, Numbers, Any]):
    """``num_envs`` games that go on side by side; one that is over begins anew in the same step.

    An observation is the position as bits, (num_envs, bits). An action is the number of a move of the role that is to
    move, ``infos["role"]``; ``infos["action_mask"]`` tells which are legal. With ``joint`` every role has an action,
    (num_envs, roles), and a mask. Moves without a choice and those of chance are made by the environment.

    ``rewards`` are those of the roles that moved; ``infos["rewards"]`` has everybody's, (num_envs, roles). They are
    from -1 to 1 and come at the end. Of games that are over, ``infos["final_obs"]`` has the last position. An illegal
    action loses at once: ``infos["illegal"]``. ``max_steps``: joint moves after which games are cut.
    Raises LudensError for games that cannot be played so.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 (as the base class has it)

    def __init__(
        self,
        game: str | Game[Any],
        num_envs: int = 1024,
        *,
        joint: bool = False,
        device: str = CPU,
        max_steps: int | None = None,
    ) -> None:
        self.game = game_of(game)
        _check_suitable(self.game)
        if num_envs < 1:
            raise ParameterError(f"num_envs cannot be {num_envs}; it may be 1 or more.")
        self.num_envs, self.joint = num_envs, joint
        self.engine = _engine(self.game, device)
        self.max_steps = max_steps or self.game.info.max_steps or LONGEST_GAME
        self.moves = tuple(self.engine.moves(role) for role in range(len(self.engine.roles)))
        self._first = self.engine.initial()
        circuit = self.engine.circuit
        self._bits = len(circuit.fluents) if circuit is not None else 64 * self._first.shape[1]
        most = max(map(len, self.moves))
        self.single_observation_space = spaces.Box(0, 1, (self._bits,), np.int8)
        self.single_action_space = (
            spaces.MultiDiscrete([len(moves) for moves in self.moves]) if joint else spaces.Discrete(most)
        )
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begin(np.ones(num_envs, dtype=np.bool_))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bits, dict[str, Any]]:
        """Begins all games."""
        super().reset(seed=seed)
        self._begin(np.ones(self.num_envs, dtype=np.bool_))
        self._until_choice()
        return self._observed(self._rows), self._infos()

    def step(self, actions: Numbers) -> tuple[Bits, Rewards, Flags, Flags, dict[str, Any]]:
        """A move in every game, and those that follow without a choice."""
        given = np.asarray(actions, dtype=np.int64).reshape(self.num_envs, -1)
        if given.shape[1] != (len(self.moves) if self.joint else 1):
            raise ParameterError(f"Actions of shape {np.shape(actions)} instead of {self.action_space.shape}.")
        acting = self._role
        moves = self._drawn_or_forced()
        faults = self._enter(moves, given)
        illegal: Flags = np.asarray(faults.any(axis=1))
        self._advance(moves, np.logical_not(illegal))
        over, cut = self._over | illegal, self._cut & ~illegal
        rewards = np.where(self._over[:, None], self._goals / 50 - 1, 0.0)
        rewards[illegal] = np.where(faults[illegal], LOST, -LOST)
        final = self._observed(self._rows)
        self._begin(over | cut)
        told = self._until_choice(rewards, over, cut, final)
        own = rewards[np.arange(self.num_envs), acting]
        infos = {**self._infos(), "rewards": rewards, "illegal": illegal, "final_obs": final, "_final_obs": told}
        return self._observed(self._rows), own, over, cut, infos

    def _begin(self, which: Flags) -> None:
        """The first position for some games."""
        if which.all():
            self._rows = np.repeat(self._first, self.num_envs, axis=0)
            self._steps = np.zeros(self.num_envs, dtype=np.int64)
        else:
            self._rows[which] = self._first[0]
            self._steps[which] = 0
        self._look()

    def _look(self) -> None:
        """Finds out what is legal, and who has a choice."""
        self._legal = self.engine.legal(self._rows)
        players = self.game.info.players
        choices = np.stack([self._legal[role].sum(axis=1) > 1 for role in players], axis=1)
        self._chooses: Flags = np.asarray(choices.any(axis=1))
        if not self.joint and (choices.sum(axis=1) > 1).any():
            raise UnsuitableGameError(WHO, self.game.info.name, "several roles choose at once; joint=True is needed")
        self._role = np.array(players)[choices.argmax(axis=1)]

    def _drawn_or_forced(self) -> Numbers:
        """A legal move of every role: the only one, or, for chance, any."""
        moves = np.stack([legal.argmax(axis=1) for legal in self._legal], axis=1)
        chance = self.game.info.chance_role
        if chance is not None:
            moves[:, chance] = (self.np_random.random(self._legal[chance].shape) * self._legal[chance]).argmax(axis=1)
        return moves

    def _enter(self, moves: Numbers, given: Numbers) -> Flags:
        """Puts the actions in their places; returns, by game and role, which are illegal."""
        games, illegal = np.arange(self.num_envs), np.zeros(moves.shape, dtype=np.bool_)
        for role, legal in enumerate(self._legal):
            if role not in self.game.info.players:
                continue
            own = given[:, role] if self.joint else given[:, 0]
            asked = (legal.sum(axis=1) > 1) & ((self._role == role) | self.joint)
            inside = (own >= 0) & (own < legal.shape[1])
            fits = inside & legal[games, np.where(inside, own, 0)]
            illegal[:, role] = asked & ~fits
            moves[:, role] = np.where(asked & fits, own, moves[:, role])
        return illegal

    def _advance(self, moves: Numbers, which: Flags) -> None:
        """Makes joint moves in some games."""
        after, over, goals = self.engine.follow(self._rows, moves)
        self._rows = np.where(which[:, None], after, self._rows)
        self._over, self._goals = over & which, np.maximum(goals, 0)
        self._steps += which
        self._cut = which & ~over & (self._steps >= self.max_steps)

    def _until_choice(
        self,
        rewards: Rewards | None = None,
        over: Flags | None = None,
        cut: Flags | None = None,
        final: Bits | None = None,
    ) -> Flags:
        """Goes on where nobody has a choice. Games that end so are told, and returned; then they begin anew."""
        ended = np.zeros(self.num_envs, dtype=np.bool_) if over is None or cut is None else over | cut
        while not self._chooses.all():
            self._advance(self._drawn_or_forced(), np.logical_not(self._chooses))
            done = self._over | self._cut
            if over is not None and cut is not None and rewards is not None and final is not None:
                fresh = done & ~ended
                rewards[fresh] = np.where(self._over[fresh, None], self._goals[fresh] / 50 - 1, 0.0)
                final[fresh] = self._observed(self._rows[fresh])
                over |= fresh & self._over
                cut |= fresh & self._cut
                ended |= fresh
            self._begin(done)
        return ended

    def _observed(self, rows: NDArray[np.uint64]) -> Bits:
        return unpack_rows(rows, self._bits).view(np.int8)

    def _infos(self) -> dict[str, Any]:
        return {"role": self._role.copy(), "action_mask": self._mask()}

    def _mask(self) -> Bits:
        """The legal moves of the role that is to move, (num_envs, moves), or of all, (num_envs, roles, moves)."""
        most = max(map(len, self.moves))
        masks = np.zeros((self.num_envs, len(self.moves), most), dtype=np.int8)
        for role, legal in enumerate(self._legal):
            masks[:, role, : legal.shape[1]] = legal
        return masks if self.joint else masks[np.arange(self.num_envs), self._role]


def _check_suitable(game: LoadedGame[Any]) -> None:
    name = game.info.name
    if game.info.hidden:
        raise UnsuitableGameError(WHO, name, "it hides information, which positions would show")
    if not game.engine.batch:
        raise UnsuitableGameError(WHO, name, "it is played in Python, position by position")


def _engine(game: LoadedGame[Any], device: str) -> BatchEngine:
    if device == CPU:
        return game.engine
    if not isinstance(game, RulesGame):
        raise UnsuitableGameError(WHO, game.info.name, "it has kernels of its own, which run on the CPU alone")
    return game.engine_on(device)
