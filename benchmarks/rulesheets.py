"""Which rulesheets of a folder can be compiled, in what time and memory.

    python benchmarks/rulesheets.py FOLDER [--seconds 60] [--memory-gib 4] [--only NAME …]

Each sheet has a process of its own. ``memory`` is the most that process or clingo held; ``circuit`` what the circuit
takes up in the cache.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from ludens.circuit.compiled import compile_circuit
from ludens.circuit.storage import to_bytes
from ludens.game import LudensError
from ludens.games.loading import load_rulesheet

SECONDS_TO_START = 15.0
"""For Python itself, the imports and the check of the sheet, which are not part of compiling."""


def compile_one(path: Path, seconds: float, memory_bytes: int) -> dict[str, float | int | str]:
    """What compiling one sheet took, or why it failed."""
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    begin = time.perf_counter()
    try:
        sheet = load_rulesheet(path).sheet
        begin = time.perf_counter()
        compiled = compile_circuit(sheet, seconds=seconds, memory_bytes=memory_bytes)
    except (LudensError, MemoryError) as error:
        reason = "out of memory" if isinstance(error, MemoryError) else str(error).splitlines()[0]
        return {"seconds": time.perf_counter() - begin, "failure": reason}
    used = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return {
        "seconds": time.perf_counter() - begin,
        "ground": compiled.ground_seconds,
        "gates": compiled.circuit.gates,
        "memory": max(used) << 10,
        "circuit": len(to_bytes(compiled)),
    }


def in_a_process(path: Path, seconds: float, memory_bytes: int) -> dict[str, float | int | str]:
    """The same, ended when it takes too long."""
    command = [sys.executable, __file__, "--one", str(path), str(seconds), str(memory_bytes)]
    begin = time.perf_counter()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + SECONDS_TO_START, check=False)
    except subprocess.TimeoutExpired:
        return {"seconds": time.perf_counter() - begin, "failure": f"more than {seconds:g} seconds"}
    if done.returncode:
        return {"seconds": time.perf_counter() - begin, "failure": (done.stderr.splitlines() or ["killed"])[-1]}
    found: dict[str, float | int | str] = json.loads(done.stdout)
    if "failure" not in found and float(found["seconds"]) > seconds:
        found["failure"] = f"took {found['seconds']:.0f} seconds"
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--memory-gib", type=float, default=4)
    parser.add_argument("--only", nargs="*", default=[])
    arguments = parser.parse_args()
    paths = [p for p in sorted(arguments.folder.glob("*.kif")) if not arguments.only or p.stem in arguments.only]
    compiled, most_memory, largest = 0, 0, 0
    for path in paths:
        found = in_a_process(path, arguments.seconds, int(arguments.memory_gib * (1 << 30)))
        if "failure" in found:
            print(f"{path.stem:40} {found['seconds']:7.2f} s  FAILED: {found['failure']}", flush=True)
            continue
        compiled += 1
        most_memory, largest = max(most_memory, int(found["memory"])), max(largest, int(found["circuit"]))
        sizes = f"{found['gates']:9,} gates {int(found['memory']) >> 20:6} MiB"
        print(f"{path.stem:40} {found['seconds']:7.2f} s ({found['ground']:6.2f} grounding) {sizes}", flush=True)
    print(f"{compiled} of {len(paths)} compiled; at most {most_memory >> 20} MiB; circuits up to {largest >> 20} MiB")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(compile_one(Path(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))))
    else:
        main()
