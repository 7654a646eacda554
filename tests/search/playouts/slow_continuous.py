"""The zero system's recursion as its report tells it, for one first move, with the same random words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludens.engine.contract import LoadedGame
from ludens.game import JointMove, Move, S
from tests.search.playouts.slow_lookahead import has_lost, has_won, is_threatened

MASK = (1 << 64) - 1


def mix(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58_476D_1CE4_E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D0_49BB_1331_11EB & MASK
    return z ^ (z >> 31)


def word(seed: int, stream: int, count: int) -> int:
    own = mix((mix(seed & MASK) + stream * 0xD1B5_4A32_D192_ED03) & MASK)
    return mix((own + count * 0x9E37_79B9_7F4A_7C15) & MASK)


@dataclass
class Simulation:
    """The results of one first move."""

    game: LoadedGame[S]  # type: ignore[valid-type]
    role: int
    trials: int
    penalty: int
    seed: int
    stream: int
    results: list[int] = field(default_factory=lambda: [0, 0, 0])
    drawn: int = 0

    def simulate(self, state: S, move: Move) -> None:
        if sum(self.results) >= self.trials:
            return
        state = self.game.next_state(state, self.random_joint(state, move))
        if self.count_end(state):
            return
        if is_threatened(self.game, state, self.role):
            self.results[2] += self.penalty
            return
        if len(self.game.legal_moves(state, self.role)) == 1:
            state = self.game.next_state(state, self.random_joint(state, None))
            if self.count_end(state):
                return
        for following in by_number(self.game, self.role, self.game.legal_moves(state, self.role)):
            self.simulate(state, following)

    def random_joint(self, state: S, own: Move | None) -> JointMove:
        joint = []
        for role in range(len(self.game.info.roles)):
            legal = by_number(self.game, role, self.game.legal_moves(state, role))
            joint.append(legal[word(self.seed, self.stream, self.drawn) % len(legal)])
            self.drawn += 1
        if own is not None:
            joint[self.role] = own
        return tuple(joint)

    def count_end(self, state: S) -> bool:
        if not self.game.is_terminal(state):
            return False
        goals = self.game.goals(state)
        place = 0 if has_won(goals, self.role) else 2 if has_lost(goals, self.role) else 1
        self.results[place] += 1
        return True


def by_number(game: LoadedGame[S], role: int, moves: Sequence[Move]) -> list[Move]:
    """Moves in the order of the engine's numbers."""
    return sorted(moves, key=game.engine.moves(role).index)
