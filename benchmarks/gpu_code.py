"""The code for very many games on a graphics processor, counted; no such processor is needed.

    python benchmarks/gpu_code.py [--near BYTES] [--assemble] [GAME …]

For each game and each way to write the code: the instructions of a step, the most values at a time, the places in
memory where values wait, how many accesses of near and of far memory a step has, the blocks of threads that a processor
has room for, and what a step costs by all that. The first line of a game is the code that the gates alone give; of the
others the one with a star is taken.

``--near``: near memory of a processor; without it, that of an H200. ``--assemble``: also runs NVIDIA's ``ptxas`` on the
code of the gates alone and on that which is taken: kilobytes of machine code, registers, bytes of the stack, and how
many of those ptxas itself added.
"""

from __future__ import annotations

import argparse
import itertools
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from ludens.engine.code.bulk import Variant
from ludens.engine.cuda import ways
from ludens.engine.cuda.bulk import GAME_BITS, bulk_module
from ludens.engine.cuda.ptx import ptx_of
from ludens.engine.cuda.ways import Planned, tried
from ludens.engine.layout import Layout
from ludens.games.loading import load_rulesheet

GAMES = ["tic_tac_toe", "connect_four", "pentago", "pentago_swap", "breakthrough", "hex", "reversi"]
HEAD = "game", "way", "instructions", "values", "places", "near", "far", "blocks", "cost"


def named(planned: Planned, number: int) -> str:
    """What is done beyond the gates."""
    way = planned.way
    if not ways.LOOK_FOR_WAYS:
        return "gates alone"
    parts = [f"{len(way.told)} told", *(["counted"] if way.counted else []), *(["again"] if way.again else [])]
    return ", ".join(parts + ([f"order {number - 1}"] if number > 1 else []))


def counts(name: str, variant: Variant, near_bytes: int) -> list[tuple[str, ...]]:
    """The lines of a game."""
    layout = Layout(load_rulesheet(name).compiled.circuit)
    found: list[tuple[str, Planned]] = []
    for look in (False, True):
        ways.LOOK_FOR_WAYS = look
        found += [(named(each, number), each) for number, each in enumerate(tried(layout, variant, near_bytes))]
    best = min((each for _, each in found[1:]), key=lambda each: each.cost)
    rows = []
    for way, each in found:
        far = each.plan.far(each.near)
        numbers = each.instructions, each.live, each.plan.places, each.plan.accesses - far, far, each.blocks, each.cost
        rows.append((name, way + (" *" if each is best else ""), *(f"{number:,.0f}" for number in numbers)))
    return rows


def assembled(name: str, variant: Variant, near_bytes: int) -> str:
    """What ptxas makes of the code."""
    module = bulk_module(Layout(load_rulesheet(name).compiled.circuit), variant, near_bytes)
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = Path(folder, "bulk.ptx"), Path(folder, "bulk.cubin")
        source.write_text(ptx_of(module.assembly, (9, 0), (12, 0)), "utf-8")
        command = ["ptxas", "-v", "-O3", "-arch=sm_90", str(source), "-o", str(cubin)]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stderr
        size = cubin.stat().st_size
    numbers = re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores.*?Used (\d+) registers", told, re.DOTALL)
    assert numbers is not None, told
    stack, spilled, registers = numbers.groups()
    what = "what is taken" if ways.LOOK_FOR_WAYS else "gates alone"
    return f"{name}, {what}: {size >> 10} KB, {registers} registers, {stack} bytes of stack, {spilled} by ptxas itself"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--near", type=int, default=228 << 10)
    parser.add_argument("--assemble", action="store_true")
    arguments = parser.parse_args()
    variant = Variant(GAME_BITS, from_initial=True)
    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD))
    for name in arguments.games:
        for row in counts(name, variant, arguments.near):
            print("| " + " | ".join(row) + " |", flush=True)
    if arguments.assemble and shutil.which("ptxas"):
        for name, ways.LOOK_FOR_WAYS in itertools.product(arguments.games, (False, True)):
            print(assembled(name, variant, arguments.near), flush=True)


if __name__ == "__main__":
    main()
