"""The child process that plans with clingo: a line of JSON for every plan, and for every goal that cannot be reached.

Several programs share its time, each a part that grows: any position at all, moves in any order at once, moves in the
order of their numbers, moves in any order, with a far horizon and with a near one that grows. A program keeps what it
has learnt.
"""

from __future__ import annotations

import json
import sys
import time
from abc import ABC, abstractmethod

from ludens.processes.limits import limit_memory
from ludens.search.planning.at_once import AtOnce
from ludens.search.planning.unrolled import Network, Unrolled

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from typing import Any

FIRST_SECONDS = 1.0
"""CPU time that each program may use at first."""

LOOK_SECONDS = 0.02

MOST_GATES = 6_000_000
"""Gates of all steps together."""

PROPOSALS = 16
"""Sets of moves that are proposed without an order."""

SOLVER = ["1", "--warn=none"]


class Program(ABC):
    """One program with its solver. ``moves``: by step, or all in one, the literals of moves."""

    def __init__(self, task: dict[str, Any], network: Network, position: list[bool]) -> None:
        from clingo import Control  # noqa: PLC0415  (the limit of memory comes first)

        self.control, self.exhausted, self.proved = Control([*SOLVER, *task["solver"]]), False, False
        self.task = task
        self._network, self._position = network, position

    def solve(self, aim: int, seconds: float) -> list[list[int]]:
        """Plans that reach at least this goal: none when there are none, or not in this time."""
        question = self.question(aim)
        if question is None:
            self.exhausted = True
            return []
        found: list[list[int]] = []
        with self.control.solve(assumptions=[question], async_=True, on_model=lambda m: self.read(m, found)) as handle:
            end = time.process_time() + seconds
            while not handle.wait(LOOK_SECONDS) and time.process_time() < end:
                pass
            handle.cancel()
            self.exhausted = bool(handle.get().unsatisfiable)
        return found

    @abstractmethod
    def question(self, aim: int) -> int | None:
        """What must hold for a plan to reach at least this goal; nothing where none can."""

    @abstractmethod
    def read(self, model: Any, found: list[list[int]]) -> None:
        """Adds the plan that a model stands for."""


class StepByStep(Program):
    """A circuit unrolled to a horizon, which grows when nothing is within it."""

    def __init__(self, task: dict[str, Any], network: Network, position: list[bool]) -> None:
        super().__init__(task, network, position)
        self.horizon = task["horizon"]
        self._most = MOST_GATES // max(1, network.nodes)
        with self.control.backend() as rules:
            self._rules = rules
            fact = rules.add_atom()
            rules.add_rule([fact])
            self.unrolled = Unrolled(network, position, lambda: self._rules, fact, task["in_order"])
            self.unrolled.look()
            self._grow()

    def _grow(self) -> None:
        """Unrolls to the horizon; ``questions``: by goal, that it or a better one is reached."""
        steps = self.unrolled
        while steps.steps < min(self.horizon, self._most) and not steps.over:
            steps.step()
            steps.look()
        self.questions: dict[int, int] = {}
        ends: list[int] = []
        for value, _ in self._network.goals:
            ends += steps.wins[value]
            self.questions[value] = steps.any_of(ends)

    def solve(self, aim: int, seconds: float) -> list[list[int]]:
        found = super().solve(aim, seconds)
        self.proved = self.exhausted and self.unrolled.over and not self.task["in_order"]
        if self.exhausted and not self.unrolled.over and self.horizon < min(self.task["longest"], self._most):
            self.exhausted = False
            self.horizon += max(1, self.horizon // 4)
            with self.control.backend() as rules:
                self._rules = rules
                self._grow()
        return found

    def question(self, aim: int) -> int | None:
        question = self.questions[aim]
        return None if question == self.unrolled.false else question

    def read(self, model: Any, found: list[list[int]]) -> None:
        plan = [move for step in self.unrolled.moves for move, atom in step if model.is_true(atom)]
        found.append(plan)


class WithoutOrder(Program):
    """A set of moves, as random games have shown what they do."""

    def __init__(self, task: dict[str, Any], network: Network, position: list[bool]) -> None:
        super().__init__(task, network, position)
        self._proposed = 0
        with self.control.backend() as rules:
            self._rules = rules
            fact = rules.add_atom()
            rules.add_rule([fact])
            self._false = -fact
            self._program = AtOnce(network, position, task["shown"], rules, fact)

    def solve(self, aim: int, seconds: float) -> list[list[int]]:
        found = super().solve(aim, seconds)
        self._proposed += len(found)
        with self.control.backend() as rules:
            for plan in found:
                rules.add_rule([], [atom if move in set(plan) else -atom for move, atom in self._program.moves])
        self.exhausted |= self._proposed >= PROPOSALS
        return found

    def question(self, aim: int) -> int | None:
        question = self._program.reached[aim]
        return None if question == self._false else question

    def read(self, model: Any, found: list[list[int]]) -> None:
        found.append([move for move, atom in self._program.moves if model.is_true(atom)])


class AnyPosition(Program):
    """One position, whether or not it can be reached: a goal that holds in none is out of reach without further ado."""

    def __init__(self, task: dict[str, Any], network: Network, position: list[bool]) -> None:
        super().__init__(task, network, position)
        with self.control.backend() as rules:
            fact = rules.add_atom()
            rules.add_rule([fact])
            self._false = -fact
            self._program = Unrolled(network, position, lambda: rules, fact)
            self._program.state = [rules.add_atom() for _ in position]
            for atom in self._program.state:
                rules.add_rule([atom], choice=True)
            self._program.look()

    def solve(self, aim: int, seconds: float) -> list[list[int]]:
        self._possible = False
        super().solve(aim, seconds)
        self.proved = self.exhausted
        self.exhausted |= self._possible
        return []

    def question(self, aim: int) -> int | None:
        question = self._program.wins[aim][0]
        return None if question == self._false else question

    def read(self, model: Any, found: list[list[int]]) -> None:
        self._possible = True


KINDS: dict[str, type[StepByStep] | type[WithoutOrder] | type[AnyPosition]] = {
    "step by step": StepByStep,
    "without order": WithoutOrder,
    "any position": AnyPosition,
}


def main(
    line: socket.socket, plain: dict[str, Any], position: list[bool], tasks: list[dict[str, Any]], memory_bytes: int
) -> None:
    """Plans until the best goal is reached that can be, or somebody ends the process."""
    limit_memory(memory_bytes)
    network = Network(plain)
    seconds = FIRST_SECONDS
    programs: dict[int, Program] = {}
    for aim, _ in network.goals:
        open_tasks = list(range(len(tasks)))
        while open_tasks:
            for number in list(open_tasks):
                task = tasks[number]
                if number not in programs:
                    programs[number] = KINDS[task["kind"]](task, network, position)
                program = programs[number]
                for plan in program.solve(aim, seconds * task["share"]):
                    _tell(line, {"moves": plan, "ordered": task["kind"] == "step by step", "goal": aim})
                    if task["kind"] == "step by step":
                        sys.exit(0)
                if program.proved:
                    open_tasks.clear()
                    break
                if program.exhausted:
                    open_tasks.remove(number)
            seconds *= 1.5
        if not any(program.proved for program in programs.values()):
            break
        for program in programs.values():
            program.proved = False
        _tell(line, {"impossible": aim})


def _tell(line: socket.socket, message: dict[str, Any]) -> None:
    line.sendall(json.dumps(message).encode() + b"\n")
