"""A graph of positions on disk, so that what took long to find out is not lost.

The file is NumPy's format for several arrays. It is written in one step; it says which game and position it is of.
"""

from __future__ import annotations

import hashlib
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.game import ParameterError
from ludens.search.minimax.enumeration import resized
from ludens.search.minimax.graph import MOVE, MOVES, POSITION, POSITIONS, Graph

VERSION = 2


@dataclass(frozen=True, slots=True)
class Stored:
    """What is in a file: a graph, and how far it has been enumerated, or -1 where it has not been."""

    graph: Graph
    done: int


def save(path: Path, engine: BatchEngine, row: Rows, stored: Stored) -> None:
    """Writes a graph; raises ParameterError where that cannot be done."""
    graph = stored.graph
    nodes, edges = int(graph.sizes[POSITIONS]), int(graph.sizes[MOVES])
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False, suffix=".part") as file:
            np.savez(
                file,
                identity=np.array(identity(engine, row)),
                done=np.array(stored.done),
                nodes=graph.nodes[:nodes],
                states=graph.states[:nodes],
                edges=graph.edges[:edges],
                history=graph.history,
                sizes=graph.sizes,
            )
        Path(file.name).replace(path)
    except OSError as error:
        raise ParameterError(f"Cannot write the table {path}: {(error.strerror or str(error)).lower()}.") from None


def load(path: Path, engine: BatchEngine, row: Rows) -> Stored | None:
    """What is in a file, or ``None`` where there is none; raises ParameterError for one of something else."""
    if not path.exists():
        return None
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            found = {name: file[name] for name in ("identity", "done", "nodes", "states", "edges", "history", "sizes")}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise ParameterError(f"{path} is not a table that 'ludens solve' has written.") from None
    if str(found["identity"]) != identity(engine, row):
        raise ParameterError(f"{path} is the table of another game or position.")
    if found["nodes"].dtype != POSITION or found["edges"].dtype != MOVE or found["states"].shape[1] != row.shape[1]:
        raise ParameterError(f"{path} is the table of another version of Ludens.")
    nodes, states, edges = (found[name] for name in ("nodes", "states", "edges"))
    slots, pieces = np.zeros(1, dtype=np.int32), np.zeros(0, dtype=np.uint64)
    bare = Graph(nodes, states, edges, slots, found["history"], found["sizes"], pieces)
    return Stored(resized(bare, len(bare.nodes), len(bare.edges)), int(found["done"]))


def identity(engine: BatchEngine, row: Rows) -> str:
    """A hash of the game, as the engine numbers its fluents and moves, and of a position."""
    moves = [engine.moves(role) for role in range(len(engine.roles))]
    fluents = engine.circuit.fluents if engine.circuit is not None else ()
    text = repr((VERSION, engine.roles, moves, fluents, engine.initial().tolist(), row.tolist()))
    return hashlib.sha256(text.encode()).hexdigest()
