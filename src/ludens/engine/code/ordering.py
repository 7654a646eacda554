"""The order of the instructions of a loop, so that few values are there at a time.

The order is made from the end of the loop to its beginning, as a list scheduler does (compare Goodman and Hsu 1988):
going backwards, an instruction ends the wait for its value and begins that for what it uses. The next one is always one
that adds the fewest values. A disjunction or conjunction of many terms takes them up in any order, one by one, so that
each can be made just before it is needed.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter, defaultdict

from ludens.engine.code.spilling import NAME, PHI, result_of

JOINING = re.compile(r"  (%\w+) = (and|or) (\S+) (%\w+), (%\w+)$")


def ordered(lines: list[str], plane: str, shared: int) -> list[str]:
    """The same function with the instructions of its loop, from ``step:`` on, in another order.

    ``shared``: how many values a term counts for that others need as well. A loop with others inside stays as it is.
    """
    begin = lines.index("step:") + 1
    end = next(number for number, line in enumerate(lines) if line.endswith("label %step, label %finished"))
    phis = []
    while (phi := PHI.match(lines[begin])) is not None:
        phis.append(phi)
        begin += 1
    body = lines[begin:end]
    if not all(line.startswith("  %") for line in body):
        return lines
    planes = {phi[1] for phi in phis if phi[2] == plane} | {result_of(line, plane) or "" for line in body}
    needed = {phi[4] for phi in phis} | {name for line in lines[end:] for name in NAME.findall(line)}
    return [*lines[:begin], *_Backwards(body, planes, needed, shared).lines(), *lines[end:]]


class _Backwards:
    """Instructions from the last to the first. A node is the number of an instruction in the old order."""

    def __init__(self, body: list[str], planes: set[str], needed: set[str], shared: int) -> None:
        self._body, self._planes, self._shared = body, planes, shared
        self._live = set(needed)
        self._results = [line.split(" = ")[0].strip() for line in body]
        self._made = {name: node for node, name in enumerate(self._results)}
        self._uses = [list(dict.fromkeys(NAME.findall(line.partition(" = ")[2]))) for line in body]
        self._terms: dict[int, list[str]] = {}
        """Of nodes that join more than two: what they have not taken up yet."""
        self._names: dict[int, str] = {}
        """What such a node has become so far."""
        self._join(needed)
        self._left = Counter(name for uses in self._uses for name in uses)
        self._users: defaultdict[str, list[int]] = defaultdict(list)
        for node, uses in enumerate(self._uses):
            for name in uses:
                self._users[name].append(node)
        self._ready: set[int] = set()
        self._waiting: list[tuple[int, int, int, str]] = []
        self._out: list[str] = []

    def _join(self, needed: set[str]) -> None:
        """Finds what is joined only to be joined further: one node takes the terms of all."""
        joining = {node: found for node, line in enumerate(self._body) if (found := JOINING.match(line)) is not None}
        uses = Counter(name for names in self._uses for name in names)
        for node in sorted(joining, reverse=True):
            if not self._uses[node]:
                continue  # another one has taken it up
            terms, waiting = dict[str, None](), [joining[node][5], joining[node][4]]
            while waiting:
                name = waiting.pop()
                inner = joining.get(self._made.get(name, -1))
                if inner is not None and inner[2] == joining[node][2] and uses[name] == 1 and name not in needed:
                    waiting += [inner[5], inner[4]]
                    self._uses[self._made[name]] = []
                else:
                    terms[name] = None
            if len(terms) > 2:
                self._terms[node], self._uses[node] = list(terms), list(terms)
                self._names[node] = self._results[node]
            elif terms.keys() != {*self._uses[node]}:  # a term came up again among those that were taken up
                first, *_, last = [*terms, *terms]
                self._body[node] = f"  {self._results[node]} = {joining[node][2]} {joining[node][3]} {first}, {last}"
                self._uses[node] = list(terms)
        taken = {node for node in joining if not self._uses[node]}
        self._nodes = [node for node in range(len(self._body)) if node not in taken]

    def lines(self) -> list[str]:
        for node in self._nodes:
            if not self._left[self._results[node]]:
                self._offer(node)
        while self._waiting:
            cost, _, node, term = heapq.heappop(self._waiting)
            if node not in self._ready or (term and term not in self._terms[node]):
                continue
            if term and self._term_cost(term) > cost:
                self._offer_term(node, term)
            elif term:
                self._take_up(node, term)
            else:
                self._write(node, self._body[node], self._uses[node])
        return self._out[::-1]

    def _write(self, node: int, line: str, uses: list[str]) -> None:
        """The last instruction of a node, or its only one."""
        self._out.append(line)
        self._ready.remove(node)
        self._live.discard(self._results[node])
        for name in uses:
            self._use(name)

    def _take_up(self, node: int, term: str) -> None:
        """One term of a node that has several."""
        name, terms = self._names[node], self._terms[node]
        terms.remove(term)
        what = JOINING.match(self._body[node])
        assert what is not None
        if len(terms) == 1:
            self._write(node, f"  {name} = {what[2]} {what[3]} {terms[0]}, {term}", [term, terms.pop()])
        else:
            self._names[node] = f"{self._results[node]}_{len(terms)}"
            self._out.append(f"  {name} = {what[2]} {what[3]} {self._names[node]}, {term}")
            self._use(term)

    def _use(self, name: str) -> None:
        """A value is there from here on, as we go."""
        self._left[name] -= 1
        if name not in self._live:
            self._live.add(name)
            for user in self._users[name]:
                self._offer_again(user, name)
        if not self._left[name] and name in self._made:
            self._offer(self._made[name])

    def _offer(self, node: int) -> None:
        """A node that nobody needs any later."""
        self._ready.add(node)
        if node in self._terms:
            for term in self._terms[node]:
                self._offer_term(node, term)
        else:
            cost = self._missing(node) - (self._results[node] in self._planes)
            heapq.heappush(self._waiting, (cost, -node, node, ""))

    def _offer_term(self, node: int, term: str) -> None:
        place = self._made.get(term, 0)
        heapq.heappush(self._waiting, (self._term_cost(term), -place, node, term))

    def _offer_again(self, user: int, name: str) -> None:
        """What costs less now that a value is there."""
        result = self._results[user]
        if user in self._ready:
            if user not in self._terms:
                self._offer(user)
            elif name in self._terms[user]:
                self._offer_term(user, name)
        elif user not in self._terms and self._left[result] == 1:
            for node in self._users[result]:
                if node in self._ready and result in self._terms.get(node, ()):
                    self._offer_term(node, result)

    def _missing(self, node: int) -> int:
        """How many values a node needs that are not there."""
        return sum(name in self._planes and name not in self._live for name in self._uses[node])

    def _term_cost(self, term: str) -> int:
        if term in self._live or term not in self._planes:
            return -1
        node = self._made.get(term)
        if node is None or node in self._terms or self._left[term] > 1:
            return self._shared
        return self._missing(node)
