"""The tree of Monte Carlo tree search, one simulation after another, each in four phases that can be watched.

The phases are those of Chaslot et al. 2008: selection, expansion, playout, backup. Every role chooses by its own
figures, so that the same loop plays games of turns and, as decoupled UCT, games in which all choose at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ludens.boards.move_names import MoveNames
from ludens.game import Game, JointMove, Move
from ludens.players.options import Options
from ludens.studio.frames.learn import Changes, Said, Score, Step
from ludens.studio.learn.lessons.lesson import Made, appearing, choosing, label
from ludens.studio.learn.lessons.selection import Figures, Select

LONGEST = 400
"""Joint moves after which a random game is broken off; it then counts half for everybody."""


@dataclass(slots=True)
class Position:
    """A position that is in the tree."""

    id: int
    state: Any
    moves: tuple[tuple[Move, ...], ...]
    turn: tuple[int, ...]
    visits: int = 0
    total: list[float] = field(default_factory=list)
    figures: dict[tuple[int, Move], Figures] = field(default_factory=dict)
    children: dict[JointMove, Position] = field(default_factory=dict)


class Growing:
    """A tree that grows; ``steps`` tells all that happens."""

    def __init__(self, game: Game[Any], state: Any, select: Select, knobs: Options, random: Random) -> None:
        self.game, self.select, self.knobs, self.random = game, select, knobs, random
        self.size = 0
        self.root = self._position(state)

    def steps(self, simulations: int) -> Iterator[Step]:
        """What happens in so many simulations."""
        first = appearing(self.game, self.root.state, 0)
        yield Step("start", (("one_position",),), (0,), (first,))
        for _ in range(simulations):
            yield from self._simulation()

    def _simulation(self) -> Iterator[Step]:
        path, joints = [self.root], list[JointMove]()
        while path[-1].moves:
            joint, scores = self._choice(path[-1])
            joints.append(joint)
            numbers = tuple(node.id for node in path)
            yield Step("select", self._choice_in_words(scores), numbers, scores=scores)
            new = joint not in path[-1].children
            path.append(self._child(path[-1], joint))
            if new:
                yield self._expansion(path, joint)
                break
        values, moves = self._playout(path[-1])
        numbers = tuple(node.id for node in path)
        yield Step("playout", self._result_in_words(path[-1], values, moves), numbers,
                   playout=tuple(label(self.game, made) for made in moves), goals=_scaled(values))  # fmt: skip
        self._backup(path, joints, [made.joint for made in moves], values)
        changes = {node.id: self._written(node) for node in path}
        yield Step("backup", (("written",),), numbers, changes=changes, goals=_scaled(values))

    def _position(self, state: Any) -> Position:
        roles = range(len(self.game.info.roles))
        moves = () if self.game.is_terminal(state) else tuple(self.game.legal_moves(state, role) for role in roles)
        self.size += 1
        return Position(self.size - 1, state, moves, choosing(self.game, state), total=[0.0 for _ in roles])

    def _choice(self, node: Position) -> tuple[JointMove, tuple[Score, ...]]:
        """A move of every role, and the scores of those who had a choice."""
        joint, told = [moves[0] for moves in node.moves], list[Score]()
        for role in node.turn:
            named, called = [], MoveNames(self.game, node.state)
            for move in node.moves[role]:
                figures = node.figures.setdefault((role, move), Figures())
                named.append((Score(role, called.text(move), figures.visits), figures))
            scores = self.select(named, node.visits, self.knobs, self.random)
            joint[role] = next(move for move, score in zip(node.moves[role], scores, strict=True) if score.chosen)
            told += scores
        return tuple(joint), tuple(told)

    def _child(self, node: Position, joint: JointMove) -> Position:
        if joint not in node.children:
            node.children[joint] = self._position(self.game.next_state(node.state, joint))
        return node.children[joint]

    def _expansion(self, path: list[Position], joint: JointMove) -> Step:
        above, new = path[-2:]
        node = appearing(self.game, new.state, new.id, above.id, Made(above.state, joint, above.turn))
        return Step("expand", (("added", node.label),), tuple(each.id for each in path), (node,))

    def _playout(self, leaf: Position) -> tuple[list[float], list[Made]]:
        """The goals, from 0 to 1, of a random game from a leaf, and its joint moves."""
        state, played = leaf.state, list[Made]()
        roles = range(len(self.game.info.roles))
        while not self.game.is_terminal(state):
            if len(played) == LONGEST:
                return [0.5 for _ in roles], played
            joint = tuple(self.random.choice(self.game.legal_moves(state, role)) for role in roles)
            played.append(Made(state, joint, choosing(self.game, state)))
            state = self.game.next_state(state, joint)
        return [goal / 100 for goal in self.game.goals(state)], played

    def _backup(
        self, path: list[Position], joints: list[JointMove], later: list[JointMove], values: list[float]
    ) -> None:
        made = [*joints, *later]
        for depth, node in enumerate(path):
            node.visits += 1
            node.total = [total + value for total, value in zip(node.total, values, strict=True)]
            if depth < len(joints):
                for role in node.turn:
                    own = node.figures[role, joints[depth][role]]
                    own.visits, own.total = own.visits + 1, own.total + values[role]
            for role in node.turn:
                # All moves as first: every move that the role made from here on counts as if it had come first.
                for move in {joint[role] for joint in made[depth:]} & set(node.moves[role]):
                    figures = node.figures.setdefault((role, move), Figures())
                    figures.amaf_visits, figures.amaf_total = figures.amaf_visits + 1, figures.amaf_total + values[role]

    def _written(self, node: Position) -> Changes:
        """What is shown at a node: its visits, and the mean of the role that chooses at the root."""
        viewer = self.root.turn[0] if self.root.turn else 0
        return {"visits": node.visits, "value": node.total[viewer] / node.visits}

    def _choice_in_words(self, scores: tuple[Score, ...]) -> tuple[Said, ...]:
        if not scores:
            return (("no_choice",),)
        return tuple(self._one_choice(score) for score in scores if score.chosen)

    def _one_choice(self, score: Score) -> Said:
        who = self.game.info.roles[score.role]
        if score.chance is not None:
            return "wheel", who, score.move, round(100 * score.chance)
        if score.total is None or (not score.visits and score.amaf is None):
            return "untried", who, score.move
        if score.bonus is None:
            return "takes", who, score.move
        return "highest", who, score.move, score.total, score.bonus

    def _result_in_words(self, leaf: Position, values: list[float], moves: list[Any]) -> tuple[Said, ...]:
        result = ", ".join(
            f"{role} {100 * value:.0f}" for role, value in zip(self.game.info.roles, values, strict=True)
        )
        if not leaf.moves:
            return (("over_here", result),)
        return (("random_game", len(moves), result),)


def _scaled(values: list[float]) -> tuple[float, ...]:
    return tuple(100 * value for value in values)
