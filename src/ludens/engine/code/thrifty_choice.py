"""Choosing a move with few values at a time, for processors that keep all of them in registers.

The moves chosen are those of ``Choice``. It goes through the tree one branch after the other, not level by level, and
works out counts within a group anew on the way down.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludens.engine.code.assembly import Function
from ludens.engine.code.choice import Choice
from ludens.engine.code.registers import Registers


class ThriftyChoice(Choice):
    """Code that chooses among the planes of one role."""

    def _count(self, f: Function, legal: str, scratch: str) -> None:
        _Branches(self, f, legal, scratch).count(len(self.levels) - 1, 0)

    def _walk(self, f: Function, legal: str, does: str, scratch: str) -> None:
        _Branches(self, f, legal, scratch, does).walk(len(self.levels) - 1, 0)


@dataclass(frozen=True, slots=True)
class _Branches:
    """The tree of a choice, whose nodes have a level and a number."""

    choice: ThriftyChoice
    f: Function
    legal: str
    scratch: str
    does: str = ""

    def count(self, level: int, node: int) -> None:
        """Counts the leaves below a node."""
        for child in self._children(level, node):
            self.count(level - 1, child)
        if not level:
            self.choice._count_group(self.f, self.legal, self.scratch, str(node))
        elif len(self._children(level, node)) == 1:
            self.choice._count_lone(self.f, self.scratch, level)
        else:
            self.choice._count_pair(self.f, self.scratch, level, str(node))

    def walk(self, level: int, node: int) -> None:
        """Walks from a node down to all leaves below it."""
        if not level:
            assert isinstance(self.f, Registers)
            self.f.forget()
            self.choice._descend_group(self.f, self.legal, self.does, self.scratch, str(node))
        elif len(self._children(level, node)) == 1:
            self.choice._pass_on(self.f, self.scratch, level)
        else:
            self.choice._split(self.f, self.scratch, level, str(node))
        for child in self._children(level, node):
            self.walk(level - 1, child)

    def _children(self, level: int, node: int) -> range:
        return range(2 * node, min(2 * node + 2, self.choice.levels[level - 1])) if level else range(0)
