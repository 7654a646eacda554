"""Where the public rulesheets are, for tests that want them; a user of Ludens has none, and those tests are skipped."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("LUDENS_CORPUS") or Path(__file__).parent.parent.parent / "shared" / "corpus")
SHEETS = sorted(FOLDER.glob("*.kif"))

needs_corpus = pytest.mark.skipif(
    not SHEETS, reason=f"no rulesheets in {FOLDER}; set LUDENS_CORPUS to a folder of them"
)

LARGE = {
    "alexChess", "amazons", "amazonsTorus", "battle", "checkers", "checkers-mustjump-torus", "chess", "chess_200",
    "factoringImpossibleTurtleBrain", "four_way_battle", "gt_attrition", "gt_two_thirds_4p", "gt_two_thirds_6p",
    "hanoi7_bugfix", "hitori", "kalaha6x2x4", "laikLee_hex", "mummymaze1p", "othelloHoles", "quarto", "racer",
    "ruleDepthExponential", "slaughter", "sudoku",
}  # fmt: skip
"""Sheets that take a second or more; their turn comes in ``make test-all``."""

SMALL_SHEETS = [path for path in SHEETS if path.stem not in LARGE]

each_sheet = pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem in LARGE else []) for path in SHEETS],
)
