"""How long it takes to look at the rules of each built-in game: ``python benchmarks/structure.py [GAME]…``.

Seconds of computing, without compiling the circuit.
"""

from __future__ import annotations

import sys
import time

from ludens.circuit.analysis import structure
from ludens.circuit.storage import kept_circuit
from ludens.games import RULESHEETS
from ludens.games.loading import built_in_source
from ludens.gdl import read_rules


def main() -> None:
    for name in sys.argv[1:] or sorted(RULESHEETS):
        circuit = kept_circuit(read_rules(built_in_source(name, {}))[0]).circuit
        begin = time.process_time()
        found = structure(circuit)
        seconds = time.process_time() - begin
        parts = len(found.factors.parts) if found.factors else 1
        print(
            f"{name:20} {seconds:5.2f} s  {circuit.gates:6,} gates  {len(found.latches):4} latches  "
            f"{len(found.goal_latches):3} goal latches  {parts:2} parts  {found.symmetry_count:3} symmetries"
        )


if __name__ == "__main__":
    main()
