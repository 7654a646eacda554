"""Small random games, given by tables: as a game in Python, as an engine on arrays, and as a rulesheet.

Positions are numbers, 0 is the first. They are of all kinds that searches must tell apart: one role to three, in turns
or at once, goals that add up to the same everywhere, nearly everywhere or nowhere, all goals alike, long forced lines,
ends at the start, and, where wanted, play that can go on for ever.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.playouts import Games, Playouts
from ludens.engine.rows import Rows
from ludens.game import GameInfo, GoalError, IllegalMoveError, Move, Turns

Joint = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class TableGame:
    """A game and its engine. ``legal[position][role]``: numbers of moves; ``ends``: goals by position."""

    info: GameInfo
    legal: tuple[tuple[tuple[int, ...], ...], ...]
    after: dict[tuple[int, Joint], int]
    ends: dict[int, tuple[int, ...]]

    def initial_state(self) -> int:
        return 0

    def is_terminal(self, state: int) -> bool:
        return state in self.ends

    def legal_moves(self, state: int, role: int) -> tuple[Move, ...]:
        return () if state in self.ends else tuple(f"m{move}" for move in self.legal[state][role])

    def next_state(self, state: int, moves: Sequence[Move]) -> int:
        for role, move in enumerate(moves):
            if move not in self.legal_moves(state, role):
                raise IllegalMoveError(self.info.roles[role], move, self.legal_moves(state, role))
        return self.after[state, tuple(int(move[1:]) for move in moves)]

    def goals(self, state: int) -> tuple[int, ...]:
        if state not in self.ends:
            raise GoalError("There are no goals before the end.", self.text(state))
        return self.ends[state]

    def text(self, state: int) -> str:
        return f"(at {state})"

    @cached_property
    def engine(self) -> TableEngine:
        return TableEngine(self)

    def pack(self, states: Sequence[int]) -> Rows:
        return np.array(states, dtype=np.uint64).reshape(-1, 1)

    def unpack(self, rows: Rows) -> list[int]:
        return [int(row) for row in rows[:, 0]]

    @property
    def moves(self) -> int:
        """One more than the highest number of a move."""
        return 1 + max((move for roles in self.legal for moves in roles for move in moves), default=0)

    @cached_property
    def reachable(self) -> tuple[int, ...]:
        """The positions that can be reached, ascending."""
        seen, waiting = {0}, [0]
        while waiting:
            position = waiting.pop()
            for after in self.following(position).values():
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return tuple(sorted(seen))

    def following(self, position: int) -> dict[Joint, int]:
        """What follows each joint move."""
        if position in self.ends:
            return {}
        return {joint: self.after[position, joint] for joint in itertools.product(*self.legal[position])}

    @property
    def in_turns(self) -> bool:
        """Whether in no position that can be reached two roles have a choice."""
        going = [position for position in self.reachable if position not in self.ends]
        return all(sum(len(moves) > 1 for moves in self.legal[position]) <= 1 for position in going)

    @property
    def sums(self) -> set[int]:
        """What goals add up to at the ends that can be reached."""
        return {sum(self.ends[position]) for position in self.reachable if position in self.ends}

    def declared(self) -> TableGame:
        """The same, with what is true of turns and sum declared."""
        sums, alone = self.sums, len(self.info.roles) == 1
        turns = Turns.SINGLE if alone else Turns.SEQUENTIAL if self.in_turns else Turns.SIMULTANEOUS
        info = replace(self.info, turns=turns, goal_sum=sums.pop() if len(sums) == 1 and not alone else None)
        return replace(self, info=info)

    def rules(self, *, steps: int = 0, latches: bool = False) -> str:
        """The rulesheet; with a counter of so many steps, and with fluents that stay true once they are, if wanted."""
        roles = self.info.roles
        lines = [f"(role {role})" for role in roles] + ["(init (at p0))"]
        for position, goals in self.ends.items():
            lines += [f"(end p{position})"]
            lines += [f"(worth p{position} {role} {goal})" for role, goal in zip(roles, goals, strict=True)]
        for position, listed in enumerate(self.legal):
            if position not in self.ends:
                lines += [
                    f"(can p{position} {role} m{move})"
                    for role, moves in zip(roles, listed, strict=True)
                    for move in moves
                ]
        lines += [
            f"(leads p{position} {' '.join(f'm{move}' for move in joint)} p{after})"
            for (position, joint), after in self.after.items()
        ]
        does = " ".join(f"(does {role} ?m{number})" for number, role in enumerate(roles))
        made = " ".join(f"?m{number}" for number in range(len(roles)))
        lines += [
            "(<= (legal ?r ?m) (true (at ?p)) (can ?p ?r ?m))",
            f"(<= (next (at ?q)) (true (at ?p)) {does} (leads ?p {made} ?q))",
            "(<= terminal (true (at ?p)) (end ?p))",
            "(<= (goal ?r ?g) (true (at ?p)) (worth ?p ?r ?g))",
        ]
        if steps:
            lines += ["(init (step 1))", *(f"(succ {step} {step + 1})" for step in range(1, steps))]
            lines += ["(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))"]
        if latches:
            lines += ["(<= (next (been ?p)) (true (at ?p)))", "(<= (next (been ?p)) (true (been ?p)))"]
        return "\n".join(lines)


class TableEngine(BatchEngine):
    """Batch operations by looking up: quick to make, for kernels are compiled for none of it."""

    def __init__(self, game: TableGame) -> None:
        self.game = game
        positions, roles, moves = len(game.legal), len(game.info.roles), game.moves
        self._legal = np.zeros((roles, positions, moves), dtype=np.bool_)
        self._after = np.full((positions, *[moves] * roles), -1, dtype=np.int64)
        self._over = np.array([position in game.ends for position in range(positions)])
        self._goals = np.full((positions, roles), -1, dtype=np.int16)
        for position, goals in game.ends.items():
            self._goals[position] = goals
        for position in range(positions):
            if position not in game.ends:
                for role, listed in enumerate(game.legal[position]):
                    self._legal[role, position, list(listed)] = True
        for (position, joint), after in game.after.items():
            self._after[(position, *joint)] = after

    @property
    def roles(self) -> tuple[str, ...]:
        return self.game.info.roles

    def moves(self, role: int) -> tuple[Move, ...]:
        return tuple(f"m{move}" for move in range(self.game.moves))

    def initial(self, n: int = 1) -> Rows:
        return np.zeros((n, 1), dtype=np.uint64)

    def legal(self, states: Rows) -> list[NDArray[np.bool_]]:
        return [table[states[:, 0].astype(np.int64)] for table in self._legal]

    def outcome(self, states: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
        places = states[:, 0].astype(np.int64)
        return self._over[places], self._goals[places]

    def step(self, states: Rows, joint_moves: NDArray[np.integer]) -> Rows:
        found: NDArray[np.int64] = self._after[(states[:, 0].astype(np.int64), *joint_moves.T)]
        assert (found >= 0).all(), "an illegal move"
        return np.asarray(found[:, None], dtype=np.uint64)

    def follow(
        self, states: Rows, joint_moves: NDArray[np.integer]
    ) -> tuple[Rows, NDArray[np.bool_], NDArray[np.int16]]:
        following = self.step(states, joint_moves)
        return following, *self.outcome(following)

    def games(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1) -> Games:
        ended, lengths, goals, _ = self._play(states, per_state, seed, max_steps or 1_000)
        return Games(ended, lengths, goals)

    def playouts(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1, amaf: bool = False
    ) -> Playouts:
        ended, lengths, goals, made = self._play(states, per_state, seed, max_steps or 1_000)
        values = [tuple(sorted({end[role] for end in self.game.ends.values()})) for role in range(len(self.roles))]
        kept = np.maximum(goals, 0).astype(np.int64)
        reached = [
            np.stack([(goals[:, :, role] == value).sum(axis=1) for value in listed], axis=1)
            if listed
            else np.zeros((len(states), 0), dtype=np.int64)
            for role, listed in enumerate(values)
        ]
        played = tuple(
            (made[role].sum(axis=1, dtype=np.int64), np.einsum("pgm,pg->pm", made[role], kept[:, :, role]))
            for role in range(len(self.roles))
        )
        return Playouts(
            kept.sum(axis=1),
            ended.sum(axis=1, dtype=np.int64),
            (~ended).sum(axis=1, dtype=np.int64),
            lengths.sum(axis=1),
            tuple(reached),
            tuple(values),
            played if amaf else None,
        )

    def _play(
        self, states: Rows, per_state: int, seed: int, most: int
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int16], NDArray[np.bool_]]:
        random, shape = np.random.default_rng(abs(seed)), (len(states), per_state)
        rows = np.repeat(states, per_state, axis=0)
        lengths = np.zeros(len(rows), dtype=np.int64)
        made = np.zeros((len(self.roles), len(rows), self.game.moves), dtype=np.bool_)
        for _ in range(most):
            able = np.all([table.any(axis=1) for table in self.legal(rows)], axis=0)
            going = np.flatnonzero(~self.outcome(rows)[0] & able)
            if not len(going):
                break
            drawn = [(table * random.random(table.shape)).argmax(axis=1) for table in self.legal(rows[going])]
            for role, moves in enumerate(drawn):
                made[role, going, moves] = True
            rows[going] = self.step(rows[going], np.stack(drawn, axis=1))
            lengths[going] += 1
        over, goals = self.outcome(rows)
        return (
            over.reshape(shape),
            lengths.reshape(shape),
            goals.reshape(*shape, -1),
            made.reshape(len(self.roles), *shape, -1),
        )


def random_table_game(
    seed: int,
    *,
    most_positions: int = 24,
    roles: int | None = None,
    cyclic: bool = False,
    open_start: bool = False,
    deceptive: bool = False,
) -> TableGame:
    """The game of a seed; with ``cyclic`` it may go on for ever, with ``open_start`` it is not over at once.

    With ``deceptive`` goals add up to the same everywhere but at an end that random games hardly ever come to.
    """
    rng = random.Random(seed)
    count = roles or rng.choice((1, 2, 2, 2, 2, 3))
    positions = most_positions if deceptive else rng.choice((1, 2, 5, 9, 15, most_positions))
    lonely = deceptive or (positions == most_positions and rng.random() < 0.4)
    if open_start:
        positions = max(2, positions)
    at_once, most_moves = rng.choice((0.0, 0.0, 0.0, 0.1, 0.5)), rng.choice((2, 3))
    last = max(1, round(positions * rng.choice((0.2, 0.4))))
    legal: list[tuple[tuple[int, ...], ...]] = []
    after: dict[tuple[int, Joint], int] = {}
    for position in range(positions):
        if position >= positions - last and not (position == 0 and open_start):
            legal.append(((),) * count)
            continue
        legal.append(_moves(rng, count, most_moves, at_once))
        far = rng.choice((2, positions))
        on = rng.choice(list(itertools.product(*legal[-1])))
        for joint in itertools.product(*legal[-1]):
            first = 0 if cyclic and rng.random() < 0.3 else position + 1
            after[position, joint] = rng.randrange(first, max(first + 1, min(positions, position + 1 + far)))
            if lonely:  # the last end is far away, and there is one way to it
                after[position, joint] = position + 1 if joint == on else rng.randrange(positions - last, positions - 1)
                if position == positions - last - 1:
                    after[position, joint] = positions - 1
    ends = [position for position in range(positions) if not legal[position][0]]
    names = tuple("abc"[:count])
    return TableGame(GameInfo(f"table {seed}", names), tuple(legal), after, _goals(rng, ends, count, deceptive))


def _moves(rng: random.Random, roles: int, most: int, at_once: float) -> tuple[tuple[int, ...], ...]:
    """Moves of each role: of one of them, or now and then of several."""
    choosing = {rng.randrange(roles)} if rng.random() >= at_once else set(range(roles))
    numbers = [rng.randint(1, most) if role in choosing else 1 for role in range(roles)]
    return tuple(tuple(sorted(rng.sample(range(most + 1), number))) for number in numbers)


def _goals(rng: random.Random, ends: list[int], roles: int, deceptive: bool) -> dict[int, tuple[int, ...]]:
    """Goals of one of many kinds: of a sum that is the same everywhere or nearly so, free, or all alike."""
    kind = rng.choice(("won or lost", "thirds", "sum", "sum", "nearly", "free", "free", "few", "alike"))
    kind = "nearly" if deceptive else kind
    total = rng.choice((0, 30, 60, 100, 100, 100, 140))
    found: dict[int, tuple[int, ...]] = {}
    alike = tuple(rng.randrange(101) for _ in range(roles))
    for position in ends:
        if kind in ("won or lost", "thirds"):
            own = rng.choice((0, 100) if kind == "won or lost" else (0, 50, 100))
            found[position] = (own, 100 - own, 0)[:roles]
        elif kind in ("sum", "nearly"):
            own = rng.randint(max(0, total - 100), min(100, total))
            found[position] = (own, total - own, 0)[:roles]
        elif kind == "alike":
            found[position] = alike
        else:
            found[position] = tuple(
                rng.choice((0, 50, 100)) if kind == "few" else rng.randrange(101) for _ in range(roles)
            )
    if kind == "nearly" and ends:
        found[rng.choice((ends[-1], rng.choice(ends)))] = tuple(rng.randrange(101) for _ in range(roles))
    return found


def random_parts(seed: int) -> str:
    """A rulesheet of two or three tables side by side: whoever is on turn, one role or two, moves in one of them.

    The game is over when nobody can move anywhere.
    """
    rng = random.Random(f"parts {seed}")
    roles = ("a", "b")[: rng.choice((1, 2, 2))]
    parts, most = ("l", "m", "r")[: rng.choice((2, 2, 3))], rng.choice((3, 4))
    ends = {part: [f"p{rng.randrange(1, most)}", f"p{most}"] for part in parts}
    lines = [f"(role {role})" for role in roles]
    lines += [f"(init (at {part} p0))" for part in parts]
    kind = rng.randrange(3)
    for part in parts:
        table = parts[0] if kind == 0 else part  # parts that are alike, or not
        of_table = random.Random(f"{seed} {table}")
        for place in range(most):
            targets = sorted(of_table.sample(range(place + 1, most + 1), min(most - place, of_table.choice((1, 2)))))
            lines += [f"(way {part} p{place} p{target})" for target in targets if f"p{place}" not in ends[part][:-1]]
    if len(roles) == 2:
        lines += ["(init (control a))", "(other a b)", "(other b a)"]
        lines += ["(<= (next (control ?o)) (true (control ?r)) (other ?r ?o))"]
        lines += ["(<= (legal ?r noop) (other ?r ?o) (true (control ?o)))"]
        turn = "(true (control ?r))"
    else:
        turn = "(role ?r)"
    lines += [
        f"(<= (legal ?r (go ?t ?p ?q)) {turn} (true (at ?t ?p)) (way ?t ?p ?q))",
        "(<= (moved ?t) (does ?r (go ?t ?p ?q)))",
        "(<= (next (at ?t ?q)) (does ?r (go ?t ?p ?q)))",
        "(<= (next (at ?t ?p)) (true (at ?t ?p)) (not (moved ?t)))",
        "(<= open (true (at ?t ?p)) (way ?t ?p ?q))",
        "(<= terminal (not open))",
    ]
    return "\n".join(lines + _parts_goals(rng, roles, parts, most))


def _parts_goals(rng: random.Random, roles: Sequence[str], parts: Sequence[str], most: int) -> list[str]:
    """Goals by which tables were gone through to their last place, or by who moved last; mostly of the same sum."""
    last_mover = len(roles) == 2 and rng.random() < 0.4
    if last_mover:
        winner, loser = ("?o", "?r") if rng.random() < 0.7 else ("?r", "?o")
        return [
            f"(<= (goal {who} {goal}) (other ?r ?o) (true (control ?r)))" for who, goal in ((winner, 100), (loser, 0))
        ]
    levels = [0, 20, 50, 100] if rng.random() < 0.8 else [70]
    opposed = rng.random() < 0.8
    lines = [f"(<= (far ?t) (true (at ?t p{most})))"]
    for combination in itertools.product(("{}", "(not {})"), repeat=len(parts)):
        where = " ".join(form.format(f"(far {part})") for form, part in zip(combination, parts, strict=True))
        own = rng.choice(levels)
        goals = [own, 100 - own if opposed else rng.choice(levels)]
        lines += [f"(<= (goal {role} {goal}) {where})" for role, goal in zip(roles, goals, strict=False)]
    return lines
