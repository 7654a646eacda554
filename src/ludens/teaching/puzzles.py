"""Puzzles of any game: positions in which few moves are good and all others are worse, proven or at least searched.

A puzzle is *proven* if its good moves make sure of so many points, whatever the others do, and after every other move
the others can hold the role to less. Otherwise it is what an agent found in a long search, and says so.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ludens.arena.session import Session
from ludens.engine.contract import LoadedGame
from ludens.game import LONGEST_GAME, Decision, JointMove, LudensError, Move
from ludens.teaching.proofs import POSITIONS_IN_ALL, Proofs, Proven
from ludens.teaching.sparring import sensible_game

MOST_STEPS = 4
FEWEST_MOVES = 3
GOOD_PART = 4
"""At most one move in so many is good."""

OWN_PART = 1
"""The same where the position is asked for, since somebody went wrong there."""

GIVEN_UP = 4
"""Positions without a proof after which an earlier one is not tried: games are gone through from their ends."""

ENOUGH_GAMES = 5
"""Games in which nobody ever chose alone, after which nobody is expected to."""

EASY, DULL = 1, 0.7
"""The depth of a puzzle whose move ends the game, and how often such a one is left out."""

CLEARLY = 25.0
"""Points by which the best move of a searched puzzle is better than any other."""

TRIED = 4
"""Positions of a game that are searched."""

Decide = Callable[[int, Any], Decision]
"""What an agent of a role thinks of a position."""

AS_GOOD = 5.0
"""Points within which a move of a searched puzzle counts as the best one."""


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be found, and how it goes on after the first of these moves, up to the next step."""

    good: tuple[Move, ...]
    line: tuple[JointMove, ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The position after ``moves``, in which ``role`` is to choose.

    ``points``: what the good moves bring. ``worse``: the most that any other move is certain, or seen, to bring.
    ``proven``: both are certain. ``opposed``: points say who wins with best play. ``depth``: joint moves that the proof
    had to look ahead.
    """

    moves: tuple[JointMove, ...]
    role: int
    steps: tuple[Step, ...]
    points: float
    worse: float
    proven: bool
    opposed: bool
    depth: int


class NoPuzzles(StrEnum):
    """Why there are no puzzles of a game."""

    HIDDEN = "hidden"
    AT_ONCE = "at_once"

    @property
    def text(self) -> str:
        """In words."""
        if self is NoPuzzles.HIDDEN:
            return "something is hidden, so no move is the right one for certain"
        return "all choose at the same time, so no move is the right one by itself"


class PuzzleMaker:
    """Makes puzzles of one game, and remembers what it has proved."""

    def __init__(self, game: LoadedGame[Any], positions: int = 10_000) -> None:
        self.game, self._positions = game, positions
        self._proofs: dict[int, Proofs] = {}
        self._seen: set[Any] = set()
        self._games = 0
        self._alone = False

    @property
    def reason(self) -> NoPuzzles | None:
        """Why there will be none, as far as the games so far show."""
        if self.game.info.hidden:
            return NoPuzzles.HIDDEN
        return NoPuzzles.AT_ONCE if self._games >= ENOUGH_GAMES and not self._alone else None

    def proofs(self, role: int) -> Proofs:
        """What proves things for a role."""
        if role not in self._proofs:
            self._proofs[role] = Proofs(self.game, role)
        return self._proofs[role]

    def of_game(self, moves: Sequence[JointMove], numbers: random.Random) -> Puzzle | None:
        """A puzzle from a game: one of those that need most thought, among the positions that can be proven."""
        session: Session[Any] = Session(self.game)
        session.replay(tuple(moves))
        found: list[Puzzle] = []
        in_vain = 0
        self._games += 1
        self._alone |= any(sole_actor(self.game, state) is not None for state in session.states)
        for ply in range(len(moves) - 1, -1, -1):
            role = sole_actor(self.game, session.states[ply])
            if role is None or session.states[ply] in self._seen:
                continue
            self._seen.add(session.states[ply])
            worth, depth = self.proofs(role).worth(session.states[ply], self._positions)
            in_vain = 0 if worth.exact else in_vain + 1
            if in_vain >= GIVEN_UP:
                break
            if worth.won and depth <= EASY and numbers.random() < DULL:
                continue
            puzzle = self._puzzle(tuple(moves[:ply]), session.states[ply], role)
            if puzzle is not None:
                found.append(puzzle)
        if not found:
            return None
        deepest = max(found, key=lambda puzzle: puzzle.depth)
        return numbers.choice(found) if numbers.random() < 0.25 else deepest

    def of_position(self, moves: Sequence[JointMove], role: int) -> Puzzle | None:
        """A proven puzzle in the position after some moves, if it is one."""
        session: Session[Any] = Session(self.game)
        session.replay(tuple(moves))
        if sole_actor(self.game, session.state) != role:
            return None
        return self._puzzle(tuple(moves), session.state, role, fewest=2, part=OWN_PART)

    def _few_good(self, state: Any, role: int, fewest: int, part: int = GOOD_PART) -> Proven | None:
        legal = len(self.game.legal_moves(state, role))
        if legal < fewest:
            return None
        return self.proofs(role).few_good(state, max(1, legal // part), self._positions)

    def _puzzle(
        self, moves: tuple[JointMove, ...], state: Any, role: int, fewest: int = FEWEST_MOVES, part: int = GOOD_PART
    ) -> Puzzle | None:
        proven = self._few_good(state, role, fewest, part)
        if proven is None or len(proven.good) == len(proven.moves):
            return None
        opposed, steps = proven.opposed, list[Step]()
        _, depth = self.proofs(role).distance(state, self._positions)
        points, worse = proven.best, _worse(proven)
        while True:
            depths = proven.depths
            main = min(proven.good, key=lambda move: (depths[move], move))
            good = (main, *(move for move in proven.good if move != main))
            line = self._line(state, role, main)
            steps.append(Step(good, line))
            for joint in line:
                state = self.game.next_state(state, joint)
            if len(steps) == MOST_STEPS or self.game.is_terminal(state) or sole_actor(self.game, state) != role:
                break
            following = self._few_good(state, role, 2)
            if following is None or following.best != points or len(following.good) > 1:
                break
            proven = following
        return Puzzle(moves, role, tuple(steps), points, worse, True, opposed, depth)

    def _line(self, state: Any, role: int, move: Move) -> tuple[JointMove, ...]:
        """The move and the most stubborn answer, up to where the role chooses again."""
        return (first := self.worst_case(state, role, move), *self.replies(self.game.next_state(state, first), role))

    def worst_case(self, state: Any, role: int, move: Move) -> JointMove:
        """The joint move in which a role makes this one, and the others what is worst for it if they have a choice."""
        game = self.game
        legal = [(move,) if one == role else game.legal_moves(state, one) for one in range(len(game.info.roles))]
        joint = tuple(moves[0] for moves in legal)
        for other, moves in enumerate(legal):
            if len(moves) > 1:
                tried = [(*joint[:other], one, *joint[other + 1 :]) for one in moves]
                positions = min(self._positions, POSITIONS_IN_ALL // len(tried))
                joint = min(tried, key=lambda one: self._prospects(game.next_state(state, one), role, positions))
        return joint

    def replies(self, state: Any, role: int) -> tuple[JointMove, ...]:
        """How it goes on until the role has a choice again or the game is over, as badly for it as can be."""
        game, line = self.game, list[JointMove]()
        while not game.is_terminal(state) and len(line) < LONGEST_GAME:
            legal = [game.legal_moves(state, one) for one in range(len(game.info.roles))]
            if len(legal[role]) > 1 or len(line) > len(legal):
                break
            line.append(self.worst_case(state, role, legal[role][0]))
            state = game.next_state(state, line[-1])
        return tuple(line)

    def _prospects(self, state: Any, role: int, positions: int) -> tuple[float, float, int]:
        """How good a position is for a role, the worst first: a quick loss, a slow one, a slow win, a quick one."""
        bounds, depth = self.proofs(role).distance(state, positions)
        longer = depth if bounds.lost else -depth
        return bounds.highest, bounds.lowest, longer


def puzzles(game: LoadedGame[Any], seed: int = 0, maker: PuzzleMaker | None = None) -> Iterator[Puzzle | None]:
    """Puzzles from games of players who think a little, for ever; None for each game in which there is none.

    Ends where there will be none, which the maker gives the reason for.
    """
    maker, numbers = maker or PuzzleMaker(game), random.Random(seed)
    while maker.reason is None:
        yield maker.of_game(sensible_game(game, numbers), numbers)


def by_search(game: LoadedGame[Any], decide: Decide, numbers: random.Random) -> Iterator[Puzzle | None]:
    """Puzzles in which a search, not a proof, finds one move clearly better, for ever; None for each position tried.

    For games in which too little can be proven. ``decide``: what an agent thinks of a position, in which a role is to
    choose.
    """
    while True:
        moves = sensible_game(game, numbers)
        session: Session[Any] = Session(game)
        session.replay(tuple(moves))
        plies = [ply for ply in range(len(moves)) if sole_actor(game, session.states[ply]) is not None]
        for ply in numbers.sample(plies, min(TRIED, len(plies))):
            role = sole_actor(game, session.states[ply])
            assert role is not None
            yield searched(moves[:ply], role, decide(role, session.states[ply]))
        if not plies:
            yield None


def searched(moves: Sequence[JointMove], role: int, decision: Decision, clearly: float = CLEARLY) -> Puzzle | None:
    """A puzzle made of what an agent thinks of a position, if one move is clearly better than most others."""
    known = [report for report in decision.moves if report.value is not None]
    if len(known) < FEWEST_MOVES:
        return None
    best = max(known, key=lambda report: report.value or 0.0)
    top = best.value or 0.0
    good = [report for report in known if (report.value or 0.0) >= top - AS_GOOD]
    rest = [report for report in known if report not in good]
    if len(good) > max(1, len(known) // GOOD_PART) or not rest:
        return None
    worse = max((report.value or 0.0) + (report.margin or 0.0) for report in rest)
    if top - (best.margin or 0.0) <= worse or top - max(report.value or 0.0 for report in rest) < clearly:
        return None
    names = (best.move, *(report.move for report in good if report is not best))
    return Puzzle(
        tuple(moves), role, (Step(names, ()),), round(top, 1), round(worse, 1), False, False, len(decision.line)
    )


def sole_actor(game: LoadedGame[Any], state: Any) -> int | None:
    """The only role that has a choice, if it is a player's; None otherwise."""
    if game.is_terminal(state):
        return None
    try:
        choosing = [role for role in range(len(game.info.roles)) if len(game.legal_moves(state, role)) > 1]
    except LudensError:
        return None
    return choosing[0] if len(choosing) == 1 and choosing[0] in game.info.players else None


def _worse(proven: Proven) -> float:
    return max(bounds.highest for move, bounds in proven.moves.items() if move not in proven.good)
