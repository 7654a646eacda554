"""Gumbel AlphaZero on a graphics card: ``python benchmarks/gumbel.py check|train|match GAME [OPTION=… …]``

``check`` compares the card with the processor: what the rules say of random positions, what a network sees, what
searches find, simulation by simulation as a recorded graph and without one. Then it measures how long a simulation and
its parts take, for several numbers of games.

``train`` trains for ``--minutes``, and goes on from ``--checkpoint`` if that file is there. Every minute, or as often
as ``--every`` says, it appends a line of JSON to ``progress.jsonl`` in ``--out`` and writes the network there. Options
are those of ``Plan`` and ``Manner`` of ``learning/gumbel``, such as ``width=512`` or ``simulations=32``; ``--then``
changes some of them after a part of the time (``--after``).

``match`` plays ``--pairs`` of games of the apprentice against ``--against``, with ``--seconds`` a move.

With ``teacher_width`` and ``teacher_layers``, a larger network plays, and the network learns from its games; the larger
one is written beside it, as ``teacher.safetensors``.

``--solved FILE``, once or more, names solved positions of connect four, as ``solved_positions.py`` prints them. How
often the policy chooses a wrong move is part of every line.
"""

from __future__ import annotations

import argparse
import functools
import json
import shutil
import subprocess
import time
import traceback
from ast import literal_eval
from collections.abc import Callable
from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ludens.arena.pairs import Conditions, Pairing
from ludens.game import Limit
from ludens.games.loading import load
from ludens.learning.arithmetic import Device, device_of
from ludens.learning.checkpoints import load as load_training
from ludens.learning.checkpoints import save, trained_by
from ludens.learning.course import warmth
from ludens.learning.exam import exam_of, wrong_ahead, wrong_by_policy
from ludens.learning.gumbel.eyes import Eyes
from ludens.learning.gumbel.lanes import ProcessorLanes, lanes_on
from ludens.learning.gumbel.learner import network_on
from ludens.learning.gumbel.net import as_kind
from ludens.learning.gumbel.play import Manner
from ludens.learning.gumbel.recording import recorded
from ludens.learning.gumbel.training import GumbelTraining, Plan, plan_for
from ludens.learning.gumbel.tree import Trees
from ludens.search.evaluations.sample import random_positions
from ludens.search.networks.forms import form_of
from ludens.search.networks.inputs import inputs_of
from ludens.search.networks.trained import Trained, write_trained
from solved_positions import solved

torch: Any = import_module("torch")

COMPARED, SEARCHED = 4_096, 512
REPEATED = 20


def planned(game: Any, given: list[str], device: str) -> Plan:
    """The usual plan with what was given on the command line."""
    options = read_options(given)
    plan = plan_for(game, options.get("width", 128), options.get("layers", 3), device)
    return changed(plan, given)


def read_options(given: list[str]) -> dict[str, Any]:
    """Names and values; a value that is not of Python is a word."""
    found = dict[str, Any]()
    for name, _, value in (text.partition("=") for text in given):
        try:
            found[name] = literal_eval(value)
        except ValueError:
            found[name] = value
    return found


def changed(plan: Plan, given: list[str]) -> Plan:
    """A plan with some options changed."""
    options = read_options(given)
    own = {field.name for field in fields(Manner)} & options.keys()
    manner = replace(plan.manner, **{name: options.pop(name) for name in own})
    return replace(plan, manner=manner, **options)


def milliseconds(work: Callable[[], Any], device: str) -> float:
    """What something takes on average, after it has been done once."""
    work()
    wait(device)
    begin = time.perf_counter()
    for _ in range(REPEATED):
        work()
    wait(device)
    return 1e3 * (time.perf_counter() - begin) / REPEATED


def wait(device: str) -> None:
    if device != "cpu":
        torch.cuda.synchronize()


def told_weights(game: Any, plan: Plan) -> dict[str, Any]:
    """A network whose heads say something."""
    inputs, random = inputs_of(game), np.random.default_rng(1)
    found = form_of(plan.form, inputs, plan.width, plan.layers).fresh(random)
    for head in ("values", "moves"):
        found[head] = random.normal(0, 0.1, found[head].shape).astype(np.float32)
    return {name: torch.from_numpy(own) for name, own in found.items()}


class Checks:
    """What ``check`` does, one part after the other; a part that fails is told, and the next one begins."""

    def __init__(self, game: Any, plan: Plan, device: str, games: list[int]) -> None:
        self.game, self.plan, self.device, self.inputs, self.games = game, plan, device, inputs_of(game), games
        begin = time.perf_counter()
        self.card = lanes_on(device, game, self.inputs, 1 << 18)
        self.processor = ProcessorLanes(game, self.inputs)
        self.eyes = Eyes(self.inputs, device)
        self.weights = told_weights(game, plan)
        print(f"code for the card: {time.perf_counter() - begin:.1f} s", flush=True)

    def run(self) -> None:
        speeds: list[Callable[[], None]] = [functools.partial(self.speed, games) for games in self.games]
        for part in (self.rules, self.searches, self.graphs, *speeds, self.learning):
            try:
                part()
            except Exception:
                traceback.print_exc()

    def positions(self, count: int) -> Any:
        rows = random_positions(self.game, count, 1).rows[:count]
        return torch.from_numpy(np.ascontiguousarray(rows).view(np.int64))

    def rules(self) -> None:
        rows = self.positions(COMPARED)
        there = rows.to(self.device)
        legal = self.processor.legal(rows)
        turns = Eyes(self.inputs, "cpu").turns(legal)
        drawn = torch.rand(turns.allowed.shape, generator=torch.Generator().manual_seed(1))
        moves = torch.where(turns.allowed, drawn, -1.0).argmax(1)
        joint = turns.firsts.scatter(1, turns.mover[:, None], moves[:, None])
        one, other = self.processor.follow(rows, joint), self.card.follow(there, joint.to(self.device))
        same = {
            "legal": torch.equal(legal, self.card.legal(there).cpu()),
            "features": torch.equal(self.processor.features(rows), self.card.features(there).cpu()),
            **{name: torch.equal(getattr(one, name), getattr(other, name).cpu()) for name in ("rows", "over", "goals")},
        }
        print(f"{len(rows)} positions, the same on both: {same}", flush=True)

    def searches(self) -> None:
        """Rounding turns some close choices: nearly all must be the same."""
        rows, plan = self.positions(SEARCHED), self.plan.manner
        noise = torch.from_numpy(np.random.default_rng(1).gumbel(size=(len(rows), self.eyes.width)).astype(np.float32))
        found, form = [], form_of(self.plan.form, self.inputs, self.plan.width, self.plan.layers)
        for device, lanes in (("cpu", self.processor), (self.device, self.card)):
            network = network_on(form, device)
            trees = Trees(
                lanes, Eyes(self.inputs, device), len(rows), plan.simulations, depth=plan.depth, network=network
            )
            weights = {name: own.to(device) for name, own in self.weights.items()}
            found.append(trees.search(weights, rows.to(device), noise.to(device)))
        same = (found[0].moves == found[1].moves.cpu()).float().mean().item()
        apart = (found[0].worth - found[1].worth.cpu()).abs().mean().item()
        print(f"searches: {100 * same:.1f} % choose the same move; values {apart:.1e} apart", flush=True)

    def graphs(self) -> None:
        """A recorded simulation against one that is not."""
        if self.device == "cpu":
            return
        training = self.training(self.games[0])
        random = torch.Generator(self.device).manual_seed(3)
        weights = as_kind({name: own.to(self.device) for name, own in self.weights.items()}, torch.bfloat16)
        rows, trees = training.play.openings(random), training.play.trees
        noise = torch.zeros((len(rows), self.eyes.width), device=self.device)
        with torch.no_grad():
            plain = trees.search(weights, rows, noise)
            replay = recorded(training.play, weights, random)
            again = trees.search(weights, rows, noise, replay)
        same = (plain.moves == again.moves).float().mean().item()
        print(f"recorded as a graph: {100 * same:.2f} % choose the same move", flush=True)

    def speed(self, games: int) -> None:
        """Milliseconds of a simulation and its parts."""
        training = self.training(games)
        random = torch.Generator(self.device).manual_seed(3)
        kind = torch.float32 if self.device == "cpu" else torch.bfloat16
        weights = as_kind({name: own.to(self.device) for name, own in self.weights.items()}, kind)
        play, lanes, found = training.play, training.play.lanes, {}
        with torch.no_grad():
            rows = play.openings(random)
            turns = self.eyes.turns(lanes.legal(rows))
            features = lanes.features(rows)
            play.trees.begin(weights, rows, torch.zeros((games, self.eyes.width), device=self.device))
            parts: dict[str, Callable[[], Any]] = {
                "follow": lambda: lanes.follow(rows, turns.firsts),
                "features": lambda: lanes.features(rows),
                "network": lambda: training.learner.forward(weights, self.eyes.see(features, turns.second)),
                "simulation": lambda: play.trees.simulation(weights),
            }
            for name, work in parts.items():
                if name == "simulation":
                    play.trees.begin(weights, rows, torch.zeros((games, self.eyes.width), device=self.device))
                    found[name] = self.simulations(work)
                else:
                    found[name] = milliseconds(work, self.device)
            if self.device != "cpu":
                replay = recorded(play, weights, random)
                play.trees.begin(weights, rows, torch.zeros((games, self.eyes.width), device=self.device))
                found["recorded"] = self.simulations(replay)
        print(f"{games} games, ms: " + ", ".join(f"{name} {took:.2f}" for name, took in found.items()), flush=True)

    def simulations(self, work: Callable[[], Any]) -> float:
        """Milliseconds of each, as many as a tree has room for."""
        wait(self.device)
        begin, count = time.perf_counter(), self.plan.manner.simulations
        for _ in range(count):
            work()
        wait(self.device)
        return 1e3 * (time.perf_counter() - begin) / count

    def learning(self) -> None:
        """Seconds of generations, of which one plays and learns for the first time."""
        training = self.training(self.plan.manner.games)
        for number in range(3):
            wait(self.device)
            begin, steps = time.perf_counter(), training.state.steps
            loss = training.generation()
            wait(self.device)
            took = time.perf_counter() - begin
            made = training.state.steps - steps
            print(f"generation {number}: {took:.2f} s with {made} steps, loss {loss}; {utilisation()}", flush=True)

    def training(self, games: int) -> GumbelTraining:
        plan = replace(self.plan, manner=replace(self.plan.manner, games=games))
        return GumbelTraining(self.game, plan, 1, device_of(self.device, library="torch"))


def utilisation() -> str:
    """What the driver's own tool says of the card."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return "no nvidia-smi"
    asked = [tool, "--query-gpu=utilization.gpu,power.draw,memory.used", "--format=csv,noheader"]
    return subprocess.run(asked, capture_output=True, text=True, check=False, timeout=20).stdout.strip()


class Columns:
    """Positions of connect four by the columns that were played."""

    def __init__(self, game: Any) -> None:
        self._engine = game.engine
        self._drops = [[game.engine.moves(role).index(f"(drop {c})") for c in range(1, 8)] for role in (0, 1)]
        self._noops = [game.engine.moves(role).index("noop") for role in (0, 1)]

    def rows(self, played: list[str]) -> Any:
        """A row for each text of columns."""
        found = self._engine.initial(len(played))
        for step in range(max(map(len, played), default=0)):
            some = np.array([place for place, text in enumerate(played) if len(text) > step])
            joint = np.array([[self._noops[0], self._noops[1]]] * len(some))
            joint[:, step % 2] = [self._drops[step % 2][int(played[place][step]) - 1] for place in some]
            found[some] = self._engine.step(found[some], joint)
        return found

    def liked(self, network: Any, played: list[str], images: int = 1) -> list[int]:
        """The column, from 1, that the policy likes best in each position, seen as so many images of itself."""
        rows = self.rows(played)
        legal = self._engine.legal(rows)
        chances = network.look(rows, legal, images=images)[1]
        found = []
        for place, text in enumerate(played):
            role = len(text) % 2
            own = np.where(legal[role][place], chances[role][place], -1)
            found.append(self._drops[role].index(int(own.argmax())) + 1)
        return found


def wrong_share(network: Any, columns: Columns, asked: list[tuple[str, int]]) -> dict[str, float | int]:
    """What the policy gets wrong; ``averaged``: what it does if it sees each position and its mirror image."""

    def wrong(images: int) -> int:
        liked = columns.liked(network, [played for played, _ in asked], images)
        return sum(not right >> (column - 1) & 1 for column, (_, right) in zip(liked, asked, strict=True))

    once = wrong(1)
    percent = round(100 * once / max(1, len(asked)), 2)
    return {"wrong": once, "averaged": wrong(2), "of": len(asked), "percent": percent}


def begun(given: argparse.Namespace, game: Any, device: Device) -> GumbelTraining:
    if given.checkpoint is not None and given.checkpoint.exists():
        found = load_training(given.checkpoint, game, device)
        assert isinstance(found, GumbelTraining), "a training by this method"
        return found
    return GumbelTraining(game, planned(game, given.options, given.device), given.seed, device)


def train(given: argparse.Namespace, game: Any) -> None:
    given.out.mkdir(parents=True, exist_ok=True)
    device = device_of(given.device, library="torch")
    training = begun(given, game, device)
    state = training.state
    exam = exam_of(game, given.most, seconds=8.0)
    columns = Columns(game) if given.solved else None
    asked = {path.stem: list(solved(path).items()) for path in given.solved}
    start = state.seconds
    until, look = start + 60 * given.minutes, start + given.first
    print(f"{training.plan}\n{len(exam.random) if exam else 0} random positions that were solved", flush=True)
    while True:
        begin, done = time.perf_counter(), (state.seconds - start) / (until - start)
        if given.then and done >= given.after:
            training, given.then = training.replanned(changed(training.plan, given.then)), []
            print(training.plan, flush=True)
        training.warmth = warmth(done)
        loss = training.generation()
        wait(given.device)
        state.seconds += time.perf_counter() - begin
        over = state.seconds >= until or state.played >= given.positions
        if not over and state.seconds < look:
            continue
        look = state.seconds + given.every
        network, line = training.network, dict[str, Any]()
        line |= {"seconds": round(state.seconds, 1), "generation": state.generation, "steps": state.steps}
        line |= {"positions": state.played, "value_loss": round(loss.values, 4), "move_loss": round(loss.moves, 4)}
        if columns is not None:
            line |= asked_of(training, columns, asked)
        if exam is not None:
            for name, questions in (("perfect", exam.perfect), ("random", exam.random)):
                if len(questions):
                    wrong = wrong_by_policy(game, network, questions), wrong_ahead(game, network, questions)
                    line[name] = {"policy": wrong[0], "ahead": wrong[1], "of": len(questions)}
        line["card"] = utilisation() if given.device != "cpu" else ""
        with (given.out / "progress.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)
        state.history.append(line)
        write_trained(given.out / "network.safetensors", trained_by(training, line))
        if training.teacher is not None:
            write_trained(given.out / "teacher.safetensors", teacher_of(training, line))
        if given.checkpoint is not None:
            save(given.checkpoint, training)
        if over:
            break


def asked_of(
    training: GumbelTraining, columns: Columns, asked: dict[str, list[tuple[str, int]]]
) -> dict[str, dict[str, float | int]]:
    """What each network that learns gets wrong of the solved positions."""
    line: dict[str, dict[str, float | int]] = {}
    for learner in training.learners:
        own, who = training.evaluation(learner, learner.average), "" if learner is training.learner else "teacher "
        line |= {f"{who}{name}": wrong_share(own, columns, questions) for name, questions in asked.items()}
    return line


def teacher_of(training: GumbelTraining, measured: dict[str, Any]) -> Trained:
    """The network that played, to be written to a file of its own."""
    teacher, plan = training.teacher, training.plan
    assert teacher is not None, "the plan has one"
    weights = {name: own.cpu().numpy() for name, own in teacher.average.items()}
    trained = trained_by(training, measured)
    return replace(trained, width=plan.teacher_width, layers=plan.teacher_layers, weights=weights)


def match(game: Any, given: argparse.Namespace) -> None:
    """Pairs of games of the apprentice, with the network that there is, against another agent."""
    pairing, scores = Pairing(game, Conditions(Limit(seconds=given.seconds))), list[float]()
    for number in range(given.pairs):
        scores.append(pairing.play("apprentice", given.against, number).score)
        print(f"{number + 1} pairs, mean score {100 * np.mean(scores):.1f} %", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("what", choices=("check", "train", "match"))
    parser.add_argument("game")
    parser.add_argument("options", nargs="*")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--first", type=float, default=20.0, help="seconds until the first line")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between lines")
    parser.add_argument("--games", default="8192,16384,32768", help="numbers of games whose speed is measured")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--against", default="champion")
    parser.add_argument("--seconds", type=float, default=0.2, help="a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("gumbel"))
    parser.add_argument("--checkpoint", type=Path)
    parser.add_argument("--most", type=int, default=100_000, help="a game with no more positions is solved")
    parser.add_argument("--then", nargs="*", default=[], help="options that change on the way")
    parser.add_argument("--after", type=float, default=0.6, help="the part of the time after which they do")
    parser.add_argument("--positions", type=int, default=1 << 60, help="stop after so many")
    parser.add_argument("--solved", type=Path, action="append", default=[])
    given = parser.parse_intermixed_args()
    game = load(given.game)
    game.engine.wait()
    if given.what == "match":
        match(game, given)
    elif given.what == "check":
        Checks(
            game, planned(game, given.options, given.device), given.device, list(map(int, given.games.split(",")))
        ).run()
    else:
        train(given, game)


if __name__ == "__main__":
    main()
