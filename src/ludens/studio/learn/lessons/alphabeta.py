"""Alpha-beta (Knuth and Moore 1975) to a fixed depth, step by step, with what it leaves out drawn as stubs."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from ludens.game import Game, JointMove, ParameterError
from ludens.players.options import Options, option
from ludens.studio.frames.learn import Changes, Node, Said, Step
from ludens.studio.learn.lessons.lesson import Made, appearing, choosing, label

MOST_POSITIONS = 1_500
"""Of the whole tree to the chosen depth; more could not be looked at."""

UNKNOWN = 50.0
"""What a position counts for where the search ends before the game does."""


class TooManyError(ParameterError):
    """More positions than can be looked at."""


@dataclass(frozen=True)
class AlphaBetaKnobs(Options):
    """The knobs of alpha-beta."""

    depth: int = option(4, "how many moves ahead to look", lowest=1, highest=9)
    order: str = option("as they come", "which moves are looked at first: the better the order, the more is cut off",
                        choices=("as they come", "best first", "worst first"))  # fmt: skip
    pruning: bool = option(True, "skip what cannot change the result")


class Searching:
    """A search that tells all it does. Values are the goals of the role that chooses at the root."""

    def __init__(self, game: Game[Any], knobs: AlphaBetaKnobs, viewer: int) -> None:
        self.game, self.knobs, self.viewer = game, knobs, viewer
        self.seen = self.numbered = 0

    def steps(self, state: Any) -> Iterator[Step]:
        """Every step from the root to its value."""
        depth, whole = self.fitting(state)
        root = appearing(self.game, state, self._number())
        words: list[Said] = [("opposed", self._role)]
        if depth < self.knobs.depth:
            words.append(("shallow", self.knobs.depth, depth))
        yield Step("start", tuple(words), (0,), (root,))
        value = yield from self._visit(state, (0,), depth, 0.0, 100.0)
        yield Step("done", (("found", value, self.seen, whole),), (0,), changes={0: {"value": value}})

    def fitting(self, state: Any) -> tuple[int, int]:
        """The greatest depth, as far as asked for, to which the tree can be looked at, and how many positions it has.

        Raises ParameterError where even one move is too much.
        """
        for depth in range(self.knobs.depth, 1, -1):
            with contextlib.suppress(TooManyError):
                return depth, self.size(state, depth)
        return 1, self.size(state, 1)

    def size(self, state: Any, depth: int) -> int:
        """How many positions there are to this depth; raises TooManyError where they are too many."""
        count, layer = 0, [state]
        for level in range(depth + 1):
            count += len(layer)
            if count > MOST_POSITIONS:
                raise TooManyError(f"More than {MOST_POSITIONS:,} positions to depth {depth}: too many to look at.")
            if level < depth:
                layer = [self.game.next_state(each, joint) for each in layer for joint in self._joints(each)]
        return count

    def value(self, state: Any, depth: int) -> float:
        """The plain minimax value, by which moves are put in order."""
        if depth == 0 or self.game.is_terminal(state):
            return self._static(state)
        values = [self.value(self.game.next_state(state, joint), depth - 1) for joint in self._joints(state)]
        return max(values) if self._is_ours(state) else min(values)

    def _visit(
        self, state: Any, path: tuple[int, ...], depth: int, alpha: float, beta: float
    ) -> Generator[Step, None, float]:
        self.seen += 1
        here = path[-1]
        if depth == 0 or self.game.is_terminal(state):
            value = self._static(state)
            over = self.game.is_terminal(state)
            words: Said = ("over" if over else "too_deep", value)
            yield Step("value", (words,), path, changes={here: {"value": value, "alpha": None, "beta": None}})
            return value
        ours = self._is_ours(state)
        written: Changes = {"alpha": alpha, "beta": beta, "value": None}
        yield Step("enter", (("window", alpha, beta),), path, changes={here: written})
        best = 0.0 if ours else 100.0
        turn, joints = choosing(self.game, state), self._ordered(state, depth)
        for place, joint in enumerate(joints):
            after = self.game.next_state(state, joint)
            node = appearing(self.game, after, self._number(), here, Made(state, joint, turn))
            yield Step("expand", (("next", node.label),), (*path, node.id), (node,))
            found = yield from self._visit(after, (*path, node.id), depth - 1, alpha, beta)
            best = max(best, found) if ours else min(best, found)
            alpha, beta = (max(alpha, best), beta) if ours else (alpha, min(beta, best))
            written = {"value": best, "alpha": alpha, "beta": beta}
            yield Step(
                "return", (("at_least" if ours else "at_most", found, self._role, best),), path, changes={here: written}
            )
            rest = joints[place + 1 :]
            if rest and alpha >= beta and self.knobs.pruning:
                yield Step(
                    "cut",
                    (("cut_ours", len(rest)) if ours else ("cut_theirs", len(rest), self._role),),
                    path,
                    self._stubs(here, [Made(state, each, turn) for each in rest]),
                )
                break
        return best

    def _ordered(self, state: Any, depth: int) -> list[JointMove]:
        joints = self._joints(state)
        if self.knobs.order == "as they come":
            return joints
        best_first = self.knobs.order == "best first"
        return sorted(
            joints,
            key=lambda joint: self.value(self.game.next_state(state, joint), depth - 1),
            reverse=best_first == self._is_ours(state),
        )

    def _joints(self, state: Any) -> list[JointMove]:
        if self.game.is_terminal(state):
            return []
        legal = [self.game.legal_moves(state, role) for role in range(len(self.game.info.roles))]
        turn = choosing(self.game, state)
        if len(turn) > 1:
            raise ParameterError("Alpha-beta needs a game in which one role at a time has a choice.")
        mover = turn[0] if turn else 0
        forced = [moves[0] for moves in legal]
        return [(*forced[:mover], move, *forced[mover + 1 :]) for move in legal[mover]]

    def _is_ours(self, state: Any) -> bool:
        return choosing(self.game, state) in ((), (self.viewer,))

    def _static(self, state: Any) -> float:
        return float(self.game.goals(state)[self.viewer]) if self.game.is_terminal(state) else UNKNOWN

    def _number(self) -> int:
        self.numbered += 1
        return self.numbered - 1

    def _stubs(self, parent: int, skipped: list[Made]) -> tuple[Node, ...]:
        return tuple(Node(self._number(), parent, label(self.game, each), skipped=True) for each in skipped)

    @property
    def _role(self) -> str:
        return self.game.info.roles[self.viewer]


def record(game: Game[Any], state: Any, knobs: AlphaBetaKnobs, rounds: int, random: Random) -> Iterator[Step]:
    """The steps of one search; it is the same however many rounds are asked for."""
    turn = choosing(game, state)
    return Searching(game, knobs, turn[0] if turn else 0).steps(state)
