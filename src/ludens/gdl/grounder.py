"""Ground rules: every rule with every way to fill in its variables that can ever matter, found by clingo.

Clingo cannot be interrupted, so it runs in a process of its own, which is ended when time or memory runs out.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ludens.game import BudgetError
from ludens.gdl import clingo_process
from ludens.gdl.clingo_program import ClingoProgram
from ludens.gdl.datalog import QuestionBudget
from ludens.gdl.dependencies import relation_graph
from ludens.gdl.patterns import Ground, ground, ground_text
from ludens.gdl.program import compile_rules
from ludens.gdl.splitting import split_rules
from ludens.gdl.terms import DOES, GOAL, INIT, LEGAL, NEXT, ROLE, TERMINAL, TRUE, Relation, Rule

OUTPUTS = (ROLE, INIT, LEGAL, NEXT, GOAL, TERMINAL)
CHUNK = 1 << 20

FACTS_OF_A_RELATION = 2_000_000

Atom = int
"""A number above 0. In a body, ``-atom`` is the atom denied."""

FACT: Atom = 0
"""Stands for every atom that always holds."""


@dataclass(frozen=True, slots=True)
class GroundingBudget:
    """What grounding may cost: time, the memory of the process that does it, and the length of what it finds."""

    seconds: float = 60.0
    memory_bytes: int = 4 << 30
    output_bytes: int = 300 << 20

    def left(self, end: float, most_output: int | None = None) -> GroundingBudget:
        """What may still be used until ``end``, with no more output than this."""
        output = self.output_bytes if most_output is None else min(self.output_bytes, most_output)
        return GroundingBudget(max(0.0, end - time.monotonic()), self.memory_bytes, output)


SMALL = 4 << 20
"""Rules that come to more bytes than this are split before they are grounded."""

MEDIUM = 120 << 20
"""Rules that come to more bytes than this although they are split are derived on demand."""


@dataclass(slots=True)
class GroundRules:
    """Rules without variables. An atom of ``true`` or ``does`` has no rule: it is given.

    ``heads`` and ``bodies`` list the rules side by side. The tables give the atom, or FACT, of everything that can
    hold: what is not there never does.
    """

    roles: tuple[Ground, ...]
    initial: frozenset[Ground]
    heads: list[Atom] = field(default_factory=list)
    bodies: list[tuple[Atom, ...]] = field(default_factory=list)
    true: dict[Ground, Atom] = field(default_factory=dict)
    does: dict[tuple[Ground, Ground], Atom] = field(default_factory=dict)
    next: dict[Ground, Atom] = field(default_factory=dict)
    legal: dict[tuple[Ground, Ground], Atom] = field(default_factory=dict)
    goal: dict[tuple[Ground, Ground], Atom] = field(default_factory=dict)
    terminal: Atom | None = None

    @property
    def size(self) -> int:
        """The number of gates with two inputs that the rules come to as they stand."""
        return sum(map(len, self.bodies)) - len(set(self.heads))


def ground_rules(rules: Sequence[Rule], budget: GroundingBudget | None = None) -> GroundRules:
    """The ground rules of a game; raises BudgetError when they cannot be had within the budget.

    Rules as they are written make the smallest networks, so they are tried first; when they have too many instances
    they are split; and when that does not help, large relations are derived on demand first. Which of these it is does
    not depend on the time they take.
    """
    budget = budget or GroundingBudget()
    end = time.monotonic() + budget.seconds
    needed, roles = needed_rules(rules), written_roles(rules)
    for most, attempted in ((SMALL, needed), (MEDIUM, split_rules(needed))):
        try:
            return _ground(attempted, budget.left(end, most), roles)
        except BudgetError:
            if time.monotonic() >= end:
                raise
    clock = QuestionBudget(max(0.0, end - time.monotonic()), FACTS_OF_A_RELATION)
    on_demand = needed_rules(compile_rules(rules, clock.check).rules)
    return _ground(split_rules(on_demand), budget.left(end), roles)


def _ground(rules: Sequence[Rule], budget: GroundingBudget, roles: Sequence[Ground]) -> GroundRules:
    program = ClingoProgram(rules)
    return _read(program, run_clingo(program.text, budget), roles)


def needed_rules(rules: Iterable[Rule]) -> list[Rule]:
    """The rules that play rests on: without ``base``, ``input`` and what only these use."""
    rules = list(rules)
    graph = relation_graph(rules)
    found: set[Relation] = set(OUTPUTS)
    waiting = list(found)
    while waiting:
        fresh = graph.get(waiting.pop(), set()) - found
        found |= fresh
        waiting += fresh
    return [rule for rule in rules if rule.head.relation in found]


def written_roles(rules: Iterable[Rule]) -> list[Ground]:
    """The roles that are stated as facts, in the order of the sheet."""
    return [ground(rule.head.args[0]) for rule in rules if rule.head.relation == ROLE and not rule.body]


def run_clingo(program: str, budget: GroundingBudget) -> str:
    """The ground program in the aspif format; raises BudgetError."""
    with tempfile.TemporaryFile() as file, tempfile.TemporaryFile() as complaints:
        file.write(program.encode())
        file.seek(0)
        command = _command(budget.memory_bytes)
        # In a process group of its own an interrupt from the keyboard does not reach it: whoever asked ends it.
        with subprocess.Popen(
            command, stdin=file, stdout=subprocess.PIPE, stderr=complaints, process_group=0
        ) as process:
            text, reason = _output(process, budget)
        if reason is None and process.returncode:
            complaints.seek(0)
            reason = _failure(complaints.read().decode("utf-8", "replace"), budget)
    if reason is not None:
        raise BudgetError(f"The rules cannot be written without variables: {reason}.")
    return text


def _command(memory_bytes: int) -> list[str]:
    """How the child is started: with the folders of packages that this process has, and no others."""
    folders = [folder for folder in sys.path if isinstance(folder, str)]
    return [
        sys.executable, "-I", str(Path(clingo_process.__file__)), str(memory_bytes), str(os.getpid()), *folders
    ]  # fmt: skip


def _output(process: subprocess.Popen[bytes], budget: GroundingBudget) -> tuple[str, str | None]:
    """What the process writes, and why it was ended before it was done, if it was."""
    late = threading.Event()

    def end() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(budget.seconds, end)
    timer.daemon = True
    chunks: list[bytes] = []
    size = 0
    try:
        timer.start()
        assert process.stdout is not None
        while chunk := process.stdout.read(CHUNK):
            chunks.append(chunk)
            size += len(chunk)
            if size > budget.output_bytes:
                process.kill()
                return "", f"they come to more than {budget.output_bytes >> 20} MiB"
        process.wait()
    finally:
        timer.cancel()
        process.kill()
    if late.is_set():
        return "", f"that takes more than {budget.seconds:.3g} seconds"
    return b"".join(chunks).decode(), None


def _failure(complaint: str, budget: GroundingBudget) -> str:
    if "No module named 'clingo'" in complaint:
        return "the package clingo is not installed"
    if "bad_alloc" in complaint or "Memory" in complaint or not complaint.strip():
        return f"that takes more than {budget.memory_bytes >> 20} MiB of memory"
    return f"clingo says {complaint.strip().splitlines()[-1]}"


def _read(program: ClingoProgram, text: str, roles: Sequence[Ground]) -> GroundRules:
    """The rules and tables of an aspif program."""
    heads: list[Atom] = []
    bodies: list[tuple[Atom, ...]] = []
    shown: list[str] = []
    for line in text.splitlines():
        if line.startswith("1 0 1 "):
            parts = line.split()
            heads.append(int(parts[3]))
            bodies.append(tuple(map(int, parts[6:])))
        elif line.startswith("4 "):
            shown.append(line)
    atoms = dict(_shown_atoms(program, shown))
    found = {args[0] for (relation, args) in atoms if relation == ROLE}
    order = dict.fromkeys([*(role for role in roles if role in found), *sorted(found, key=ground_text)])
    rules = GroundRules(tuple(order), frozenset(args[0] for relation, args in atoms if relation == INIT), heads, bodies)
    _fill_tables(rules, atoms)
    return rules


def _shown_atoms(
    program: ClingoProgram, lines: Iterable[str]
) -> Iterator[tuple[tuple[Relation, tuple[Ground, ...]], Atom]]:
    """Each atom with its number; a line is ``4 length text count number …``."""
    for line in lines:
        parts = line.split()
        yield program.read(parts[2]), int(parts[4]) if parts[3] != "0" else FACT


def _fill_tables(rules: GroundRules, atoms: dict[tuple[Relation, tuple[Ground, ...]], Atom]) -> None:
    one: dict[Relation, dict[Ground, Atom]] = {TRUE: rules.true, NEXT: rules.next}
    two: dict[Relation, dict[tuple[Ground, Ground], Atom]] = {DOES: rules.does, LEGAL: rules.legal, GOAL: rules.goal}
    for (relation, args), atom in atoms.items():
        if relation in one:
            one[relation][args[0]] = atom
        elif relation in two:
            two[relation][args[0], args[1]] = atom
        elif relation == TERMINAL:
            rules.terminal = atom
