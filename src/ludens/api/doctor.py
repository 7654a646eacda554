"""What is installed here, and whether it works: for reports of mistakes."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from ludens import cache
from ludens.api.playing import play
from ludens.arena.executors import all_cores
from ludens.engine.backend import Backend
from ludens.engine.bench import measure
from ludens.engine.engine import TARGETS, Engine
from ludens.engine.kernels import shipped
from ludens.game import LONGEST_GAME
from ludens.games.loading import load
from ludens.games.rules_game import RulesGame
from ludens.players import AGENTS
from ludens.processes.forking import CAN_FORK
from ludens.processes.limits import can_limit_memory
from ludens.processes.parallel import in_parallel
from ludens.showing import Block, Shown, columns

MEBIBYTE = 1 << 20

GRAPHICS_SECONDS = 10.0
"""For the driver of a graphics processor to answer."""

GAMES, SECONDS = 4096, 0.1
"""Of the self-test: random games that are compared, and how long speed is measured."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something about this installation; ``problem`` says what to do if it is not as it should be."""

    name: str
    value: str
    problem: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Examination(Shown):
    """All that was found. ``well``: nothing is wrong."""

    facts: tuple[Fact, ...]

    @property
    def well(self) -> bool:
        return not any(fact.problem for fact in self.facts)

    def to_dict(self) -> dict[str, object]:
        """The examination as plain data."""
        facts = {fact.name: fact.value for fact in self.facts}
        return {"well": self.well, "facts": facts, "problems": [fact.problem for fact in self.facts if fact.problem]}

    def blocks(self) -> Sequence[Block]:
        table = columns(("what", "found"), [(fact.name, fact.value) for fact in self.facts])
        problems = [f"Problem: {fact.problem}" for fact in self.facts if fact.problem]
        return [table, *(problems or ["All is well."])]


def examine(tell: Callable[[str], None] = lambda text: None) -> Examination:
    """Looks at the installation and tries it; ``tell`` is called with what is being done."""
    facts = [
        Fact("Ludens", f"{version('ludens')} in {Path(__file__).parents[1]}"),
        Fact("Python", f"{platform.python_version()} ({platform.python_implementation()}), {sys.executable}"),
        Fact("system", f"{platform.platform()}, {platform.machine()}"),
        Fact("cores", f"{all_cores()} of {os.cpu_count() or 1}"),
        Fact("graphics processor", _graphics()),
        *_packages(),
        _cache(),
        _kernels(),
        Fact("limits of memory", "as they are set" if can_limit_memory() else "none: this system sets none"),
        Fact("new processes", "forked" if CAN_FORK else "started from scratch, which takes longer"),
    ]
    for name, test in TESTS.items():
        tell(f"Trying {name} …")
        facts.append(_tried(name, test))
    return Examination(tuple(facts))


def _graphics() -> str:
    """What a driver tells of graphics processors: their names and memory."""
    if platform.system() == "Darwin" and platform.machine() == "arm64":
        return "of Apple silicon"
    program = shutil.which("nvidia-smi")
    if program is None:
        return "none found"
    asked = [program, "--query-gpu=name,memory.total,driver_version", "--format=csv,noheader"]
    try:
        told = subprocess.run(asked, capture_output=True, text=True, timeout=GRAPHICS_SECONDS, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return "its driver does not answer"
    return "; ".join(told.split("\n")).strip("; ") or "none found"


def _packages() -> list[Fact]:
    """The versions of what Ludens needs, and of what it can use."""
    needed, optional = list[str](), list[str]()
    missing = []
    for line in requires("ludens") or ():
        name = re.split(r"[\s\[<>=;!~]", line, maxsplit=1)[0]
        if name == "ludens":
            continue
        try:
            found = f"{name} {version(name)}"
        except PackageNotFoundError:
            found = ""
        if "extra ==" in line:
            optional += [found] if found and found not in optional else []
        else:
            needed += [found] if found else []
            missing += [] if found else [name]
    problem = f"{', '.join(missing)} is missing: pip install {' '.join(missing)}" if missing else ""
    return [
        Fact("needed packages", ", ".join(sorted(needed)), problem),
        Fact("optional packages", ", ".join(sorted(optional)) or "none"),
    ]


def _cache() -> Fact:
    """Where machine code is kept, and how much of it."""
    folder = cache.cache_folder()
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    nearest = next((place for place in (folder, *folder.parents) if place.is_dir()), Path("/"))
    free = shutil.disk_usage(nearest).free
    shown = f"{folder}, {len(sizes):,} files, {sum(sizes) / MEBIBYTE:,.0f} MiB; {free / MEBIBYTE:,.0f} MiB free"
    problem = ""
    if not os.access(nearest, os.W_OK):
        problem = f"{folder} cannot be written, so every start is slow: set LUDENS_CACHE to another folder."
    elif free < 256 * MEBIBYTE:
        problem = f"There is little room left for {folder}: free some, or set LUDENS_CACHE to another folder."
    return Fact("cache", shown, problem)


def _kernels() -> Fact:
    """Whether inner loops come as bitcode, or have to be compiled by Numba."""
    if shipped.usable():
        return Fact("kernels", "shipped with the package; compiled for this processor when first used")
    if os.environ.get("LUDENS_KERNELS") == "numba":
        return Fact("kernels", "by Numba, because LUDENS_KERNELS says so")
    return Fact("kernels", "by Numba, as they are called: the shipped ones come from other sources (run make kernels)")


def _tried(name: str, test: Callable[[], str]) -> Fact:
    begin = time.perf_counter()
    try:
        found = test()
    except Exception as error:  # whatever is wrong here is what this is for
        return Fact(name, "failed", f"{name}: {type(error).__name__}: {error}")
    return Fact(name, f"{found} ({time.perf_counter() - begin:.1f} s)")


def _rules() -> str:
    game = load("tic_tac_toe")
    assert isinstance(game, RulesGame)
    return f"tic_tac_toe compiled: {game.compiled.circuit.gates:,} gates"


def _random_games() -> str:
    """Machine code for every target must play the very games that the table plays."""
    game = load("tic_tac_toe")
    assert isinstance(game, RulesGame)
    circuit = game.compiled.circuit
    plain = Engine(circuit, Backend.TABLE)
    expected = plain.playouts(plain.initial(), GAMES, 1).goals.tolist()
    for target in TARGETS:
        engine = Engine(circuit, Backend.LLVM, target)
        found = engine.playouts(engine.initial(), GAMES, 1).goals.tolist()
        if found != expected:
            raise RuntimeError(f"machine code for {target} plays other games than the table: {found}, not {expected}")
    speed = measure(game, Backend.LLVM, 1, SECONDS, LONGEST_GAME).games_per_second
    return f"machine code for {', '.join(TARGETS)} agrees with the table; {speed:,.0f} games a second on one core"


def _agents() -> str:
    played = play("tic_tac_toe", ["uct", "random"], playouts=200)
    if played.record.forfeits:
        raise RuntimeError(played.record.forfeits[0].detail)
    return f"uct plays; {len(AGENTS)} agents"


def _processes() -> str:
    with in_parallel(_begin, 2) as do:
        assert sorted(result for _, result in do([1, 2, 3])) == [2, 4, 6]
    return "two child processes answer"


def _begin() -> Callable[[int], int]:
    return _double


def _double(number: int) -> int:
    return 2 * number


TESTS: dict[str, Callable[[], str]] = {
    "rules": _rules,
    "random games": _random_games,
    "agents": _agents,
    "processes": _processes,
}
"""What is tried: each says what it found, or raises what is wrong."""
