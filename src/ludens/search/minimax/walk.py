"""One walk of alpha-beta over the graph of positions, as far as the graph goes.

Alpha-beta is sequential; engines want many positions at a time. So a walk does not stop at a position that has not been
expanded: its value is taken to be unknown, between the bounds, and the search goes on wherever its result will be
needed if the guess about the kind of each node (Knuth and Moore 1975) is right: of a node that is expected to be cut
by one good move only the first undecided move is followed, of a node where all moves are expected to fail all are. What
the walk lacked is expanded in one go, and the next walk passes over all that is decided by the bounds that are kept.

Every bound that is written down is a true one, whatever was guessed.

Where the depth is used up, a search may wait for quiet (Shannon 1950; Beal 1990): the side to move takes what the
evaluation says, or goes on with a move that leaves fewer pieces on the board; where all its moves do, it must go on.
The number of moves that are left is below 0 then, and such a node needs both its value and its moves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Truth, Whole
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.search.minimax.graph import (
    BEYOND,
    MOVES_UNKNOWN,
    NO_MOVE,
    NO_PLACE,
    VISITS,
    WHOLE_POSITION,
    WORTH,
    Graph,
)
from ludens.search.minimax.walk_path import Path

PRINCIPAL, CUT, ALL = 0, 1, 2
"""The kinds of nodes: with an open window; expected to be cut; expected to have no move that is good enough."""

ORDERED = 6
"""Moves that are put in order one by one; the rest follow as they stand."""

SURE, TABLE_MOVE, KILLER = 1 << 60, 1 << 50, 1 << 49


class Manner(NamedTuple):
    """How to walk. ``scout``: later moves with a window of no width first (NegaScout). ``remember``: bounds are used
    again. ``certain``: what ends of the game prove counts at any depth. ``static``: positions are worth 0 unless over.
    ``quiescence``: captures that are followed at most where the depth is used up.
    """

    scout: bool
    remember: bool
    certain: bool
    static: bool
    quiescence: int


@bare_kernel
def probe(
    graph: Graph,
    path: Path,
    manner: Manner,
    root: Whole,
    depth: Whole,
    window: tuple[Whole, Whole],
    kind: Whole,
    stamp: Whole,
    most: Whole,
    visits: Whole,
) -> None:
    """Walks from a root, for a window seen from the first side, and writes bounds of its value into ``answer``.

    The walk is broken off when ``most`` nodes are wanted or ``visits`` nodes visited. The stamp is a new one.
    """
    path.counts[0], path.counts[1] = 0, 0
    path.answer[2] = 0
    level = np.int64(-1)
    limit = graph.sizes[VISITS] + visits
    entered = _enter(graph, path, manner, level, root, depth, window[0], window[1], kind, stamp)
    while entered or level >= 0:
        if entered:
            level += 1
        elif not _take(graph, path, manner, level):
            _leave(graph, path, manner, level, stamp)
            level -= 1
            entered = False
            continue
        if path.counts[0] >= most or path.counts[1] >= most or graph.sizes[VISITS] > limit:
            path.answer[2] = 1
            return
        entered = _descend(graph, path, manner, level, stamp)


@bare_part
def _enter(
    graph: Graph,
    path: Path,
    manner: Manner,
    level: Whole,
    number: Whole,
    rest: Whole,
    alpha: Whole,
    beta: Whole,
    kind: Whole,
    stamp: Whole,
) -> bool:
    """Whether a node must be searched, in a new frame; otherwise its bounds are in ``answer``.

    The window and the answer are as the first side sees them.
    """
    graph.sizes[VISITS] += 1
    node = graph.nodes[number]
    if node["certain_low"] == node["certain_high"] and (manner.certain or node["first_edge"] == MOVES_UNKNOWN):
        path.answer[0], path.answer[1] = node["certain_low"], node["certain_high"]
        return False
    resting = rest <= 0 and node["half"] == WHOLE_POSITION
    if resting and rest <= -manner.quiescence:
        _evaluate(graph, path, manner, number, stamp)
        return False
    low, high = np.int64(-WORTH), np.int64(WORTH)
    if manner.remember and node["depth"] == rest:
        low, high = np.int64(node["low"]), np.int64(node["high"])
    if manner.certain:
        low, high = max(low, np.int64(node["certain_low"])), min(high, np.int64(node["certain_high"]))
    path.answer[0], path.answer[1] = low, high
    decided = low >= high or low >= beta or high <= alpha
    if decided or (node["stamp"] == stamp and manner.remember):
        return False
    if node["first_edge"] == MOVES_UNKNOWN or (resting and not node["valued"]):
        _ask(graph, path, number, resting, stamp)
        return False
    moves = np.int64(node["edges"])
    if resting:
        moves = np.int64(_rest(graph, path, number))
        if not moves or path.answer[0] >= beta or path.answer[1] <= alpha or path.answer[0] >= path.answer[1]:
            return False
    _open(graph, path, level + 1, number, rest, alpha, beta, kind, moves)
    return True


@bare_part
def _ask(graph: Graph, path: Path, number: Whole, resting: Truth, stamp: Whole) -> None:
    """Notes what a node lacks, once in a walk: its moves, and where the search may rest, its value."""
    node = graph.nodes[number]
    if node["stamp"] == stamp:
        return
    node["stamp"] = stamp
    if node["first_edge"] == MOVES_UNKNOWN:
        path.wanted[path.counts[0]] = number
        path.counts[0] += 1
    if resting and not node["valued"]:
        path.unvalued[path.counts[1]] = number
        path.counts[1] += 1


@bare_part
def _rest(graph: Graph, path: Path, number: Whole) -> Whole:
    """Takes into account that the side to move may leave it at the node's value; how many of its moves capture.

    Without a capture the value is the answer, within the bounds that are known; without another move it is none.
    """
    node = graph.nodes[number]
    captures = np.int64(0)
    for place in range(node["edges"]):
        child = graph.nodes[graph.edges[node["first_edge"] + place]["child"]]
        captures += np.int64(child["pieces"] < node["pieces"])
    if captures == node["edges"]:
        return captures
    worth = max(path.answer[0], min(path.answer[1], np.int64(node["worth"])))
    if node["side"] > 0 or not captures:
        path.answer[0] = worth
    if node["side"] < 0 or not captures:
        path.answer[1] = worth
    return captures


@bare_part
def _evaluate(graph: Graph, path: Path, manner: Manner, number: Whole, stamp: Whole) -> None:
    """The answer where the search ends: what the evaluation said, or that it must be asked."""
    node = graph.nodes[number]
    if manner.static or node["valued"]:
        path.answer[0], path.answer[1] = node["worth"], node["worth"]
        return
    path.answer[0], path.answer[1] = -WORTH, WORTH
    if node["stamp"] != stamp:
        node["stamp"] = stamp
        path.unvalued[path.counts[1]] = number
        path.counts[1] += 1


@bare_part
def _open(
    graph: Graph,
    path: Path,
    level: Whole,
    number: Whole,
    rest: Whole,
    alpha: Whole,
    beta: Whole,
    kind: Whole,
    moves: Whole,
) -> None:
    """Fills the frame of a level, and scores the moves; where the search may rest, those that capture.

    Without a history all moves score the same, and are tried as they stand.
    """
    frame, node = path.frames[level], graph.nodes[number]
    side = np.int64(node["side"])
    resting = rest <= 0 and node["half"] == WHOLE_POSITION
    least = side * np.int64(node["worth"]) if resting and moves < node["edges"] else np.int64(-BEYOND)
    frame["node"], frame["rest"], frame["kind"], frame["side"] = number, rest, kind, side
    frame["alpha"], frame["beta"] = (alpha, beta) if side > 0 else (-beta, -alpha)
    frame["low"], frame["high"], frame["moves"] = least, least, moves
    frame["certain_low"], frame["certain_high"] = -BEYOND, -BEYOND
    frame["tried"], frame["place"], frame["best"], frame["scouting"] = 0, NO_PLACE, node["best"], 0
    for place in range(node["edges"]):
        child = graph.nodes[graph.edges[node["first_edge"] + place]["child"]]
        if resting and child["pieces"] >= node["pieces"]:
            path.scores[level, place] = -1
        elif len(graph.history):
            path.scores[level, place] = _score(graph, path, level, place)
        else:
            path.scores[level, place] = 0


@bare_part
def _score(graph: Graph, path: Path, level: Whole, place: Whole) -> Whole:
    """How early a move of a frame is to be tried."""
    frame = path.frames[level]
    node = graph.nodes[frame["node"]]
    edge = graph.edges[node["first_edge"] + place]
    child, move = graph.nodes[edge["child"]], edge["move"]
    score = np.int64(0)
    if move != NO_MOVE:
        score = graph.history[move]
        if move == path.killers[level, 0] or move == path.killers[level, 1]:
            score += KILLER
    if place == node["best"]:
        score += TABLE_MOVE
    below = frame["rest"] - 1 if child["half"] == WHOLE_POSITION else np.int64(frame["rest"])
    if _low_of(child, np.int64(frame["side"]), below) >= frame["beta"]:
        score += SURE
    return score


@bare_part
def _low_of(child: Any, side: Whole, below: Whole) -> Whole:
    """What a position that follows is worth at least to a side, at this depth or for certain."""
    if side > 0:
        certain, known = np.int64(child["certain_low"]), np.int64(child["low"])
    else:
        certain, known = -np.int64(child["certain_high"]), -np.int64(child["high"])
    if child["depth"] == below:
        return max(certain, known)
    return certain


@bare_part
def _descend(graph: Graph, path: Path, manner: Manner, level: Whole, stamp: Whole) -> bool:
    """Goes on to the move that is next, or again to the one that was scouted; whether that opened a frame.

    There is such a move: ``_take`` has said so, or the frame is new.
    """
    frame = path.frames[level]
    node = graph.nodes[frame["node"]]
    if not frame["scouting"]:
        frame["place"] = _pick(path.scores[level], np.int64(node["edges"]), np.int64(frame["tried"]))
        frame["tried"] += 1
    alpha, beta = max(np.int64(frame["alpha"]), np.int64(frame["low"])), np.int64(frame["beta"])
    again = frame["scouting"] == 2
    frame["scouting"] = 0
    if manner.scout and frame["tried"] > 1 and not again and beta - alpha > 1 and frame["low"] > -WORTH:
        beta = alpha + 1
        frame["scouting"] = 1
    child = np.int64(graph.edges[node["first_edge"] + frame["place"]]["child"])
    below = np.int64(frame["rest"])
    if graph.nodes[child]["half"] == WHOLE_POSITION:
        below -= 1
    kind = _kind_below(frame, graph.nodes[child], again)
    if frame["side"] > 0:
        return _enter(graph, path, manner, level, child, below, alpha, beta, kind, stamp)
    return _enter(graph, path, manner, level, child, below, -beta, -alpha, kind, stamp)


@bare_part
def _kind_below(frame: Any, child: Any, again: bool) -> Whole:
    kind = np.int64(frame["kind"])
    if kind == PRINCIPAL:
        if frame["tried"] == 1 or again:
            return np.int64(PRINCIPAL)
        kind = np.int64(ALL)
    if child["side"] == frame["side"] and child["first_edge"] != MOVES_UNKNOWN:
        return kind
    return np.int64(CUT + ALL) - kind


@bare_part
def _pick(scores: NDArray[np.int64], moves: Whole, tried: Whole) -> Whole:
    """The move to be tried next: the best scores first, then the others as they stand."""
    best = np.int64(0)
    if tried < ORDERED:
        while scores[best] < 0:
            best += 1
        for place in range(best + 1, moves):
            if scores[place] > scores[best]:
                best = np.int64(place)
    else:
        # Where the last one was is noted beyond the scores of this node's moves.
        best = scores[moves] if tried > ORDERED else np.int64(0)
        while scores[best] < 0:
            best += 1
        scores[moves] = best
    scores[best] = -1
    return best


@bare_part
def _take(graph: Graph, path: Path, manner: Manner, level: Whole) -> bool:
    """Takes the answer for the move of a frame into account; whether there is more to be searched in the frame."""
    frame = path.frames[level]
    node = graph.nodes[frame["node"]]
    child = graph.nodes[graph.edges[node["first_edge"] + frame["place"]]["child"]]
    if frame["side"] > 0:
        low, high = path.answer[0], path.answer[1]
        certain_low, certain_high = np.int64(child["certain_low"]), np.int64(child["certain_high"])
    else:
        low, high = -path.answer[1], -path.answer[0]
        certain_low, certain_high = -np.int64(child["certain_high"]), -np.int64(child["certain_low"])
    alpha = max(np.int64(frame["alpha"]), np.int64(frame["low"]))
    if frame["scouting"] == 1 and alpha < low < high and low < frame["beta"]:
        frame["scouting"] = 2
        frame["low"], frame["best"] = max(low, np.int64(frame["low"])), frame["place"]
        return True
    frame["scouting"] = 0
    if low > frame["low"]:
        frame["low"] = low
        if low > frame["alpha"] or frame["tried"] == 1:
            frame["best"] = frame["place"]
    frame["high"] = max(np.int64(frame["high"]), high)
    frame["certain_low"] = max(np.int64(frame["certain_low"]), certain_low)
    frame["certain_high"] = max(np.int64(frame["certain_high"]), certain_high)
    if frame["low"] >= frame["beta"]:
        _note_cut(graph, path, level)
        return False
    undecided = low < high and high > alpha and low < frame["beta"]
    if undecided and (frame["kind"] == CUT or (frame["kind"] == PRINCIPAL and frame["tried"] == 1)):
        return False
    return bool(frame["tried"] < frame["moves"])


@bare_part
def _note_cut(graph: Graph, path: Path, level: Whole) -> None:
    """The move was good enough: it will be tried early elsewhere (killers; history: Schaeffer 1983)."""
    frame = path.frames[level]
    move = graph.edges[graph.nodes[frame["node"]]["first_edge"] + frame["place"]]["move"]
    if move == NO_MOVE or not len(graph.history):
        return
    graph.history[move] = min(graph.history[move] + np.int64(frame["rest"]) * frame["rest"], KILLER - 1)
    if path.killers[level, 0] != move:
        path.killers[level, 1] = path.killers[level, 0]
        path.killers[level, 0] = move


@bare_part
def _leave(graph: Graph, path: Path, manner: Manner, level: Whole, stamp: Whole) -> None:
    """Writes down what is known of a node now, and leaves it in ``answer``."""
    frame = path.frames[level]
    node = graph.nodes[frame["node"]]
    if frame["tried"] < frame["moves"]:
        frame["high"] = WORTH
    if frame["tried"] < node["edges"] or node["partial"]:
        frame["certain_high"] = WORTH
    low, high = np.int64(frame["low"]), np.int64(frame["high"])
    certain_low, certain_high = np.int64(frame["certain_low"]), np.int64(frame["certain_high"])
    undecided = low < frame["beta"] and high > frame["alpha"] and low < high
    if frame["side"] < 0:
        low, high, certain_low, certain_high = -high, -low, -certain_high, -certain_low
    if node["depth"] != frame["rest"]:
        node["depth"], node["low"], node["high"] = frame["rest"], -WORTH, WORTH
    node["low"], node["high"] = max(low, np.int64(node["low"])), min(high, np.int64(node["high"]))
    node["certain_low"] = max(certain_low, np.int64(node["certain_low"]))
    node["certain_high"] = min(certain_high, np.int64(node["certain_high"]))
    node["best"] = frame["best"]
    if undecided:
        node["stamp"] = stamp
    if manner.remember:
        low, high = np.int64(node["low"]), np.int64(node["high"])
    path.answer[0], path.answer[1] = low, high
