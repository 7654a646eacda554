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
