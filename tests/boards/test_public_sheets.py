"""Public rulesheets that nobody has described: each is drawn, quickly, and each of its moves can be clicked."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ludens.boards import picture
from ludens.boards.inference.infer import infer
from ludens.boards.picture import Facts, Hand
from ludens.games.loading import read_source
from ludens.gdl import load_rules
from ludens.gdl.domains import FLUENT, MOVE, Domains, infer_domains
from ludens.gdl.parser import parse_ground_terms
from ludens.gdl.patterns import ground
from ludens.rules.ground_rules import Ground
from ludens.rules.source import Source
from tests.boards.checks import check_clicks, check_picture
from tests.boards.walks import positions
from tests.corpus import SHEETS, each_sheet, needs_corpus

pytestmark = needs_corpus

STEPS = 3
SECONDS = 10.0
"""Of the processor; a quiet one takes less than one."""


@each_sheet
def test_a_public_rulesheet_is_drawn(path: Path) -> None:
    game = load_rules(read_source(path))
    started = time.process_time()
    infer(game)
    assert time.process_time() - started < SECONDS
    domains = infer_domains(game.sheet.rules)
    for state, last in positions(game, STEPS):
        check_picture(game, state, last)
        check_clicks(game, state)
        for term in state:
            check_domain(domains, FLUENT, term)
        for move in last:
            check_domain(domains, MOVE, ground(parse_ground_terms(Source(move))[0]))


def check_domain(domains: Domains, kind: str, term: Ground) -> None:
    """What is true in play is among what was inferred without playing."""
    if isinstance(term, tuple):
        allowed = domains.of(kind, (str(term[0]), len(term) - 1))
        for part, values in zip(term[1:], allowed, strict=True):
            assert (part if isinstance(part, str) else (part[0], len(part) - 1)) in values, term


@pytest.mark.slow
def test_most_public_rulesheets_have_boards_or_heaps() -> None:
    drawn = 0
    for path in SHEETS:
        game = load_rules(read_source(path))
        panels = picture(game, game.initial_state(), hints=False).panels
        drawn += any(not isinstance(panel, Facts | Hand) for panel in panels)
    assert drawn / len(SHEETS) >= 0.75
