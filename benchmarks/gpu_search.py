"""Tree search whose leaves are valued on a graphics processor, beside the same search on the CPU alone, in one run.

    python benchmarks/gpu_search.py [GAME …] [--device cuda] [--minutes 3] [--seconds 0.6] [--move 0.1]
                                    [--options TEXT] [--opponent AGENT] [--out FILE]

``code``: how long it took to make the kernel, and whether a search with it gives the tree that the CPU gives.
``batches``: how long the device takes for the leaves of one batch, 64 games each. ``rates``: simulations and leaves a
second of ``uct`` on the CPU and on the device, by leaves of a batch, playouts of a leaf and threads. ``lanes``: how
long it takes to value positions that stay on the device. ``matches``: pairs of games, sides changed, at equal time for
a move, until the time is up: the tree with the device, at the batch that found most leaves, against the opponent, which
is the tree without. The file has every figure as soon as it is measured.

``--options`` are more options of all trees with the device, such as ``playout=foresight``: its playouts cost the CPU
nothing. Where the driver has not made its best code after half a minute, what there is then is measured; ``level``
tells: 4 is the best, 1 was made in haste, 0 reads gates from a table.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import json
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import ludens
from ludens import Limit
from ludens.arena.pairs import Conditions, Pairing
from ludens.arena.statistics import estimate
from ludens.engine.backend import Backend
from ludens.engine.cuda import driver
from ludens.engine.cuda.bulk import general_variant
from ludens.engine.cuda.code import CARE
from ludens.engine.cuda.engine import CudaEngine
from ludens.engine.cuda.lanes import CudaLanes
from ludens.engine.engine import Engine
from ludens.engine.rows import Rows
from ludens.players import make_agent
from ludens.players.tree_agent import TreeAgent
from ludens.search.playouts.elsewhere import WORD, PlayoutsElsewhere
from ludens.search.random_games import cut_after
from ludens.search.tree.arrays import EDGES, NODES
from ludens.search.tree.positions import rows_of
from ludens.search.tree.search import SearchSettings, TreeSearch

GAMES = ("breakthrough", "reversi", "hex", "connect_four")
BATCHES = (512, 2048, 8192)
MORE_PLAYOUTS = 256
THREADS = 2
COMPARED = 2048
"""Leaves of the trees that are compared."""

LANES = 1 << 16
COMPILING_SECONDS = 30.0
FIRST_SECONDS = 0.3
"""Of a search before it is measured: its batches grow with the tree."""


class Figures:
    """What was measured, in a file that is written anew with each figure."""

    def __init__(self, path: Path, **about: Any) -> None:
        self._path, self._lock = path, threading.Lock()
        self.found: dict[str, Any] = about

    def add(self, kind: str, **row: Any) -> None:
        with self._lock:
            self.found.setdefault(kind, []).append(row)
            self._path.write_text(json.dumps(self.found, indent=1) + "\n", "utf-8")
            shown = {key: f"{value:,.4g}" if isinstance(value, float) else value for key, value in row.items()}
            print(kind, shown, flush=True)

    def attempt(self, kind: str, game: str, measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Adds a row, with the reason where it could not be measured."""
        try:
            row = measure()
        except Exception as error:
            row = {"problem": f"{type(error).__name__}: {error}"}
        self.add(kind, game=game, **row)
        return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--minutes", type=float, default=3.0, help="for all")
    parser.add_argument("--seconds", type=float, default=0.6, help="for each rate")
    parser.add_argument("--move", type=float, default=0.1, help="seconds for each move of a match")
    parser.add_argument("--options", default="", help="more of the tree with the device, such as 'exploration=0.8'")
    parser.add_argument("--opponent", default="uct(device=cpu)", help="of the tree with the device")
    parser.add_argument("--pairs", type=int, default=1000, help="of each game at most")
    parser.add_argument("--out", type=Path, default=Path("gpu_search.json"))
    given = parser.parse_args()
    end = time.perf_counter() + 60 * given.minutes
    sys.setswitchinterval(0.0005)
    device = driver.devices()[int(given.device.partition(":")[2] or 0)]
    figures = Figures(given.out, **dataclasses.asdict(device), cuda=driver.driver_version())
    games = {name: ludens.load(name) for name in given.games}
    engines = prepare(games, given, figures)
    best = {name: rates(game, engines[name], given, figures) for name, game in games.items()}
    players = [
        threading.Thread(target=matches, args=(game, challenger(best[name], given), given, end, figures))
        for name, game in games.items()
    ]
    for player in players:
        player.start()
    for player in players:
        player.join()


def challenger(options: str, given: argparse.Namespace) -> str:
    """The tree with the device."""
    return f"uct({', '.join(filter(None, (f'device={given.device}', options, given.options)))})"


def prepare(games: dict[str, Any], given: argparse.Namespace, figures: Figures) -> dict[str, CudaEngine]:
    """The engines that value leaves. Has the code of all games made at once."""
    begin, engines = time.perf_counter(), {}
    for name, game in games.items():
        evaluation = tree_agent(challenger("", given), game).search.settings.evaluation
        assert isinstance(evaluation, PlayoutsElsewhere)
        assert isinstance(evaluation.engine, CudaEngine), "a device that is no CPU"
        engines[name] = evaluation.engine
    for name, game in games.items():
        game.engine.wait()
        while time.perf_counter() < begin + COMPILING_SECONDS and not engines[name].problems:
            if level(engines[name], game) == CARE:
                break
            time.sleep(0.05)
        figures.attempt("code", name, functools.partial(code, game, engines[name], begin))
    return engines


def code(game: Any, engine: CudaEngine, begin: float) -> dict[str, Any]:
    """How good the code is, and whether it is right."""
    row = {"seconds": time.perf_counter() - begin, "level": level(engine, game), "problems": list(engine.problems)}
    same = Engine(engine.circuit, Backend.LLVM)
    trees = [searched(game, PlayoutsElsewhere(each, cut_after(game.info))).tree for each in (engine, same)]
    nodes, edges = trees[0].sizes[NODES], trees[0].sizes[EDGES]
    equal = bool((trees[0].sizes == trees[1].sizes).all())
    equal = equal and bool((trees[0].nodes[:nodes] == trees[1].nodes[:nodes]).all())
    return {
        **row,
        "gates": engine.circuit.gates,
        "same": equal and bool((trees[0].edges[:edges] == trees[1].edges[:edges]).all()),
    }


def searched(game: Any, evaluation: PlayoutsElsewhere) -> TreeSearch:
    """A short search, the same for the same numbers."""
    search = TreeSearch(game.engine, SearchSettings(lanes=64, playouts=WORD, evaluation=evaluation), seed=1)
    search.start(game.engine.initial())
    search.think(Limit(playouts=COMPARED * WORD))
    return search


def level(engine: CudaEngine, game: Any) -> int:
    """How much the driver has thought about the code for games from any position."""
    kernel = engine.kernel(general_variant(cut_after(game.info)))
    return 0 if kernel is None else kernel.level


def tree_agent(name: str, game: Any) -> TreeAgent[Any, Any]:
    agent = make_agent(name, game, 0, seed=1)
    assert isinstance(agent, TreeAgent)
    return agent


def rates(game: Any, engine: CudaEngine, given: argparse.Namespace, figures: Figures) -> str:
    """Measures all rates of a game; returns the options of the best search on the device."""
    name, found = game.info.name, {}
    for agent in dict.fromkeys((given.opponent, "uct(device=cpu)", f"uct(device=cpu, threads={THREADS})")):
        figures.attempt("rates", name, functools.partial(rate, game, agent, given.seconds))
    rows = positions(game)
    for lanes in BATCHES:
        figures.attempt("batches", name, functools.partial(batch, game, engine, rows, lanes))
        agent = challenger(f"lanes={lanes}", given)
        row = figures.attempt("rates", name, functools.partial(rate, game, agent, given.seconds))
        found[f"lanes={lanes}"] = row.get("leaves_per_second", 0.0)
    figures.attempt("lanes", name, lambda: on_lanes(game, engine))
    best = max(found, key=lambda options: found[options])
    for more in (f"playouts={MORE_PLAYOUTS}", f"threads={THREADS}"):
        agent = challenger(f"{best}, {more}", given)
        figures.attempt("rates", name, functools.partial(rate, game, agent, given.seconds))
    return best


def rate(game: Any, name: str, seconds: float) -> dict[str, Any]:
    """Simulations and leaves a second of a search from the first position."""
    agent = tree_agent(name, game)
    agent.decide(game.initial_state(), Limit(FIRST_SECONDS))
    search = agent.search
    before, batches, begin = search.simulations, search.batches, time.perf_counter()
    search.think(Limit(seconds))
    spent = time.perf_counter() - begin
    made, each = search.simulations - before, search.settings.playouts
    return {
        "agent": name,
        "playouts": each,
        "simulations_per_second": made / spent,
        "leaves_per_second": made / each / spent,
        "batch_ms": 1e3 * spent / max(1, search.batches - batches),
        "nodes": int(search.tree.sizes[NODES]),
        "seconds": spent,
    }


def positions(game: Any) -> Rows:
    """As many positions of a search as the largest batch has leaves."""
    agent = tree_agent("uct(device=cpu, playouts=1)", game)
    agent.decide(game.initial_state(), Limit(FIRST_SECONDS))
    found = rows_of(agent.search.tree, slice(int(agent.search.tree.sizes[NODES])))
    return found[np.resize(np.arange(len(found)), max(BATCHES))]


def batch(game: Any, engine: CudaEngine, rows: Rows, leaves: int) -> dict[str, Any]:
    """How long a batch of leaves takes on the device, from rows to sums."""
    best, limit = float("inf"), cut_after(game.info)
    for seed in range(5):
        begin = time.perf_counter()
        engine.begin(rows[:leaves], WORD, seed, max_steps=limit)()
        best = min(best, time.perf_counter() - begin)
    return {"leaves": leaves, "ms": 1e3 * best, "games_per_second": leaves * WORD / best}


def on_lanes(game: Any, engine: CudaEngine) -> dict[str, Any]:
    """How long it takes to make a move in very many games on the device, and to value where it leads, a word each."""
    best, limit = float("inf"), cut_after(game.info)
    lanes = CudaLanes(engine, LANES)
    legal = lanes.legal().numpy()
    moves = np.stack([legal[:, columns].argmax(axis=1) for columns in lanes.columns], axis=1)
    lanes.step(moves)
    for seed in range(3):
        begin = time.perf_counter()
        lanes.legal()
        values = lanes.values(WORD, seed, max_steps=limit).numpy()
        best = min(best, time.perf_counter() - begin)
    return {"positions": LANES, "ms": 1e3 * best, "games_per_second": LANES * WORD / best, "mean": float(values.mean())}


def matches(game: Any, player: str, given: argparse.Namespace, end: float, figures: Figures) -> None:
    """Plays pairs until the time is up; the score so far stands in every row."""
    pairing, longest = Pairing(game, Conditions(Limit(given.move), seed=1)), 0.0
    scores: list[float] = []
    while len(scores) < given.pairs and time.perf_counter() + longest < end:
        begin = time.perf_counter()
        row = figures.attempt("matches", game.info.name, lambda: pair(pairing, player, given.opponent, scores))
        longest = max(longest, time.perf_counter() - begin)
        if "problem" in row:
            break


def pair(pairing: Pairing[Any], player: str, opponent: str, scores: list[float]) -> dict[str, Any]:
    """Plays one more pair; the score of all so far."""
    scores.append(pairing.play(player, opponent, len(scores)).score)
    found = estimate(scores)
    between = [found.by_pairs.low, found.by_pairs.high]
    return {"challenger": player, "opponent": opponent, "pairs": len(scores), "score": found.mean, "between": between}


if __name__ == "__main__":
    main()
