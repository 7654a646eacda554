"""A plan without an order: a set of moves whose effects, taken together, make the position that is wanted.

A parallel plan of a single step (Rintanen, Heljanko and Niemelä, "Planning as satisfiability: parallel plans", 2006).
Puzzles in which every move fills in something, and nothing is ever undone, need one copy of the rules of the goal and
few of the rules of play; sudoku is such a one. Every move must be legal if it is the last that is made, which is enough
where moves only ever take others away. What moves do is what random games have shown, so an answer is only a proposal:
somebody has to find an order in which the moves are legal and the goal comes of it.
"""

from __future__ import annotations

from ludens.search.planning.unrolled import Network, Unrolled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ludens.search.planning.unrolled import Backend


class AtOnce:
    """The program: ``moves`` are the literals of the moves, ``reached`` those of the goals, best first."""

    def __init__(
        self, network: Network, position: Sequence[bool], shown: dict[str, Any], rules: Backend, fact: int
    ) -> None:
        self.moves = [(move, rules.add_atom()) for move in shown["moves"]]
        for _, atom in self.moves:
            rules.add_rule([atom], choice=True)
        adds, removes = ({move: shown[what][move] for move, _ in self.moves} for what in ("adds", "removes"))
        state = [fact if holds else -fact for holds in position]
        for number, literal in enumerate(state):
            makers = [atom for move, atom in self.moves if number in (adds if literal < 0 else removes)[move]]
            if not makers:
                continue
            changed = rules.add_atom()
            for atom in makers:
                rules.add_rule([changed], [atom])
            state[number] = changed if literal < 0 else -changed
            if literal > 0 and len(makers) > 1:
                rules.add_weight_rule([], 2, [(atom, 1) for atom in makers])
        if shown["timed"]:
            self._set_clock(state, shown, rules)
        unrolled = Unrolled(network, [False] * len(state), lambda: rules, fact)
        unrolled.state = state
        unrolled.look()
        self.reached = {value: literals[0] for value, literals in unrolled.wins.items()}
        for move, atom in self.moves:
            undone = dict.fromkeys(adds[move], -fact) | dict.fromkeys(removes[move], fact)
            rules.add_rule([], [atom, -unrolled.changed(network.legal[move], undone)])

    def _set_clock(self, state: list[int], shown: dict[str, Any], rules: Backend) -> None:
        """Facts that time alone decides are as they were after as many moves."""
        atoms = [(atom, 1) for _, atom in self.moves]
        at_least = []
        for count in range(len(shown["clock"]) + 1):
            at_least.append(rules.add_atom())
            if count <= len(atoms):
                rules.add_weight_rule([at_least[-1]], count, atoms)
        rules.add_rule([], [at_least[-1]])
        timed = {number: rules.add_atom() for number in shown["timed"]}
        for count, true in enumerate(shown["clock"]):
            for number in true:
                rules.add_rule([timed[number]], [at_least[count], -at_least[count + 1]])
        for number, atom in timed.items():
            state[number] = atom
