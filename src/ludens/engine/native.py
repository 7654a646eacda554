"""The engine of a game whose rules are kernels on words."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ludens.engine.checks import check_playouts, checked_count, checked_moves, checked_rows
from ludens.engine.contract import BatchEngine, Rated
from ludens.engine.playouts import Counts, Games, Playouts
from ludens.engine.rows import Rows
from ludens.game import IllegalMoveError, Move, UnknownNameError

BATCH = 1 << 20
"""Games whose single results are held at once when only sums are wanted."""

PIECE = 1 << 12
"""The most games a thread plays at a time."""

Table = NDArray[np.bool_]
Goals = NDArray[np.int16]


Legal = Callable[[Rows, Table], None]
Play = Callable[[Rows, int, np.uint64, int, int, Counts, Goals, Counts, Counts], None]
PlayRated = Callable[..., None]
"""``Play`` with ranks behind."""


@dataclass(frozen=True, slots=True)
class MovePolicy:
    """Moves that a game itself thinks worth looking at: kernels in the form of ``legal`` and ``play``.

    ``moves`` marks some of each role's legal moves, at least one before the end. ``play``, if there is one, plays
    games of such moves.
    """

    moves: Legal
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class NativeRules:
    """A game as four kernels, each on many rows and writing into given arrays.

    ``moves``: the texts of each role's moves by number. ``values``: the goals each role can have, ascending.
    ``start``: the row of the first position.
    ``legal(rows, table)``: marks legal moves, the roles' side by side.
    ``outcome(rows, terminal, goals)``: goals are -1 before the end.
    ``step(rows, moves, following)``: -1, or the first illegal move, as its row times the number of roles plus its role.
    ``play(rows, per_row, seed, max_steps, first, lengths, goals, made, gained)``: random games number ``first`` and
    following, counted through all rows; ``made`` and ``gained``, unless empty, are added to.
    ``playouts_per_leaf``: as many as take about as long as a tree search takes to find a leaf.
    ``policies``: what the game knows of good moves, by name. ``play_rated``, if there is one, is ``play`` with ranks of
    all roles' moves behind, the higher ones likelier.
    """

    roles: tuple[str, ...]
    moves: tuple[tuple[Move, ...], ...]
    values: tuple[tuple[int, ...], ...]
    start: Rows
    legal: Legal
    outcome: Callable[[Rows, Table, Goals], None]
    step: Callable[[Rows, NDArray[np.int64], Rows], int | np.int64]
    play: Play
    playouts_per_leaf: int = 1
    policies: Mapping[str, MovePolicy] = field(default_factory=dict)
    play_rated: PlayRated | None = None


Piece = tuple[int, Counts, Goals]
"""The number of a first game, and where the lengths and goals of it and those that follow are to be written."""


@dataclass(frozen=True, slots=True)
class _Order:
    """What is to be played."""

    per_state: int
    seed: int
    max_steps: int
    threads: int


@dataclass(frozen=True, slots=True)
class _Batch:
    """Some games of some rows: lengths of shape (rows, games), goals with the roles last."""

    rows: slice
    lengths: Counts
    goals: Goals


class NativeEngine(BatchEngine):
    """Batch operations by the kernels of a game. Threads may share it.

    Every playout has a random stream of its own, made of the seed, the number of its row and its own number, so that
    neither the number of threads nor what else is asked for changes a game.
    """

    def __init__(self, rules: NativeRules) -> None:
        self._rules = rules
        self._move_counts = list(map(len, rules.moves))
        self._first_move = [0, *np.cumsum(self._move_counts).tolist()]

    @property
    def playouts_per_leaf(self) -> int:
        return self._rules.playouts_per_leaf

    @property
    def roles(self) -> tuple[str, ...]:
        return self._rules.roles

    def moves(self, role: int) -> tuple[Move, ...]:
        """The texts of a role's moves by number."""
        return self._rules.moves[role]

    @property
    def policies(self) -> tuple[str, ...]:
        """The names that ``guided`` knows."""
        return tuple(self._rules.policies)

    def guided(self, *, moves: str = "", playouts: str = "") -> NativeEngine:
        """The same engine, but ``legal`` tells only the moves of a policy, or playouts are made of such moves.

        ``step`` still makes every legal move. Raises UnknownNameError for a policy that the game does not have, or that
        has no playouts.
        """
        rules, known = self._rules, self._rules.policies
        playing = {name: policy.play for name, policy in known.items() if policy.play is not None}
        for name, names in ((moves, known), (playouts, playing)):
            if name and name not in names:
                raise UnknownNameError("policy of the game", name, names)
        legal = known[moves].moves if moves else rules.legal
        return NativeEngine(replace(rules, legal=legal, play=playing[playouts] if playouts else rules.play))

    @property
    def rated(self) -> Rated | None:
        return None if self._rules.play_rated is None else self._rated

    def _rated(self, ranks: Counts) -> NativeEngine:
        play = self._rules.play_rated
        assert play is not None
        if ranks.shape != (self._first_move[-1],) or ranks.dtype != np.int64:
            raise ValueError(f"ranks of shape {ranks.shape} for {self._first_move[-1]} moves")
        return NativeEngine(replace(self._rules, play=lambda *given: play(*given, ranks)))

    def initial(self, n: int = 1) -> Rows:
        """The first position, ``n`` times."""
        return np.repeat(self._rules.start, checked_count(n), axis=0)

    def legal(self, states: Rows) -> list[Table]:
        """For each role, an array of shape (positions, moves); no move is legal at the end."""
        rows = self._checked(states)
        table = np.zeros((len(rows), self._first_move[-1]), dtype=np.bool_)
        with np.errstate(over="ignore"):
            self._rules.legal(rows, table)
        return [table[:, self._first_move[role] : self._first_move[role + 1]] for role in range(len(self.roles))]

    def outcome(self, states: Rows) -> tuple[Table, Goals]:
        """Whether each position is terminal, and the goals, shape (positions, roles); -1 before the end."""
        rows = self._checked(states)
        terminal = np.zeros(len(rows), dtype=np.bool_)
        goals = np.zeros((len(rows), len(self.roles)), dtype=np.int16)
        with np.errstate(over="ignore"):
            self._rules.outcome(rows, terminal, goals)
        return terminal, goals

    def step(self, states: Rows, joint_moves: NDArray[np.integer]) -> Rows:
        """The next positions after moves by number, shape (positions, roles); raises IllegalMoveError for the first
        that is not legal.
        """
        rows = self._checked(states)
        moves = checked_moves(joint_moves, len(rows), self.roles, self._move_counts)
        following = np.zeros_like(rows)
        with np.errstate(over="ignore"):
            illegal = int(self._rules.step(rows, moves, following))
        if illegal >= 0:
            self._refuse(rows, moves, *divmod(illegal, len(self.roles)))
        return following

    def follow(self, states: Rows, joint_moves: NDArray[np.integer]) -> tuple[Rows, Table, Goals]:
        """The next positions with their outcome: ``step`` and ``outcome`` in one."""
        following = self.step(states, joint_moves)
        return following, *self.outcome(following)

    def _refuse(self, rows: Rows, moves: NDArray[np.int64], row: int, role: int) -> None:
        names = self.moves(role)
        legal = np.flatnonzero(self.legal(rows[row : row + 1])[role][0])
        raise IllegalMoveError(self.roles[role], names[moves[row, role]], sorted(names[other] for other in legal))

    def playouts(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1, amaf: bool = False
    ) -> Playouts:
        """Uniformly random games, ``per_state`` from each position; the same seed gives the same numbers.

        Games are cut after ``max_steps`` joint moves, unless that is 0.
        """
        rows = self._checked(states)
        positions = len(rows)
        steps, finished = np.zeros(positions, dtype=np.int64), np.zeros(positions, dtype=np.int64)
        reached = [np.zeros((positions, len(values)), dtype=np.int64) for values in self._rules.values]
        tables = np.zeros((2, positions if amaf else 0, self._first_move[-1]), dtype=np.int64)
        for batch in self._batches(rows, _Order(per_state, seed, max_steps, threads), tables):
            steps[batch.rows] += batch.lengths.sum(axis=1)
            finished[batch.rows] += (batch.goals[:, :, 0] >= 0).sum(axis=1)
            for role, values in enumerate(self._rules.values):
                for place, value in enumerate(values):
                    reached[role][batch.rows, place] += (batch.goals[:, :, role] == value).sum(axis=1)
        sums = [found @ np.array(values) for found, values in zip(reached, self._rules.values, strict=True)]
        spans = [slice(*pair) for pair in itertools.pairwise(self._first_move)]
        return Playouts(
            goals=np.stack(sums, axis=1),
            finished=finished,
            cut=per_state - finished,
            steps=steps,
            reached=tuple(reached),
            values=self._rules.values,
            played=tuple((tables[0][:, span], tables[1][:, span]) for span in spans) if amaf else None,
        )

    def games(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1) -> Games:
        """Like ``playouts``, but with the result of every single game."""
        rows = self._checked(states)
        tables = np.zeros((2, 0, self._first_move[-1]), dtype=np.int64)
        found = list(self._batches(rows, _Order(per_state, seed, max_steps, threads), tables))
        shape = (len(rows), per_state)
        lengths = np.concatenate([batch.lengths.ravel() for batch in found]).reshape(shape)
        goals = np.concatenate([batch.goals.reshape(-1, len(self.roles)) for batch in found]).reshape(*shape, -1)
        return Games(goals[:, :, 0] >= 0, lengths, goals)

    def _batches(self, rows: Rows, order: _Order, tables: Counts) -> Iterator[_Batch]:
        """Plays all games, in batches of whole rows or within one row, and counts moves in the tables, if any."""
        check_playouts(len(rows), order.per_state, order.max_steps, order.threads)
        word = np.uint64(operator.index(order.seed) % (1 << 64))

        def play(piece: Piece, counted: Counts) -> None:
            self._rules.play(rows, order.per_state, word, order.max_steps, *piece, *counted)

        together = max(1, BATCH // order.per_state)
        for row in range(0, len(rows), together):
            height = min(together, len(rows) - row)
            for number in range(0, order.per_state, BATCH):
                width = min(BATCH, order.per_state - number)
                lengths = np.zeros((height, width), dtype=np.int64)
                goals = np.zeros((height, width, len(self.roles)), dtype=np.int16)
                pieces = _pieces(row * order.per_state + number, lengths, goals, order.threads)
                _share(play, pieces, order.threads, tables)
                yield _Batch(slice(row, row + height), lengths, goals)

    def _checked(self, states: Rows) -> Rows:
        return checked_rows(states, self._rules.start.shape[1])


def _pieces(first: int, lengths: Counts, goals: Goals, threads: int) -> list[Piece]:
    """The games of a batch in pieces, several for each thread."""
    flat, flat_goals = lengths.reshape(-1), goals.reshape(-1, goals.shape[2])
    size = PIECE if threads == 1 else min(PIECE, -(-len(flat) // (4 * threads)))
    return [
        (first + start, flat[start : start + size], flat_goals[start : start + size])
        for start in range(0, len(flat), size)
    ]


def _share(
    play: Callable[[Piece, Counts], None],
    pieces: list[Piece],
    threads: int,
    tables: Counts,
) -> None:
    """Plays the pieces on several threads, each with tables of its own, and adds these up."""

    def work(share: list[Piece], counted: Counts) -> Counts:
        with np.errstate(over="ignore"):
            for piece in share:
                play(piece, counted)
        return counted

    if threads == 1 or len(pieces) == 1:
        work(pieces, tables)
        return
    with ThreadPoolExecutor(threads) as pool:
        shares = [pieces[number::threads] for number in range(threads)]
        for counted in pool.map(work, shares, [np.zeros_like(tables) for _ in shares]):
            tables += counted
