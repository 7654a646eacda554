"""Processes that report on rules: a few for all pages, of which one more than is needed stands ready.

Whoever types sends version after version. A report that is no longer wanted is asked to end, given a moment for it, and
then killed with its process, while the next one has begun in another.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ludens.processes.child import Child
from ludens.processes.requests import EndedError
from ludens.processes.slot_pool import FullError, SlotPolicy, SlotPool
from ludens.studio.frames.design import Queued, ReportNews
from ludens.studio.frames.questions import REPORT, WARM, Seconds
from ludens.studio.settings import Caps
from ludens.studio.work.workers import Job, LateError, Start, Worker, WorkError, answer_of, in_words

POLITE_SECONDS = 0.15
"""For a report that is no longer wanted to end by itself; starting a process again takes longer than this."""

WARMING_SECONDS = 120.0

SPARE = 1
"""Processes that stand ready for the next version."""

IDLE_KEPT = 2
"""Processes that are kept while there is nothing to do: they take up memory."""


class Designers:
    """Reports on rules in processes of their own, so many at once."""

    def __init__(self, caps: Caps, start: Start = Child) -> None:
        self._caps = caps
        job = Job("ludens.studio.design.design_work:DesignWork", caps.report_bytes)
        policy = SlotPolicy(
            most=caps.reports,
            waiting=caps.waiting_reports,
            polite_seconds=POLITE_SECONDS,
            kept=IDLE_KEPT,
            spare=SPARE,
            warming=(WARM.asked({}).request, WARMING_SECONDS),
        )
        self._pool = SlotPool(partial(Worker, job, start), policy)

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes."""
        return self._pool.pids

    def warm_up(self) -> None:
        """Has a process ready before it is needed."""
        self._pool.warm_up(SPARE)

    async def report(self, text: str, news: Callable[[Queued | ReportNews], None], *, brief: bool = False) -> Seconds:
        """Reports on rules; all that is found comes as news. ``brief``: without the parts that take seconds.

        Raises WorkError when it cannot be done.
        """
        told = 0

        def tell(found: Queued | ReportNews) -> None:
            nonlocal told
            told += found["type"] != "queued"
            news(found)

        try:
            with in_words():
                reply = await self._pool.request(
                    REPORT.asked({"text": text, "brief": brief}).request,
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
                f"The report takes longer than {self._caps.report_seconds:g} seconds, so the rest of it was cancelled."
            ) from None
        except EndedError:
            raise WorkError(
                "The process that worked on these rules has ended, most likely for lack of memory: they are too large."
            ) from None
        seconds: Seconds = answer_of(reply)
        return seconds

    async def close(self) -> None:
        """Ends all processes."""
        await self._pool.close()
