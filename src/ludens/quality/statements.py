"""What the figures mean, in sentences. All of them come from here, and all from the same figures.

Whatever is proven overrules what was measured, and strong players overrule weak ones: ``standing`` decides once who is
better off, and no sentence judges by anything else. Figures that point elsewhere are told as what they are, with the
remark that they mislead. ``claims`` says what a sentence answers to which question, so that a test can hold all
sentences against each other and against the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ludens.quality.figures import Figures
from ludens.quality.sentences import play, rules
from ludens.quality.sentences.statement import Statement
from ludens.quality.sentences.verdict import verdict

MAKERS: Sequence[Callable[[Figures], Iterator[Statement]]] = (
    rules.flaws, play.balance, play.first_move, play.swap_rule, rules.length, rules.choices, play.course, play.skill,
    rules.idle,
)  # fmt: skip


def statements(figures: Figures) -> list[Statement]:
    """All that can be said, the verdict first."""
    first = verdict(figures)
    return [*([first] if first is not None else []), *(each for make in MAKERS for each in make(figures))]
