"""Processes that report on rules: a few for all pages, of which one more than is needed stands ready.

Whoever types sends version after version. A report that is no longer wanted is asked to end, given a moment for it, and
then killed with its process, while the next one has begun in another.
"""

from __future__ import annotations

from functools import partial

from ludens.processes.messages import Data
from ludens.processes.requests import EndedError, News
from ludens.processes.slot_pool import FullError, SlotPolicy, SlotPool
from ludens.studio.settings import Caps
from ludens.studio.workers import Job, LateError, Worker, WorkError, answer_of, in_words

POLITE_SECONDS = 0.15
"""For a report that is no longer wanted to end by itself; starting a process again takes longer than this."""

WARMING_SECONDS = 120.0

SPARE = 1
"""Processes that stand ready for the next version."""

IDLE_KEPT = 2
"""Processes that are kept while there is nothing to do: they take up memory."""


class Designers:
    """Reports on rules in processes of their own, so many at once."""

    def __init__(self, caps: Caps) -> None:
        self._caps = caps
        job = Job("ludens.studio.design_work:DesignWork", caps.report_bytes)
        policy = SlotPolicy(
            most=caps.reports,
            waiting=caps.waiting_reports,
            polite_seconds=POLITE_SECONDS,
            kept=IDLE_KEPT,
            spare=SPARE,
            warming=({"do": "warm"}, WARMING_SECONDS),
        )
        self._pool = SlotPool(partial(Worker, job), policy)

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        return self._pool.pids

    def warm_up(self) -> None:
        """Has a process ready before it is needed."""
        self._pool.warm_up(SPARE)

    async def report(self, text: str, news: News) -> Data:
        """Reports on rules; all that is found comes as news. Raises WorkError when it cannot be done."""
        told = 0

        def tell(found: Data) -> None:
            nonlocal told
            told += found["type"] != "queued"
            news(found)

        request = {"do": "report", "text": text}
        try:
            with in_words():
                reply = await self._pool.request(
                    request,
                    self._caps.report_seconds,
                    tell,
                    wishes=(lambda worker: True,),
                    queued=lambda: tell({"type": "queued"}),
                    again=lambda: not told,  # one that was kept ready may have ended long ago
                )
        except FullError as full:
            raise WorkError(f"{full.waiting} reports are waiting already. Try again in a moment.") from None
        except LateError:
            raise WorkError(
                f"The report takes longer than {self._caps.report_seconds:g} seconds, so the rest of it was given up."
            ) from None
        except EndedError:
            raise WorkError(
                "The process that worked on these rules has ended, most likely for lack of memory: they are too large."
            ) from None
        return dict(answer_of(reply))

    async def close(self) -> None:
        """Ends all processes."""
        await self._pool.close()
