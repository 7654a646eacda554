"""The batches of one thread: one after another or, where leaves are valued elsewhere, several under way at a time.

While the leaves of some batches are being valued, the next one goes down the tree; what lies on the ways of the others
looks like losses to it, as it does to the lanes of one batch. Their turns come in a fixed order, whoever is done first:
so the same seed gives the same tree, however long it takes to value leaves.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from ludens.search.tree.evaluate import ValuesAhead
from ludens.search.tree.worker import Worker, batches_of

if TYPE_CHECKING:
    from ludens.search.tree.search import TreeSearch


class UnderWay:
    """What one thread works on; see Worker. ``together``: how many batches are under way at a time."""

    def __init__(self, search: TreeSearch, number: int, deadline: float, most: int) -> None:
        self._search, self.together = search, batches_of(search.settings.evaluation)
        first = number * self.together
        self._workers = deque(Worker(search, first + place, deadline, most) for place in range(self.together))

    def run(self, batches: int) -> None:
        """Begins so many batches, fewer where the search is at an end; each has first ended the one before it."""
        if not isinstance(self._search.settings.evaluation, ValuesAhead):
            self._workers[0].run(batches)
            return
        for _ in range(batches):
            worker = self._workers[0]
            worker.finish()
            worker.run(1)
            self._workers.rotate(-1)

    @property
    def waiting(self) -> bool:
        """Whether leaves are being valued; lanes may be given back when that is done, for which there are others."""
        return any(worker.waiting for worker in self._workers)

    def finish(self) -> None:
        """Ends the batches that are under way, the earliest first."""
        for worker in self._workers:
            worker.finish()

    @property
    def enlarging_seconds(self) -> float:
        return sum(worker.enlarging_seconds for worker in self._workers)
