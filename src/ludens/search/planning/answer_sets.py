"""Planning by clingo from outside: starts the process, reads its plans, and believes none that the engine refutes."""

from __future__ import annotations

import contextlib
import json
import subprocess
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.circuit.network import Circuit
from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows, unpack_rows
from ludens.processes.child import Child
from ludens.processes.starting import Script
from ludens.search.planning import clingo_process
from ludens.search.planning.effects import Effects
from ludens.search.planning.line import ROLE, Line, better, played
from ludens.search.planning.rollouts import rollouts

MEMORY_BYTES = 2 << 30
CHUNK = 1 << 16
ORDERS = 128
"""Orders of a set of moves that are tried."""

STEADY = 0.9
"""From this part of moves on that always do the same, moves are taken to commute."""

RANDOM_SIGNS = "--sign-def=rnd"
"""What clingo guesses it guesses at random: quick where many answers lie about, as with queens; luck plays a part."""

CERTAINLY = np.float32(40.0)
"""The weight of a move that is to be made as soon as it is legal."""


@dataclass(frozen=True, slots=True)
class Horizon:
    """How long games are: the longest random one, and the longest that may be."""

    seen: int
    longest: int


class AnswerSetPlanner:
    """Plans from one position in a process of its own. ``impossible``: goals that nobody can reach from there."""

    def __init__(self, engine: BatchEngine, row: Rows, horizon: Horizon, shown: Effects) -> None:
        assert engine.circuit is not None
        self._engine, self._row, self._longest = engine, row, horizon.longest
        self.impossible: set[int] = set()
        self._text = b""
        position = unpack_rows(row, len(engine.circuit.fluents))[0].tolist()
        self._child = Child(
            Script(clingo_process.__file__),
            plain_circuit(engine.circuit),
            position,
            _tasks(horizon, shown),
            MEMORY_BYTES,
            stderr=subprocess.DEVNULL,  # it may find itself alone in the middle of an answer
        )
        self._child.socket.setblocking(False)
        self.ended = False

    def line(self) -> Line | None:
        """The best plan that has come since this was last asked; None where none has."""
        found: Line | None = None
        for message in self._messages():
            if "impossible" in message:
                self.impossible.add(message["impossible"])
                continue
            moves = message["moves"]
            found = better(
                found, played(self._engine, self._row, moves) if message["ordered"] else self._ordered(moves)
            )
        return found

    def _messages(self) -> list[dict[str, Any]]:
        with contextlib.suppress(BlockingIOError, ConnectionError):
            while not self.ended:
                part = self._child.socket.recv(CHUNK)
                self._text += part
                self.ended = not part
        *lines, self._text = self._text.split(b"\n")
        return [json.loads(line) for line in lines]

    def _ordered(self, moves: list[int]) -> Line | None:
        """The best line that makes these moves in some order, each as soon as it is legal."""
        count = len(self._engine.moves(ROLE))
        weights = np.full((1, 1, count), -CERTAINLY, dtype=np.float32)
        weights[0, 0, moves] = CERTAINLY
        steps = min(self._longest, len(moves) + 1)
        done = rollouts(self._engine, self._row, ORDERS, np.random.default_rng(len(moves)), steps, weights=weights)
        return done.line(int(done.goals.argmax())) if done.goals.max(initial=-1) >= 0 else None

    def close(self) -> None:
        """Ends the process."""
        self.ended = True
        self._child.socket.close()
        self._child.end()


def _tasks(horizon: Horizon, shown: Effects) -> list[dict[str, Any]]:
    """The programs that share the time, the most promising first."""
    seen, longest = max(1, horizon.seen), horizon.longest
    step = {"kind": "step by step", "longest": longest, "share": 1.0, "solver": [], "in_order": False}
    tasks: list[dict[str, Any]] = [{**step, "horizon": seen}, {**step, "horizon": max(1, seen // 4)}]
    any_position: dict[str, Any] = {"kind": "any position", "share": 0.2, "solver": []}
    if shown.steady < STEADY:
        return [any_position, *tasks]
    effects = {"moves": sorted(shown.adds), "adds": shown.adds, "removes": shown.removes}
    at_once = {"kind": "without order", "shown": {**effects, "timed": shown.timed, "clock": shown.clock}}
    return [
        any_position,
        {**at_once, "share": 0.5, "solver": [RANDOM_SIGNS]},
        {**at_once, "share": 1.5, "solver": [RANDOM_SIGNS, "--seed=3"]},
        {**at_once, "share": 4.0, "solver": []},
        {**step, "horizon": seen + seen // 4, "in_order": True},
        *tasks,
    ]


def plain_circuit(circuit: Circuit) -> dict[str, Any]:
    """The circuit in lists, for a process that does without NumPy."""
    return {
        "fluents": len(circuit.fluents),
        "moves": len(circuit.moves[ROLE]),
        "first_gate": circuit.first_gate,
        "left": circuit.left.tolist(),
        "right": circuit.right.tolist(),
        "blocks": [(block.first, block.last, list(block.loops)) for block in circuit.blocks],
        "state_blocks": circuit.state_blocks,
        "terminal": circuit.terminal,
        "legal": list(circuit.legal[ROLE]),
        "goals": list(circuit.goals[ROLE]),
        "following": list(circuit.following),
    }
