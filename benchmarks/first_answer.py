"""What the first answer costs: processor and wall seconds of whole commands, with an empty cache and with a filled one.

    python benchmarks/first_answer.py [--games connect_four,ropasci,odd,reversi] [--agent NAME]
                                      [--runs 3]

Of several runs the cheapest is shown. One second of each ``suggest`` is thinking. Bytecode is there, as it is of an
installed package: a first run of each command, which is not counted, has Python write what is missing.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LUDENS = Path(sys.executable).parent / "ludens"


def cost(command: list[str], cache: str) -> tuple[float, float]:
    """Processor and wall seconds of a command and all that it starts."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = {**os.environ, "LUDENS_CACHE": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run([str(LUDENS), *command], check=True, capture_output=True, env=environment)
    wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, wall


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="connect_four,ropasci,odd,reversi")
    parser.add_argument("--agent", default="", help="who is asked, instead of the default")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    print(f"{'command':<36}{'cold: processor':>16}{'wall':>8}{'warm: processor':>18}{'wall':>8}")
    asked = ["--agent", given.agent] if given.agent else []
    commands = [["suggest", game, "--seconds", "1", *asked] for game in given.games.split(",")]
    for command in [["--version"], *commands]:
        with tempfile.TemporaryDirectory() as cache:
            cost(command, cache)
        cold, warm = [], []
        for _ in range(given.runs):
            with tempfile.TemporaryDirectory() as cache:
                cold.append(cost(command, cache))
                warm.append(cost(command, cache))
        (cold_processor, cold_wall), (warm_processor, warm_wall) = min(cold), min(warm)
        line = f"{cold_processor:>14.2f} s{cold_wall:>6.1f} s{warm_processor:>16.2f} s{warm_wall:>6.1f} s"
        print(f"{' '.join(command):<36}{line}", flush=True)


if __name__ == "__main__":
    main()
