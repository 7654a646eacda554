"""Playing a game as its parts: exact values from combinations of what each part can come to.

The parts are those of Cox, Schkufza, Madsen and Genesereth 2009 and of Günther, Schiffel and Thielscher 2009. As in
the decomposition search of Zhao, Schiffel and Thielscher 2009 each part is gone through by itself, whatever is played
elsewhere, and then a search over all parts sees of each only what matters to the whole: here the classes of
``part_classes`` rather than lists of paths. Nothing is guessed: values are those of the whole game, and every plan is
made of moves that were legal in it.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from ludens.circuit.part import InseparableError
from ludens.circuit.planes import Bits
from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows, unpack_rows
from ludens.game import Decision, JointMove, Limit, MoveReport
from ludens.rules.contract import HasSheet
from ludens.search.facts import facts_of
from ludens.search.parts.bounds import plan_by_parts
from ludens.search.parts.counts import plan_by_counts
from ludens.search.parts.graph import Numbers, TooLargeError
from ludens.search.parts.nim_sums import NimSums, nim_sums
from ludens.search.parts.product_values import Plan, Room, Table, best_plan, minimax_table
from ludens.search.parts.taken_apart import TakenApart, take_apart

MOST_POSITIONS = 300_000
"""Of one part."""

MOST_COMBINATIONS = 3_000_000
FEW_COMBINATIONS = 200_000
"""So many are tried before anything else."""

LONGEST_LINE = 200
PART_SECONDS = 20.0
DECIDE_SECONDS = 20.0
"""Where a limit says nothing about time."""


class FactoredSearch:
    """Decides moves of one game by its parts. ``reason`` says why it cannot, and is empty where it can.

    ``most_combinations``: beyond so many it gives up.
    """

    def __init__(
        self,
        game: LoadedGame[Any],
        *,
        most_positions: int = MOST_POSITIONS,
        most_combinations: int = MOST_COMBINATIONS,
        seconds: float = PART_SECONDS,
    ) -> None:
        self.game, self._most = game, most_combinations
        self.reason = _unsuitable(game)
        self._table: Table | None = None
        self._planned: dict[bytes, tuple[tuple[JointMove, ...], float]] = {}
        self._total = self._made = 0
        self._sums: NimSums | None = None
        self._apart: TakenApart
        if not self.reason:
            until = time.perf_counter() + seconds
            self.reason = self._take_apart(most_positions, until)

    def _take_apart(self, most: int, until: float) -> str:
        circuit, structure = self.game.engine.circuit, facts_of(self.game).structure
        assert circuit is not None
        factors = None if structure is None else structure.factors
        if factors is None:
            return "it is one piece"
        try:
            self._apart = take_apart(circuit, factors, most, until)
        except InseparableError as error:
            return str(error)
        except TooLargeError as error:
            return f"it has {error}"
        self._sums = nim_sums(self._apart.product) if len(circuit.roles) == 2 else None
        if self._sums is not None:
            self._total = self._sums.win + self._sums.lose
        return ""

    def decide(self, row: Rows, role: int, limit: Limit) -> Decision | None:
        """The best move of a role in a position that is not over, with proof; ``None`` where it cannot be had.

        The position is one row of the game's engine. What was worked out is kept for later positions.
        """
        begin = time.perf_counter()
        if self.reason:
            return None
        room = Room(self._most, begin + (DECIDE_SECONDS if limit.seconds is None else limit.seconds))
        try:
            found = self._decide(row, role, room)
        except (TooLargeError, InseparableError, KeyError):
            return None
        if found is not None:
            found.notes["seconds"] = time.perf_counter() - begin
        return found

    def value(self, row: Rows, role: int, limit: Limit | None = None) -> float | None:
        """What a position is worth to a role with the best play of all; ``None`` where that cannot be had."""
        over, goals = self.game.engine.outcome(row)
        if over[0]:
            return float(goals[0, role])
        found = self.decide(row, role, limit or Limit())
        return None if found is None else found.value

    def _decide(self, row: Rows, role: int, room: Room) -> Decision | None:
        if len(self.game.info.roles) == 1:
            return self._by_plan(row, room)
        return self._by_table(row, role, room)

    def _by_plan(self, row: Rows, room: Room) -> Decision | None:
        """For one role: the first move of a plan for the highest goal there is."""
        if row.tobytes() not in self._planned:
            plan = self._find_plan(row, room)
            if plan is None:
                return None
            self._follow(row, plan)
        line, goal = self._planned[row.tobytes()]
        move = line[0][0]
        return Decision(move, goal, (MoveReport(move, value=goal, proven=True),), line, self._notes())

    def _find_plan(self, row: Rows, room: Room) -> Plan | None:
        """A best plan: by counting moves, a few combinations, the bound that parts give, or all that is allowed."""
        best = max(value for value, _ in self._apart.circuit.goals[0])
        tick, start = self._place(row)
        product, few = self._apart.product, replace(room, combinations=min(room.combinations, FEW_COMBINATIONS))
        plan = plan_by_counts(product, start, tick, best, room)
        for find in (best_plan, plan_by_parts):
            with suppress(TooLargeError):
                plan = plan or find(product, start, tick, best, few)
        return plan or best_plan(product, start, tick, best, room)

    def _follow(self, row: Rows, plan: Plan) -> None:
        """Plays a plan in the whole game; every position of it is remembered with the rest of the plan.

        Raises InseparableError for one that does not work there, so that nothing unproved is ever played.
        """
        rows, line = [row], list[JointMove]()
        for code in plan.codes[1:]:
            joint, following = self._following(rows[-1])
            places = np.flatnonzero(self._codes(following) == code)
            if not len(places):
                raise InseparableError("a plan from parts has a move that the whole game does not allow")
            line.append(self._texts(joint[places[0]]))
            rows.append(following[places[0]][None])
        over, goals = self.game.engine.outcome(rows[-1])
        if not over[0] or goals[0, 0] != plan.goal:
            raise InseparableError("a plan from parts does not end as it should in the whole game")
        self._made = plan.combinations
        for step, before in enumerate(rows[:-1]):
            self._planned[before.tobytes()] = tuple(line[step:]), float(plan.goal)

    def _by_table(self, row: Rows, role: int, room: Room) -> Decision:
        """For two roles: minimax values of all moves."""
        value = self._value(row, room)
        mover = self._apart.product.clock.ticks[self._place(row)[0]].role
        line = self._line(row, value, room.until)
        ours = value if role == 0 else self._total - value
        if role != mover:
            first = int(self.game.engine.legal(row)[role][0].argmax())
            move = self.game.engine.moves(role)[first]
            return Decision(move, ours, (MoveReport(move, value=ours, proven=True),), line, self._notes())
        joint, following = self._following(row, mover)
        values = self._values(following)
        names = self.game.engine.moves(role)
        reports = [
            MoveReport(names[int(move)], value=float(v if role == 0 else self._total - v), proven=True)
            for move, v in zip(joint[:, role], values, strict=True)
        ]
        reports.sort(key=lambda report: (-(report.value or 0.0), line[:1] != () and report.move != line[0][role]))
        return Decision(reports[0].move, ours, tuple(reports), line, self._notes())

    def _value(self, row: Rows, room: Room) -> int:
        """The first role's value of a position; what is not known yet is worked out."""
        tick, start = self._place(row)
        found = self._known(tick, start)
        if found is None:
            self._table = minimax_table(self._apart.product, start, tick, room)
            self._total, self._made = self._table.total, self._table.combinations
            found = self._known(tick, start)
        assert found is not None
        return found

    def _known(self, tick: int, combination: Numbers) -> int | None:
        """The first role's value of a combination, if it is known."""
        if self._sums is not None:
            wins = self._sums.first_to_move_wins(combination[0]) == (self._apart.product.clock.ticks[tick].role == 0)
            return self._sums.win if wins else self._sums.lose
        return None if self._table is None else self._table.value(tick, int(self._apart.product.codes(combination)[0]))

    def _values(self, rows: Rows) -> list[int]:
        """The first role's values of positions that follow one whose value is known."""
        over, goals = self.game.engine.outcome(rows)
        bits = self._bits(rows)
        tick, combinations = self._apart.tick(bits[0]), self._apart.combinations(bits)
        found = []
        for place in range(len(rows)):
            value = int(goals[place, 0]) if over[place] else self._known(tick, combinations[place : place + 1])
            assert value is not None
            found.append(value)
        return found

    def _line(self, row: Rows, value: int, until: float) -> tuple[JointMove, ...]:
        """Moves that keep the value, to the end or as far as there is time for."""
        line: list[JointMove] = []
        while not self.game.engine.outcome(row)[0][0] and len(line) < LONGEST_LINE:
            if line and time.perf_counter() > until:
                break
            joint, following = self._following(row, self._apart.product.clock.ticks[self._place(row)[0]].role)
            place = self._values(following).index(value)
            line.append(self._texts(joint[place]))
            row = following[place][None]
        return tuple(line)

    def _following(self, row: Rows, mover: int | None = 0) -> tuple[Numbers, Rows]:
        """The joint moves in which one role chooses and the others make their first legal move, and what follows."""
        legal = [table[0] for table in self.game.engine.legal(row)]
        firsts = [int(table.argmax()) for table in legal]
        chosen = np.flatnonzero(legal[mover or 0])
        joint = np.repeat(np.array([firsts]), len(chosen), axis=0)
        joint[:, mover or 0] = chosen
        return joint, self.game.engine.step(np.repeat(row, len(joint), axis=0), joint)

    def _place(self, row: Rows) -> tuple[int, Numbers]:
        bits = self._bits(row)
        return self._apart.tick(bits[0]), self._apart.combinations(bits)

    def _codes(self, rows: Rows) -> Numbers:
        return self._apart.product.codes(self._apart.combinations(self._bits(rows)))

    def _bits(self, rows: Rows) -> Bits:
        return unpack_rows(rows, len(self._apart.circuit.fluents))

    def _texts(self, joint: Numbers) -> JointMove:
        return tuple(self.game.engine.moves(role)[int(move)] for role, move in enumerate(joint))

    def _notes(self) -> dict[str, float | int | str]:
        """What was found in each part, and how much it took to combine them."""
        notes: dict[str, float | int | str] = {"parts": len(self._apart.graphs)}
        notes |= {"combined": "nim sum"} if self._sums else {"combinations": self._made}
        for number, (graph, of) in enumerate(zip(self._apart.graphs, self._apart.classes.of, strict=True), start=1):
            notes[f"part {number}"] = f"{len(graph.positions):,} positions in {len(np.unique(of)):,} classes"
        return notes


def _unsuitable(game: LoadedGame[Any]) -> str:
    """Why a game cannot even be looked at for parts; otherwise nothing."""
    if not isinstance(game, HasSheet):
        return "it is for games with a rulesheet"
    if len(game.info.roles) > 2:
        return f"it is for one or two roles, and there are {len(game.info.roles)}"
    if game.engine.circuit is None:
        return "its rules are too large to be compiled"
    return ""
