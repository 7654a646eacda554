"""How long you wait if you have just installed Ludens, write an agent of ten lines, and let it play against ``uct``.

    python benchmarks/first_agent.py [--wheel FILE] [--python PYTHON] [--game NAME] [--pairs 10] [--playouts 500]

In a clean environment with nothing but the wheel, from an empty cache: what a first cell of a notebook would hold is
run in one process, and its table is printed, with intervals. Installing is timed apart, since it depends on the
network. It ends with exit code 1 when the waiting takes more than a minute.
"""

from __future__ import annotations

import argparse
import os
import runpy
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "scripts" / "package.py"
MOST_SECONDS = 60.0

CELL = """
import random, sys, time
begin = time.perf_counter()
import ludens

class Ahead:
    def __init__(self, game, role):
        self.game, self.role = game, role
    def decide(self, state, limit):
        choices = [self.game.legal_moves(state, role) for role in range(len(self.game.info.roles))]
        for move in choices[self.role]:
            after = self.game.next_state(state, [move if me == self.role else c[0] for me, c in enumerate(choices)])
            if self.game.is_terminal(after) and self.game.goals(after)[self.role] == 100:
                return ludens.Decision(move)
        return ludens.Decision(random.choice(choices[self.role]))

game, pairs, playouts = sys.argv[1:]
table = ludens.tournament(game, [Ahead, "uct", "random"], pairs=int(pairs), playouts=int(playouts), seed=1)
print(table)
assert not any(line.forfeits for line in table.standings)
print(f"{time.perf_counter() - begin:6.1f} s   until the table was there ({time.process_time():.1f} s of a processor)")
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=Path, help="a wheel that is there already, instead of one of this checkout")
    parser.add_argument("--python", default=sys.executable, help="the Python that is installed for")
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--playouts", type=int, default=500)
    given = parser.parse_args()
    package = runpy.run_path(str(PACKAGE))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        wheel = given.wheel or package["build"](place / "dist")[1]
        begin = time.perf_counter()
        python = package["environment"](place / "installed", str(wheel.resolve()), python=given.python)
        print(f"{time.perf_counter() - begin:6.1f} s   installed {wheel.name} and what it needs")
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("LUDENS_", "PYTHON"))}
        command = [str(python), "-c", CELL, given.game, str(given.pairs), str(given.playouts)]
        begin = time.perf_counter()
        before = sum(os.times()[2:4])
        subprocess.run(command, cwd=place, check=True, env={**clean, "LUDENS_CACHE": str(place / "cache")})
        waited = time.perf_counter() - begin
    used = sum(os.times()[2:4]) - before
    print(f"{waited:6.1f} s   of waiting in all, from an empty cache; {used:.1f} s of processors")
    if waited > MOST_SECONDS:
        raise SystemExit(f"That is more than {MOST_SECONDS:.0f} s.")


if __name__ == "__main__":
    main()
