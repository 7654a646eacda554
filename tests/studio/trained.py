"""A short training and its report, for tests of pages that show it."""

from __future__ import annotations

import ludens
from ludens.learning.course import Course, Wanted, begun
from ludens.learning.report import Report, read_report, report_path

NAME = "nim(heaps=2-3)"


def trained() -> Report:
    """The report of a training of one generation, which is written where LUDENS_NETWORKS says."""
    game = ludens.load(NAME)
    Course(begun(game, Wanted(width=8, layers=1, seed=7, anew=True)), lambda _: None, name=NAME).run(0.0001)
    return read_report(report_path(game))
