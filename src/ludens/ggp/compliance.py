"""The examination of a player: a battery of questions, and a report card."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from ludens.ggp.addresses import Address
from ludens.ggp.battery import formats, hostile, matches, states
from ludens.ggp.battery.examiner import Check, DoubtError, Examiner, FailedError, Level
from ludens.ggp.client import NoAnswerError, ask
from ludens.ggp.messages import Info, write_message
from ludens.ggp.participants import INFO_SECONDS

BATTERY: dict[str, Sequence[Check]] = {
    "formats": formats.CHECKS,
    "matches": matches.CHECKS,
    "states": states.CHECKS,
    "hostile": hostile.CHECKS,
}
"""All checks, by what they are about."""

CHECK_SECONDS = 150.0
"""The longest that one check may take."""

CALM_SECONDS = 10.0
"""How long a player may take to be free again after a check that went wrong."""


class Verdict(Enum):
    PASS = "pass"
    WARNING = "warning"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one check, in a sentence."""

    group: str
    name: str
    title: str
    level: Level
    verdict: Verdict
    sentence: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ReportCard:
    """All findings about the player at an address."""

    url: str
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing failed that a player must do; warnings do not count."""
        return not self.count(Level.MUST, Verdict.FAIL)

    @property
    def robust(self) -> bool:
        """Whether nothing failed that a player should do."""
        return not self.count(Level.SHOULD, Verdict.FAIL)

    def count(self, level: Level, verdict: Verdict) -> int:
        """How many findings of this level have this verdict."""
        return sum((finding.level, finding.verdict) == (level, verdict) for finding in self.findings)

    def as_data(self) -> dict[str, object]:
        """The card as plain data."""
        return {
            "url": self.url,
            "passed": self.passed,
            "robust": self.robust,
            "findings": [
                {
                    "group": each.group,
                    "name": each.name,
                    "level": each.level.value,
                    "verdict": each.verdict.value,
                    "sentence": each.sentence,
                    "seconds": round(each.seconds, 3),
                }
                for each in self.findings
            ],
        }


async def examine(
    address: Address,
    battery: dict[str, Sequence[Check]] | None = None,
    found: Callable[[Finding], object] = lambda finding: None,
) -> ReportCard:
    """The report card of a player; ``found`` is called with each finding as it is made.

    A player that does not answer at all gets a card with that one finding.
    """
    try:
        await ask(address, write_message(Info()), seconds=INFO_SECONDS)
    except NoAnswerError as error:
        sentence = f"Nobody answers at {address.url}: {error.detail}."
        finding = Finding("formats", "there", "somebody there", Level.MUST, Verdict.FAIL, sentence, 0.0)
        found(finding)
        return ReportCard(address.url, (finding,))
    examiner, findings = Examiner(address), list[Finding]()
    for group, checks in (battery or BATTERY).items():
        for check in checks:
            findings.append(await _finding(examiner, group, check))
            found(findings[-1])
    return ReportCard(address.url, tuple(findings))


async def _finding(examiner: Examiner, group: str, check: Check) -> Finding:
    begin = time.perf_counter()
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            verdict, sentence = Verdict.PASS, await check.run(examiner)
    except DoubtError as error:
        verdict, sentence = Verdict.WARNING, str(error)
    except FailedError as error:
        verdict, sentence = Verdict.FAIL, str(error)
    except TimeoutError:
        verdict, sentence = Verdict.FAIL, f"This was not over after {CHECK_SECONDS:g} s."
    except (OSError, NoAnswerError) as error:
        verdict, sentence = Verdict.FAIL, f"The connection failed: {error}."
    seconds = time.perf_counter() - begin
    await examiner.clear()
    if verdict is not Verdict.PASS:
        await _calm(examiner)
    return Finding(group, check.name, check.title, check.level, verdict, sentence, seconds)


async def _calm(examiner: Examiner) -> None:
    """Waits until the player is free, so that one failure does not make the next."""
    end = time.monotonic() + CALM_SECONDS
    while time.monotonic() < end:
        try:
            if (await examiner.info()).status != "busy":
                return
        except FailedError:
            pass
        await asyncio.sleep(0.5)
