"""Ground rules: every rule with every way to fill in its variables that can ever matter, found by clingo.

Clingo cannot be interrupted, so it runs in a process of its own, which is ended when time or memory runs out.
"""

from __future__ import annotations

import contextlib
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence

from ludens.game import BudgetError
from ludens.gdl.datalog import QuestionBudget
from ludens.gdl.dependencies import relation_graph
from ludens.gdl.grounding import clingo_process
from ludens.gdl.grounding.alternatives import with_alternatives_joined
from ludens.gdl.grounding.aspif import read_aspif
from ludens.gdl.grounding.clingo_program import ClingoProgram
from ludens.gdl.grounding.fixed_fluents import with_fixed_fluents
from ludens.gdl.grounding.guarding import guarded
from ludens.gdl.grounding.layered import with_layers
from ludens.gdl.grounding.splitting import split_rules
from ludens.gdl.grounding.trails import without_trails
from ludens.gdl.grounding.unfolding import with_comparisons_unfolded
from ludens.gdl.patterns import ground
from ludens.gdl.program import rules_on_demand
from ludens.gdl.terms import DOES, GOAL, INIT, LEGAL, NEXT, ROLE, TERMINAL, TRUE, Compound, Condition, Relation, Rule
from ludens.processes.child import Child
from ludens.processes.starting import Script
from ludens.rules.ground_rules import FACT, Atom, Ground, GroundingBudget, GroundRules, ground_text

OUTPUTS = (ROLE, INIT, LEGAL, NEXT, GOAL, TERMINAL)
CHUNK = 1 << 20

FACTS_OF_A_RELATION = 2_000_000

SMALL, MEDIUM, LARGE = 4 << 20, 24 << 20, 120 << 20
"""How many bytes ground rules may come to before other ways to write the same rules are tried."""


def ground_rules(rules: Sequence[Rule], budget: GroundingBudget | None = None) -> GroundRules:
    """The ground rules of a game; raises BudgetError when they cannot be had within the budget.

    Rules as they are written make the smallest networks, so they are tried first. Which of the other ways it is does
    not depend on the time they take.
    """
    budget = budget or GroundingBudget()
    end = time.monotonic() + budget.seconds
    roles = written_roles(rules)
    for most, attempted in ways_to_ground(without_trails(rules), end):
        try:
            return ground_as_written(attempted, roles, budget.left(end, most))
        except BudgetError:
            if most is None or time.monotonic() >= end:
                raise
    raise AssertionError


def ways_to_ground(rules: Sequence[Rule], end: float = float("inf")) -> Iterator[tuple[int | None, list[Rule]]]:
    """Ways to write the rules, each with the most bytes that it may come to.

    What never changes is asked of the start. When there are too many instances, rules are split, and when that does
    not help, large relations are derived on demand first, or only for what can ever be asked.
    """
    needed = needed_rules(with_layers(with_fixed_fluents(needed_rules(rules))))
    split = split_rules(needed)
    if split != needed:
        yield SMALL, needed
    yield MEDIUM, split
    clock = QuestionBudget(max(0.0, end - time.monotonic()), FACTS_OF_A_RELATION)
    on_demand = split_rules(with_fixed_fluents(needed_rules(rules_on_demand(rules, clock.check))))
    if _conditions(on_demand) != _conditions(split):
        yield MEDIUM, on_demand
    yield LARGE, split
    yield None, _asked_only(needed)


def _asked_only(rules: Sequence[Rule]) -> list[Rule]:
    """Rules that are ground only for what can ever be asked, and split as far as that allows."""
    found = guarded(with_alternatives_joined(with_comparisons_unfolded(rules), "any"))
    split = split_rules(found.rules, found.guard)
    joined = with_alternatives_joined(split, "any part", lambda rule: rule.head.relation in found.uncertain)
    return needed_rules(joined)


def _conditions(rules: Iterable[Rule]) -> set[tuple[Compound, frozenset[Condition]]]:
    """What rules say, in whatever order."""
    return {(rule.head, frozenset(rule.body)) for rule in rules}


def ground_as_written(
    rules: Sequence[Rule], roles: Sequence[Ground], budget: GroundingBudget | None = None
) -> GroundRules:
    """The ground rules of these rules and no others; raises BudgetError."""
    program = ClingoProgram(rules)
    return _read(program, run_clingo(program.text, budget or GroundingBudget()), roles)


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


def run_clingo(program: str, budget: GroundingBudget) -> bytes:
    """The ground program in the aspif format; raises BudgetError."""
    with tempfile.TemporaryFile() as file, tempfile.TemporaryFile() as complaints:
        file.write(program.encode())
        file.seek(0)
        child = Child(Script(clingo_process.__file__), budget.memory_bytes, stdin=file, stderr=complaints)
        with child.socket:
            try:
                text = _output(child, budget)
            finally:
                child.end()
        if child.returncode:
            complaints.seek(0)
            raise _budget_error(_failure(complaints.read().decode("utf-8", "replace"), budget))
    return text


def _output(child: Child, budget: GroundingBudget) -> bytes:
    """What the process writes until it ends; raises BudgetError when that takes too long or is too much."""
    late = threading.Event()

    def end() -> None:
        late.set()
        child.kill()

    timer = threading.Timer(budget.seconds, end)
    timer.daemon = True
    timer.start()
    try:
        text = b"".join(_parts(child, budget))
        child.wait()
    finally:
        timer.cancel()
    if late.is_set():
        raise _budget_error(f"that takes more than {budget.seconds:.3g} seconds")
    return text


def _parts(child: Child, budget: GroundingBudget) -> Iterator[bytes]:
    size = 0
    with contextlib.suppress(ConnectionError):  # it was ended before it had begun
        while part := child.socket.recv(CHUNK):
            yield part
            size += len(part)
            if size > budget.output_bytes:
                raise _budget_error(f"they come to more than {budget.output_bytes >> 20} MiB")


def _budget_error(reason: str) -> BudgetError:
    return BudgetError(f"The rules cannot be written without variables: {reason}.")


def _failure(complaint: str, budget: GroundingBudget) -> str:
    if "No module named 'clingo'" in complaint:
        return "the package clingo is not installed"
    if "bad_alloc" in complaint or "memory" in complaint.lower() or not complaint.strip():
        return f"that takes more than {budget.memory_bytes >> 20} MiB of memory"
    return f"clingo says {complaint.strip().splitlines()[-1]}"


def _read(program: ClingoProgram, text: bytes, roles: Sequence[Ground]) -> GroundRules:
    """The rules and tables of an aspif program."""
    shown, heads, bodies = read_aspif(text)
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
