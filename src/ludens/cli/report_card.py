"""How the report card of a player is printed."""

from __future__ import annotations

import click
from rich.table import Table as Grid
from rich.text import Text

from ludens.cli.terminal import console, print_json, print_table
from ludens.ggp.battery.examiner import Level
from ludens.ggp.compliance import Finding, ReportCard, Verdict

MARKS = {Verdict.PASS: "pass", Verdict.WARNING: "warning", Verdict.FAIL: "FAIL"}
HEADINGS = {
    Level.MUST: "Must: what every manager needs of a player",
    Level.SHOULD: "Should: what makes a player robust",
}
STYLES = {Verdict.PASS: "green", Verdict.WARNING: "yellow", Verdict.FAIL: "bold red"}


def print_report_card(card: ReportCard, as_json: bool) -> None:
    """Prints a card for people, or as JSON."""
    if as_json:
        print_json(card.as_data())
        return
    out = console()
    for level in Level:
        out.print(f"{HEADINGS[level]}\n", style="bold")
        findings = [finding for finding in card.findings if finding.level is level]
        for group in dict.fromkeys(finding.group for finding in findings):
            _print_group(group, [finding for finding in findings if finding.group == group])
            out.print()
    out.print(card.url)
    for level in Level:
        passed, warnings, failed = (card.count(level, verdict) for verdict in Verdict)
        counts = f"{passed} passed, {warnings} with a warning, {failed} failed"
        out.print(f"{level.value:6} {counts}.")


def _print_group(group: str, findings: list[Finding]) -> None:
    grid = Grid(title=group, title_justify="left", title_style="italic", box=None, show_header=False, pad_edge=False)
    grid.add_column(width=7)
    grid.add_column(min_width=20, overflow="fold")
    grid.add_column(overflow="fold")
    for finding in findings:
        grid.add_row(Text(MARKS[finding.verdict], STYLES[finding.verdict]), finding.title, finding.sentence)
    print_table(grid)


def tell(finding: Finding) -> None:
    """Says on standard error what was found, as it is found."""
    mark = f"{finding.level.value:7} {MARKS[finding.verdict]:8}"
    click.echo(f"{mark} {finding.title} ({finding.seconds:.1f} s)", err=True)
